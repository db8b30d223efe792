import type { EntityManager } from '@mikro-orm/postgresql';

export interface OpenedSecret {
  operation: string;
  resourceType: string;
  resourceId: string;
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
  em: EntityManager,
  orgId: string,
  tokenHash: Buffer,
): Promise<OpenedSecret | undefined> {
  const [row] = await em.execute<(Omit<OpenedSecret, 'wrappedAt'> & { wrappedAt: string })[]>(text, [
    orgId,
    tokenHash,
    orgId,
    tokenHash,
    orgId,
    tokenHash,
  ]);
  return row && { ...row, wrappedAt: new Date(row.wrappedAt) };
}

// clock_timestamp(), because the time to wait for another call does not lengthen the token's. The lock is what makes it
// once: whoever waited for it sees the row as the winner left it, and it does not fit any more.
const text = `
with held as materialized (
  select sealed from wrapped_secrets
   where org_id = ? and token_hash = ? and sealed is not null and expires_at > clock_timestamp() for update
), taken as (
  update wrapped_secrets w set sealed = null
    from held where w.org_id = ? and w.token_hash = ?
)
select w.operation, w.resource_type as "resourceType", w.resource_id as "resourceId", w.created_at as "wrappedAt", held.sealed
  from wrapped_secrets w left join held on true
 where w.org_id = ? and w.token_hash = ?`;
