import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { writeSoon } from '../../platform/write-soon.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Judgement, Subject } from './compile.ts';
import { type Denial, type DenialLedger, denialLedger } from './denials.ts';
import { type Counted, countMatches, type MatchCount } from './sql/access-policies.ts';
import type { AttemptOutcome } from './types.ts';

/** Counts by day how often policies decide, or would have decided, and tells which attempts they block. */
export interface MatchRecorder {
  note(tenant: Tenant, attempt: CountedAttempt): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** A judged attempt. */
interface CountedAttempt {
  subject: Subject;
  judgement: Judgement;
  outcome: AttemptOutcome;
  /** Given if an event tells of the attempt. */
  denial?: Denial | undefined;
}

interface Ledger {
  tenant: Tenant;
  /** By policy and outcome. */
  counts: Map<string, MatchCount>;
  denials: DenialLedger;
}

/**
 * Counts in memory first, as each verification may match. A killed process loses the counts and events of a second.
 * @param measure is told of each judged attempt, for the metrics
 * @param inTransaction runs work in a transaction of a tenant
 */
export function matchRecorder(
  measure: (subject: Subject, outcome: AttemptOutcome) => void,
  inTransaction: (tenant: Tenant, work: (tx: Tx) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): MatchRecorder {
  const ledgers = new Map<string, Ledger>();

  const write = async ({ tenant, counts, denials }: Ledger, last: boolean): Promise<void> => {
    const taken = [...counts].map(([key, counted]) => ({ key, ...counted }));
    const { events, written } = denials.due(last);
    if (taken.length + events.length === 0) return;
    // The rows of policies are locked last of all.
    await inTransaction(tenant, async (tx) => {
      await emit(tx, events);
      if (taken.length > 0) await countMatches(tx, tenancyOf(tx).orgId, taken);
    });
    // Only now, because a failed write is tried again. More may have come meanwhile.
    written();
    for (const { key, count } of taken) {
      const present = counts.get(key);
      if (present && present.count > count) present.count -= count;
      else counts.delete(key);
    }
  };

  const soon = writeSoon({
    async write(last) {
      for (const ledger of ledgers.values()) {
        try {
          await write(ledger, last);
        } catch (error) {
          onError(error);
        }
        const told = ledger.denials.tidy();
        if (told && ledger.counts.size === 0) ledgers.delete(ledger.tenant.orgId);
      }
      return ledgers.size > 0;
    },
  });

  const count = ({ counts }: Ledger, policyId: string | null, outcome: Counted): void => {
    const key = `${outcome} ${policyId}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { policyId, outcome, count: 1 });
  };

  return {
    note({ orgId, environment }, { subject, judgement, outcome, denial }) {
      const { decisive, reported } = judgement;
      measure(subject, outcome);
      let ledger = ledgers.get(orgId);
      if (!ledger) {
        ledger = { tenant: { orgId, environment }, counts: new Map(), denials: denialLedger() };
        ledgers.set(orgId, ledger);
      }
      for (const { id } of reported) count(ledger, id, 'REPORTED');
      count(ledger, decisive?.id ?? null, decisive?.decision ?? 'ALLOW');
      if (denial) ledger.denials.note(denial);
      soon.arm();
    },
    stop: soon.stop,
  };
}
