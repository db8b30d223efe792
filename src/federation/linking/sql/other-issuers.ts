import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/**
 * Tells whether an issuer that does not vouch for a domain opened the account of a user: by a link, or because it proved the address.
 * An issuer that was deleted vouches for nothing.
 * @param by.domain a domain that a connection of the tenant has proved
 * @param by.kinds the kinds of social providers that vouch for any domain
 */
export async function isOpenedByOthers(
  tx: Tx,
  orgId: string,
  by: { userId: string; domain: string; kinds: readonly string[] },
): Promise<boolean> {
  return tx.has(opened({ orgId, ...by, kinds: JSON.stringify(by.kinds) }));
}

// Users of the releases before have no `email_proof`. The source of such a user stands for it. A server of the tenant's own vouches
// for what it proved while the domain was proved already, and not for what came before: anyone could have written its list of domains.
const opened = ({
  orgId,
  userId,
  domain,
  kinds,
}: Record<'orgId' | 'userId' | 'domain' | 'kinds', string>): Sql => sql`
with proved as materialized (
  select connection_id, verified_at from federation_domains where org_id = ${orgId} and domain = ${domain} and status = 'VERIFIED'
), issuers as (
  select provider_id as id, created_at as since from social_links where org_id = ${orgId} and user_id = ${userId}
  union all
  select coalesce(email_proved_by, source_connection_id), coalesce(email_verified_at, created_at) from users
   where org_id = ${orgId} and id = ${userId} and email_verified
     and (email_proof = 'BY_ISSUER' or (email_proof is null and source = 'FEDERATION'))
)
select from issuers i
 where not exists (select from proved where connection_id = i.id)
   and not exists (
     select from social_providers p
      where p.org_id = ${orgId} and p.id = i.id
        and case when p.issuer is null then p.provider in (select jsonb_array_elements_text(${kinds}::jsonb))
                 else ${domain} = any (p.allowed_domains) and exists (select from proved where verified_at <= i.since) end)
 limit 1`;
