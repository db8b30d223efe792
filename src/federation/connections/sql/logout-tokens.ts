import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

interface UsedToken {
  connectionId: string;
  jti: Buffer;
  expiresAt: Date;
}

/**
 * Notes that a verified logout token is used.
 * @returns whether it was used before; of many requests with one token, one uses it
 */
export async function isReplayed(tx: Tx, orgId: string, token: UsedToken): Promise<boolean> {
  return !(await tx.has(use(orgId, token)));
}

const use = (orgId: string, { connectionId, jti, expiresAt }: UsedToken): Sql => sql`
insert into federation_logout_tokens (org_id, connection_id, jti, expires_at)
values (${orgId}, ${connectionId}, decode(${jti.toString('hex')}, 'hex'), ${expiresAt.toISOString()}::timestamptz)
on conflict do nothing
returning connection_id`;

/**
 * Whether a connection is older than the demand for `exp` in logout tokens, which came with this migration. The migration is gone, and its name
 * stays: a new database has it since before its first connection (migrations/replaced.ts).
 */
export async function isOfBefore(tx: Tx, orgId: string, connectionId: string): Promise<boolean> {
  return tx.has(older(orgId, connectionId));
}

const older = (orgId: string, connectionId: string): Sql => sql`
select from federation_connections c
  join migrations m on m.name = '0100_algorithms_of_access_tokens' and c.created_at < m.executed_at
 where c.org_id = ${orgId} and c.id = ${connectionId}`;

/** Shows a warning where failures of the connection are shown, unless one is there. Makes no new version, and waits for no other request. */
export const warnOfEndless = (
  tx: Tx,
  orgId: string,
  connectionId: string,
  warning: string,
): Promise<unknown> => tx.run(warn(orgId, connectionId, warning));

const warn = (orgId: string, connectionId: string, warning: string): Sql => sql`
with held as materialized (
  select org_id, id from federation_connections
   where org_id = ${orgId} and id = ${connectionId} and last_error is null
   for no key update skip locked
)
update federation_connections c set last_error = ${warning}
  from held where c.org_id = held.org_id and c.id = held.id`;
