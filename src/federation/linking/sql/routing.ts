import type { Pool } from 'pg';
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
  const [row] = await tx.execute<RoutedConnection[]>(route, [orgId, domain]);
  return row;
}

const routed = (orgId: string, domain: string): string => `
  from federation_domains d join federation_connections c on c.org_id = d.org_id and c.id = d.connection_id
 where d.org_id = ${orgId} and d.domain = ${domain} and d.status = 'VERIFIED' and c.status = 'ACTIVE'`;

const route = `select c.id, c.type, c.name ${routed('?', '?')}`;

/** The id of that connection, as a column for the tenant `:orgId` and `:domain`. */
export const routeColumn = `(select c.id ${routed(':orgId', ':domain')})`;

/** Tells whether a connection has proved a domain, and has it still. */
export async function hasVerifiedDomain(
  tx: Tx,
  orgId: string,
  { connectionId, domain }: { connectionId: string; domain: string },
): Promise<boolean> {
  const rows = await tx.execute<object[]>(verified, [orgId, domain, connectionId]);
  return rows.length > 0;
}

const verified = `
select from federation_domains where org_id = ? and domain = ? and connection_id = ? and status = 'VERIFIED'`;

/** Tells whether a connection of the tenant has proved a domain, and has it still. */
export async function isProvedDomain(tx: Tx, orgId: string, domain: string): Promise<boolean> {
  const rows = await tx.execute<object[]>(provedHere, [orgId, domain]);
  return rows.length > 0;
}

const provedHere = `select from federation_domains where org_id = ? and domain = ? and status = 'VERIFIED'`;

/**
 * The tenant of a connection that a browser comes back to: its callback names the connection alone. An id that a setup link has
 * given to a future connection leads to its tenant, too, because identity providers ask for the metadata first.
 */
export async function tenantOfConnection(
  pool: Pool,
  id: string,
): Promise<{ orgId: string; environment: 'live' | 'test' } | undefined> {
  const { rows } = await pool.query<{ orgId: string; environment: 'live' | 'test' }>({
    name: 'tenant-of-connection',
    text: tenant,
    values: [id],
  });
  return rows[0];
}

const tenant = `
select t.id as "orgId", t.environment from federation_connections c join tenants t on t.id = c.org_id where c.id = $1
 union all
select t.id, t.environment from federation_setup_links l join tenants t on t.id = l.org_id where l.draft_id = $1
 limit 1`;
