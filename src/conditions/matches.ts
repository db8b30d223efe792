import type { EntityManager } from '@mikro-orm/postgresql';
import type { Tenant } from '../platform/tenancy.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { writeSoon } from '../platform/write-soon.ts';
import type { Judgement } from './compile.ts';
import { countMatches } from './sql/access-policies.ts';

/** Counts how often policies decide, or would have decided. */
export interface MatchRecorder {
  note(tenant: Tenant, judgement: Judgement): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/**
 * Counts in memory first, as each verification may match. A killed process loses the counts of a second.
 * @param inTransaction runs work in a transaction of a tenant
 */
export function matchRecorder(
  inTransaction: (tenant: Tenant, work: (em: EntityManager) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): MatchRecorder {
  const ledgers = new Map<string, { tenant: Tenant; counts: Map<string, number> }>();
  const soon = writeSoon({
    async write() {
      for (const { tenant, counts } of ledgers.values()) {
        const taken = new Map(counts);
        try {
          await inTransaction(tenant, (em) => countMatches(em, tenancyOf(em).orgId, taken));
        } catch (error) {
          onError(error);
          continue;
        }
        // Only now, for what fails is tried again; meanwhile more may have come.
        for (const [id, count] of taken) {
          const left = (counts.get(id) ?? 0) - count;
          if (left > 0) counts.set(id, left);
          else counts.delete(id);
        }
        if (counts.size === 0) ledgers.delete(tenant.orgId);
      }
      return ledgers.size > 0;
    },
  });
  return {
    note(tenant, { decisive, reported }) {
      const matched = decisive ? [...reported, decisive] : reported;
      if (matched.length === 0) return;
      let ledger = ledgers.get(tenant.orgId);
      if (!ledger) ledgers.set(tenant.orgId, (ledger = { tenant, counts: new Map() }));
      for (const { id } of matched) if (id !== null) ledger.counts.set(id, (ledger.counts.get(id) ?? 0) + 1);
      soon.arm();
    },
    stop: soon.stop,
  };
}
