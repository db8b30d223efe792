import type { Pool } from 'pg';
import { numbered, sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import type { PublicJwk } from '../audit-signature.ts';

/** An audit key whose private half is sealed under a lost master key. */
export interface LostAuditKey extends Tenant {
  id: string;
  publicKey: PublicJwk;
  privateKey: Buffer;
}

/** Lists the audit keys of all tenants that these master keys sealed. */
export async function lostAuditKeys(pool: Pool, masterKeyIds: readonly string[]): Promise<LostAuditKey[]> {
  const { rows } = await pool.query<LostAuditKey>(
    numbered(sql`
select k.org_id as "orgId", t.environment, k.id, k.public_key as "publicKey", k.private_key as "privateKey"
  from audit_keys k join tenants t on t.id = k.org_id
 where encode(substring(k.private_key from 2 for 4), 'hex') = any (${masterKeyIds}) order by k.org_id, k.id`),
  );
  return rows;
}

/**
 * Replaces the private half of a key. The lock on the row ends with the transaction, so one of several nodes replaces it.
 * @returns whether this transaction did
 */
export async function replacePrivateKey(
  tx: Tx,
  { orgId, id, privateKey }: LostAuditKey,
  sealed: Buffer,
): Promise<boolean> {
  const replaced = await tx.rows(sql`
update audit_keys set private_key = ${sealed} where org_id = ${orgId} and id = ${id} and private_key = ${privateKey}
returning id`);
  return replaced.length > 0;
}
