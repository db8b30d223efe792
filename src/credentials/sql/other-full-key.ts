import type { EntityManager } from '@mikro-orm/postgresql';
import { liveFullKey, workingFullKey } from './working-full-key.ts';

/**
 * Whether the tenant keeps a working credential with scope `*` when some credentials, or all of an identity, no
 * longer work. Exact when the tenant is locked.
 * @param options.proven whether it must be one that a caller has and can use from somewhere
 */
export async function otherFullKey(
  em: EntityManager,
  orgId: string,
  without: { credentialIds: readonly string[] } | { identityId: string },
  { proven = true }: { proven?: boolean } = {},
): Promise<boolean> {
  const credentialIds = 'credentialIds' in without ? without.credentialIds : [];
  const identityId = 'identityId' in without ? without.identityId : '';
  const rows = await em.execute(proven ? working : live, [orgId, JSON.stringify(credentialIds), identityId]);
  return rows.length > 0;
}

const text = (condition: string): string => `
select 1 as found
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ? and c.id <> all (array(select jsonb_array_elements_text(?::jsonb))) and i.id <> ? and ${condition}
 limit 1`;

const working = text(workingFullKey);
const live = text(liveFullKey);
