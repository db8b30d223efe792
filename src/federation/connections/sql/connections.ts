import type { ConnectionHealth, ConnectionStatus } from '../entities/connection.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** How a connection stood before a note of its health. */
export interface Standing {
  health: ConnectionHealth;
  status: ConnectionStatus;
}

/** The result of a test or of the daily check of a connection. */
export interface HealthNote {
  /** Null when it worked. */
  error: string | null;
  /** Whether the metadata was read and is right. */
  hasMetadata: boolean;
}

/**
 * Notes the health that a test found. The version stays the same, because nothing that callers set has changed.
 * @returns the connection before; undefined if it is gone
 */
export async function noteConnectionHealth(
  tx: Tx,
  orgId: string,
  id: string,
  found: HealthNote,
): Promise<Standing | undefined> {
  return tx.row<Standing>(note({ orgId, id, ...found }));
}

const note = ({ orgId, id, error, hasMetadata }: HealthNote & { orgId: string; id: string }): Sql => sql`
with before as materialized (
  select health, status from federation_connections where org_id = ${orgId} and id = ${id} for no key update
)
update federation_connections c
   set health = case when ${error}::text is null then 'HEALTHY' else 'FAILING' end,
       last_error = ${error}::text,
       last_tested_at = now(),
       metadata_refreshed_at = case when ${hasMetadata}::boolean then now() else metadata_refreshed_at end,
       next_check_at = now() + interval '1 day'
  from before where c.org_id = ${orgId} and c.id = ${id}
returning before.health, before.status`;

/** A connection whose daily check is due. */
export interface DueConnection {
  id: string;
  /** Null for connections without a discovery document. */
  issuer: string | null;
  discoveryUrl: string | null;
  /** The URL that a check of a SAML connection calls first; null for others. */
  samlUrl: string | null;
}

/** Rows that one statement changes. */
const most = 100;

/**
 * Takes the ACTIVE connections whose daily check is due, and makes them due again in a day. Rows that another transaction
 * holds are left for the next time.
 */
export const takeDueConnections = (tx: Tx, orgId: string): Promise<DueConnection[]> =>
  tx.rows<DueConnection>(takeDue(orgId));

const takeDue = (orgId: string): Sql => sql`
with due as materialized (
  select id from federation_connections
   where org_id = ${orgId} and next_check_at <= now() and status = 'ACTIVE'
   order by org_id, id limit ${most} for no key update skip locked
)
update federation_connections c set next_check_at = now() + interval '1 day'
  from due where c.org_id = ${orgId} and c.id = due.id
returning c.id, c.issuer, c.discovery_url as "discoveryUrl", coalesce(c.metadata_url, c.sso_url) as "samlUrl"`;

/** Has an enabled connection checked soon: it may have been disabled for long. */
export async function checkSoon(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(
    sql`update federation_connections set next_check_at = now() where org_id = ${orgId} and id = ${id}`,
  );
}

/**
 * Keeps a connection from being deleted until the transaction ends. Changes of its settings wait as well; other sign-ins and
 * notes of its use do not.
 * @returns whether it is there
 */
export async function keepConnection(
  tx: Tx,
  { orgId, providerId }: { orgId: string; providerId: string },
): Promise<boolean> {
  return tx.has(
    sql`select from federation_connections where org_id = ${orgId} and id = ${providerId} for key share`,
  );
}
