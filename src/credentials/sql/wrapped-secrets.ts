import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

export interface WrappedSecret {
  tokenHash: Buffer;
  /** The operationId of the call that answered it. */
  operation: string;
  resourceType: string;
  resourceId: string;
  sealed: Buffer;
  seconds: number;
}

/** Keeps a secret in the transaction of the change that made it. */
export async function keepWrappedSecret(
  tx: Tx,
  orgId: string,
  { tokenHash, operation, resourceType, resourceId, sealed, seconds }: WrappedSecret,
): Promise<void> {
  await tx.run(sql`
    insert into wrapped_secrets (org_id, token_hash, operation, resource_type, resource_id, sealed,
                                 created_at, expires_at)
    values (${orgId}, ${tokenHash}, ${operation}, ${resourceType}, ${resourceId}, ${sealed},
            now(), now() + ${seconds} * interval '1 second')`);
}

/** Finds the tenant of a wrap token. The token comes without a key, so the request names no tenant. A suspended organization has none. */
export async function findWrappedSecret(pool: Pool, tokenHash: Buffer): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>(numbered(named('find-wrapped-secret', find(tokenHash))));
  return rows[0];
}

const find = (tokenHash: Buffer): Sql => sql`
select t.id as "orgId", t.environment from wrapped_secrets w join tenants t on t.id = w.org_id
 where w.token_hash = ${tokenHash} and t.suspended_at is null`;

export interface OpenedSecret extends Pick<WrappedSecret, 'operation' | 'resourceType' | 'resourceId'> {
  wrappedAt: Date;
  /** Null when it was given out before, or its time is over. */
  sealed: Buffer | null;
}

/**
 * Takes a wrapped secret away from the database and gives it: of parallel calls one gets it, the others wait for that one
 * and find nothing left.
 * @returns undefined for a token that this tenant has none of
 */
export async function openWrappedSecret(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
): Promise<OpenedSecret | undefined> {
  const row = await tx.row<Omit<OpenedSecret, 'wrappedAt'> & { wrappedAt: string }>(open(orgId, tokenHash));
  return row && { ...row, wrappedAt: new Date(row.wrappedAt) };
}

// Uses clock_timestamp(), because the time to wait for another call does not lengthen the token's life. The lock
// makes the token work only once. A call that waited for the lock sees the row as the winner left it. The row does
// not match any more.
const open = (orgId: string, tokenHash: Buffer): Sql => sql`
with held as materialized (
  select sealed from wrapped_secrets
   where org_id = ${orgId} and token_hash = ${tokenHash} and sealed is not null and expires_at > clock_timestamp() for update
), taken as (
  update wrapped_secrets w set sealed = null
    from held where w.org_id = ${orgId} and w.token_hash = ${tokenHash}
)
select w.operation, w.resource_type as "resourceType", w.resource_id as "resourceId", w.created_at as "wrappedAt", held.sealed
  from wrapped_secrets w left join held on true
 where w.org_id = ${orgId} and w.token_hash = ${tokenHash}`;

/** Takes secrets away whose time is over, and 30 days later what was left of them to know a late use of their token by. */
export async function forgetWrappedSecrets(pool: Pool): Promise<void> {
  await pool.query(
    numbered(sql`update wrapped_secrets set sealed = null where sealed is not null and expires_at <= now()`),
  );
  await pool.query(numbered(sql`delete from wrapped_secrets where expires_at < now() - interval '30 days'`));
}
