import type { EntityManager } from '@mikro-orm/postgresql';
import type { Group } from '../entities/group.ts';
import { dateOf, likeAnywhere } from '../../../lib/rows.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';

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
  em: EntityManager,
  orgId: string,
  { search }: { search?: string },
  sort: GroupSort,
  window: Window,
): Promise<ListPage<GroupRow>> {
  const from = `from groups where org_id = ?${search === undefined ? '' : ' and name ilike ?'}`;
  const values = [orgId, ...(search === undefined ? [] : [likeAnywhere(search)])];
  return pageOfRows<RawRow, GroupRow>(em, { from, values, columns, order: orderOf(sort), toRow }, window);
}

const columns = `id, name, description, external_id as "externalId", source, scopes, member_count as "memberCount",
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

type RawRow = Omit<GroupRow, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', string>;

const toRow = (row: RawRow): GroupRow => ({
  ...row,
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
});
