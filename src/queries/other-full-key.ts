import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Whether the tenant keeps a working credential with scope `*` when one credential, or all of an identity, no
 * longer work. Exact when the tenant is locked.
 */
export async function otherFullKey(
  em: EntityManager,
  orgId: string,
  without: { credentialId: string } | { identityId: string },
): Promise<boolean> {
  const credentialId = 'credentialId' in without ? without.credentialId : '';
  const identityId = 'identityId' in without ? without.identityId : '';
  const rows = await em.execute(text, [orgId, credentialId, identityId]);
  return rows.length > 0;
}

const text = `
select 1 as found
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ? and c.id <> ? and i.id <> ? and '*' = any (c.scopes)
   and c.status = 'ACTIVE' and (c.expires_at is null or c.expires_at > now())
   and (c.max_usage_count is null or c.usage_count < c.max_usage_count)
   and i.status = 'ACTIVE' and (i.expires_at is null or i.expires_at > now())
 limit 1`;
