import { dateOf } from '../../../lib/rows.ts';
import { type Shared, sql, type Sql } from '../../../lib/sql.ts';
import { contains } from '../../../platform/sql/spellings.ts';
import { quotaIn } from '../../../platform/sql/counters.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { Group } from '../entities/group.ts';

export type GroupSort = 'createdAt' | '-createdAt' | 'name' | '-name';

/** The columns of a group that the API shows. */
export type GroupRow = Omit<Group, 'orgId' | 'version'>;

const keys = { createdAt: ['created_at', 'timestamptz'], name: ['lower(name)', 'text'] } as const;

function orderOf(sort: GroupSort): Order {
  const descending = sort.startsWith('-');
  const [key, keyType] = keys[sort.replace('-', '') as keyof typeof keys];
  return { key, keyType, descending, tie: 'id', tieDescending: !descending };
}

/** Lists the groups of a tenant. */
export async function listGroups(
  tx: Tx,
  orgId: string,
  { search, isDouble }: { search?: string; isDouble?: boolean },
  sort: GroupSort,
  window: Window,
): Promise<ListPage<GroupRow>> {
  const searched = search === undefined ? sql.empty : sql` and ${contains('name', search)}`;
  const doubled = isDouble === undefined ? sql.empty : sql` and ${isDouble ? sql.empty : sql`not `}is_double`;
  const from = sql`from groups where org_id = ${orgId}${searched}${doubled}`;
  // Triggers keep the count of all groups, in the transactions that change it.
  const all = search === undefined && isDouble === undefined ? { count: quotaIn(orgId, 'groups') } : {};
  return pageOfRows<RawRow, GroupRow>(tx, { from, columns, order: orderOf(sort), toRow, ...all }, window);
}

const columns = `id, name, description, external_id as "externalId", source, scopes, member_count as "memberCount",
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

type RawRow = Omit<GroupRow, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', string>;

const toRow = (row: RawRow): GroupRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
});

/** Returns the ids that no group of the tenant has. */
export async function unknownGroups(tx: Tx, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(unknown(orgId, JSON.stringify(ids)));
  return rows.map(({ id }) => id);
}

const unknown = (orgId: string, ids: string): Sql => sql`
select wanted.id from jsonb_array_elements_text(${ids}::jsonb) as wanted (id)
 where not exists (select from groups g where g.org_id = ${orgId} and g.id = wanted.id collate "C")`;

/**
 * The rule of `mayUse()` (`platform/allowed-groups.ts`) for a user of a tenant.
 * @param table the alias of a table with `allowed_groups`
 */
export function isOpenTo(table: string, orgId: string | Shared, userId: string | Shared): Sql {
  const allowed = sql.raw(`${table}.allowed_groups`);
  return sql`(
  ${allowed} is null
  or exists (select from group_members m
              where m.org_id = ${orgId} and m.user_id = ${userId} and m.group_id = any(${allowed} collate "C")))`;
}

/** A group by its id and name. */
export interface NamedGroup {
  id: string;
  name: string;
}

/** The most groups that one response shows (components/schemas/users.yaml). */
const mostShown = 1000;

/** The groups a person is in, by name. */
export async function groupsOfUser(tx: Tx, orgId: string, userId: string): Promise<NamedGroup[]> {
  return tx.rows(
    sql`select g.id, g.name ${groupsOf(orgId, userId)} order by lower(g.name), g.id limit ${mostShown}`,
  );
}

/** Every scope that a person has through groups. */
export async function scopesOfGroups(tx: Tx, orgId: string, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ scope: string }>(
    sql`select distinct unnest(g.scopes) as scope ${groupsOf(orgId, userId)}`,
  );
  return rows.map(({ scope }) => scope);
}

const groupsOf = (orgId: string, userId: string): Sql => sql`
from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
 where m.org_id = ${orgId} and m.user_id = ${userId}`;
