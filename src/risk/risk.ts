import type { Pool } from 'pg';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { Failure } from '../failure.ts';
import { type Risk, riskOf } from '../lib/risk-score.ts';
import {
  type IdentityKey,
  lockIdentities,
  nextRiskFacts,
  riskFacts,
  type RiskRow,
  writeRisk,
} from './sql/scores.ts';

/** The risk of an identity as it is now. @throws {Failure} IDENTITY_NOT_FOUND */
export async function readRisk(tx: Tx, id: string): Promise<Risk> {
  const [facts] = await riskFacts(tx, tenancyOf(tx).orgId, [id]);
  if (!facts) throw new Failure('IDENTITY_NOT_FOUND');
  return riskOf(facts);
}

/**
 * Computes the risk of identities and writes what is not stored so. Their rows are locked first and read then, so that two
 * who do this at once do not leave the older of their answers.
 * @param wait whether to wait for those that a change holds; its own event brings them back here
 */
export async function weighIdentities(
  tx: Tx,
  ids: readonly string[],
  { wait }: { wait: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const { orgId } = tenancyOf(tx);
  const outdated = (await riskFacts(tx, orgId, ids)).filter(isOutdated).map(({ id }) => id);
  if (outdated.length === 0) return;
  const locked = await lockIdentities(tx, orgId, outdated, wait);
  const rows = await riskFacts(tx, orgId, locked);
  const risks = rows.filter(isOutdated).map((row) => ({ id: row.id, ...riskOf(row) }));
  await writeRisk(tx, orgId, risks);
}

/**
 * Reads the risk of the next identities of all tenants, and changes nothing.
 * @returns by tenant, the identities whose stored risk is another one; and the key to go on after, if there are more
 */
export async function findOutdated(
  pool: Pick<Pool, 'connect'>,
  after: IdentityKey,
  most: number,
): Promise<{ outdated: Map<string, string[]>; next: IdentityKey | undefined }> {
  const rows = await nextRiskFacts(pool, after, most);
  const outdated = new Map<string, string[]>();
  for (const { orgId, id } of rows.filter(isOutdated))
    outdated.set(orgId, [...(outdated.get(orgId) ?? []), id]);
  return { outdated, next: rows.length < most ? undefined : rows.at(-1) };
}

function isOutdated(row: RiskRow): boolean {
  const { score, factors } = riskOf(row);
  const stored = row.stored.factors;
  return (
    score !== row.stored.score ||
    factors.length !== stored.length ||
    factors.some((one, at) => {
      const other = stored[at];
      return (
        one.factor !== other?.factor || one.weight !== other.weight || one.description !== other.description
      );
    })
  );
}
