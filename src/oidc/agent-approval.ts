import { createIdentity, findIdentity, type MayOwn } from '../credentials/identities.ts';
import type { Identity } from '../credentials/entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { withoutDisguise } from '../lib/shown-text.ts';
import { type Grantor, requireAlso } from '../platform/grants.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Quotas } from '../platform/quotas.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import { aboutAgent, type Agent, agentOfClient, lockAgent } from './agents.ts';
import { agentsOfIdentities, linkIdentity } from './sql/agents.ts';

/** The identity that an agent is to get. */
export interface Approval {
  /** An identity that exists. */
  identityId?: string;
  /** The owner of a new identity. */
  ownerUserId?: string;
}

/** The parts of the process that a new identity needs. */
export interface ApprovalMeans {
  quotas: Quotas;
  outgoing: Pick<Outgoing, 'mayReach'>;
  mayOwn: MayOwn;
}

/**
 * Links an agent with an identity of the type `AI_AGENT`. While the identity is not active, the agent is refused.
 * @throws {Failure} OIDC_AGENT_NOT_FOUND, OIDC_AGENT_STATE_CONFLICT, IDENTITY_NOT_FOUND, IDENTITY_NOT_ACTIVE, INSUFFICIENT_SCOPE,
 * VALIDATION_ERROR, USER_NOT_FOUND, QUOTA_EXCEEDED
 */
export async function approveAgent(
  tx: Tx,
  agentId: string,
  { identityId, ownerUserId, ...rest }: Approval,
  grantor: Grantor,
  means: ApprovalMeans,
): Promise<Agent> {
  rest satisfies Record<string, never>;
  const { orgId } = tenancyOf(tx);
  requireAlso(grantor, 'identities.write');
  await lockTenant(tx, orgId);
  const agent = await lockAgent(tx, agentId);
  if (agent.identityId !== null) {
    if (agent.identityId === identityId) return agent;
    throw new Failure('OIDC_AGENT_STATE_CONFLICT', { identityId: agent.identityId });
  }
  const identity =
    identityId === undefined
      ? await newIdentity(tx, agent, ownerUserId, grantor, means)
      : await freeIdentity(tx, identityId, ownerUserId);
  // The rules read the row of the identity from the database.
  await tx.flush();
  await linkIdentity(tx, orgId, { clientId: agent.clientId, identityId: identity.id });
  const data = {
    ...aboutAgent(orgId, agent),
    identityId: identity.id,
    identityName: identity.name,
    approvedBy: grantor.actor,
  };
  await emit(tx, [{ type: 'oidc_agent.approved', data }]);
  return agentOfClient(tx, agent.clientId);
}

async function newIdentity(
  tx: Tx,
  { name, clientId }: Agent,
  ownerUserId: string | undefined,
  grantor: Grantor,
  means: ApprovalMeans,
): Promise<Identity> {
  const { actor } = grantor;
  const owner = ownerUserId ?? (actor.type === 'USER' ? actor.id : null);
  if (owner === null) throw invalid('ownerUserId', 'must name the user who answers for the agent');
  const input = {
    name: withoutDisguise(name).padEnd(2, '.'),
    type: 'AI_AGENT' as const,
    description: `Approved agent ${clientId}`.slice(0, 500),
    ownerUserId: owner,
    tags: [],
    allowedScopes: null,
    allowedIps: null,
    federatedSubjects: [],
    metadata: {},
    expiresAt: null,
  };
  return createIdentity(tx, input, grantor, means);
}

async function freeIdentity(tx: Tx, identityId: string, ownerUserId: string | undefined): Promise<Identity> {
  if (ownerUserId !== undefined)
    throw invalid('ownerUserId', 'must be left out with identityId, which has its owner');
  const { orgId, now } = tenancyOf(tx);
  const identity = await findIdentity(tx, identityId);
  if (identity.type !== 'AI_AGENT') throw invalid('identityId', 'must be an identity of the type AI_AGENT');
  if (identity.statusAt(now) !== 'ACTIVE') throw new Failure('IDENTITY_NOT_ACTIVE');
  const [other] = await agentsOfIdentities(tx, orgId, [identityId]);
  if (other !== undefined) throw new Failure('OIDC_AGENT_STATE_CONFLICT', { clientId: other });
  return identity;
}
