import type { Pool } from 'pg';
import { named, numbered, type Shared, shared, type Sql, sql } from '../../../lib/sql.ts';
import { type NamedRow, serving } from '../../../platform/sql/tenants.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A connection that a domain leads to. */
export interface RoutedConnection {
  id: string;
  type: 'OIDC' | 'SAML';
  name: string;
}

/** Finds the active connection with a verified domain, by the key of the domain. */
export async function connectionOfDomain(
  tx: Tx,
  orgId: string,
  domain: string,
): Promise<RoutedConnection | undefined> {
  return tx.row<RoutedConnection>(sql`select c.id, c.type, c.name ${routed(orgId, domain)}`);
}

const routed = (orgId: string | Shared, domain: string | null): Sql => sql`
  from federation_domains d join federation_connections c on c.org_id = d.org_id and c.id = d.connection_id
 where d.org_id = ${orgId} and d.domain = ${domain} and d.status = 'VERIFIED' and c.status = 'ACTIVE'`;

/** The id of that connection, as a column. */
export const routeIn = (orgId: Shared, domain: string | null): Sql =>
  sql`(select c.id ${routed(orgId, domain)})`;

/** Tells whether a connection has proved a domain, and has it still. */
export async function hasVerifiedDomain(
  tx: Tx,
  orgId: string,
  { connectionId, domain }: { connectionId: string; domain: string },
): Promise<boolean> {
  return (
    (await tx.run(sql`
select from federation_domains where org_id = ${orgId} and domain = ${domain} and connection_id = ${connectionId} and status = 'VERIFIED'`)) >
    0
  );
}

/** Tells whether a connection of the tenant has proved a domain, and has it still. */
export async function isProvedDomain(tx: Tx, orgId: string, domain: string): Promise<boolean> {
  return tx.has(
    sql`select from federation_domains where org_id = ${orgId} and domain = ${domain} and status = 'VERIFIED'`,
  );
}

/**
 * The tenant of a connection that a browser comes back to: its callback names the connection alone. An id that a setup link has
 * given to a future connection leads to its tenant, too, because identity providers ask for the metadata first.
 * @throws {Failure} ORGANIZATION_SUSPENDED
 */
export async function tenantOfConnection(pool: Pool, id: string): Promise<Tenant | undefined> {
  const { rows } = await pool.query<NamedRow>(numbered(named('tenant-of-connection', tenant(shared(id)))));
  return serving(rows[0]);
}

const tenant = (id: Shared): Sql => sql`
select t.id as "orgId", t.environment, t.suspended_at is not null as "isSuspended" from federation_connections c join tenants t on t.id = c.org_id where c.id = ${id}
 union all
select t.id, t.environment, t.suspended_at is not null from federation_setup_links l join tenants t on t.id = l.org_id where l.draft_id = ${id}
 limit 1`;
