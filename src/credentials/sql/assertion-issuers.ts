import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** Returns those of some issuers whose identity assertions a connection of the tenant accepts, disabled or not. */
export async function findAssertionIssuers(
  tx: Tx,
  orgId: string,
  issuers: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ issuer: string }>(sql`
select issuer from federation_connections
 where org_id = ${orgId} and accept_assertions and issuer = any (${[...issuers]}::text[])`);
  return rows.map(({ issuer }) => issuer);
}
