import type { EntityManager } from '@mikro-orm/postgresql';
import type { DirectorySource } from '../entities/directory-source.ts';
import { dateOf } from '../lib/rows.ts';

/** A person in a group. */
export interface MemberRow {
  userId: string;
  email: string | null;
  displayName: string | null;
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'DEPROVISIONED';
  addedAt: Date;
  source: DirectorySource;
}

/** Lists members of a group, the newest first. How many there are is in the group's row. */
export async function listMembers(
  em: EntityManager,
  orgId: string,
  groupId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemberRow[]> {
  const rows = await em.execute<(Omit<MemberRow, 'addedAt'> & { addedAt: string })[]>(text, [
    orgId,
    groupId,
    limit,
    offset,
    orgId,
  ]);
  return rows.map((row) => ({ ...row, addedAt: dateOf(row.addedAt) }));
}

// The people are joined to the page alone, so that the index gives the page whatever the planner thinks of them.
const text = `
select m.user_id as "userId", u.email, u.display_name as "displayName", u.status, m.added_at as "addedAt", m.source
  from (select user_id, added_at, source from group_members where org_id = ? and group_id = ?
         order by added_at desc, user_id limit ? offset ?) as m
  join users u on u.org_id = ? and u.id = m.user_id
 order by m.added_at desc, m.user_id`;
