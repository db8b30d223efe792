// Acts on a resource are ordered by their effect. Where a weaker act is refused to a caller who lacks rights of the resource, the stronger
// ones are refused, too. docs/decisions/0094 has the exceptions: ends that an emergency needs.
import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity, aScimToken, aUser } from '../support/builders.ts';
import type { Client } from '../support/client.ts';
import { aConnection, aDomainName, linkUser } from '../support/connections.ts';
import { anAlertRule } from '../support/findings.ts';
import { aGroup } from '../support/groups.ts';
import { anOidcScope } from '../support/oidc-clients.ts';
import { test, type TestService } from '../support/service.ts';
import { aPendingServiceProvider, aServiceProvider, pendingChangeId } from '../support/service-providers.ts';
import { aSetupLink } from '../support/setup-links.ts';
import { aSocialProvider } from '../support/social.ts';
import { aUserCaller } from '../support/user-caller.ts';
import { anEmail } from '../support/users.ts';
import { createWebhook } from '../support/webhooks.ts';

type Operation = Parameters<Client['call']>[0];
type Act = [operation: Operation, body?: Record<string, unknown>];

/** A resource that carries more rights than its callers have, and what these may do with it. */
interface Ordered {
  /** The scopes of the caller: the permissions of the acts alone. */
  scopes: string[];
  /** Makes the resource, and returns the parameters of its paths. */
  make: (service: TestService) => Promise<Record<string, string>>;
  /** From the weakest to the strongest. A caller who has the rights of the resource may do each. */
  refused: Act[];
  /** Acts without an effect on rights. */
  free?: Act[];
  /** Ends that stay allowed, and the scopes that they need. */
  emergency?: { scopes: string[]; acts: Act[] };
}

const later = (): string => new Date(Date.now() + 86_400_000).toISOString();
const anAttribute = [{ name: 'mail', source: 'email' }];

const table: Record<string, Ordered> = {
  'an identity with a full key': {
    scopes: ['identities.write'],
    make: async ({ ours }) => ({ id: (await aCredential(ours, { scopes: ['*'] })).identityId }),
    free: [['updateIdentity', { name: 'renamed' }]],
    refused: [
      ['updateIdentity', { allowedIps: ['192.0.2.0/24'] }],
      ['updateIdentity', { expiresAt: later() }],
      ['reactivateIdentity'],
      ['suspendIdentity'],
      ['revokeIdentity'],
      ['deleteIdentity'],
    ],
    emergency: {
      scopes: ['identities.write', 'credentials.revoke'],
      acts: [['suspendIdentity'], ['revokeIdentity'], ['deleteIdentity']],
    },
  },
  'an identity that tokens of others obtain rights by': {
    scopes: ['identities.write'],
    make: async ({ ours }) => ({
      id: await anIdentity(ours, {
        allowedScopes: ['audit.read'],
        federatedSubjects: [{ issuer: 'https://ci.example.com', audience: 'keyward', subject: 'deploy' }],
      }),
    }),
    refused: [
      ['updateIdentity', { allowedScopes: [] }],
      ['updateIdentity', { federatedSubjects: [] }],
      ['suspendIdentity'],
      ['revokeIdentity'],
      ['deleteIdentity'],
    ],
    emergency: {
      scopes: ['identities.write', 'credentials.revoke'],
      acts: [['updateIdentity', { federatedSubjects: [] }], ['suspendIdentity']],
    },
  },
  'a full key': {
    scopes: ['credentials.write', 'credentials.rotate'],
    make: async ({ ours }) => ({ id: (await aCredential(ours, { scopes: ['*'] })).id }),
    free: [['updateCredential', { name: 'renamed' }]],
    refused: [
      ['updateCredential', { allowedIps: ['192.0.2.0/24'] }],
      ['updateCredential', { scopes: [] }],
      ['updateCredential', { expiresAt: later() }],
      ['rotateCredential', { gracePeriod: 0 }],
    ],
    emergency: {
      scopes: ['credentials.revoke'],
      acts: [['suspendCredential'], ['revokeCredential'], ['deleteCredential']],
    },
  },
  'an administrator': {
    scopes: ['directory.write'],
    make: async ({ ours }) => ({ userId: await aUser(ours, { roles: ['ADMIN'] }) }),
    free: [['updateUser', { title: 'Board' }]],
    refused: [
      ['updateUser', { email: anEmail() }],
      ['updateUser', { roles: ['MEMBER'] }],
      ['updateUser', { expiresAt: later() }],
      ['endUserSessions'],
      ['deleteUserFactors'],
      ['createAccessPass', { expiresInSeconds: 900 }],
      ['reactivateUser'],
      ['suspendUser'],
      ['deprovisionUser'],
      ['deleteUser'],
    ],
  },
  'a group with scopes': {
    scopes: ['groups.write'],
    make: async ({ ours }) => {
      const groupId = await aGroup(ours, { scopes: ['audit.read'] });
      const userId = await aUser(ours);
      await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
      return { groupId, userId };
    },
    free: [['updateGroup', { description: 'renamed' }]],
    refused: [['updateGroup', { scopes: [] }], ['removeGroupMember'], ['deleteGroup']],
  },
  'a webhook that reads users': {
    scopes: ['webhooks.write'],
    make: async ({ ours }) => ({ id: (await createWebhook(ours, { events: ['user.created'] })).id }),
    free: [['updateWebhook', { name: 'renamed' }]],
    refused: [
      ['updateWebhook', { events: ['webhook.disabled'] }],
      ['updateWebhook', { url: 'https://127.0.0.1:9/other' }],
      ['pauseWebhook'],
      ['resumeWebhook'],
      ['rotateWebhookSecret', { gracePeriod: 0 }],
      ['deleteWebhook'],
    ],
  },
  'an alert rule with a channel': {
    scopes: ['alerts.write'],
    make: async ({ ours }) => ({
      id: await anAlertRule(ours, {
        channels: [{ type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' }],
      }),
    }),
    free: [['updateAlertRule', { name: 'renamed' }]],
    refused: [
      ['updateAlertRule', { events: ['credential.leaked'] }],
      ['updateAlertRule', { conditions: { minSeverity: 'CRITICAL' } }],
      ['updateAlertRule', { enabled: false }],
      ['updateAlertRule', { channels: [] }],
      ['deleteAlertRule'],
    ],
  },
  'a connection of an administrator': {
    scopes: ['federation.write'],
    make: async (service) => {
      const { id } = await aConnection(service.ours);
      await linkUser(service, id, await aUser(service.ours, { roles: ['SECURITY'] }));
      return { id };
    },
    refused: [
      ['updateOidcConnection', { name: 'renamed' }],
      ['updateOidcConnection', { clientSecret: 'mine' }],
      ['updateOidcConnection', { status: 'DISABLED' }],
      ['updateConnection', { status: 'DISABLED', revokeSessions: true }],
      ['deleteConnection'],
    ],
  },
  'an own issuer of an administrator': {
    scopes: ['auth_config.write'],
    make: async (service) => {
      const { id } = await aSocialProvider(service.ours);
      await linkUser(service, id, await aUser(service.ours, { roles: ['SECURITY'] }));
      return { providerId: id };
    },
    refused: [
      ['updateSocialProvider', { name: 'renamed' }],
      ['updateSocialProvider', { clientSecret: 'mine' }],
      ['updateSocialProvider', { enabled: false }],
      ['deleteSocialProvider'],
    ],
  },
  'a service provider that reads users': {
    scopes: ['saml.write'],
    make: async ({ ours }) => ({
      spId: (await aServiceProvider(ours, { attributeMappings: anAttribute })).id,
    }),
    free: [['updateServiceProvider', { name: 'renamed' }]],
    refused: [
      ['updateServiceProvider', { attributeMappings: [] }],
      ['updateServiceProvider', { acsUrl: 'https://other.example.com/acs' }],
      ['updateServiceProvider', { status: 'DISABLED' }],
      ['deleteServiceProvider'],
    ],
  },
  'a service provider that reads users, and whose metadata has changed': {
    scopes: ['saml.write'],
    make: async ({ ours, sql }) => {
      const spId = await aPendingServiceProvider(ours);
      const mapping = JSON.stringify([{ name: 'mail', nameFormat: 'basic', source: 'email' }]);
      await sql('update saml_service_providers set attribute_mappings = $2 where id = $1', [spId, mapping]);
      return { spId };
    },
    refused: [
      ['approveServiceProviderChange', { changeId: pendingChangeId }],
      ['rejectServiceProviderChange', { changeId: pendingChangeId }],
    ],
  },
  'a scope that shows fields of users': {
    scopes: ['oidc.write'],
    make: async ({ ours }) => ({
      scopeId: (await anOidcScope(ours, { claims: [{ claim: 'office', source: 'attributes.office' }] })).id,
    }),
    free: [['updateOidcScope', { displayName: 'renamed' }]],
    refused: [['updateOidcScope', { claims: [] }], ['deleteOidcScope']],
  },
  'a token of a directory': {
    scopes: ['scim_tokens.write'],
    make: async ({ ours }) => ({ tokenId: (await aScimToken(ours)).id }),
    refused: [],
    emergency: { scopes: ['scim_tokens.write'], acts: [['revokeScimToken']] },
  },
  'a setup link for the domain of an administrator': {
    scopes: ['federation.write'],
    make: async ({ ours }) => {
      const domain = aDomainName();
      await aUser(ours, { email: `ada@${domain}`, roles: ['SECURITY'] });
      return { id: (await aSetupLink(ours, { domains: [domain] })).id };
    },
    refused: [],
    emergency: { scopes: ['federation.write'], acts: [['revokeSetupLink']] },
  },
};

const told = ([operation, body]: Act): string => `${operation} ${JSON.stringify(body ?? {})}`;

const perform = (client: Client, [operation, body]: Act, path: Record<string, string>) =>
  client.call(operation, { path, ...(body && { body }) });

describe.for(Object.entries(table))('%s', ([, { scopes, make, refused, free = [], emergency }]) => {
  test('is neither changed nor ended by a caller without its rights', async ({ service }) => {
    const { caller } = await aCallerWith(service, scopes);
    const path = await make(service);
    for (const act of free)
      expect([told(act), (await perform(caller, act, path)).status]).toEqual([told(act), 200]);
    for (const act of refused) {
      const { status, body } = await perform(caller, act, path);
      expect([told(act), status, body.code]).toEqual([told(act), 403, 'SCOPE_NOT_GRANTABLE']);
    }
  });

  test('is changed and ended by a caller with its rights', async ({ service }) => {
    for (const act of refused) {
      const { status, body } = await perform(service.ours, act, await make(service));
      expect([told(act), status < 300, body.code]).toEqual([told(act), true, undefined]);
    }
  });

  test.skipIf(!emergency)('is ended in an emergency', async ({ service }) => {
    const { caller } = await aCallerWith(service, emergency?.scopes ?? []);
    for (const act of emergency?.acts ?? [])
      expect([told(act), (await perform(caller, act, await make(service))).status]).toEqual([told(act), 200]);
  });
});

test('ends ask no owner for a recent sign-in', async ({ service }) => {
  const { client, userId } = await aUserCaller(service);
  await service.sql(`update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`, [
    userId,
  ]);
  const ends: [what: string, act: Act][] = [
    ['an identity with a full key', ['suspendIdentity']],
    ['an identity with a full key', ['revokeIdentity']],
    ['an identity with a full key', ['deleteIdentity']],
    ['an administrator', ['endUserSessions']],
    ['an administrator', ['suspendUser']],
    ['an administrator', ['deprovisionUser']],
    ['a group with scopes', ['removeGroupMember']],
    ['a group with scopes', ['deleteGroup']],
    ['a webhook that reads users', ['pauseWebhook']],
    ['a webhook that reads users', ['deleteWebhook']],
    ['a connection of an administrator', ['updateConnection', { status: 'DISABLED', revokeSessions: true }]],
    ['a connection of an administrator', ['updateOidcConnection', { status: 'DISABLED' }]],
    ['an own issuer of an administrator', ['updateSocialProvider', { enabled: false }]],
    ['an own issuer of an administrator', ['deleteSocialProvider']],
    ['a service provider that reads users', ['updateServiceProvider', { status: 'DISABLED' }]],
    ['a service provider that reads users', ['deleteServiceProvider']],
    ['a scope that shows fields of users', ['deleteOidcScope']],
  ];
  for (const [what, act] of ends) {
    const path = await table[what]?.make(service);
    const { status, body } = await perform(client, act, path ?? {});
    expect([what, told(act), status, body.code]).toEqual([what, told(act), 200, undefined]);
  }
});
