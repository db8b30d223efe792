import type { Pool } from 'pg';
import type { RefusedProof } from '../lib/refused-proof.ts';
import type { Log } from '../platform/log.ts';
import type { InTenant } from '../platform/tenancy.ts';
import { writeSoon } from '../platform/write-soon.ts';
import { recordRefusedProof } from './oidc-trail.ts';
import { noteRefusals } from './sql/refused-proofs.ts';

/** Refused proofs, on their way to the audit log. */
export interface RefusedProofs {
  /** Costs a look into a map; no caller waits for the database. */
  note(refused: RefusedProof): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

/** The number of tokens and faults within a second. Further ones are not looked up, or strangers could keep the database busy. */
const mostKinds = 100;

/**
 * Writes an audit row for each grant, fault and hour. A second that could not be written is lost, and so is the last second of a node that is
 * killed.
 */
export function refusedProofs(pool: Pool, inTenant: InTenant, log: Pick<Log, 'warn'>): RefusedProofs {
  let waiting = new Map<string, RefusedProof>();
  const write = async (refusals: readonly RefusedProof[]): Promise<void> => {
    for (const { at, userId, ...tenant } of await noteRefusals(pool, refusals)) {
      const refused = refusals[at];
      if (refused) await inTenant(tenant, (tx) => recordRefusedProof(tx, userId, refused));
    }
  };
  const soon = writeSoon({
    async write() {
      const refusals = [...waiting.values()];
      waiting = new Map();
      if (refusals.length > 0)
        await write(refusals).catch((error: unknown) =>
          log.warn({ err: error }, 'refused proofs could not be recorded'),
        );
      return false;
    },
  });
  return {
    note(refused) {
      const name = `${refused.tokenHash.toString('latin1')}${refused.fault}`;
      if (!waiting.has(name) && waiting.size < mostKinds) waiting.set(name, refused);
      soon.arm();
    },
    stop: soon.stop,
  };
}
