import type { NewEvent } from '../../platform/events.ts';

/** An attempt that a policy blocks, or that it allows only because it excludes the user or the identity by id. */
export interface Denial {
  policyId: string;
  policyName: string;
  /**
   * `REPORTED`: the policy blocks the attempt, and the service allows it nonetheless. `EXCLUDED`: the policy would block it or ask
   * for more, but it excludes the subject.
   */
  outcome: 'DENIED' | 'REPORTED' | 'EXCLUDED';
  subject: 'USER' | 'MACHINE';
  userId?: string | undefined;
  /** Undefined for a user, and for a client that has no identity. */
  identityId: string | undefined;
  credentialId: string | null;
  application: string | null;
  requestId: string | null;
}

/** The denials of one tenant that no event tells yet. */
export interface DenialLedger {
  note(denial: Denial): void;
  /**
   * Returns the events that are due. The caller calls `written` after their transaction.
   * @param all whether the process stops
   */
  due(all: boolean): { events: NewEvent[]; written: () => void };
  /** Drops what was told more than a minute ago. Returns whether nothing is left. */
  tidy(): boolean;
}

interface Tally {
  latest: Denial;
  untold: number;
  /** By performance.now(); undefined before the first event. */
  toldAt: number | undefined;
}

const tellEveryMs = { DENIED: 60_000, REPORTED: 60_000, EXCLUDED: 3_600_000 };
/** Further users and identities count as one for each policy. */
const mostTallies = 10_000;
const mostEvents = 500;

const keyOf = ({ policyId, outcome, userId, identityId, application }: Denial): string =>
  `${policyId} ${outcome} ${userId ?? identityId ?? application ?? ''}`;

/** Returns a ledger that tells of denials once a minute for a policy and a user or an identity, and of exclusions once an hour. */
export function denialLedger(): DenialLedger {
  const tallies = new Map<string, Tally>();
  return {
    note(denial) {
      // Policies bound how many they exclude by id.
      const isBounded = denial.outcome === 'EXCLUDED';
      const known = isBounded || tallies.has(keyOf(denial)) || tallies.size < mostTallies;
      const latest = known
        ? denial
        : { ...denial, userId: undefined, identityId: undefined, application: null, credentialId: null };
      const key = keyOf(latest);
      const { untold = 0, toldAt } = tallies.get(key) ?? {};
      tallies.set(key, { latest, untold: untold + 1, toldAt });
    },
    due(all) {
      const now = performance.now();
      const due = [...tallies.entries()]
        .filter(([, tally]) => tally.untold > 0 && (all || isOld(tally, now)))
        .slice(0, all ? undefined : mostEvents);
      return {
        events: due.map(([, tally]) => eventOf(tally)),
        written() {
          // More attempts may have come since.
          for (const [key, { untold }] of due) {
            const tally = tallies.get(key);
            if (tally) tallies.set(key, { ...tally, untold: tally.untold - untold, toldAt: now });
          }
        },
      };
    },
    tidy() {
      const now = performance.now();
      for (const [key, tally] of tallies) if (tally.untold === 0 && isOld(tally, now)) tallies.delete(key);
      return tallies.size === 0;
    },
  };
}

const isOld = ({ latest, toldAt }: Tally, now: number): boolean =>
  toldAt === undefined || now - toldAt >= tellEveryMs[latest.outcome];

function eventOf({ latest, untold }: Tally): NewEvent {
  const { policyId, policyName, outcome, subject, userId = null, identityId = null } = latest;
  const { credentialId, application, requestId } = latest;
  const data = {
    policyId,
    policyName,
    subject,
    userId,
    identityId,
    credentialId,
    application,
    count: untold,
  };
  if (outcome === 'EXCLUDED') return { type: 'access.exclusion_used', data: { ...data, requestId } };
  return { type: 'access.denied', data: { ...data, outcome, requestId } };
}
