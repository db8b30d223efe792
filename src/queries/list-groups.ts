import type { EntityManager } from '@mikro-orm/postgresql';
import type { Group } from '../entities/group.ts';
import { dateOf, likeAnywhere } from '../lib/rows.ts';

export type GroupSort = 'createdAt' | '-createdAt' | 'name' | '-name';

/** The columns of a group that the API shows. */
export type GroupRow = Omit<Group, 'orgId' | 'version'>;

const orders: Record<GroupSort, string> = {
  createdAt: 'created_at, id',
  '-createdAt': 'created_at desc, id',
  name: 'lower(name), id',
  '-name': 'lower(name) desc, id',
};

/** Lists the groups of a tenant. */
export async function listGroups(
  em: EntityManager,
  orgId: string,
  { search }: { search?: string },
  { limit, offset, sort }: { limit: number; offset: number; sort: GroupSort },
): Promise<{ rows: GroupRow[]; total: number }> {
  const from = `from groups where org_id = ?${search === undefined ? '' : ' and name ilike ?'}`;
  const values = [orgId, ...(search === undefined ? [] : [likeAnywhere(search)])];
  const [count] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from}`, values);
  const rows = await em.execute<RawRow[]>(
    `select ${columns} ${from} order by ${orders[sort]} limit ? offset ?`,
    [...values, limit, offset],
  );
  return { rows: rows.map(toRow), total: count?.total ?? 0 };
}

const columns = `id, name, description, external_id as "externalId", source, scopes, member_count as "memberCount",
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

type RawRow = Omit<GroupRow, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', string>;

const toRow = (row: RawRow): GroupRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
});
