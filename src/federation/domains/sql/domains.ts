import type { Pool } from 'pg';
import { dateOf } from '../../../lib/rows.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import { tenantsWithDue } from '../../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The salt from which the texts of a tenant's records follow. */
export async function domainSalt(tx: Tx, orgId: string): Promise<string> {
  const row = await tx.row<{ salt: string }>(
    sql`select domain_salt as salt from tenants where id = ${orgId}`,
  );
  if (!row) throw new Error('There is no such tenant');
  return row.salt;
}

/** Another tenant that has proved a domain. */
export interface Rival {
  orgId: string;
  /** The text of its record. */
  value: string;
  lastCheckedAt: Date;
}

/** Finds the other tenant of the environment that has proved a domain. The unique index lets one have it. */
export async function findRival(tx: Tx, tenant: Tenant, domain: string): Promise<Rival | undefined> {
  const row = await tx.row<Omit<Rival, 'lastCheckedAt'> & { lastCheckedAt: string }>(rival(tenant, domain));
  return row && { ...row, lastCheckedAt: dateOf(row.lastCheckedAt) };
}

const rival = ({ orgId, environment }: Tenant, domain: string): Sql => sql`
select org_id as "orgId", value, last_checked_at as "lastCheckedAt" from federation_domains
 where environment = ${environment} and domain = ${domain} and status = 'VERIFIED' and org_id <> ${orgId}`;

/** Notes that a domain was looked up, without a verdict. Its state stays as it is. */
export async function noteLookUp(tx: Tx, orgId: string, domain: string): Promise<void> {
  await tx.run(
    sql`update federation_domains set last_checked_at = now() where org_id = ${orgId} and domain = ${domain}`,
  );
}

/** The tenants with a domain to look up again, or with a connection to check. */
export const tenantsWithDueChecks = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [
    ['federation_domains', 'next_check_at <= now()'],
    ['federation_connections', `next_check_at <= now() and status = 'ACTIVE'`],
    ['federation_connections', 'certificate_notice_at <= now()'],
  ]);

/** Rows that one statement changes. */
const most = 100;

/**
 * Takes the domains whose look-up is due, and makes them due again in a day: the look-up itself sets a later time. Rows that
 * another transaction holds are left for the next time.
 */
export async function takeDueDomains(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await tx.rows<{ domain: string }>(takeDue(orgId));
  return rows.map(({ domain }) => domain);
}

const takeDue = (orgId: string): Sql => sql`
with due as materialized (
  select domain from federation_domains
   where org_id = ${orgId} and next_check_at <= now()
   order by org_id, domain limit ${most} for no key update skip locked
)
update federation_domains d set next_check_at = now() + interval '1 day'
  from due where d.org_id = ${orgId} and d.domain = due.domain
returning d.domain`;
