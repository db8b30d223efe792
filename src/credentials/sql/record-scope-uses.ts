import type { Pool } from 'pg';

/** How often a credential used one of its scopes, and when. */
export interface ScopeUse {
  orgId: string;
  credentialId: string;
  scope: string;
  first: Date;
  last: Date;
  uses: number;
}

/** Scopes that are kept of one credential. Its own list has at most 100, but `*` covers whatever somebody asks for. */
export const mostScopesOfCredential = 500;

/**
 * Adds uses of scopes, of many tenants at once, in the order of their keys, so that two nodes never wait for each other for
 * ever. A scope that is new to a credential which has {@link mostScopesOfCredential} is not kept; nodes that add at the
 * same moment may each fill the last places.
 */
export async function recordScopeUses(pool: Pool, uses: readonly ScopeUse[]): Promise<void> {
  await pool.query({
    name: 'record-scope-uses',
    text,
    values: [
      uses.map((u) => u.orgId),
      uses.map((u) => u.credentialId),
      uses.map((u) => u.scope),
      uses.map((u) => u.first),
      uses.map((u) => u.last),
      uses.map((u) => u.uses),
    ],
  });
}

const text = `
with used as materialized (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[])
    as used (org_id, credential_id, scope, first_used_at, last_used_at, uses)
), known as materialized (
  select u.*, s.scope is not null as known
    from used u left join scope_uses s
      on s.org_id = u.org_id and s.credential_id = u.credential_id and s.scope = u.scope
), counted as materialized (
  select asked.*, (select count(*) from scope_uses s
                    where s.org_id = asked.org_id and s.credential_id = asked.credential_id) as kept
    from (select distinct org_id, credential_id from known where not known) as asked
), fitting as (
  select k.*, coalesce(c.kept, 0) + row_number() over (partition by k.org_id, k.credential_id, k.known order by k.scope) as place
    from known k left join counted c on c.org_id = k.org_id and c.credential_id = k.credential_id
)
insert into scope_uses as s (org_id, credential_id, scope, first_used_at, last_used_at, uses)
select org_id, credential_id, scope, first_used_at, last_used_at, uses
  from fitting where known or place <= ${mostScopesOfCredential}
 order by org_id, credential_id, scope
on conflict (org_id, credential_id, scope) do update
   set first_used_at = least(s.first_used_at, excluded.first_used_at),
       last_used_at = greatest(s.last_used_at, excluded.last_used_at),
       uses = s.uses + excluded.uses`;
