import type { OidcAgent, OidcAgentGrant, OidcBlockedHosts } from '../../../generated/types/types.gen.ts';
import { hostsOf, isBlocked } from '../agent-hosts.ts';
import { agentIdOf } from '../agent-id.ts';
import type { Agent } from '../agents.ts';
import { nothingGranted, widened } from '../granted.ts';
import type { AgentGrantRow } from '../sql/agents.ts';
import type { BlockedHosts } from '../blocked-hosts.ts';
import { dateOf, dateOrNull } from '../../lib/rows.ts';

const iso = (time: string | null): string | null => dateOrNull(time)?.toISOString() ?? null;

/** Shows a client of a stranger. */
export function viewAgent(orgId: string, agent: Agent): OidcAgent {
  const { clientId, name, origin, identityId, identityStatus, userCount, blockedHosts } = agent;
  const { scopes, resources } = agent.granted.reduce(widened, nothingGranted);
  return {
    id: agentIdOf(orgId, clientId),
    clientId,
    // The rows of the list are of strangers alone.
    origin: origin as OidcAgent['origin'],
    name,
    ...hostsOf(agent),
    userCount,
    scopes,
    resources,
    blocked: isBlocked(agent, blockedHosts) || (identityId !== null && identityStatus !== 'ACTIVE'),
    identityId,
    createdAt: dateOf(agent.createdAt).toISOString(),
    lastUsedAt: iso(agent.lastUsedAt),
  };
}

/** Shows what one user allowed an agent. */
export const viewAgentGrant = ({ userId, userName, granted, ...times }: AgentGrantRow): OidcAgentGrant => ({
  userId,
  userName,
  scopes: granted.scopes,
  resources: granted.resources,
  grantedAt: dateOf(times.grantedAt).toISOString(),
  lastUsedAt: iso(times.lastUsedAt),
});

/** Shows the blocked hosts. */
export const viewBlockedHosts = ({ hosts, updatedAt, updatedBy }: BlockedHosts): OidcBlockedHosts => ({
  hosts: [...hosts],
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});
