// Actions after a backup that a test of replays makes up, each with what it took.
import { randomUUID } from 'node:crypto';
import { anAccessDevice } from './access.ts';
import { anAgentOfHost, consented } from './agents.ts';
import { aCredential, anIdentity, aScimToken, aUser } from './builders.ts';
import { aConnection, aDomainName, linkUser } from './connections.ts';
import { anOidcClient } from './oidc-clients.ts';
import { aPasskey } from './passkeys.ts';
import { aRegistration, anInitialToken, letRegister } from './registrations.ts';
import { changed } from './replaying.ts';
import { besides } from './second-factors.ts';
import { aServiceProvider } from './service-providers.ts';
import type { TestService } from './service.ts';
import { createWebhook } from './webhooks.ts';

export interface Kind {
  /** The action that took something after the backup. */
  action: string;
  changes?: { field: string; from: unknown; to: unknown }[];
  /** The kind of target, where it is not the noun of the action. */
  targetType?: string;
  /** @returns the target of the action, and what the restored database has: the query finds it while it works */
  make: (service: TestService) => Promise<{ targetId: string; id?: string; reason?: string }>;
  /** The action took the value `id` from this field. */
  gone?: string;
  works: string;
  /** The action of the replay in the audit log, if it is another one. */
  applied?: string;
}

const ofRows = (table: string): string => `select from ${table} where id = $1 and org_id = $2`;
const ofActive = (table: string): string => `${ofRows(table)} and status = 'ACTIVE'`;
const disabled = changed('status', 'DISABLED', 'ACTIVE');

const connection: Kind['make'] = async ({ ours }) => ({ targetId: (await aConnection(ours)).id });
const partner: Kind['make'] = async ({ ours }) => ({ targetId: (await aServiceProvider(ours)).id });
const ofRegistrations = 'select from oidc_client_registrations where client_id = $1 and org_id = $2';
const registered: Kind['make'] = async ({ ours }) => {
  await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
  const { token } = await anInitialToken(ours);
  return { targetId: (await aRegistration(ours, {}, token)).body.client_id };
};
const webhook: Kind['make'] = async ({ ours }) => ({ targetId: (await createWebhook(ours)).id });

const credential: Kind['make'] = async ({ ours }) => ({
  targetId: (await aCredential(ours, { scopes: ['orders.write'] })).id,
});
const machine: Kind['make'] = async ({ ours }) => ({ targetId: await anIdentity(ours) });
const person: Kind['make'] = async ({ ours }) => ({ targetId: await aUser(ours) });

async function enrolled(service: TestService): Promise<{ targetId: string }> {
  const domain = await besides(service);
  const { userId } = await domain.enrolled();
  await domain.close();
  return { targetId: userId };
}
const app = 'select from totp_factors where user_id = $1 and org_id = $2';
const codes = 'select from recovery_codes where user_id = $1 and org_id = $2';
const user = { applied: 'user.update' };

export const kinds: Kind[] = [
  { action: 'connection.delete', make: connection, works: ofRows('federation_connections') },
  {
    action: 'connection.update',
    changes: disabled,
    make: connection,
    works: ofActive('federation_connections'),
  },
  { action: 'service_provider.delete', make: partner, works: ofRows('saml_service_providers') },
  {
    action: 'service_provider.update',
    changes: disabled,
    make: partner,
    works: ofActive('saml_service_providers'),
  },
  { action: 'webhook.delete', make: webhook, works: ofRows('webhooks') },
  { action: 'webhook.pause', make: webhook, works: ofActive('webhooks') },
  {
    action: 'access_device.delete',
    make: async ({ ours }) => ({ targetId: await anAccessDevice(ours, { userId: await aUser(ours) }) }),
    works: ofRows('access_devices'),
  },
  {
    action: 'user.remove_passkey',
    make: async ({ ours, sql }) => {
      const targetId = await aUser(ours);
      return { targetId, id: await aPasskey(sql, targetId) };
    },
    gone: 'passkeys',
    works: ofRows('passkeys'),
    ...user,
  },
  { action: 'user.remove_totp', make: enrolled, works: app, ...user },
  { action: 'user.reset_factors', make: enrolled, works: app, ...user },
  { action: 'user.enroll_totp', make: enrolled, works: app, ...user },
  { action: 'user.use_recovery_code', make: enrolled, works: codes, ...user },
  { action: 'user.renew_recovery_codes', make: enrolled, works: codes, ...user },
  {
    action: 'user.unlink',
    make: async (service) => {
      const [targetId, { id }] = [await aUser(service.ours), await aConnection(service.ours)];
      await linkUser(service, id, targetId);
      return { targetId, id };
    },
    gone: 'socialAccounts',
    works: 'select from social_links where provider_id = $1 and org_id = $2',
    ...user,
  },
  {
    action: 'oidc_consent.withdraw',
    targetType: 'user',
    make: async ({ ours, sql }) => {
      const [targetId, { clientId }] = [await aUser(ours), await anOidcClient(ours)];
      await sql(
        `insert into oidc_consents (org_id, user_id, client_id, granted, granted_at) values ($1, $2, $3, '{}', now())`,
        [ours.orgId, targetId, clientId],
      );
      return { targetId, reason: `Portal (${clientId})` };
    },
    works: 'select from oidc_consents where user_id = $1 and org_id = $2',
  },
  {
    action: 'credential.clean_up',
    make: credential,
    works: ofActive('credentials'),
    applied: 'credential.revoke',
  },
  {
    action: 'credential.leak',
    make: credential,
    works: ofActive('credentials'),
    applied: 'credential.suspend',
  },
  {
    action: 'identity.right_size',
    targetType: 'credential',
    changes: changed('scopes', [], ['orders.write']),
    make: credential,
    works: `${ofRows('credentials')} and 'orders.write' = any(scopes)`,
    applied: 'credential.update',
  },
  {
    action: 'scim_token.leak',
    make: async ({ ours }) => ({ targetId: (await aScimToken(ours)).id }),
    works: `${ofRows('scim_tokens')} and revoked_at is null`,
  },
  {
    action: 'initial_access_token.leak',
    make: async ({ ours }) => ({ targetId: (await anInitialToken(ours)).id }),
    works: `${ofRows('oidc_initial_access_tokens')} and revoked_at is null`,
  },
  {
    action: 'initial_access_token.revoke',
    make: async ({ ours }) => ({ targetId: (await anInitialToken(ours)).id }),
    works: `${ofRows('oidc_initial_access_tokens')} and revoked_at is null`,
  },
  {
    action: 'oidc_agent.delete',
    make: async ({ ours, sql }) => {
      const { agentId, clientId } = await anAgentOfHost(sql, ours.orgId, {
        host: `${randomUUID()}.example.com`,
      });
      await consented(sql, { orgId: ours.orgId, userId: await aUser(ours), clientId });
      return { targetId: agentId, id: clientId };
    },
    works: 'select from oidc_consents where client_id = $1 and org_id = $2',
  },
  { action: 'oidc_client.leak', make: registered, works: `${ofRegistrations} and token_hash is not null` },
  { action: 'oidc_client.remove_registration', make: registered, works: ofRegistrations },
  {
    action: 'oidc_client.rotate_secret',
    make: async ({ ours }) => ({ targetId: (await anOidcClient(ours)).clientId }),
    works: `${ofRows('oidc_clients')} and coalesce(secret_rotated_at, created_at) = created_at`,
  },
  {
    action: 'domain.fail',
    make: async ({ ours, sql }) => {
      const { id } = await aConnection(ours, { domains: [aDomainName()] });
      await sql(`update federation_domains set status = 'VERIFIED' where connection_id = $1`, [id]);
      return { targetId: id };
    },
    works: `select from federation_domains where connection_id = $1 and org_id = $2 and status = 'VERIFIED'`,
  },
  ...(['approve_change', 'refresh_metadata'] as const).flatMap((verb): Kind[] => [
    {
      action: `connection.${verb}`,
      changes: changed('trustMfa', false, true),
      make: async ({ ours }) => ({ targetId: (await aConnection(ours, { trustMfa: true })).id }),
      works: `${ofRows('federation_connections')} and trust_mfa`,
    },
    {
      action: `service_provider.${verb}`,
      changes: changed('idpInitiated', false, true),
      make: async ({ ours }) => ({ targetId: (await aServiceProvider(ours, { idpInitiated: true })).id }),
      works: `${ofRows('saml_service_providers')} and idp_initiated`,
    },
  ]),
];

/** Actions that cancel an earlier one, so that nothing is taken. */
export const givenBack: {
  back: string;
  taken: string;
  changes?: ReturnType<typeof changed>;
  works: string;
  make: Kind['make'];
}[] = [
  {
    back: 'credential.reactivate',
    taken: 'credential.suspend',
    make: credential,
    works: ofActive('credentials'),
  },
  { back: 'identity.reactivate', taken: 'identity.suspend', make: machine, works: ofActive('identities') },
  { back: 'user.reactivate', taken: 'user.suspend', make: person, works: ofActive('users') },
  { back: 'webhook.resume', taken: 'webhook.pause', make: webhook, works: ofActive('webhooks') },
  {
    back: 'domain.verify',
    taken: 'domain.fail',
    make: (service) => kindOf('domain.fail').make(service),
    works: kindOf('domain.fail').works,
  },
  {
    back: 'group.add_members',
    taken: 'group.remove_member',
    make: async ({ ours }) => {
      const { body } = await ours.call('createGroup', { body: { name: crypto.randomUUID() } });
      const userId = await aUser(ours);
      await ours.call('addGroupMembers', { path: { groupId: body.id }, body: { userIds: [userId] } });
      return { targetId: body.id as string, id: userId };
    },
    works: 'select from group_members where group_id = $1 and org_id = $2',
  },
];

function kindOf(action: string): Kind {
  const kind = kinds.find((one) => one.action === action);
  if (!kind) throw new Error(action);
  return kind;
}
