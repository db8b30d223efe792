import type { Pool } from 'pg';
import type { ProofFault, RefusedProof } from '../lib/refused-proof.ts';
import type { Log } from '../platform/log.ts';
import type { InTenant } from '../platform/tenancy.ts';
import { writeSoon } from '../platform/write-soon.ts';
import { recordRefusedProof } from './oidc-trail.ts';
import { findRefusals, type FoundRefusal, markRefusals } from './sql/refused-proofs.ts';

/** Refused proofs, on their way to the audit log. */
export interface RefusedProofs {
  /** Costs a look into a map; no caller waits for the database. */
  note(refused: RefusedProof): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

/**
 * The number of tokens and faults of a kind within a second. Further ones are not looked up, or strangers could keep the database busy.
 * Anyone can send made-up tokens without a good proof. `OTHER_KEY` and `USED` are noted of tokens that exist, and have a number of their own.
 */
const mostOfAKind = 100;
const ofRealTokens: ReadonlySet<ProofFault> = new Set<ProofFault>(['OTHER_KEY', 'USED']);

/** The number of tenants that are written at once. A tenant that keeps its share of the pool busy is waited for, and the others go on. */
const lanes = 4;

/**
 * Writes an audit row for each grant, fault and hour. If a second of a tenant could not be written, the next refusal is. The last second of
 * a node that is killed is lost.
 */
export function refusedProofs(pool: Pool, inTenant: InTenant, log: Pick<Log, 'warn'>): RefusedProofs {
  const waiting = { real: new Map<string, RefusedProof>(), any: new Map<string, RefusedProof>() };
  const warn = (error: unknown): void => log.warn({ err: error }, 'refused proofs could not be recorded');

  /** The mark of an hour and its audit row are in one transaction, so a failure suppresses no later row. */
  const writeOf = (found: readonly FoundRefusal[], refusals: readonly RefusedProof[]): Promise<void> => {
    const [first] = found;
    if (!first) return Promise.resolve();
    const { orgId, environment } = first;
    return inTenant({ orgId, environment }, async (tx) => {
      const marked = await markRefusals(tx, orgId, found);
      for (const { at, userId, mark } of found) {
        const refused = refusals[at];
        if (refused && marked.has(mark.toString('hex'))) await recordRefusedProof(tx, userId, refused);
      }
    });
  };
  const write = async (refusals: readonly RefusedProof[]): Promise<void> => {
    const found = await findRefusals(pool, refusals);
    const tenants = Map.groupBy(found, ({ orgId }) => orgId).values();
    const lane = async (): Promise<void> => {
      for (const ofTenant of tenants) await writeOf(ofTenant, refusals).catch(warn);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  const soon = writeSoon({
    async write() {
      const refusals = [...waiting.real.values(), ...waiting.any.values()];
      waiting.real.clear();
      waiting.any.clear();
      if (refusals.length > 0) await write(refusals).catch(warn);
      return false;
    },
  });
  return {
    note(refused) {
      const kinds = ofRealTokens.has(refused.fault) ? waiting.real : waiting.any;
      const name = `${refused.tokenHash.toString('latin1')}${refused.fault}`;
      if (!kinds.has(name) && kinds.size < mostOfAKind) kinds.set(name, refused);
      soon.arm();
    },
    stop: soon.stop,
  };
}
