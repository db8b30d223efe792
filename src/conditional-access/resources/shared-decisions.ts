import { deflateRawSync } from 'node:zlib';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { DecisionNotes, Judged, MachineDecision, UserDecision } from '../judge/decisions.ts';
import type { AccessPolicySource } from '../judge/types.ts';
import { newId } from '../../lib/id.ts';
import { memo } from '../../lib/memo.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { writeSoon } from '../../platform/write-soon.ts';
import type { Tx } from '../../platform/tx.ts';
import { decisionOfUser, mostPolicies, type RecordedDecision, rowOf } from './decisions.ts';
import { outcomesOf } from './reasons.ts';
import { addDecisions, type DecisionRow } from './sql/access-decisions.ts';

/** Records decisions about keys, clients and users who are signed in, soon after they were made. */
export interface DecisionRecorder extends DecisionNotes {
  /** Writes what is left. */
  stop(): Promise<void>;
}

interface Noted {
  record: () => RecordedDecision;
  judged: Judged;
  /** The policy that the row is about. */
  about: AccessPolicySource;
}

/** The decisions of one minute that share a row. */
interface Tally {
  /** The first of them. From the first write on it is a row, which does not keep the policies in memory. */
  first: Noted | Omit<DecisionRow, 'id' | 'attempts'>;
  /** When it was noted, by performance.now(). */
  at: number;
  /** Not written yet. */
  attempts: number;
}

interface Ledger {
  tenant: Tenant;
  tallies: Map<string, Tally>;
  /** Decisions with a row of their own. */
  alone: UserDecision[];
}

/** Rows of one tenant and minute that one node writes. Further decisions are only counted (conditional-access/judge/matches.ts). */
const mostRows = 200;
/** Rows of one tenant that wait for the next write. */
const mostAlone = 1_000;
/** Rows that are made before other work gets its turn. */
const atOnce = 20;
const mostDeflated = 200;
const minuteMs = 60_000;

/**
 * Collects decisions in memory first: a request waits for none of them. A killed process loses those of a second.
 * @param inTransaction runs work in a transaction of a tenant
 */
export function sharedDecisions(
  inTransaction: (tenant: Tenant, work: (tx: Tx) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): DecisionRecorder {
  const ledgers = new Map<string, Ledger>();
  // Most attempts come to the same outcomes, and deflating these costs more than judging.
  const deflated = memo<Buffer>(mostDeflated);
  const deflate = (text: string): Buffer => deflated(text, () => deflateRawSync(text));

  const write = async ({ tenant, tallies, alone }: Ledger): Promise<void> => {
    const taken = [...tallies.values()].flatMap((tally) =>
      tally.attempts > 0 ? { tally, attempts: tally.attempts } : [],
    );
    const decided = alone.slice();
    if (taken.length + decided.length === 0) return;
    const rows: DecisionRow[] = [];
    for (const { tally, attempts } of taken) {
      tally.first = 'record' in tally.first ? toRow(tally.first) : tally.first;
      rows.push({ ...tally.first, id: newId('cad'), attempts });
      // The row of a decision on 500 policies takes milliseconds to make.
      await nextIteration();
    }
    for (const decision of decided) {
      rows.push(rowOf(decisionOfUser(decision), deflate));
      if (rows.length % atOnce === 0) await nextIteration();
    }
    await inTransaction(tenant, (tx) => addDecisions(tx, tenancyOf(tx).orgId, rows));
    // Only now, because a failed write is tried again. More may have come meanwhile.
    for (const { tally, attempts } of taken) tally.attempts -= attempts;
    alone.splice(0, decided.length);
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
        if (ledger.tallies.size + ledger.alone.length === 0) ledgers.delete(ledger.tenant.orgId);
      }
      return ledgers.size > 0;
    },
  });

  const ledgerOf = ({ orgId, environment }: Tenant): Ledger => {
    let ledger = ledgers.get(orgId);
    if (!ledger)
      ledgers.set(orgId, (ledger = { tenant: { orgId, environment }, tallies: new Map(), alone: [] }));
    return ledger;
  };

  /** @param who which decisions of the minute share a row */
  const note = (tenant: Tenant, judged: Judged, who: string, record: () => RecordedDecision): void => {
    const about = aboutOf(judged);
    if (!about) return;
    const ledger = ledgerOf(tenant);
    const minute = Math.floor(judged.signals.now.getTime() / minuteMs);
    const key = `${minute} ${about.id} ${who}`;
    const known = ledger.tallies.get(key);
    if (!known && ledger.tallies.size >= mostRows) return;
    if (known) known.attempts++;
    else ledger.tallies.set(key, { first: { record, judged, about }, at: performance.now(), attempts: 1 });
    soon.arm();
  };

  return {
    noteUse(tenant, decision) {
      const { use } = decision;
      const subject = use.credentialId ?? `${use.identityId} ${use.application}`;
      const who = `${decisionOfUse(decision)} ${subject}`;
      note(tenant, decision, who, () => recordOfUse(decision));
    },
    noteUser(tenant, decision) {
      const { userId, application } = decision.signals;
      note(tenant, decision, `${decision.outcome} ${userId} ${application}`, () => decisionOfUser(decision));
    },
    noteAlone(tenant, decision) {
      const { alone } = ledgerOf(tenant);
      if (alone.length >= mostAlone) return false;
      alone.push(decision);
      soon.arm();
      return true;
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

function toRow({ record, judged: { judgement }, about }: Noted): Omit<DecisionRow, 'id' | 'attempts'> {
  const others = judgement.reported.flatMap(({ id }) => (id === null || id === about.id ? [] : id));
  const policies = [...(about.id === null ? [] : [about.id]), ...others].slice(0, mostPolicies);
  return { ...rowOf(record()), shared: true, policies };
}
