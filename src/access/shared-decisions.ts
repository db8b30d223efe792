import { setImmediate as nextIteration } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DecisionNotes, Judged, MachineDecision } from '../conditions/decisions.ts';
import type { AccessPolicySource } from '../conditions/types.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { writeSoon } from '../platform/write-soon.ts';
import { decisionOfUser, type RecordedDecision, rowOf } from './decisions.ts';
import { outcomesOf } from './reasons.ts';
import { addDecisions, type DecisionRow } from './sql/access-decisions.ts';

/** Records decisions that were not simply allowed, about keys, clients, and pages of users who are signed in. */
export interface DecisionRecorder extends DecisionNotes {
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** The decisions of one minute that share a row. */
interface Tally {
  /** Returns the first of them. */
  first: () => RecordedDecision;
  judged: Judged;
  about: AccessPolicySource;
  /** When it was noted, by performance.now(). */
  at: number;
  /** Not written yet. */
  attempts: number;
}

interface Ledger {
  tenant: Tenant;
  tallies: Map<string, Tally>;
}

/** Rows of one tenant and minute that one node writes. Further decisions are only counted (conditions/matches.ts). */
const mostRows = 200;
const mostPolicies = 50;
const minuteMs = 60_000;

/**
 * Collects decisions in memory first: a request waits for none of them. A killed process loses those of a second.
 * @param inTransaction runs work in a transaction of a tenant
 */
export function sharedDecisions(
  inTransaction: (tenant: Tenant, work: (em: EntityManager) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): DecisionRecorder {
  const ledgers = new Map<string, Ledger>();

  const write = async ({ tenant, tallies }: Ledger): Promise<void> => {
    const taken = [...tallies.values()].flatMap((tally) =>
      tally.attempts > 0 ? { tally, attempts: tally.attempts } : [],
    );
    if (taken.length === 0) return;
    const rows: DecisionRow[] = [];
    for (const { tally, attempts } of taken) {
      rows.push(toRow(tally, attempts));
      // What 500 policies said takes milliseconds to write down.
      await nextIteration();
    }
    await inTransaction(tenant, (em) => addDecisions(em, tenancyOf(em).orgId, rows));
    // Only now, because a failed write is tried again. More may have come meanwhile.
    for (const { tally, attempts } of taken) tally.attempts -= attempts;
  };

  const soon = writeSoon({
    async write() {
      for (const ledger of ledgers.values()) {
        try {
          await write(ledger);
        } catch (error) {
          onError(error);
        }
        forget(ledger);
        if (ledger.tallies.size === 0) ledgers.delete(ledger.tenant.orgId);
      }
      return ledgers.size > 0;
    },
  });

  /** @param who which decisions of the minute share a row */
  const note = (
    { orgId, environment }: Tenant,
    judged: Judged,
    who: string,
    first: () => RecordedDecision,
  ): void => {
    const about = aboutOf(judged);
    if (!about) return;
    let ledger = ledgers.get(orgId);
    if (!ledger) ledgers.set(orgId, (ledger = { tenant: { orgId, environment }, tallies: new Map() }));
    const minute = Math.floor(judged.signals.now.getTime() / minuteMs);
    const key = `${minute} ${about.id} ${who}`;
    const known = ledger.tallies.get(key);
    if (!known && ledger.tallies.size >= mostRows) return;
    if (known) known.attempts++;
    else ledger.tallies.set(key, { first, judged, about, at: performance.now(), attempts: 1 });
    soon.arm();
  };

  return {
    noteUse(tenant, decision) {
      const { use } = decision;
      const who = `${decisionOfUse(decision)} ${use.credentialId ?? use.application}`;
      note(tenant, decision, who, () => recordOfUse(decision));
    },
    noteUser(tenant, decision) {
      const { userId, application } = decision.signals;
      note(tenant, decision, `${decision.outcome} ${userId} ${application}`, () => decisionOfUser(decision));
    },
    stop: soon.stop,
  };
}

/** The policy that does not simply allow, or would not have. */
const aboutOf = ({ judgement: { decisive, reported } }: Judged): AccessPolicySource | undefined =>
  [...(decisive ? [decisive] : []), ...reported].find(({ decision }) => decision !== 'ALLOW');

/** A use that is exempt went on. */
const decisionOfUse = ({ judgement: { decisive }, exempt }: MachineDecision): 'ALLOW' | 'BLOCK' =>
  decisive?.decision === 'BLOCK' && !exempt ? 'BLOCK' : 'ALLOW';

/** The rows of minutes that are over are complete. */
function forget({ tallies }: Ledger): void {
  const over = performance.now() - minuteMs;
  for (const [key, { at, attempts }] of tallies) if (attempts === 0 && at < over) tallies.delete(key);
}

function recordOfUse(made: MachineDecision): RecordedDecision {
  const { use, signals, judgement, access } = made;
  const { decisive } = judgement;
  const decision = decisionOfUse(made);
  const policy = decision === 'BLOCK' || decisive?.decision === 'ALLOW' ? decisive : undefined;
  return {
    subject: 'machine',
    identityId: use.identityId,
    credentialId: use.credentialId ?? undefined,
    application: use.application ?? null,
    signals,
    decision,
    outcome: decision === 'BLOCK' ? 'DENIED' : 'ALLOWED',
    policyId: policy?.id ?? null,
    policyName: policy?.name ?? null,
    requirements: [],
    ...outcomesOf(access, 'machine', signals),
    requestId: use.requestId,
  };
}

function toRow({ first, judged: { judgement }, about }: Tally, attempts: number): DecisionRow {
  const others = judgement.reported.flatMap(({ id }) => (id === null || id === about.id ? [] : id));
  const policies = [...(about.id === null ? [] : [about.id]), ...others].slice(0, mostPolicies);
  return { ...rowOf(first()), attempts, shared: true, policies };
}
