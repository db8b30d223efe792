import { type Shared, type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The names that a user signs in with. */
export interface SignInNames {
  email: string | null;
  username: string;
  isOwner: boolean;
}

/** Tells whether a connection `c` is enforced. */
const isEnforcing = sql`c.status = 'ACTIVE' and c.enforced`;

/** Whether a tenant enforces a connection, as a column. */
export const enforcesIn = (orgId: Shared): Sql =>
  sql`exists (select from federation_connections c where c.org_id = ${orgId} and ${isEnforcing})`;

/**
 * Most tenants enforce no connection. The same statement sees that, so that sign-ins there cost no further one.
 * @returns undefined if there is no such user, or if the tenant enforces no connection
 */
export async function readSignInNames(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<SignInNames | undefined> {
  return tx.row<SignInNames>(names(orgId, userId));
}

const names = (orgId: string, userId: string): Sql => sql`
select email, username, 'OWNER' = any (roles) as "isOwner" from users u
 where org_id = ${orgId} and id = ${userId} and exists (select from federation_connections c where c.org_id = u.org_id and ${isEnforcing})`;

export interface EnforcedRow {
  id: string;
  name: string;
  domain: string;
}

/**
 * Finds the enforced connections that have one of these domains. A domain whose proof is gone (`FAILED`) still counts. The
 * removal of a DNS record must not open a way in.
 */
export async function readEnforced(
  tx: Tx,
  orgId: string,
  domains: readonly string[],
): Promise<EnforcedRow[]> {
  return tx.rows<EnforcedRow>(enforced(orgId, JSON.stringify(domains)));
}

const enforced = (orgId: string, domains: string): Sql => sql`
select c.id, c.name, d.domain
  from federation_domains d join federation_connections c on c.org_id = d.org_id and c.id = d.connection_id
 where d.org_id = ${orgId} and d.domain in (select jsonb_array_elements_text(${domains}::jsonb))
   and d.status in ('VERIFIED', 'FAILED') and ${isEnforcing}`;

/** Tells whether a tenant has a connection that is enforced now. */
export async function hasEnforced(tx: Tx, orgId: string): Promise<boolean> {
  return tx.has(
    sql`select from federation_connections c where c.org_id = ${orgId} and ${isEnforcing} limit 1`,
  );
}

/** Returns a connection that is ACTIVE, as the statement sees it. */
export async function readActive(
  tx: Tx,
  orgId: string,
  connectionId: string,
): Promise<{ id: string; name: string } | undefined> {
  return tx.row<{ id: string; name: string }>(
    sql`select id, name from federation_connections where org_id = ${orgId} and id = ${connectionId} and status = 'ACTIVE'`,
  );
}

/** Tells whether a connection is ACTIVE, as the statement sees it. */
export const isActive = async (tx: Tx, orgId: string, connectionId: string): Promise<boolean> =>
  (await readActive(tx, orgId, connectionId)) !== undefined;

/** Sign-ins share this lock until their end. A request that ends the logins of the connection waits for all of them. */
export async function shareConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${lockName(connectionId)})`);
}

/** Waits for the sign-ins that complete now. Those that come later see what this transaction changed. */
export async function holdConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockName(connectionId)})`);
}

// A row lock would not do. A sign-in notes its time in the row, so sign-ins of one connection would wait for each other.
const lockName = (connectionId: string): Sql =>
  sql`hashtextextended('keyward.connection.' || ${connectionId}, 0)`;
