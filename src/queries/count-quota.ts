import type { EntityManager } from '@mikro-orm/postgresql';

export interface QuotaCounts {
  identities: number;
  /** Live credentials: active or suspended, and not past their expiry. */
  credentials: number;
  /** Live credentials of the one identity. */
  ofIdentity: number;
}

/** Counts what quotas bound. Exact when the tenant is locked. */
export async function countQuota(
  em: EntityManager,
  orgId: string,
  identityId: string | null,
): Promise<QuotaCounts> {
  const rows = await em.execute<QuotaCounts[]>(text, [orgId, orgId, orgId, identityId]);
  return rows[0] ?? { identities: 0, credentials: 0, ofIdentity: 0 };
}

const text = `
select (select count(*)::int from identities where org_id = ? and deleted_at is null) as identities,
       (select count(*)::int from credentials
         where org_id = ? and status in ('ACTIVE', 'SUSPENDED') and (expires_at is null or expires_at > now()))
         as credentials,
       (select count(*)::int from credentials
         where org_id = ? and identity_id = ? and status in ('ACTIVE', 'SUSPENDED')
           and (expires_at is null or expires_at > now())) as "ofIdentity"`;
