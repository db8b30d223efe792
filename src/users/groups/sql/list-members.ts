import type { EntityManager } from '@mikro-orm/postgresql';
import type { DirectorySource } from '../../directory/entities/directory-source.ts';
import { dateOf } from '../../../lib/rows.ts';
import {
  byTime,
  type ListPage,
  orderBy,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../../platform/sql/page-of-rows.ts';

/** A person in a group. */
export interface MemberRow {
  userId: string;
  email: string | null;
  displayName: string | null;
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DEPROVISIONED';
  addedAt: Date;
  source: DirectorySource;
}

/** Lists the members of a group. `total` is their number, which the row of the group counts. */
export function listMembers(
  em: EntityManager,
  orgId: string,
  { id: groupId, memberCount: total }: { id: string; memberCount: number },
  sort: TimeSort<'addedAt'>,
  window: Window,
): Promise<ListPage<MemberRow>> {
  const order = byTime('m.added_at', 'm.user_id', sort);
  // Users are joined to the page alone, so that the index gives the page also where the planner's estimates are wrong.
  const around = (page: string): string =>
    `select m.user_id as "userId", u.email, u.display_name as "displayName", u.status, m.added_at as "addedAt", m.source,
            m."pageKey", m."pageTie"
       from (${page}) as m join users u on u.org_id = m.org_id and u.id = m.user_id
      order by ${orderBy(order)}`;
  return pageOfRows<RawRow, MemberRow>(
    em,
    {
      from: 'from group_members m where m.org_id = ? and m.group_id = ?',
      values: [orgId, groupId],
      columns: 'm.org_id, m.user_id, m.added_at, m.source',
      order,
      around,
      toRow: (row) => ({ ...row, addedAt: dateOf(row.addedAt) }),
      total,
    },
    window,
  );
}

type RawRow = Omit<MemberRow, 'addedAt'> & { addedAt: string };
