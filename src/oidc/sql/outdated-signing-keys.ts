import type { Pool } from 'pg';

/** A key that signs tokens, sealed. */
export interface SealedSigningKey {
  orgId: string;
  id: string;
  privateKey: Buffer;
}

/**
 * Lists the keys whose sealed half does not begin like this, of every tenant, in the order of their own keys.
 * @param after the last one of the page before
 */
export async function outdatedSigningKeys(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedSigningKey, 'orgId' | 'id'>,
  most: number,
): Promise<SealedSigningKey[]> {
  const { rows } = await pool.query<SealedSigningKey>(text, [start, after.orgId, after.id, most]);
  return rows;
}

/** Keeps the same key sealed anew. */
export async function replaceSigningKey(
  pool: Pool,
  before: SealedSigningKey,
  privateKey: Buffer,
): Promise<void> {
  await pool.query(
    'update signing_keys set private_key = $4 where org_id = $1 and id = $2 and private_key = $3',
    [before.orgId, before.id, before.privateKey, privateKey],
  );
}

const text = `
select org_id as "orgId", id, private_key as "privateKey"
  from signing_keys
 where (org_id, id) > ($2, $3) and substring(private_key for length($1::bytea)) <> $1
 order by org_id, id limit $4`;
