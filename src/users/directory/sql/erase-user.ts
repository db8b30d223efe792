import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Erases what the trail says of a person besides the id: names, changed values, reasons, addresses. */
export async function erasePersonalAudit(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(erase(orgId, userId));
}

const erase = (orgId: string, userId: string): Sql => sql`
delete from audit_personal
 where (org_id, audit_id, created_at) in (
         select org_id, id, created_at from audit_logs
          where org_id = ${orgId} and target_type = 'user' and target_id = ${userId})
   and org_id = ${orgId}`;

/** Rows of the trail in one statement. */
const mostErased = 1_000;

/**
 * Erases the personal values of rows in which the user is the actor, from the newest row on. The values name the user, and say where
 * the user was.
 * @param before where the rows before ended; undefined for the first
 * @returns where these rows end; undefined if there are none
 */
export async function eraseActorAudit(
  tx: Tx,
  orgId: string,
  userId: string,
  before?: string,
): Promise<string | undefined> {
  const row = await tx.row<{ oldest: string | null }>(eraseActor(orgId, userId, before ?? 'infinity'));
  return row?.oldest ?? undefined;
}

// Rows of one time are erased together, so that none is between two statements.
const eraseActor = (orgId: string, userId: string, before: string): Sql => sql`
with oldest as materialized (
  select min(created_at) as at
    from (select created_at from audit_logs
           where org_id = ${orgId} and actor_id = ${userId} and actor_type = 'USER' and created_at < ${before}::timestamptz
           order by created_at desc limit ${mostErased}) as newest
), erased as (
  delete from audit_personal
   where (org_id, audit_id, created_at) in (
           select org_id, id, created_at from audit_logs
            where org_id = ${orgId} and actor_id = ${userId} and actor_type = 'USER'
              and created_at < ${before}::timestamptz and created_at >= (select at from oldest))
     and org_id = ${orgId}
)
select at::text as oldest from oldest`;

/**
 * Removes the sign-ins of a user who is erased. Call it before the user is locked: a sign-in locks its own row first and then
 * the user. In the other order, the two would wait for each other.
 */
export async function forgetSignIns(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from sign_ins where org_id = ${orgId} and user_id = ${userId}`);
}
