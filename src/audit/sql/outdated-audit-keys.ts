import type { Pool } from 'pg';

/** A key that signs checkpoints, sealed. */
export interface SealedAuditKey {
  orgId: string;
  id: string;
  privateKey: Buffer;
}

/**
 * Lists the keys whose sealed half does not begin like this, of every tenant, in the order of their own keys.
 * @param after the last one of the page before
 */
export async function outdatedAuditKeys(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedAuditKey, 'orgId' | 'id'>,
  most: number,
): Promise<SealedAuditKey[]> {
  const { rows } = await pool.query<SealedAuditKey>(text, [start, after.orgId, after.id, most]);
  return rows;
}

/** Keeps the same key sealed anew. */
export async function replaceAuditKey(pool: Pool, before: SealedAuditKey, privateKey: Buffer): Promise<void> {
  await pool.query(
    'update audit_keys set private_key = $4 where org_id = $1 and id = $2 and private_key = $3',
    [before.orgId, before.id, before.privateKey, privateKey],
  );
}

const text = `
select org_id as "orgId", id, private_key as "privateKey"
  from audit_keys
 where (org_id, id) > ($2, $3) and substring(private_key for length($1::bytea)) <> $1
 order by org_id, id limit $4`;
