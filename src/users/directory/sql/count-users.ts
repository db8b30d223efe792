import { sql, type Sql } from '../../../lib/sql.ts';
import type { UserStatus } from '../entities/user.ts';
import type { Tx } from '../../../platform/tx.ts';

export interface UsersOverview {
  byStatus: Record<UserStatus, number>;
  isCapped: boolean;
}

/** Counts the newest users of a tenant by their status now. Reads `most` rows, or one more to know of others. */
export async function usersOverview(tx: Tx, orgId: string, most: number): Promise<UsersOverview> {
  const row = await tx.row<Record<UserStatus, number> & { isCapped: boolean }>(users(orgId, most));
  if (!row) throw new Error('an aggregate has one row');
  const { isCapped, ...byStatus } = row;
  return { byStatus, isCapped };
}

const users = (orgId: string, most: number): Sql => sql`
with newest as (
  select case when u.expires_at <= now() then 'DEPROVISIONED' else u.status end as status
    from users u where u.org_id = ${orgId} order by u.created_at desc, u.id limit ${most}::int + 1
)
select count(*) filter (where status = 'INVITED')::int as "INVITED",
       count(*) filter (where status = 'ACTIVE')::int as "ACTIVE",
       count(*) filter (where status = 'SUSPENDED')::int as "SUSPENDED",
       count(*) filter (where status = 'DEPROVISIONED')::int as "DEPROVISIONED",
       count(*) > ${most}::int as "isCapped"
  from newest`;
