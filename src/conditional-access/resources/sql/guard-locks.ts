import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/**
 * Keeps the policies of a tenant as they are until the transaction ends, for a change of groups. Such changes do not wait for each
 * other. A change of a policy holds this lock when it looks at groups, and then waits for nothing but advisory locks. So a change of
 * groups can take the lock after rows of users and groups.
 */
export async function keepPolicies(tx: Tx, orgId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${ofPolicies(orgId)})`);
}

/**
 * Lets changes of groups that have begun commit, and lets later ones wait until this change of policies commits. Call it when the
 * change is flushed. The caller holds the tenant, so it waits for two seconds at most.
 */
export async function changePolicies(tx: Tx, orgId: string): Promise<void> {
  await tx.run(sql`select set_config('lock_timeout', '2s', true)`);
  await tx.run(sql`select pg_advisory_xact_lock(${ofPolicies(orgId)})`);
}

/**
 * Makes changes of groups wait for each other, each until the one before it commits. Call it when the change is made: the holder
 * of this lock waits for no row of a group any more. The lock of the owners would not do, because the end of a user takes groups after it.
 */
export async function takeTurn(tx: Tx, orgId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('keyward.access-groups.' || ${orgId}, 0))`);
}

const ofPolicies = (orgId: string): Sql => sql`hashtextextended('keyward.access-policies.' || ${orgId}, 0)`;
