import type { EntityManager } from '@mikro-orm/postgresql';

/** How many credentials of an identity are live: active or suspended, and not past their expiry. Exact when it is locked. */
export async function countLiveOfIdentity(
  em: EntityManager,
  orgId: string,
  identityId: string,
): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(ofIdentity, [orgId, identityId]);
  return row?.count ?? 0;
}

/**
 * How many of a tenant are: those written down as live (`countQuota`) without those that the clock has ended since. One
 * statement, since between two the sweeper may take from the one what was to be taken from it by the other.
 */
export async function countLiveOfTenant(em: EntityManager, orgId: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(ofTenant, [orgId, orgId]);
  return row?.count ?? 0;
}

const ofIdentity = `
select count(*)::int as count from credentials
 where org_id = ? and identity_id = ? and status in ('ACTIVE', 'SUSPENDED') and (expires_at is null or expires_at > now())`;

const ofTenant = `
select ((select coalesce(sum(delta), 0) from quota_deltas where org_id = ? and kind = 'credentials')
        - (select count(*) from credentials
            where org_id = ? and status in ('ACTIVE', 'SUSPENDED') and expires_at <= now()))::int as count`;
