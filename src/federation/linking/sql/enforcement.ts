import type { Tx } from '../../../platform/tx.ts';

/** The names that a user signs in with. */
export interface SignInNames {
  email: string | null;
  username: string;
  isOwner: boolean;
}

/** Tells whether a connection `c` is enforced. */
const isEnforcing = `c.status = 'ACTIVE' and c.enforced`;

/** Whether the tenant `:orgId` enforces a connection, as a column. */
export const enforcesColumn = `exists (select from federation_connections c where c.org_id = :orgId and ${isEnforcing})`;

/**
 * Most tenants enforce no connection. The same statement sees that, so that sign-ins there cost no further one.
 * @returns undefined if there is no such user, or if the tenant enforces no connection
 */
export async function readSignInNames(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<SignInNames | undefined> {
  const [row] = await tx.execute<SignInNames[]>(names, [orgId, userId]);
  return row;
}

const names = `
select email, username, 'OWNER' = any (roles) as "isOwner" from users u
 where org_id = ? and id = ? and exists (select from federation_connections c where c.org_id = u.org_id and ${isEnforcing})`;

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
  return tx.execute<EnforcedRow[]>(enforced, { orgId, domains: JSON.stringify(domains) });
}

const enforced = `
select c.id, c.name, d.domain
  from federation_domains d join federation_connections c on c.org_id = d.org_id and c.id = d.connection_id
 where d.org_id = :orgId and d.domain in (select jsonb_array_elements_text(:domains::jsonb))
   and d.status in ('VERIFIED', 'FAILED') and ${isEnforcing}`;

/** Tells whether a tenant has a connection that is enforced now. */
export async function hasEnforced(tx: Tx, orgId: string): Promise<boolean> {
  const rows = await tx.execute<object[]>(
    `select from federation_connections c where c.org_id = ? and ${isEnforcing} limit 1`,
    [orgId],
  );
  return rows.length > 0;
}

/** Returns a connection that is ACTIVE, as the statement sees it. */
export async function readActive(
  tx: Tx,
  orgId: string,
  connectionId: string,
): Promise<{ id: string; name: string } | undefined> {
  const text = `select id, name from federation_connections where org_id = ? and id = ? and status = 'ACTIVE'`;
  const [found] = await tx.execute<{ id: string; name: string }[]>(text, [orgId, connectionId]);
  return found;
}

/** Tells whether a connection is ACTIVE, as the statement sees it. */
export const isActive = async (tx: Tx, orgId: string, connectionId: string): Promise<boolean> =>
  (await readActive(tx, orgId, connectionId)) !== undefined;

/** Sign-ins share this lock until their end. A request that ends the logins of the connection waits for all of them. */
export async function shareConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock_shared(${lockName})`, [connectionId]);
}

/** Waits for the sign-ins that complete now. Those that come later see what this transaction changed. */
export async function holdConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock(${lockName})`, [connectionId]);
}

// A row lock would not do. A sign-in notes its time in the row, so sign-ins of one connection would wait for each other.
const lockName = `hashtextextended('keyward.connection.' || ?, 0)`;
