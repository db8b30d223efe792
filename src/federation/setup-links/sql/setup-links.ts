import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { SetupDomain } from '../entities/setup-link.ts';

/** A domain that a connection gets, and whether its proof still counts. */
export interface GivenDomain extends SetupDomain {
  isFresh: boolean;
}

/**
 * Gives domains to a connection, also those that another connection of the tenant has. A domain with a fresh proof is `VERIFIED`, unless
 * another tenant has proved it. The others are `PENDING`, and are looked up at once.
 * @returns the domains that are `VERIFIED`
 */
export async function giveDomains(
  tx: Tx,
  { orgId, environment }: Tenant,
  { connectionId, domains }: { connectionId: string; domains: readonly GivenDomain[] },
): Promise<string[]> {
  const given = { orgId, environment, connectionId, domains: JSON.stringify(domains) };
  await tx.run(takeAway(given));
  const rows = await tx.rows<{ domain: string }>(giveVerified(given));
  await tx.run(givePending(given));
  return rows.map(({ domain }) => domain);
}

/** The values of {@link giveDomains}. The domains are JSON. */
interface Given extends Tenant {
  connectionId: string;
  domains: string;
}

const named = (domains: string): Sql => sql`
with named as (
  select * from jsonb_to_recordset(${domains}::jsonb) as n (domain text, value text, "provedAt" timestamptz, "isFresh" boolean)
)`;

const takeAway = ({ orgId, domains }: Given): Sql => sql`${named(domains)}
delete from federation_domains d using named n where d.org_id = ${orgId} and d.domain = n.domain collate "C"`;

// The unique index lets one tenant of an environment have a domain verified. It waits for a rival that proves it at this moment.
const giveVerified = ({ orgId, environment, connectionId, domains }: Given): Sql => sql`${named(domains)}
insert into federation_domains
       (org_id, domain, connection_id, environment, status, value, verified_at, last_checked_at, next_check_at)
select ${orgId}, domain, ${connectionId}, ${environment}, 'VERIFIED', value, "provedAt", "provedAt", "provedAt" + interval '7 days'
  from named where "isFresh"
 order by domain
    on conflict do nothing
returning domain`;

const givePending = ({ orgId, environment, connectionId, domains }: Given): Sql => sql`${named(domains)}
insert into federation_domains (org_id, domain, connection_id, environment, status, value, next_check_at)
select ${orgId}, domain, ${connectionId}, ${environment}, 'PENDING', value, now() from named
 order by domain
    on conflict do nothing`;
