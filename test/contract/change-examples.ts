import type { OperationId } from '../../src/operation.ts';
import {
  allAccessPolicyIds,
  anAccessDevice,
  anAccessPolicy,
  aLocation,
  nextPriority,
} from '../support/access.ts';
import { aCredential, anIdentity, aUser } from '../support/builders.ts';
import { aConnection, aPublishedProvider } from '../support/connections.ts';
import type { CallParts, Client } from '../support/client.ts';
import { anAlertRule, anAnomaly } from '../support/findings.ts';
import { aGroup } from '../support/groups.ts';
import { anOidcClient, anOidcScope } from '../support/oidc-clients.ts';
import { anOidcResource } from '../support/oidc-resources.ts';
import { aPolicy } from '../support/policies.ts';
import { aSamlConnection } from '../support/saml-connections.ts';
import { aServiceProvider } from '../support/service-providers.ts';
import { aSocialProvider } from '../support/social.ts';
import { anEmail } from '../support/users.ts';
import { createWebhook } from '../support/webhooks.ts';

/** Two calls of an operation: one that gives, moves or loosens, and one that only narrows. */
export interface ChangeExample {
  loosens: (client: Client) => Promise<CallParts> | CallParts;
  narrows: (client: Client) => Promise<CallParts> | CallParts;
}

const rule = { issuer: 'https://issuer.example', audience: 'keyward', subject: 'me' };
const password = 'correct horse 7 Battery staple!';
/** The policies name a user who does not exist, so they judge no test. */
const users = { include: ['usr_none'] };

/** A call with one body, and one with another, on a new resource each. */
const onOne = (
  path: (client: Client) => Promise<Record<string, string>>,
  loosens: Record<string, unknown>,
  narrows: Record<string, unknown>,
): ChangeExample => ({
  loosens: async (client) => ({ path: await path(client), body: loosens }),
  narrows: async (client) => ({ path: await path(client), body: narrows }),
});
const onNone = (loosens: Record<string, unknown>, narrows: Record<string, unknown>): ChangeExample => ({
  loosens: () => ({ body: loosens }),
  narrows: () => ({ body: narrows }),
});

const anAccessPolicyOf = (client: Client, fields: Record<string, unknown>, conditions: object = { users }) =>
  anAccessPolicy(client, { conditions, acknowledgeLockout: true, ...fields });

const newAccessPolicy = (fields: Record<string, unknown>) => () => ({
  body: { name: anEmail(), priority: nextPriority(), status: 'ENABLED', conditions: { users }, ...fields },
});

/** Exchanges two new policies at the end of the order. */
async function anotherOrder(client: Client, status: string): Promise<{ policyIds: string[] }> {
  const [one, other] = [
    await anAccessPolicyOf(client, { status }),
    await anAccessPolicyOf(client, { status }),
  ];
  const places = await allAccessPolicyIds(client);
  const swapped = new Map([
    [one, other],
    [other, one],
  ]);
  return { policyIds: places.map((id) => swapped.get(id) ?? id) };
}

/** A group that an enabled policy names: it blocks its members, or only those who are not in it. */
async function aJudgedGroup(client: Client, list: 'include' | 'exclude'): Promise<string> {
  const groupId = await aGroup(client);
  await anAccessPolicyOf(client, {}, { users, groups: { [list]: [groupId] } });
  return groupId;
}
const aMember = async (client: Client, groupId: string): Promise<Record<string, string>> => {
  const userId = await aUser(client);
  await client.call('addGroupMembers', { path: { groupId }, body: { userId } });
  return { groupId, userId };
};

const aLocationBody = (fields: Record<string, unknown>) => () => ({
  body: { name: anEmail(), type: 'IP', ipRanges: ['203.0.113.0/24'], ...fields },
});

const aPublishedConnection = async (client: Client): Promise<Record<string, string>> => {
  const { issuer } = await aPublishedProvider();
  return { id: (await aConnection(client, { issuer })).id };
};

/** For each operation whose row of openapi/effects.yaml says `when: change`. */
export const changeExamples: Readonly<Partial<Record<OperationId, ChangeExample>>> = {
  createIdentity: onNone(
    { name: 'lasting', type: 'CI_CD', federatedSubjects: [rule] },
    { name: 'plain', type: 'CI_CD' },
  ),
  updateIdentity: onOne(
    async (client) => ({ id: await anIdentity(client, { allowedScopes: ['a.b'] }) }),
    { allowedScopes: ['a.b', 'c.d'] },
    { allowedScopes: [] },
  ),
  updateCredential: onOne(
    async (client) => ({ id: (await aCredential(client, { maxUsageCount: 50 })).id }),
    { maxUsageCount: 60 },
    { maxUsageCount: 40 },
  ),
  updatePolicy: onOne(
    async (client) => {
      const parameters = { maxAgeDays: 90 };
      return { id: await aPolicy(client, { type: 'ROTATION_AGE', parameters, mode: 'REPORT_ONLY' }) };
    },
    { parameters: { maxAgeDays: 91 } },
    { parameters: { maxAgeDays: 30 } },
  ),
  createAccessPolicy: {
    loosens: newAccessPolicy({ decision: 'ALLOW' }),
    narrows: newAccessPolicy({ decision: 'BLOCK' }),
  },
  updateAccessPolicy: onOne(
    async (client) => ({ id: await anAccessPolicyOf(client, {}) }),
    { status: 'DISABLED' },
    { description: 'Nobody' },
  ),
  deleteAccessPolicy: {
    loosens: async (client) => ({ path: { id: await anAccessPolicyOf(client, {}) } }),
    narrows: async (client) => ({ path: { id: await anAccessPolicyOf(client, { decision: 'ALLOW' }) } }),
  },
  putAccessPolicyOrder: {
    loosens: async (client) => ({ body: await anotherOrder(client, 'ENABLED') }),
    narrows: async (client) => ({ body: await anotherOrder(client, 'DISABLED') }),
  },
  putAccessDevice: {
    loosens: async (client) => ({
      path: { deviceId: anEmail().split('@')[0] ?? '' },
      body: { userId: await aUser(client), platform: 'macos', trust: 'compliant' },
    }),
    narrows: async (client) => ({
      path: { deviceId: await anAccessDevice(client) },
      body: { userId: await aUser(client), platform: 'macos', trust: 'unmanaged' },
    }),
  },
  createNamedLocation: {
    loosens: aLocationBody({ isTrusted: true }),
    narrows: aLocationBody({ isTrusted: false }),
  },
  updateNamedLocation: onOne(
    async (client) => ({ id: await aLocation(client, { isTrusted: true }) }),
    { ipRanges: ['203.0.113.0/24', '198.51.100.0/24'] },
    { isTrusted: false },
  ),
  createUser: {
    loosens: () => ({ body: { email: anEmail(), password } }),
    narrows: () => ({ body: { email: anEmail(), sendInvite: false } }),
  },
  updateUser: {
    loosens: async (client) => ({ path: { userId: await aUser(client) }, body: { email: anEmail() } }),
    narrows: async (client) => ({ path: { userId: await aUser(client) }, body: { title: 'Pilot' } }),
  },
  createGroup: {
    loosens: () => ({ body: { name: anEmail(), scopes: ['audit.read'] } }),
    narrows: () => ({ body: { name: anEmail() } }),
  },
  updateGroup: onOne(
    async (client) => ({ groupId: await aGroup(client) }),
    { scopes: ['audit.read'] },
    { description: 'Pilots' },
  ),
  deleteGroup: {
    loosens: async (client) => ({ path: { groupId: await aJudgedGroup(client, 'include') } }),
    narrows: async (client) => ({ path: { groupId: await aGroup(client) } }),
  },
  addGroupMembers: {
    loosens: async (client) => ({
      path: { groupId: await aJudgedGroup(client, 'exclude') },
      body: { userId: await aUser(client) },
    }),
    narrows: async (client) => ({
      path: { groupId: await aJudgedGroup(client, 'include') },
      body: { userId: await aUser(client) },
    }),
  },
  removeGroupMember: {
    loosens: async (client) => ({ path: await aMember(client, await aJudgedGroup(client, 'include')) }),
    narrows: async (client) => ({ path: await aMember(client, await aJudgedGroup(client, 'exclude')) }),
  },
  updatePasswordPolicy: onNone({ minLength: 8 }, { minLength: 13 }),
  updateTotpConfig: onNone({ maxAttempts: 6 }, { maxAttempts: 4 }),
  updateWebauthnConfig: onNone({ enabled: false }, { attestation: 'indirect' }),
  updateMagicLinkConfig: onNone({ enabled: true }, { ttlSeconds: 300 }),
  updateRegistrationConfig: onNone({ enabled: true }, { maxPerDay: 50 }),
  updateBranding: onNone({ supportUri: 'https://help.example.com' }, { displayName: 'Acme' }),
  updateSocialProvider: onOne(
    async (client) => ({ providerId: (await aSocialProvider(client)).id }),
    { clientId: 'another-client' },
    { enabled: false },
  ),
  updateOidcClient: onOne(
    async (client) => ({ clientId: (await anOidcClient(client)).clientId }),
    { postLogoutRedirectUris: ['https://app.example.com/bye'] },
    { consentRequired: true },
  ),
  updateClientRegistration: onNone({ mode: 'OPEN' }, { loopbackRedirects: false }),
  updateOidcClientMetadata: onNone({ mode: 'ANY_HOST' }, { loopbackRedirects: false }),
  updateOidcBlockedHosts: {
    async loosens(client) {
      await client.call('updateOidcBlockedHosts', { body: { hosts: ['agents.example.com'] } });
      return { body: { hosts: [] } };
    },
    narrows: () => ({ body: { hosts: ['agents.example.com', '*.example.net'] } }),
  },
  createOidcScope: {
    loosens: () => ({ body: { name: `scope-${anEmail().split('@')[0] ?? ''}`, isDefault: true } }),
    narrows: () => ({ body: { name: `scope-${anEmail().split('@')[0] ?? ''}` } }),
  },
  updateOidcScope: onOne(
    async (client) => ({ scopeId: (await anOidcScope(client)).id }),
    { isDefault: true },
    { description: 'Where you work' },
  ),
  updateOidcResource: onOne(
    async (client) => ({ resourceId: (await anOidcResource(client)).id }),
    { agents: true },
    { scopes: [] },
  ),
  deleteOidcResource: {
    loosens: async (client) => {
      const { id: resourceId, identifier } = await anOidcResource(client);
      await anOidcClient(client, { resources: [identifier] });
      return { path: { resourceId } };
    },
    narrows: async (client) => ({ path: { resourceId: (await anOidcResource(client)).id } }),
  },
  updateServiceProvider: onOne(
    async (client) => ({ spId: (await aServiceProvider(client)).id }),
    { allowSha1: true },
    { status: 'DISABLED' },
  ),
  updateOidcConnection: onOne(aPublishedConnection, { clientId: 'another-client' }, { status: 'DISABLED' }),
  updateSamlConnection: onOne(
    async (client) => ({ id: (await aSamlConnection(client)).id }),
    { allowIdpInitiated: true },
    { status: 'DISABLED' },
  ),
  updateConnection: {
    loosens: async (client) => {
      const path = await aPublishedConnection(client);
      await client.call('updateConnection', { path, body: { status: 'DISABLED' } });
      return { path, body: { status: 'ACTIVE' } };
    },
    narrows: async (client) => ({ path: await aPublishedConnection(client), body: { status: 'DISABLED' } }),
  },
  updateWebhook: onOne(
    async (client) => ({ id: (await createWebhook(client)).id }),
    { events: ['user.created'] },
    { name: 'renamed' },
  ),
  updateAnomaly: onOne(
    async (client) => ({ id: await anAnomaly(client) }),
    { status: 'FALSE_POSITIVE' },
    { status: 'ACKNOWLEDGED' },
  ),
  createAlertRule: onNone(
    {
      name: 'To Slack',
      events: ['anomaly.detected'],
      channels: [{ type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' }],
    },
    { name: 'To nobody', events: ['anomaly.detected'] },
  ),
  updateAlertRule: onOne(
    async (client) => ({ id: await anAlertRule(client) }),
    { enabled: false },
    { name: 'renamed rule' },
  ),
};
