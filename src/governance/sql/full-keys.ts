import type { EntityManager } from '@mikro-orm/postgresql';
import { liveFullKey, reachableKey } from '../../credentials/sql/working-full-key.ts';

/** A live credential with scope `*`, as policies judge it. */
export interface FullKey {
  scopes: string[];
  ageSeconds: number;
  idleSeconds: number;
  identityId: string;
  identityName: string;
  identityType: string;
  tags: string[];
}

const most = 1_000;

export async function fullKeys(em: EntityManager, orgId: string): Promise<FullKey[]> {
  return em.execute<FullKey[]>(text, [orgId, most]);
}

const text = `
select c.scopes, extract(epoch from now() - coalesce(c.last_rotated_at, c.created_at))::float8 as "ageSeconds",
       extract(epoch from now() - greatest(c.last_used_at, c.last_rotated_at, c.created_at))::float8 as "idleSeconds",
       i.id as "identityId", i.name as "identityName", i.type as "identityType", i.tags
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ? and ${liveFullKey} and ${reachableKey}
 order by greatest(c.last_used_at, c.created_at) desc limit ?`;
