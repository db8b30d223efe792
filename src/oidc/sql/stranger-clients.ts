import type { Pool } from 'pg';
import { sql, type Sql } from '../../lib/sql.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { deletionWhere } from './oidc-grants.ts';

/**
 * Ends all consents to a client, everything that was issued by them, and the questions that users have not answered yet. A client without
 * consents has been issued nothing.
 * @returns how many consents there were
 */
export async function endStranger(tx: Tx, orgId: string, clientId: string): Promise<number> {
  const ended = await tx.rows<{ userId: string }>(sql`
delete from oidc_consents where org_id = ${orgId} and client_id = ${clientId} returning user_id as "userId"`);
  // A statement of its own, as in `endConsent`: it sees what was stored while the first one waited for a row.
  await tx.run(
    deletionWhere(
      issued(
        orgId,
        clientId,
        ended.map(({ userId }) => userId),
      ),
    ),
  );
  return ended.length;
}

const issued = (
  orgId: string,
  clientId: string,
  users: string[],
): Sql => sql`(a.org_id, a.model, a.id_hash) in (
  with own as materialized (
    select o.org_id, o.model, o.id_hash, o.grant_id from oidc_artifacts o
     where o.org_id = ${orgId} and o.user_id = any (${users}::text[]) and o.client_id = ${clientId}
  )
  select org_id, model, id_hash from own
  union all
  select o.org_id, o.model, o.id_hash
    from own join oidc_artifacts o on o.org_id = own.org_id and o.grant_id = own.grant_id
   where own.model = 'Grant'
  union all
  select o.org_id, o.model, o.id_hash from oidc_artifacts o
   where o.org_id = ${orgId} and o.model in ('Interaction', 'PushedAuthorizationRequest') and o.client_id = ${clientId})`;

/** The tenants with clients of strangers. A read without a transaction, of a partial index. */
export const tenantsWithStrangers = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [['oidc_clients', `origin <> 'ADMINISTRATOR'`]]);

/** A client that is removed, and whether users have allowed it. */
export interface UnusedStranger {
  id: string;
  name: string;
  isAllowed: boolean;
}

/** How many one transaction removes. */
const most = 50;

/** Locks unused clients of strangers. A client that an administrator has approved as an agent stays. */
export const unusedStrangers = (tx: Tx, orgId: string): Promise<UnusedStranger[]> =>
  tx.rows<UnusedStranger>(unused(orgId));

const unused = (orgId: string): Sql => sql`
select c.id, c.name, used.last is not null as "isAllowed"
  from oidc_clients c
  left join lateral (
    select max(coalesce(k.last_used_at, k.granted_at)) as last from oidc_consents k
     where k.org_id = c.org_id and k.client_id = c.id) used on true
 where c.org_id = ${orgId} and c.origin <> 'ADMINISTRATOR' and c.identity_id is null
   and c.updated_at < now() - interval '1 day'
   and (used.last is null
        or (used.last < now() - interval '30 days'
            and not exists (
              select from oidc_consents k
                join oidc_artifacts a on a.org_id = k.org_id and a.user_id = k.user_id and a.client_id = k.client_id
               where k.org_id = c.org_id and k.client_id = c.id and a.model in ('AccessToken', 'RefreshToken')
                 and a.created_at > now() - interval '30 days')))
 order by c.updated_at limit ${most} for update of c skip locked`;

/** Removes clients whose consents have ended, with the consents that were given meanwhile. */
export async function removeStrangers(tx: Tx, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
delete from oidc_clients where org_id = ${orgId} and id = any (${[...ids]}::text[]) and origin <> 'ADMINISTRATOR'`);
}
