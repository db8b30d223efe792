import type { Pool } from 'pg';
import { numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import type { erasedTables } from '../erased-tables.ts';

/** A table with rows of tenants. */
export type ErasedTable = (typeof erasedTables)[number];

/** The tenants of an organization that is being erased. */
export interface Erasure {
  /** The organization: the id of its live tenant. */
  id: string;
  orgIds: string[];
  /** When it began, and its id: the place in the order of all that have begun. */
  since: string;
  /** Whether both tenants are being erased. Only a change by hand gives them different times. */
  isWhole: boolean;
}

/**
 * Goes on with the organization whose erasure began first, or begins with the one whose time came first. The mark is for good: the trigger
 * `tenants_erased_in_time` lets nothing open a tenant that has it. An organization that is resumed meanwhile is not marked, because the
 * statement waits for its lock and then asks again.
 * @param after an erasure of this run that could not be finished; those that began later follow it
 * @returns undefined if no other one is due
 */
export async function beginErasure(pool: Pool, after?: Erasure): Promise<Erasure | undefined> {
  for (;;) {
    const { rows } = await pool.query<Erasure>(numbered(begun(after)));
    if (rows[0]) return rows[0];
    if ((await pool.query(numbered(begin))).rowCount === 0) return undefined;
  }
}

// The condition on `erase_at` lets the index `tenants_to_erase` find the few rows that are closed.
const begun = (after: Erasure | undefined): Sql => sql`
select t.organization_id as id, array_agg(t.id order by t.id) as "orgIds", min(t.erasing_at)::text as since,
       count(*) = (select count(*) from tenants pair where pair.organization_id = t.organization_id) as "isWhole"
  from tenants t where t.erase_at is not null and t.erasing_at is not null
 group by t.organization_id${after ? sql` having (min(t.erasing_at), t.organization_id) > (${after.since}::timestamptz, ${after.id})` : sql.empty}
 order by min(t.erasing_at), t.organization_id limit 1`;

// Locks in the order of the ids, as every change of an organization does. The condition is asked again of the rows as they are after a
// wait. If only one tenant of an organization is due, it is not begun.
const begin = sql`
update tenants t set erasing_at = date_trunc('milliseconds', now())
 where t.id = any (array(
         select pair.id from tenants pair
          where pair.organization_id = (
                  select d.organization_id from tenants d
                   where d.erase_at <= now() and d.erasing_at is null
                     and not exists (select from tenants twin where twin.organization_id = d.organization_id and coalesce(twin.erase_at, 'infinity') > now())
                   order by d.erase_at, d.id limit 1)
            and pair.erase_at <= now() and pair.erasing_at is null
          order by pair.id for no key update))
   and t.erase_at <= now() and t.erasing_at is null`;

/** Rows of one table or partition, by their places. */
export interface Rows {
  /** The oid of the table. */
  part: string;
  places: string[];
}

/** Milliseconds that a look may take. An old transaction keeps removed rows in the indexes, and a look reads past all of them. */
const longestLook = 3_000;

/**
 * Reads where rows of a tenant are. They may have been removed since.
 * @param most at most so many
 * @throws if it takes longer than {@link longestLook}
 */
export async function rowsToErase(tx: Tx, orgId: string, table: ErasedTable, most: number): Promise<Rows[]> {
  await tx.run(sql`set local statement_timeout = ${longestLook}`);
  return tx.rows<Rows>(places(orgId, table, most));
}

const places = (orgId: string, table: ErasedTable, most: number): Sql => sql`
select f.part::text, array_agg(f.place::text) as places
  from (select t.tableoid as part, t.ctid as place from ${sql.raw(table)} t where t.org_id = ${orgId} limit ${most}::int) as f
 group by f.part`;

/** Removes these rows of a tenant, except rows that another transaction holds. @returns how many were removed */
export async function eraseRows(pool: Pool, orgId: string, { part, places: of }: Rows): Promise<number> {
  const { rows } = await pool.query<{ removed: number }>(
    numbered(sql`select erase_rows(${orgId}, ${part}::oid, ${of}::tid[]) as removed`),
  );
  return rows[0]?.removed ?? 0;
}

/**
 * Removes the tenants of an organization, and keeps their ids. Foreign keys refuse it while a table has rows of them. The
 * trigger `tenants_removed_when_erased` refuses it for a tenant without the mark.
 * @returns the name that the organization had; undefined if another node was faster
 */
export async function removeTenants(tx: Tx, { id, orgIds }: Erasure): Promise<{ name: string } | undefined> {
  // A foreign key waits for a row that another transaction holds, and the tenants are locked meanwhile.
  await tx.run(sql`set local lock_timeout = '1s'`);
  const row = await tx.row<{ name: string; madeAt: string }>(sql`
delete from tenants where organization_id = ${id} and erasing_at is not null returning name, created_at as "madeAt"`);
  if (row) await tx.run(keepIds(orgIds, row.madeAt));
  return row;
}

// The triggers `erased_organizations_stay` and `erased_organizations_stay_as_they_are` let nothing change or remove an id, and
// `erased_organizations_are_gone` refuses one of a tenant that exists.
const keepIds = (orgIds: readonly string[], madeAt: string): Sql => sql`
insert into erased_organizations (org_id, made_at) select id, ${madeAt}::timestamptz from unnest(${[...orgIds]}::text[]) as gone (id) on conflict do nothing`;

/** Some tenants that were erased an hour ago or earlier, and were not looked at since. By chance, so that those that fail keep no other waiting. */
export async function tenantsToSweep(pool: Pool, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ orgId: string }>(
    numbered(sql`
select org_id as "orgId" from erased_organizations
 where swept_at is null and erased_at < now() - interval '1 hour' order by random() limit ${most}::int`),
  );
  return rows.map(({ orgId }) => orgId);
}

/** Notes that no row of a tenant came late. */
export async function noteSwept(pool: Pool, orgId: string): Promise<void> {
  const id = shared(orgId);
  await pool.query(
    numbered(sql`update erased_organizations set swept_at = now() where org_id = ${id} and swept_at is null`),
  );
}
