import { approveAgent, type ApprovalMeans } from '../agent-approval.ts';
import { endAgent, endAgentGrant, findAgent, listAgentGrants, listAgents } from '../agents.ts';
import { blockHosts, findBlockedHosts } from '../blocked-hosts.ts';
import { type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { requireId } from '../../platform/list-filters.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import { viewAgent, viewAgentGrant, viewBlockedHosts } from '../views/oidc-agents.ts';

/** The clients that no administrator made. */
export const routes = ({
  quotas,
  outgoing,
  wired: { mayOwnIdentities: mayOwn },
}: Pick<ApprovalMeans, 'quotas' | 'outgoing'> & {
  wired: { mayOwnIdentities: ApprovalMeans['mayOwn'] };
}): Handlers<'oidc-agents'> => ({
  async listOidcAgents({ query, tx, caller }) {
    const { page, limit, ...filter } = query;
    requireId('userId', 'usr', filter.userId);
    const { rows, total } = await listAgents(tx, filter, { limit, offset: offsetOf(page, limit) });
    const data = rows.map((agent) => viewAgent(caller.orgId, agent));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async getOidcAgent({ path, tx, caller }) {
    return ok(viewAgent(caller.orgId, await findAgent(tx, path.agentId)));
  },

  async deleteOidcAgent({ path, tx, caller, attempt }) {
    const { name } = await endAgent(tx, path.agentId, caller);
    attempt.targetName = name;
    return ok({ message: 'Agent ended', id: path.agentId });
  },

  async listOidcAgentGrants({ path, query, tx, caller }) {
    const { window, pagination } = askedPage(['listOidcAgentGrants', caller.orgId, path.agentId], query);
    const found = await listAgentGrants(tx, path.agentId, window);
    return ok({ data: found.rows.map(viewAgentGrant), pagination: pagination(found) });
  },

  async deleteOidcAgentGrant({ path: { agentId, userId }, tx, caller, origin, attempt }) {
    const name = await endAgentGrant(tx, { agentId, userId }, { actor: caller.actor, origin });
    Object.assign(attempt, { targetId: agentId, targetName: name, reason: userId });
    return ok({ message: 'Agent ended for the user', id: userId });
  },

  async approveOidcAgent({ path, body, tx, caller, attempt }) {
    const agent = await approveAgent(tx, path.agentId, body, caller, { quotas, outgoing, mayOwn });
    attempt.targetName = agent.name;
    return ok(viewAgent(caller.orgId, agent));
  },

  async getOidcBlockedHosts({ tx }) {
    const hosts = await findBlockedHosts(tx);
    return versioned(hosts, tx, () => viewBlockedHosts(hosts));
  },

  async updateOidcBlockedHosts({ body, tx, caller, attempt, sent: { ifMatch } }) {
    const { after, changes } = await blockHosts(tx, body, caller, { ifMatch });
    attempt.changes = changes;
    return versioned(after, tx, () => viewBlockedHosts(after));
  },
});
