import type { Pool } from 'pg';
import { numbered, sql, type Sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** Acts that suspend, resume, close or erase an organization. */
export const stopActions = [
  'organization.suspend',
  'organization.resume',
  'organization.close',
  'organization.erase',
] as const;

export type StopAction = (typeof stopActions)[number];

/** The last change of the status of an organization after the backup, or its erasure. */
export interface Stop {
  action: StopAction;
  /** When, as ISO 8601. */
  at: string;
  /** Whether it was resumed in between. Then an earlier closing of the backup is over. */
  isResumed: boolean;
  /** Days from a closing to the erasure. */
  daysOfGrace: number;
}

/**
 * Suspends or closes both tenants of an organization again. A closing gets its whole grace from now on, because a resumption may be missing
 * in what is replayed. Only an erasure makes the organization due at once. A resumption opens nothing: it only keeps an organization from
 * being erased that the backup has as closed. An organization that is being erased stays so. Acts of operators that are known and newer win,
 * because exports and the output of `make operator-audit` may be read in any order.
 * @param orgId one of the tenants
 * @returns whether it was otherwise before
 */
export const stopAgain = async (tx: Tx, orgId: string, stop: Stop): Promise<boolean> =>
  (await tx.run(stopping(orgId, stop))) > 0;

function stopping(orgId: string, { action, at, isResumed, daysOfGrace }: Stop): Sql {
  const ofPair = sql`organization_id = (select own.organization_id from tenants own where own.id = ${orgId}) and erasing_at is null
   and not exists (select from operator_audit a
                    where a.target_id = tenants.organization_id and a.result = 'SUCCESS' and a.at > ${at}::timestamptz + interval '1 second'
                      and a.action = any (${[...stopActions]}::text[]))`;
  const suspended = sql`suspended_at = coalesce(suspended_at, ${at}::timestamptz), version = version + 1`;
  if (action === 'organization.close') {
    return sql`
update tenants set ${suspended}, erase_at = coalesce(erase_at, ${inGrace(daysOfGrace)})
 where ${ofPair} and (suspended_at is null or erase_at is null) returning id`;
  }
  if (action === 'organization.erase') {
    const eraseAt = sql`${at}::timestamptz(3)`;
    return sql`
update tenants set ${suspended}, erase_at = ${eraseAt}
 where ${ofPair} and (suspended_at is null or coalesce(erase_at > ${eraseAt}, true)) returning id`;
  }
  if (action === 'organization.resume' || isResumed)
    return sql`
update tenants set ${action === 'organization.resume' ? sql`version = version + 1` : suspended}, erase_at = null
 where ${ofPair} and (erase_at is not null${action === 'organization.resume' ? sql.empty : sql` or suspended_at is null`}) returning id`;
  return sql`update tenants set ${suspended} where ${ofPair} and suspended_at is null returning id`;
}

const inGrace = (days: number): Sql =>
  sql`date_trunc('milliseconds', now()) + make_interval(days => ${days}::int)`;

/**
 * Gives every closed organization of a backup its whole grace again. It may have been resumed after the backup, and time went on: without
 * this, the service would erase it as soon as it is open. An erasure that had begun goes on.
 */
export async function giveGraceAgain(tx: Tx, daysOfGrace: number): Promise<void> {
  await tx.run(sql`
update tenants set erase_at = ${inGrace(daysOfGrace)}, version = version + 1
 where erase_at < now() + make_interval(days => ${daysOfGrace}::int) and erasing_at is null`);
}

/** The tenants of an organization, locked. */
export const tenantsOfOrganization = (tx: Tx, id: string): Promise<(Tenant & { isErasing: boolean })[]> =>
  tx.rows<Tenant & { isErasing: boolean }>(sql`
select id as "orgId", environment, erasing_at is not null as "isErasing" from tenants where organization_id = ${id}
 order by id for no key update`);

/** Whether the grace of a closed organization is over, so that it is erased once the service is open. */
export const isEraseDue = (tx: Tx, id: string): Promise<boolean> =>
  tx.has(sql`select from tenants where organization_id = ${id} and erase_at <= now()`);

/** Keeps the ids of tenants that were made and erased after the backup. An id of a tenant that exists is left out. */
export async function keepErasedIds(tx: Tx, orgIds: readonly string[], at: string): Promise<void> {
  await tx.run(sql`
insert into erased_organizations (org_id, erased_at) select id, ${at}::timestamptz from unnest(${[...orgIds]}::text[]) as gone (id)
 where not exists (select from tenants t where t.id = gone.id)
on conflict do nothing`);
}

/** When the newest act in the restored audit of operators was, without those of the restore itself. */
export async function newestActAt(tx: Tx): Promise<Date | undefined> {
  const row = await tx.row<{ at: string }>(
    sql`select at from operator_audit where not starts_with(action, 'restore.') order by at desc limit 1`,
  );
  return row && new Date(row.at);
}

/** Tells whether operators had keys before the backup, or did something, and this restore has not read their acts after it. */
export async function lacksActs(pool: Pool, restoreId: string): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    numbered(sql`
select (exists (select from operator_keys) or exists (select from operator_audit where not starts_with(action, 'restore.')))
       and not exists (select from operator_audit where action = 'restore.reconcile' and target_id = ${restoreId}) as lacks`),
  );
  return rows[0]?.lacks ?? false;
}

/** Tells which acts of operators the restored database has, by their ids. */
export async function presentActs(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from operator_audit where id = any (${[...ids]}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
