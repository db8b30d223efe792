import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '../../users/directory/role.ts';

/** The roles and the scopes of groups that a connection can reach. */
export interface Reach {
  roles: Role[];
  scopes: string[];
}

/**
 * Returns what the users carry who are linked with a connection, and what groups carry.
 * @param groupIds the groups that its users become members of, before and after a change
 */
export async function reachOf(
  em: EntityManager,
  orgId: string,
  { connectionId, groupIds }: { connectionId: string; groupIds: readonly string[] },
): Promise<Reach> {
  const rows = await em.execute<{ role: Role | null; scope: string | null }[]>(reach, {
    orgId,
    connectionId,
    groupIds: JSON.stringify(groupIds),
  });
  return {
    roles: rows.flatMap(({ role }) => role ?? []),
    scopes: rows.flatMap(({ scope }) => scope ?? []),
  };
}

// Few users have roles or are in groups with scopes, and a connection may have a million users. So each part begins with
// those who carry something.
const reach = `
select distinct r.role, null as scope
  from users u cross join lateral unnest(u.roles) as r (role)
 where u.org_id = :orgId and u.roles <> '{MEMBER}' and r.role <> 'MEMBER'
   and exists (select from social_links l
                where l.org_id = u.org_id and l.user_id = u.id and l.provider_id = :connectionId)
union
select null, s.scope
  from groups g cross join lateral unnest(g.scopes) as s (scope)
 where g.org_id = :orgId and g.scopes <> '{}'
   and (g.id = any (array(select jsonb_array_elements_text(:groupIds::jsonb)) collate "C")
        or exists (select from group_members m
                     join social_links l on l.org_id = m.org_id and l.user_id = m.user_id and l.provider_id = :connectionId
                    where m.org_id = g.org_id and m.group_id = g.id))`;
