import { expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { callable, callerOf } from '../enumerate.ts';
import type { Visitor } from '../visitor.ts';

/**
 * The events of each operation that changes an identity, a credential, a user or a group (issue 5, item 2).
 * An operation that is not listed must cause no event. The author of a new operation decides here.
 */
export const told: Readonly<Partial<Record<OperationId, string[]>>> = {
  createIdentity: ['identity.created'],
  updateIdentity: ['identity.updated'],
  deleteIdentity: ['identity.revoked'],
  suspendIdentity: ['identity.suspended'],
  reactivateIdentity: ['identity.updated'],
  revokeIdentity: ['identity.revoked'],
  createCredential: ['credential.created'],
  createJitCredential: ['credential.created'],
  exchangeToken: ['credential.created'],
  deleteCredential: ['credential.revoked'],
  rotateCredential: ['credential.rotated'],
  suspendCredential: ['credential.suspended'],
  reactivateCredential: ['credential.reactivated'],
  revokeCredential: ['credential.revoked'],
  revokeOwnCredential: ['credential.revoked'],
  createUser: ['user.created'],
  updateUser: ['user.updated'],
  deletePasskey: ['user.updated'],
  deleteUser: ['user.deleted'],
  suspendUser: ['user.suspended'],
  reactivateUser: ['user.reactivated'],
  deprovisionUser: ['user.deprovisioned'],
  endUserSession: ['session.revoked'],
  createAccessPass: ['user.access_pass_created'],
  deleteOidcAgent: ['oidc_agent.ended'],
  deleteOidcAgentGrant: ['oidc_consent.withdrawn'],
  approveOidcAgent: ['identity.created', 'oidc_agent.approved'],
  updateOidcBlockedHosts: ['oidc_agent.hosts_blocked'],
  createOidcClient: ['oidc_client.created'],
  updateOidcClient: ['oidc_client.updated'],
  deleteOidcClient: ['oidc_client.deleted'],
  rotateOidcClientSecret: ['oidc_client.secret_rotated'],
  rotateSigningKeys: ['key.rotated'],
  activateSigningKey: ['key.rotated'],
  createServiceProvider: ['service_provider.created'],
  updateServiceProvider: ['service_provider.updated'],
  deleteServiceProvider: ['service_provider.deleted'],
  createOidcConnection: ['federation.connected'],
  createSamlConnection: ['federation.connected'],
  updateConnection: ['federation.disabled'],
  deleteConnection: ['federation.disabled'],
  deleteOidcConnection: ['federation.disabled'],
  deleteSamlConnection: ['federation.disabled'],
  verifyFederatedDomain: ['domain.verified'],
  approveServiceProviderChange: ['service_provider.updated'],
  createAccessPolicy: ['access.policy_changed'],
  updateAccessPolicy: ['access.policy_changed'],
  deleteAccessPolicy: ['access.policy_changed'],
  createNamedLocation: ['access.policy_changed'],
  updateNamedLocation: ['access.policy_changed'],
  deleteNamedLocation: ['access.policy_changed'],
  createGroup: ['group.created'],
  updateGroup: ['group.updated'],
  deleteGroup: ['group.deleted'],
  addGroupMembers: ['group.member_added'],
  removeGroupMember: ['group.member_removed'],
  createScimUser: ['user.created'],
  replaceScimUser: ['user.updated'],
  updateScimUser: ['user.updated'],
  deleteScimUser: ['user.deprovisioned'],
  createScimGroup: ['group.created'],
  replaceScimGroup: ['group.updated'],
  updateScimGroup: ['group.updated'],
  deleteScimGroup: ['group.deleted'],
  runScimBulk: ['user.created'],
};
/** Operations that undo what another one did. */
const first: Readonly<Partial<Record<OperationId, OperationId>>> = {
  reactivateIdentity: 'suspendIdentity',
  reactivateCredential: 'suspendCredential',
  reactivateUser: 'suspendUser',
};

/** Which events an operation causes. */
export const events: Visitor = {
  name: 'the events of an operation',
  visits: [
    {
      title: 'causes the events of the list',
      of: (operation) => callable.includes(operation) && operation.method !== 'GET',
      async visit(operation, world) {
        const { ours, sql, organizations } = world;
        const working = await world.working(operation);
        const caller = await callerOf(operation, ours);
        const before = first[operation.id];
        if (before) await caller.call(before, { path: working.path ?? {} });
        const eventsNow = () =>
          sql<{ id: string; type: string }>('select id, type from events where org_id = $1', [
            organizations.ours.live.orgId,
          ]);
        const known = new Set((await eventsNow()).map(({ id }) => id));
        const { status, body } = await caller.call(operation.id, working);
        expect(status, JSON.stringify(body)).toBeLessThan(300);
        const types = (await eventsNow()).filter(({ id }) => !known.has(id)).map(({ type }) => type);
        expect([...new Set(types)].sort()).toEqual(told[operation.id] ?? []);
      },
    },
  ],
};
