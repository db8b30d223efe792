import type { Pool } from 'pg';
import { sql, type Sql } from '../../lib/sql.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

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

/** Locks unused clients of strangers. An approved one stays: without its row, the status of its identity would hold no more. */
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
