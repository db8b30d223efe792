import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../lib/rows.ts';

export interface IdentityActivity {
  credentialCount: number;
  /** Of these, active or suspended and not past their expiry. */
  liveCount: number;
  lastActivityAt: Date | null;
  /** Every scope that a live credential carries. */
  liveScopes: string[];
}

/** Sums up the credentials of an identity. */
export async function identityActivity(
  em: EntityManager,
  orgId: string,
  identityId: string,
): Promise<IdentityActivity> {
  const [row] = await em.execute<
    (Omit<IdentityActivity, 'lastActivityAt'> & { lastActivityAt: string | null })[]
  >(text, [orgId, identityId, orgId, identityId]);
  if (!row) throw new Error('an aggregate has one row');
  return { ...row, lastActivityAt: dateOrNull(row.lastActivityAt) };
}

const live = `status in ('ACTIVE', 'SUSPENDED') and (expires_at is null or expires_at > now())`;

const text = `
select count(*)::int as "credentialCount", count(*) filter (where ${live})::int as "liveCount",
       max(last_used_at) as "lastActivityAt",
       array(select distinct unnest(scopes) from credentials
              where org_id = ? and identity_id = ? and deleted_at is null and ${live}) as "liveScopes"
  from credentials where org_id = ? and identity_id = ? and deleted_at is null`;
