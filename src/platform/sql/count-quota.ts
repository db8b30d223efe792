import type { EntityManager } from '@mikro-orm/postgresql';

export type QuotaKind = 'identities' | 'credentials' | 'users' | 'groups';

/** More rows of one sum than this become one. */
const mostRows = 100;

/**
 * How many users or groups a tenant has, how many of its identities are not deleted, or how many credentials are written down as live: active or
 * suspended, whether or not the clock has ended them since (`countLiveOfTenant`). Triggers write each change down
 * (0013_quotas.ts, 0029_user_quotas.ts) and the sum is the count. Never too low when the tenant is locked, since nothing is created without.
 */
export async function countQuota(em: EntityManager, orgId: string, kind: QuotaKind): Promise<number> {
  const [sum] = await em.execute<{ count: number; rows: number }[]>(count, [orgId, kind]);
  if (!sum) throw new Error('an aggregate has one row');
  if (sum.rows > mostRows) await em.execute(fold, [orgId, kind, orgId, kind]);
  return sum.count;
}

const count = `
select coalesce(sum(delta), 0)::int as count, count(*)::int as rows from quota_deltas where org_id = ? and kind = ?`;

// Whoever deletes a row adds it to its own sum, so this is exact whoever else does it at the same time.
const fold = `
with folded as (delete from quota_deltas where org_id = ? and kind = ? returning delta)
insert into quota_deltas (org_id, kind, delta) select ?, ?, sum(delta) from folded having sum(delta) <> 0`;
