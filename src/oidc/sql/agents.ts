import { sql, type Sql } from '../../lib/sql.ts';
import {
  byTime,
  type ListPage,
  type Order,
  pageOfRows,
  type Window,
} from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';
import type { AgentAddresses } from '../agent-hosts.ts';
import type { Granted } from '../granted.ts';
import type { ClientOrigin } from '../client-origin.ts';
import { deletionWhere } from './oidc-grants.ts';

/** A client of a stranger, with what all of its users allowed it. */
export interface AgentRow extends AgentAddresses {
  name: string;
  origin: ClientOrigin;
  identityId: string | null;
  /** The status of the identity; null without one. */
  identityStatus: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  userCount: number;
  granted: Granted[];
}

const isStranger = sql`c.origin <> 'ADMINISTRATOR'`;

/** A stranger that a tenant has. A tenant has a thousand at most. */
export type KnownStranger = AgentAddresses & { origin: ClientOrigin };

/** Reads all clients of strangers of a tenant, with what their hosts and ids follow from. */
export const listStrangers = (tx: Tx, orgId: string): Promise<KnownStranger[]> =>
  tx.rows<KnownStranger>(sql`
select c.id as "clientId", c.redirect_uris as "redirectUris", c.origin from oidc_clients c where c.org_id = ${orgId} and ${isStranger}`);

/** Which agents a list shows. */
export interface AgentQuery {
  origin?: ClientOrigin | undefined;
  /** Only agents that this user has let in. */
  userId?: string | undefined;
  /** Only agents with these client ids. */
  clientIds?: readonly string[] | undefined;
}

/** The client ids as a list that is written into the statement. */
const among = (clientIds: readonly string[]): Sql =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(clientIds)}::jsonb) collate "C")`;

function chosen(orgId: string, { origin, userId, clientIds }: AgentQuery): Sql {
  const conditions = [isStranger];
  if (origin !== undefined) conditions.push(sql`c.origin = ${origin}`);
  if (clientIds) conditions.push(sql`c.id in ${among(clientIds)}`);
  if (userId !== undefined)
    conditions.push(
      sql`exists (select from oidc_consents o where o.org_id = c.org_id and o.user_id = ${userId} and o.client_id = c.id)`,
    );
  return sql`from oidc_clients c where c.org_id = ${orgId} and ${sql.join(conditions, ' and ')}`;
}

// Users allow the same again and again, so the different contents are few.
const withUses = (page: Sql): Sql => sql`
select page.*, used."userCount", used.granted, i.status as "identityStatus",
       greatest(page."lastTokenAt", used."lastUsedAt") as "lastUsedAt"
  from (${page}) page
  cross join lateral (
    select count(*)::int as "userCount", max(o.last_used_at) as "lastUsedAt",
           coalesce(jsonb_agg(distinct o.granted), '[]'::jsonb) as granted
      from oidc_consents o where o.org_id = page."orgId" and o.client_id = page."clientId") used
  left join identities i on i.org_id = page."orgId" and i.id = page."identityId" and i.deleted_at is null
 order by page."pageKey" desc, page."pageTie"`;

/** Lists the agents of a tenant, the newest first. */
export const pageOfAgents = (
  tx: Tx,
  orgId: string,
  query: AgentQuery,
  window: Window,
): Promise<ListPage<AgentRow>> =>
  pageOfRows<AgentRow, AgentRow>(
    tx,
    {
      from: chosen(orgId, query),
      columns: `c.org_id as "orgId", c.id as "clientId", c.redirect_uris as "redirectUris", c.name, c.origin, c.identity_id as "identityId",
                c.created_at as "createdAt", c.last_used_at as "lastTokenAt"`,
      order: byTime('c.created_at', 'c.id', '-createdAt'),
      around: withUses,
      toRow: (row) => row,
    },
    window,
  );

/** A user who let an agent in, with the rights that the user gave. */
export interface AgentGrantRow {
  userId: string;
  userName: string;
  granted: Granted;
  grantedAt: string;
  lastUsedAt: string | null;
}

const byUser: Order = {
  key: 'o.user_id',
  keyType: 'text',
  descending: false,
  tie: 'o.user_id',
  tieDescending: false,
};

/** Lists the users who have let an agent in, by their ids. */
export const pageOfAgentGrants = (
  tx: Tx,
  orgId: string,
  clientId: string,
  window: Window,
): Promise<ListPage<AgentGrantRow>> =>
  pageOfRows<AgentGrantRow, AgentGrantRow>(
    tx,
    {
      from: sql`from oidc_consents o join users u on u.org_id = o.org_id and u.id = o.user_id
 where o.org_id = ${orgId} and o.client_id = ${clientId}`,
      columns: `o.user_id as "userId", coalesce(u.display_name, u.username) as "userName", o.granted, o.granted_at as "grantedAt",
                greatest(o.last_used_at, (
                  select max(a.created_at) from oidc_artifacts a
                   where a.org_id = o.org_id and a.user_id = o.user_id and a.client_id = o.client_id
                     and a.model in ('AccessToken', 'RefreshToken'))) as "lastUsedAt"`,
      order: byUser,
      toRow: (row) => row,
    },
    window,
  );

/**
 * Locks the rows of clients, so that no user allows them anything until the transaction ends.
 * @returns the ids of those that there still are
 */
export async function lockAgents(tx: Tx, orgId: string, clientIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
select c.id from oidc_clients c where c.org_id = ${orgId} and ${isStranger} and c.id in ${among(clientIds)}
 order by c.id for update`);
  return rows.map(({ id }) => id);
}

/**
 * Takes back what all users allowed clients of strangers, and ends what was issued to them: grants, codes, tokens, and questions that users
 * have not answered yet. The caller has locked the clients with {@link lockAgents}.
 * @returns how many consents there were
 */
export async function endAgents(tx: Tx, orgId: string, clientIds: readonly string[]): Promise<number> {
  const ended = await tx.rows<{ userId: string }>(sql`
delete from oidc_consents where org_id = ${orgId} and client_id in ${among(clientIds)} returning user_id as "userId"`);
  const users = [...new Set(ended.map(({ userId }) => userId))];
  // A statement of its own: it sees what was stored while the first one waited for a row.
  await tx.run(
    deletionWhere(sql`(a.org_id, a.model, a.id_hash) in (
  with own as materialized (
    select o.org_id, o.model, o.id_hash, o.grant_id from oidc_artifacts o
     where o.org_id = ${orgId} and o.user_id in ${among(users)} and o.client_id in ${among(clientIds)}
  )
  select org_id, model, id_hash from own
  union all
  select o.org_id, o.model, o.id_hash
    from own join oidc_artifacts o on o.org_id = own.org_id and o.grant_id = own.grant_id
   where own.model = 'Grant'
  union all
  select o.org_id, o.model, o.id_hash from oidc_artifacts o
   where o.org_id = ${orgId} and o.model in ('Interaction', 'PushedAuthorizationRequest') and o.client_id in ${among(clientIds)})`),
  );
  return ended.length;
}

/** Removes clients of strangers. Their consents go with them; end what was issued first with {@link endAgents}. */
export async function removeAgents(tx: Tx, orgId: string, clientIds: readonly string[]): Promise<void> {
  await tx.run(
    sql`delete from oidc_clients c where c.org_id = ${orgId} and ${isStranger} and c.id in ${among(clientIds)}`,
  );
}

/** Notes which identity an approved agent has. */
export async function linkIdentity(
  tx: Tx,
  orgId: string,
  { clientId, identityId }: { clientId: string; identityId: string },
): Promise<void> {
  await tx.run(sql`
update oidc_clients set identity_id = ${identityId}, updated_at = now(), version = version + 1
 where org_id = ${orgId} and id = ${clientId}`);
}

/** Returns the client ids of the agents that have one of these identities. */
export async function agentsOfIdentities(
  tx: Tx,
  orgId: string,
  identityIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
select c.id from oidc_clients c where c.org_id = ${orgId} and ${isStranger} and c.identity_id in ${among(identityIds)}`);
  return rows.map(({ id }) => id);
}
