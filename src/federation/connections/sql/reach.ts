import type { Role } from '../../../users/directory/role.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The roles and the scopes of groups that a connection can reach. */
export interface Reach {
  roles: Role[];
  scopes: string[];
}

/**
 * Returns what the users carry who are linked with a connection or have an address of its domains, and what groups carry.
 * @param by.groupIds the groups that its users become members of, before and after a change
 * @param by.addedDomains those that it does not have yet
 */
export async function reachOf(
  tx: Tx,
  orgId: string,
  by: { connectionId: string; groupIds: readonly string[]; addedDomains: readonly string[] },
): Promise<Reach> {
  const rows = await tx.rows<{ role: Role | null; scope: string | null }>(
    reach({
      orgId,
      connectionId: by.connectionId,
      groupIds: JSON.stringify(by.groupIds),
      addedDomains: JSON.stringify(by.addedDomains),
    }),
  );
  return {
    roles: rows.flatMap(({ role }) => role ?? []),
    scopes: rows.flatMap(({ scope }) => scope ?? []),
  };
}

// As enforcement judges: by both sign-in names, in lower case, without a final dot. A domain that has other characters than ASCII
// may be any domain, so it counts. Domains of all states count: a proof can follow, and FAILED ones stay enforced.
const isInDomains = sql`exists (
  select from unnest(array[u.email, u.username]) as n (name)
   cross join lateral (select rtrim(lower(substring(n.name from '@([^@]+)$')), '.') as domain) as a
   where a.domain in (select domain from domains) or (a.domain ~ '[^ -~]' and exists (select from domains)))`;

const isLinked = (connectionId: string): Sql => sql`exists (
  select from social_links l where l.org_id = u.org_id and l.user_id = u.id and l.provider_id = ${connectionId})`;

// Few users have roles or are in groups with scopes, and a connection may have a million users. So each part begins with
// those who carry something.
const reach = ({
  orgId,
  connectionId,
  groupIds,
  addedDomains,
}: Record<'orgId' | 'connectionId' | 'groupIds' | 'addedDomains', string>): Sql => sql`
with domains as materialized (
  select domain from federation_domains where org_id = ${orgId} and connection_id = ${connectionId}
  union
  select jsonb_array_elements_text(${addedDomains}::jsonb)
)
select distinct r.role, null as scope
  from users u cross join lateral unnest(u.roles) as r (role)
 where u.org_id = ${orgId} and u.roles <> '{MEMBER}' and r.role <> 'MEMBER' and (${isLinked(connectionId)} or ${isInDomains})
union
select null, s.scope
  from groups g cross join lateral unnest(g.scopes) as s (scope)
 where g.org_id = ${orgId} and g.scopes <> '{}'
   and (g.id = any (array(select jsonb_array_elements_text(${groupIds}::jsonb)) collate "C")
        or exists (select from group_members m join users u on u.org_id = m.org_id and u.id = m.user_id
                    where m.org_id = g.org_id and m.group_id = g.id and (${isLinked(connectionId)} or ${isInDomains})))`;
