import type { NewEvent } from '../platform/events.ts';

/** An attempt of a machine that a policy blocks. */
export interface Denial {
  policyId: string;
  policyName: string;
  /** `REPORTED`: the policy blocks the attempt, and the service allows it nonetheless. */
  outcome: 'DENIED' | 'REPORTED';
  /** Undefined for a client that has no identity. */
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

const tellEveryMs = 60_000;
/** Further identities count as one for each policy. */
const mostTallies = 10_000;
const mostEvents = 500;

const keyOf = ({ policyId, outcome, identityId, application }: Denial): string =>
  `${policyId} ${outcome} ${identityId ?? application ?? ''}`;

/** Returns a ledger that tells of a policy and an identity once a minute. */
export function denialLedger(): DenialLedger {
  const tallies = new Map<string, Tally>();
  return {
    note(denial) {
      const known = tallies.has(keyOf(denial)) || tallies.size < mostTallies;
      const latest = known
        ? denial
        : { ...denial, identityId: undefined, application: null, credentialId: null };
      const key = keyOf(latest);
      const { untold = 0, toldAt } = tallies.get(key) ?? {};
      tallies.set(key, { latest, untold: untold + 1, toldAt });
    },
    due(all) {
      const now = performance.now();
      const due = [...tallies.entries()]
        .filter(([, { untold, toldAt }]) => untold > 0 && (all || isOld(toldAt, now)))
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
      for (const [key, { untold, toldAt }] of tallies)
        if (untold === 0 && isOld(toldAt, now)) tallies.delete(key);
      return tallies.size === 0;
    },
  };
}

const isOld = (toldAt: number | undefined, now: number): boolean =>
  toldAt === undefined || now - toldAt >= tellEveryMs;

const eventOf = ({ latest, untold }: Tally): NewEvent => ({
  type: 'access.denied',
  data: {
    policyId: latest.policyId,
    policyName: latest.policyName,
    outcome: latest.outcome,
    subject: 'MACHINE',
    userId: null,
    identityId: latest.identityId ?? null,
    credentialId: latest.credentialId,
    application: latest.application,
    count: untold,
    requestId: latest.requestId,
  },
});
