// Changes after a backup, each with what is dangerous if it comes back with a restore (docs/backup.md).
import { expect } from 'vitest';
import { anAccessDevice } from './access.ts';
import { aCredential, anIdentity, aScimToken, aUser, verify } from './builders.ts';
import type { Client } from './client.ts';
import { aConnection } from './connections.ts';
import { anOidcClient, anOidcScope } from './oidc-clients.ts';
import { anOidcResource } from './oidc-resources.ts';
import { aPolicy } from './policies.ts';
import { aServiceProvider } from './service-providers.ts';
import { aSocialProvider } from './social.ts';
import { createWebhook } from './webhooks.ts';

/** A resource as the backup has it, a change of it, and the danger: it is there before the change, and not after it. */
export interface LostChange {
  action: string;
  /** @returns what names the resource */
  make: (client: Client) => Promise<string>;
  change: (client: Client, id: string) => Promise<void>;
  isBack: (client: Client, id: string) => Promise<boolean>;
}

type Named = Parameters<Client['call']>[0];
type Input = Parameters<Client['call']>[1];
/** A body, of any shape. */
type Body = Awaited<ReturnType<Client['call']>>['body'];

/** Calls an operation that must succeed. @returns the body of its response */
export async function ok(client: Client, operation: Named, input: Input = {}): Promise<Body> {
  const answer = await client.call(operation, input);
  expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** Whether a resource can be read, and has these fields. */
async function has(client: Client, operation: Named, input: Input, fields: object = {}): Promise<boolean> {
  const { status, body } = await client.call(operation, input);
  if (status !== 200) return false;
  return Object.entries(fields).every(
    ([field, value]) => JSON.stringify((body as Record<string, unknown>)[field]) === JSON.stringify(value),
  );
}

/** A change of one resource by one operation, and the fields that must not come back. */
const changing = (
  action: string,
  make: (client: Client) => Promise<{ id: string } | string>,
  by: { operation: Named; read: Named; parameter?: string; body?: object },
  back: object = {},
): LostChange => {
  const path = (id: string) => ({ [by.parameter ?? 'id']: id });
  return {
    action,
    make: async (client) => {
      const made = await make(client);
      return typeof made === 'string' ? made : made.id;
    },
    change: async (client, id) =>
      void (await ok(client, by.operation, { path: path(id), ...(by.body && { body: by.body }) })),
    isBack: (client, id) => has(client, by.read, { path: path(id) }, back),
  };
};

/** A change of an object that each tenant has once. */
const setting = (
  action: string,
  [update, read]: readonly [Named, Named],
  before: object,
  after: object,
): LostChange => ({
  action,
  make: async (client) => {
    await ok(client, update, { body: before });
    return '';
  },
  change: async (client) => void (await ok(client, update, { body: after })),
  isBack: (client) => has(client, read, {}, before),
});

/** A credential, by its id and secret. */
const key = (action: string, change: (client: Client, id: string) => Promise<unknown>): LostChange => ({
  action,
  make: async (client) => {
    const { id, secret } = await aCredential(client, { scopes: ['orders.read', 'orders.write'] });
    return `${id} ${secret}`;
  },
  change: async (client, made) => void (await change(client, made.split(' ')[0] ?? '')),
  isBack: async (client, made) => {
    const fields = { scopes: ['orders.write'] };
    return (await verify(client, made.split(' ')[1] ?? '', fields)).valid;
  },
});

/** An identity, by its id and the secret of its credential. */
const identity = (action: string, change: (client: Client, id: string) => Promise<unknown>): LostChange => ({
  ...key(action, change),
  make: async (client) => {
    const identityId = await anIdentity(client, { allowedScopes: ['orders.*'] });
    const { secret } = await aCredential(client, { identityId, scopes: ['orders.write'] });
    return `${identityId} ${secret}`;
  },
});

/** Signing keys of a use, which an emergency removes. */
const keys = (use: string): LostChange => ({
  action: 'key.remove',
  make: async (client) => {
    await ok(client, 'rotateSigningKeys', { body: { use } });
    const { data } = await ok(client, 'listSigningKeys', { query: { use } });
    return (data as { id: string }[]).map(({ id }) => id).join(' ');
  },
  change: async (client) =>
    void (await ok(client, 'rotateSigningKeys', { body: { use, emergency: true, reason: 'it leaked' } })),
  isBack: async (client, ids) => {
    const { data } = await ok(client, 'listSigningKeys', { query: { use } });
    expect((data as object[]).length).toBeGreaterThan(0);
    return (data as { id: string }[]).some(({ id }) => ids.includes(id));
  },
});

const user = (client: Client): Promise<string> => aUser(client, { roles: ['ADMIN'] });
const webhook = (tenant: Client) => createWebhook(tenant, { url: 'https://example.com/hook' });
const client = async (tenant: Client): Promise<string> => (await anOidcClient(tenant)).clientId;
const userId = 'userId';
const clientId = 'clientId';
const byUser = { read: 'getUser', parameter: userId } as const;

const membership: LostChange = {
  action: 'group.remove_member',
  make: async (tenant) => {
    const { id } = await ok(tenant, 'createGroup', { body: { name: 'Operators' } });
    const member = await aUser(tenant);
    await ok(tenant, 'addGroupMembers', { path: { groupId: id }, body: { userIds: [member] } });
    return `${String(id)} ${member}`;
  },
  change: async (tenant, made) => {
    const [groupId = '', member = ''] = made.split(' ');
    await ok(tenant, 'removeGroupMember', { path: { groupId, userId: member } });
  },
  isBack: async (tenant, made) => {
    const { data } = await ok(tenant, 'listGroupMembers', { path: { groupId: made.split(' ')[0] ?? '' } });
    return (data as object[]).length > 0;
  },
};

const group = async (tenant: Client): Promise<string> =>
  String(
    (await ok(tenant, 'createGroup', { body: { name: crypto.randomUUID(), scopes: ['audit.read'] } }))['id'],
  );

/** Changes that a replay makes again. */
export const replayedChanges: LostChange[] = [
  key('credential.revoke', (tenant, id) => ok(tenant, 'revokeCredential', { path: { id } })),
  key('credential.delete', (tenant, id) => ok(tenant, 'deleteCredential', { path: { id } })),
  key('credential.suspend', (tenant, id) => ok(tenant, 'suspendCredential', { path: { id } })),
  key('credential.rotate', (tenant, id) =>
    ok(tenant, 'rotateCredential', { path: { id }, body: { gracePeriod: 0 } }),
  ),
  key('credential.update', (tenant, id) =>
    ok(tenant, 'updateCredential', { path: { id }, body: { scopes: ['orders.read'] } }),
  ),
  identity('identity.revoke', (tenant, id) => ok(tenant, 'revokeIdentity', { path: { id } })),
  identity('identity.suspend', (tenant, id) => ok(tenant, 'suspendIdentity', { path: { id } })),
  identity('identity.delete', (tenant, id) => ok(tenant, 'deleteIdentity', { path: { id } })),
  changing(
    'identity.update',
    (tenant) => anIdentity(tenant, { allowedScopes: ['orders.*', 'stock.read'] }),
    { operation: 'updateIdentity', read: 'getIdentity', body: { allowedScopes: ['stock.read'] } },
    { allowedScopes: ['orders.*', 'stock.read'] },
  ),
  changing('user.suspend', user, { ...byUser, operation: 'suspendUser' }, { status: 'ACTIVE' }),
  changing('user.deprovision', user, { ...byUser, operation: 'deprovisionUser' }, { status: 'ACTIVE' }),
  changing('user.delete', user, { ...byUser, operation: 'deleteUser' }),
  changing(
    'user.update',
    user,
    { ...byUser, operation: 'updateUser', body: { roles: ['MEMBER'] } },
    { roles: ['ADMIN'] },
  ),
  membership,
  changing('group.delete', group, { operation: 'deleteGroup', read: 'getGroup', parameter: 'groupId' }),
  changing(
    'group.update',
    group,
    { operation: 'updateGroup', read: 'getGroup', parameter: 'groupId', body: { scopes: [] } },
    { scopes: ['audit.read'] },
  ),
  {
    action: 'scim_token.revoke',
    make: async (tenant) => (await aScimToken(tenant)).id,
    change: async (tenant, tokenId) => void (await ok(tenant, 'revokeScimToken', { path: { tokenId } })),
    isBack: async (tenant, tokenId) => {
      const { data } = await ok(tenant, 'listScimTokens', { query: { limit: 100 } });
      return (data as { id: string; status: string }[]).some(
        ({ id, status }) => id === tokenId && status === 'ACTIVE',
      );
    },
  },
  changing('oidc_client.delete', client, {
    operation: 'deleteOidcClient',
    read: 'getOidcClient',
    parameter: clientId,
  }),
  changing(
    'oidc_client.update',
    async (tenant) => (await anOidcClient(tenant, { consentRequired: false })).clientId,
    {
      operation: 'updateOidcClient',
      read: 'getOidcClient',
      parameter: clientId,
      body: { consentRequired: true },
    },
    { consentRequired: false },
  ),
  changing('oidc_scope.delete', anOidcScope, {
    operation: 'deleteOidcScope',
    read: 'getOidcScope',
    parameter: 'scopeId',
  }),
  changing('oidc_resource.delete', anOidcResource, {
    operation: 'deleteOidcResource',
    read: 'getOidcResource',
    parameter: 'resourceId',
  }),
  changing('connection.delete', aConnection, { operation: 'deleteConnection', read: 'getConnection' }),
  changing(
    'connection.update',
    (tenant) => aConnection(tenant, { trustMfa: true }),
    { operation: 'updateConnection', read: 'getConnection', body: { status: 'DISABLED' } },
    { status: 'ACTIVE' },
  ),
  changing(
    'connection.update',
    (tenant) => aConnection(tenant, { trustMfa: true }),
    { operation: 'updateOidcConnection', read: 'getOidcConnection', body: { trustMfa: false } },
    { trustMfa: true },
  ),
  changing('service_provider.delete', aServiceProvider, {
    operation: 'deleteServiceProvider',
    read: 'getServiceProvider',
    parameter: 'spId',
  }),
  changing(
    'service_provider.update',
    (tenant) => aServiceProvider(tenant, { idpInitiated: true }),
    {
      operation: 'updateServiceProvider',
      read: 'getServiceProvider',
      parameter: 'spId',
      body: { idpInitiated: false },
    },
    { idpInitiated: true },
  ),
  {
    action: 'social_provider.update',
    make: async (tenant) => (await aSocialProvider(tenant, { allowSignUp: true })).id,
    change: async (tenant, id) =>
      void (await ok(tenant, 'updateSocialProvider', {
        path: { providerId: id },
        body: { allowSignUp: false },
      })),
    isBack: (tenant, id) => isListed(tenant, id, { allowSignUp: true }),
  },
  {
    action: 'social_provider.delete',
    make: async (tenant) => (await aSocialProvider(tenant)).id,
    change: async (tenant, id) =>
      void (await ok(tenant, 'deleteSocialProvider', { path: { providerId: id } })),
    isBack: (tenant, id) => isListed(tenant, id, {}),
  },
  changing('webhook.delete', webhook, { operation: 'deleteWebhook', read: 'getWebhook' }),
  changing('webhook.pause', webhook, { operation: 'pauseWebhook', read: 'getWebhook' }, { status: 'ACTIVE' }),
  changing(
    'webhook.rotate_secret',
    webhook,
    { operation: 'rotateWebhookSecret', read: 'getWebhook', body: {} },
    { status: 'ACTIVE', previousSecretExpiresAt: null },
  ),
  changing(
    'webhook.update',
    webhook,
    { operation: 'updateWebhook', read: 'getWebhook', body: { url: 'https://example.com/other' } },
    { status: 'ACTIVE', url: 'https://example.com/hook' },
  ),
  changing('access_device.delete', anAccessDevice, {
    operation: 'deleteAccessDevice',
    read: 'getAccessDevice',
    parameter: 'deviceId',
  }),
  {
    action: 'access_device.put',
    make: anAccessDevice,
    change: async (tenant, deviceId) => {
      const { userId: owner } = await ok(tenant, 'getAccessDevice', { path: { deviceId } });
      const body = { userId: owner, platform: 'macos', trust: 'unmanaged' };
      await ok(tenant, 'putAccessDevice', { path: { deviceId }, body });
    },
    isBack: (tenant, deviceId) =>
      has(tenant, 'getAccessDevice', { path: { deviceId } }, { trust: 'compliant' }),
  },
  changing(
    'policy.update',
    (tenant) =>
      aPolicy(tenant, {
        type: 'CREDENTIAL_LIFETIME',
        mode: 'REPORT_ONLY',
        parameters: { maxTtlSeconds: 31_536_000 },
      }),
    { operation: 'updatePolicy', read: 'getPolicy', body: { mode: 'ENFORCE' } },
    { mode: 'REPORT_ONLY' },
  ),
  keys('OIDC'),
  keys('SAML'),
  keys('SAML_ENCRYPTION'),
  setting(
    'registration_config.update',
    ['updateRegistrationConfig', 'getRegistrationConfig'],
    { enabled: true },
    { enabled: false },
  ),
  setting(
    'magic_link_config.update',
    ['updateMagicLinkConfig', 'getMagicLinkConfig'],
    { enabled: true },
    { enabled: false },
  ),
  setting(
    'password_policy.update',
    ['updatePasswordPolicy', 'getPasswordPolicy'],
    { minLength: 8 },
    { minLength: 14 },
  ),
  setting('totp_config.update', ['updateTotpConfig', 'getTotpConfig'], { window: 2 }, { window: 0 }),
  setting(
    'webauthn_config.update',
    ['updateWebauthnConfig', 'getWebauthnConfig'],
    { passwordless: false, userVerification: 'preferred' },
    { userVerification: 'required' },
  ),
  setting(
    'branding.update',
    ['updateBranding', 'getBranding'],
    { supportUri: 'https://example.com/help' },
    { supportUri: null },
  ),
];

async function isListed(tenant: Client, id: string, fields: object): Promise<boolean> {
  const { data } = await ok(tenant, 'listSocialProviders', { query: { limit: 100 } });
  const found = (data as { id: string }[]).find((one) => one.id === id);
  return (
    found !== undefined && Object.entries(fields).every(([name, value]) => Reflect.get(found, name) === value)
  );
}
