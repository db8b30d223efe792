import { type Actor, emit } from '../platform/events.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { Failure } from '../failure.ts';
import type { Origin } from '../audit/audit.ts';
import type { Grantor } from '../platform/grants.ts';
import type { ListPage, Window } from '../platform/sql/page-of-rows.ts';
import type { Tx } from '../platform/tx.ts';
import { withdrawConsent } from './consents.ts';
import { hasHost } from './agent-hosts.ts';
import { agentIdOf } from './agent-id.ts';
import {
  type AgentGrantRow,
  type AgentRow,
  endAgents,
  listStrangers,
  lockAgents,
  pageOfAgentGrants,
  pageOfAgents,
  removeAgents,
} from './sql/agents.ts';
import { findBlockedHosts } from './blocked-hosts.ts';
import type { ClientOrigin } from './client-origin.ts';

// The clients that no administrator made, for those who govern them. Users see their own on the account page.

/** An agent, with the hosts that are blocked now. */
export interface Agent extends AgentRow {
  blockedHosts: readonly string[];
}

/** Which agents a list shows. */
export interface AgentFilter {
  host?: string;
  origin?: ClientOrigin;
  userId?: string;
}

/** Lists the agents of the tenant, the newest first. */
export async function listAgents(
  tx: Tx,
  { host, origin, userId, ...rest }: AgentFilter,
  window: Window,
): Promise<ListPage<Agent>> {
  rest satisfies Record<string, never>;
  const { orgId } = tenancyOf(tx);
  const clientIds = host === undefined ? undefined : await withHost(tx, host);
  const page = await pageOfAgents(tx, orgId, { origin, userId, clientIds }, window);
  const { hosts: blockedHosts } = await findBlockedHosts(tx);
  return { ...page, rows: page.rows.map((row) => ({ ...row, blockedHosts })) };
}

async function withHost(tx: Tx, host: string): Promise<string[]> {
  const strangers = await listStrangers(tx, tenancyOf(tx).orgId);
  return strangers.filter((one) => hasHost(one, host)).map(({ clientId }) => clientId);
}

/** Returns the `client_id` of an agent; undefined if the tenant does not have it. */
export async function findAgentClient(tx: Tx, agentId: string): Promise<string | undefined> {
  const { orgId } = tenancyOf(tx);
  const strangers = await listStrangers(tx, orgId);
  return strangers.find(({ clientId }) => agentIdOf(orgId, clientId) === agentId)?.clientId;
}

/** @throws {Failure} OIDC_AGENT_NOT_FOUND */
async function clientOf(tx: Tx, agentId: string): Promise<string> {
  const found = await findAgentClient(tx, agentId);
  if (found === undefined) throw new Failure('OIDC_AGENT_NOT_FOUND');
  return found;
}

/** Finds an agent. @throws {Failure} OIDC_AGENT_NOT_FOUND */
export const findAgent = async (tx: Tx, agentId: string): Promise<Agent> =>
  agentOfClient(tx, await clientOf(tx, agentId));

/** Reads the agent that a client is. @throws {Failure} OIDC_AGENT_NOT_FOUND */
export async function agentOfClient(tx: Tx, clientId: string): Promise<Agent> {
  const query = { clientIds: [clientId] };
  const { rows } = await pageOfAgents(tx, tenancyOf(tx).orgId, query, { limit: 1, offset: 0 });
  const { hosts: blockedHosts } = await findBlockedHosts(tx);
  const [row] = rows;
  if (!row) throw new Failure('OIDC_AGENT_NOT_FOUND');
  return { ...row, blockedHosts };
}

/** Lists the users who have let an agent in. @throws {Failure} OIDC_AGENT_NOT_FOUND */
export async function listAgentGrants(
  tx: Tx,
  agentId: string,
  window: Window,
): Promise<ListPage<AgentGrantRow>> {
  return pageOfAgentGrants(tx, tenancyOf(tx).orgId, await clientOf(tx, agentId), window);
}

/** Finds an agent and locks its row until the transaction ends. @throws {Failure} OIDC_AGENT_NOT_FOUND */
export async function lockAgent(tx: Tx, agentId: string): Promise<Agent> {
  const clientId = await clientOf(tx, agentId);
  const locked = await lockAgents(tx, tenancyOf(tx).orgId, [clientId]);
  if (locked.length === 0) throw new Failure('OIDC_AGENT_NOT_FOUND');
  return agentOfClient(tx, clientId);
}

/**
 * Ends an agent for all users: its consents, its grants, its codes and tokens. Its row goes, too, unless the agent is approved.
 * @throws {Failure} OIDC_AGENT_NOT_FOUND
 */
export async function endAgent(tx: Tx, agentId: string, grantor: Grantor): Promise<Agent> {
  const { orgId } = tenancyOf(tx);
  const agent = await lockAgent(tx, agentId);
  const userCount = await endAgents(tx, orgId, [agent.clientId]);
  // Without the row, the agent would come back without its identity, also while that identity is suspended or revoked.
  if (agent.identityId === null) await removeAgents(tx, orgId, [agent.clientId]);
  await emit(tx, [
    { type: 'oidc_agent.ended', data: { ...aboutAgent(orgId, agent), userCount, endedBy: grantor.actor } },
  ]);
  return agent;
}

/**
 * Ends an agent for one user. The user is told by their audit row and by the event, as if they had ended the agent themselves.
 * @returns the name of the agent
 * @throws {Failure} OIDC_AGENT_NOT_FOUND, USER_NOT_FOUND
 */
export async function endAgentGrant(
  tx: Tx,
  { agentId, userId }: { agentId: string; userId: string },
  by: { actor: Actor; origin: Origin },
): Promise<string> {
  const { clientId, name } = await findAgent(tx, agentId);
  if (!(await withdrawConsent(tx, { userId, clientId }, by.origin, by.actor)))
    throw new Failure('OIDC_AGENT_NOT_FOUND');
  return name;
}

/** Returns the fields that name an agent in an event. */
export const aboutAgent = (orgId: string, { clientId, name }: Pick<Agent, 'clientId' | 'name'>) => ({
  agentId: agentIdOf(orgId, clientId),
  agentName: name,
  clientId,
});
