import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { writeSoon } from '../platform/write-soon.ts';
import type { Judgement } from './compile.ts';
import { type Denial, type DenialLedger, denialLedger } from './denials.ts';
import { countMatches } from './sql/access-policies.ts';

/** Counts how often policies decide, or would have decided, and tells which attempts they block. */
export interface MatchRecorder {
  note(tenant: Tenant, judgement: Judgement, denial?: Denial): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

interface Ledger {
  tenant: Tenant;
  counts: Map<string, number>;
  denials: DenialLedger;
}

/**
 * Counts in memory first, as each verification may match. A killed process loses the counts and events of a second.
 * @param inTransaction runs work in a transaction of a tenant
 */
export function matchRecorder(
  inTransaction: (tenant: Tenant, work: (em: EntityManager) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): MatchRecorder {
  const ledgers = new Map<string, Ledger>();

  const write = async ({ tenant, counts, denials }: Ledger, last: boolean): Promise<void> => {
    const taken = new Map(counts);
    const { events, written } = denials.due(last);
    if (taken.size + events.length === 0) return;
    // The rows of policies are locked last of all.
    await inTransaction(tenant, async (em) => {
      await emit(em, events);
      if (taken.size > 0) await countMatches(em, tenancyOf(em).orgId, taken);
    });
    // Only now, because a failed write is tried again. More may have come meanwhile.
    written();
    for (const [id, count] of taken) {
      const left = (counts.get(id) ?? 0) - count;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
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

  return {
    note(tenant, { decisive, reported }, denial) {
      const matched = decisive ? [...reported, decisive] : reported;
      if (matched.length === 0 && !denial) return;
      const { orgId, environment } = tenant;
      let ledger = ledgers.get(orgId);
      if (!ledger) {
        ledger = { tenant: { orgId, environment }, counts: new Map(), denials: denialLedger() };
        ledgers.set(orgId, ledger);
      }
      const { counts } = ledger;
      for (const { id } of matched) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
      if (denial) ledger.denials.note(denial);
      soon.arm();
    },
    stop: soon.stop,
  };
}
