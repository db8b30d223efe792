import { anInitialToken } from '../support/registrations.ts';
import { randomUUID } from 'node:crypto';
import { aCredential, anIdentity, aScimToken, aUser, aWrappedCredential } from '../support/builders.ts';
import type { OperationId } from '../../src/operation.ts';
import { type IdPrefix, newId } from '../../src/lib/id.ts';
import type { Client } from '../support/client.ts';
import {
  aLocation,
  allAccessPolicyIds,
  anAccessDevice,
  anAccessPolicy,
  nextPriority,
} from '../support/access.ts';
import { aConnection, aProvableDomain, aPublishedProvider } from '../support/connections.ts';
import { anAlert, anAlertRule, anAnomaly } from '../support/findings.ts';
import { aGroup } from '../support/groups.ts';
import { anExchange } from '../support/issuer.ts';
import { anAgentOfHost, consented } from '../support/agents.ts';
import { anOidcClient, anOidcScope } from '../support/oidc-clients.ts';
import { anOidcResource } from '../support/oidc-resources.ts';
import { aPasskey } from '../support/passkeys.ts';
import { aPolicy } from '../support/policies.ts';
import { aPendingSamlConnection } from '../support/saml-connections.ts';
import { databaseOf } from '../support/service.ts';
import { aPendingServiceProvider, anUpcomingSamlKey } from '../support/service-providers.ts';
import { aSocialProvider } from '../support/social.ts';
import { aSetupLink } from '../support/setup-links.ts';
import { aSession } from '../support/user-sessions.ts';
import { anEmail } from '../support/users.ts';
import { aFailedDelivery, aListener, createWebhook } from '../support/webhooks.ts';

/** How to make the resource that a path names. The one place of these tests that knows families. */
export interface Maker {
  /** The prefix of the ids, for ids that do not exist. It is undefined for names that exist in every tenant. */
  prefix: IdPrefix | undefined;
  make(client: Client): Promise<string>;
  /** Puts what was made where its path expects it: for what is found inside another resource only. */
  place?(client: Client, id: string, path: Readonly<Record<string, string>>): Promise<void>;
}

const identity: Maker = { prefix: 'idn', make: (client) => anIdentity(client) };
const credential: Maker = { prefix: 'cred', make: async (client) => (await aCredential(client)).id };
const initialAccessToken: Maker = {
  prefix: 'iat',
  make: async (client) => (await anInitialToken(client)).id,
};
const scimToken: Maker = { prefix: 'sct', make: async (client) => (await aScimToken(client)).id };

// The user is INVITED, because every operation accepts an invited user, and one operation accepts no other user.
const user: Maker = { prefix: 'usr', make: (client) => aUser(client, { sendInvite: true }) };
const passkey: Maker = {
  prefix: 'psk',
  make: async (client) => aPasskey(databaseOf(client), await aUser(client)),
  // The pages of a user have passkeys without the user in their path.
  async place(client, credId, { userId }) {
    if (userId === undefined) return;
    await databaseOf(client)('update passkeys set user_id = $1 where id = $2', [userId, credId]);
  },
};
const session: Maker = {
  prefix: 'ses',
  make: async (client) => aSession(databaseOf(client), await aUser(client)),
  async place(client, sessionId, { userId }) {
    await databaseOf(client)('update login_sessions set user_id = $1 where id = $2', [userId, sessionId]);
  },
};
// A user has one invitation, which has the id of the user.
const invitation: Maker = {
  prefix: 'inv',
  make: async (client) => (await user.make(client)).replace('usr_', 'inv_'),
};
const group: Maker = { prefix: 'grp', make: (client) => aGroup(client) };
const member: Maker = {
  ...user,
  async place(client, userId, { groupId = '' }) {
    const { status } = await client.call('addGroupMembers', { path: { groupId }, body: { userId } });
    if (status !== 201) throw new Error('no member');
  },
};

const webhook: Maker = { prefix: 'wh', make: async (client) => (await createWebhook(client)).id };
export const webhookListener: Maker = { prefix: 'wh', make: async (client) => (await aListener(client)).id };
const delivery: Maker = {
  prefix: 'dlv',
  make: async (client) => (await aFailedDelivery(client)).id,
  async place(client, deliveryId, { id = '' }) {
    await databaseOf(client)('update deliveries set webhook_id = $1 where id = $2', [id, deliveryId]);
  },
};
const deadLetter: Maker = {
  prefix: 'dlq',
  make: async (client) => (await aFailedDelivery(client)).deadLetterId,
  async place(client, deadLetterId, { id = '' }) {
    await databaseOf(client)('update deliveries set webhook_id = $1 where dead_letter_id = $2', [
      id,
      deadLetterId,
    ]);
  },
};

const auditLog: Maker = {
  prefix: 'aud',
  make: async (client) => {
    const targetId = await anIdentity(client);
    const { body } = await client.call('listAuditLogs', { query: { targetId } });
    return body.data[0].id;
  },
};
// Disabled, so that it refuses nothing that the tests attempt.
const policy: Maker = {
  prefix: 'pol',
  make: (client) =>
    aPolicy(client, { type: 'ROTATION_AGE', parameters: { maxAgeDays: 90 }, mode: 'DISABLED' }),
};
// Disabled, and about no user that exists: tests enable it, and it must refuse nothing.
const accessPolicy: Maker = {
  prefix: 'cap',
  make: (client) =>
    anAccessPolicy(client, { status: 'DISABLED', conditions: { users: { include: ['usr_none'] } } }),
};
// The MDM chooses the ids, so none is malformed. Devices of other tenants have tests of their own.
const accessDevice: Maker = { prefix: undefined, make: (client) => anAccessDevice(client) };
// In the database, because few back-tests of a tenant may wait.
const accessBacktest: Maker = {
  prefix: 'cab',
  async make(client) {
    const id = newId('cab');
    await databaseOf(client)(
      `insert into access_backtests (org_id, id, status, draft, period_from, period_to)
       values ($1, $2, 'COMPLETED', '{"name": "A draft"}', now(), now())`,
      [client.orgId, id],
    );
    return id;
  },
};
const namedLocation: Maker = { prefix: 'loc', make: (client) => aLocation(client) };
const oidcClient: Maker = { prefix: 'cli', make: async (client) => (await anOidcClient(client)).clientId };
const agent: Maker = {
  prefix: 'agt',
  make: async (client) =>
    (await anAgentOfHost(databaseOf(client), client.orgId, { host: `${randomUUID()}.example.com` })).agentId,
};
// A user who has let the agent of the path in.
const userOfAgent: Maker = {
  ...user,
  async place(client, userId, { agentId = '' }) {
    const { body } = await client.call('getOidcAgent', { path: { agentId } });
    await consented(databaseOf(client), { orgId: client.orgId, userId, clientId: body.clientId });
  },
};
const oidcScope: Maker = { prefix: 'scp', make: async (client) => (await anOidcScope(client)).id };
const oidcResource: Maker = { prefix: 'rsc', make: async (client) => (await anOidcResource(client)).id };
const serviceProvider: Maker = { prefix: 'sp', make: (client) => aPendingServiceProvider(client) };
const samlKey: Maker = { prefix: 'key', make: (client) => anUpcomingSamlKey(client) };
const anomaly: Maker = { prefix: 'ano', make: (client) => anAnomaly(client) };
const alert: Maker = { prefix: 'alt', make: (client) => anAlert(client) };
const alertRule: Maker = { prefix: 'alr', make: (client) => anAlertRule(client) };

const socialProvider: Maker = { prefix: 'soc', make: async (client) => (await aSocialProvider(client)).id };

const connection: Maker = {
  prefix: 'fed',
  make: async (client) => (await aConnection(client, { issuer: (await aPublishedProvider()).issuer })).id,
};
const samlConnection: Maker = { prefix: 'fed', make: aPendingSamlConnection };
const setupLink: Maker = { prefix: 'fsl', make: async (client) => (await aSetupLink(client)).id };
// A name and no id: domains of other tenants have tests of their own.
const domain: Maker = { prefix: undefined, make: (client) => aProvableDomain(client) };

/**
 * The caller's own tenant, because the tests create no other tenant.
 * A token is not valid under another tenant's path, so no 404 tells whether the other tenant exists.
 */
export const tenant: Maker = { prefix: 'org', make: async ({ orgId = '' }) => orgId };
/**
 * An organization for its operator, which may be suspended and closed: the client goes on with its own. It has no prefix, because it is
 * not a resource of a tenant. Its name is that of the example of `closeOrganization`.
 */
const organization: Maker = {
  prefix: undefined,
  async make(client) {
    const [live, test] = [newId('org'), newId('org')];
    await databaseOf(client)(
      `insert into tenants (id, organization_id, name, environment) values ($1, $1, 'Acme', 'live'), ($2, $1, 'Acme', 'test')`,
      [live, test],
    );
    return live;
  },
};
const named = (name: string): Maker => ({ prefix: undefined, make: async () => name });

/** By the path up to the parameter that the id stands for. */
export const makers: Readonly<Record<string, Maker>> = {
  '/api/v1/identities/{id}': identity,
  '/api/v1/credentials/{id}': credential,
  '/api/v1/directory/users/{userId}': user,
  '/api/v1/directory/invitations/{invitationId}': invitation,
  '/api/v1/directory/users/{userId}/sessions/{sessionId}': session,
  '/api/v1/auth/webauthn/users/{userId}': user,
  '/api/v1/auth/webauthn/users/{userId}/credentials/{credId}': passkey,
  '/account/{orgId}/passkeys/{passkeyId}': passkey,
  '/api/v1/directory/scim/tokens/{tokenId}': scimToken,
  '/api/v1/directory/groups/{groupId}': group,
  '/api/v1/directory/groups/{groupId}/members/{userId}': member,
  '/api/v1/policies/{id}': policy,
  '/api/v1/conditional-access/policies/{id}': accessPolicy,
  '/api/v1/conditional-access/backtests/{id}': accessBacktest,
  '/api/v1/conditional-access/named-locations/{id}': namedLocation,
  '/api/v1/conditional-access/devices/{deviceId}': accessDevice,
  '/api/v1/webhook-listeners/{id}': webhookListener,
  '/api/v1/webhooks/{id}': webhook,
  '/api/v1/webhooks/{id}/deliveries/{deliveryId}': delivery,
  '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}': deadLetter,
  '/api/v1/oidc/clients/{clientId}': oidcClient,
  '/api/v1/oidc/agents/{agentId}': agent,
  '/api/v1/oidc/agents/{agentId}/grants/{userId}': userOfAgent,
  '/api/v1/oidc/scopes/{scopeId}': oidcScope,
  '/api/v1/oidc/initial-access-tokens/{tokenId}': initialAccessToken,
  '/api/v1/oidc/resources/{resourceId}': oidcResource,
  '/api/v1/saml/service-providers/{spId}': serviceProvider,
  '/api/v1/keys/{keyId}': samlKey,
  '/api/v1/audit-logs/{id}': auditLog,
  '/api/v1/anomalies/{id}': anomaly,
  '/api/v1/alerts/{id}': alert,
  '/api/v1/alert-rules/{id}': alertRule,
  // Names that every tenant has.
  '/api/v1/auth/mail-templates/{kind}': named('INVITATION'),
  '/api/v1/auth/mail-templates/{kind}/{language}': named('en'),
  '/api/v1/auth/social-providers/{providerId}': socialProvider,
  '/api/v1/federation/{id}': connection,
  '/api/v1/federation/oidc/{id}': connection,
  '/api/v1/federation/saml/{id}': samlConnection,
  '/api/v1/federation/setup-links/{id}': setupLink,
  '/api/v1/federation/domains/{domain}': domain,
  '/login/{orgId}/federation/{connectionId}': connection,
  '/api/v1/organizations/{id}': organization,
  '/login/{orgId}': tenant,
  '/account/{orgId}': tenant,
  '/api/oidc/{orgId}': tenant,
  '/api/saml/{orgId}': tenant,
  '/api/scim/v2/{orgId}': tenant,
  '/api/scim/v2/{orgId}/Users/{id}': user,
  '/api/scim/v2/{orgId}/Groups/{id}': group,
  '/api/scim/v2/{orgId}/Schemas/{id}': named('urn:ietf:params:scim:schemas:core:2.0:User'),
  '/api/scim/v2/{orgId}/ResourceTypes/{name}': named('User'),
};

/** Fields of bodies and queries that name a resource. */
export const references: Readonly<Record<string, Maker>> = {
  identityId: identity,
  userId: user,
  ownerUserId: user,
  'assertionAudiences.0.signInClientId': oidcClient,
};

/** Bodies whose fields depend on each other, so that no example and no maker of one of them can work. */
export const bodies: Readonly<
  Partial<Record<OperationId, (client: Client) => Promise<Record<string, string | string[]>>>>
> = {
  exchangeToken: anExchange,
  updateOidcBlockedHosts: async () => ({ hosts: [`${randomUUID()}.example.com`] }),
  putAccessPolicyOrder: thePresentOrder,
  applyConfiguration: thePlan,
};

/**
 * Each caller has another fingerprint, and an apply that changes nothing needs none. The fingerprint is that of the objects of the example, for
 * samples, which have these objects.
 */
async function thePlan(client: Client): Promise<{ objects: string[]; fingerprint: string }> {
  const objects = [
    {
      kind: 'identity',
      key: 'deploy-bot',
      spec: { name: 'Deploy bot', type: 'CI_CD', tags: ['production'] },
    },
  ];
  const { body } = await client.call('planConfiguration', { body: { objects } });
  return { objects: [], fingerprint: String(body.fingerprint) };
}

/** An order names all policies of the tenant. The present one changes nothing. */
async function thePresentOrder(client: Client): Promise<{ policyIds: string[] }> {
  await accessPolicy.make(client);
  return { policyIds: await allAccessPolicyIds(client) };
}

/** Ids that examples name inside of their fields, and how to make a resource for them. */
export const inside: readonly (readonly [form: RegExp, make: (client: Client) => Promise<string>])[] = [
  [/\bloc_[0-9a-z]{26}/, (client) => aLocation(client)],
];

/** Values in examples that an organization may have only once, and how to make another one for their place. */
export const uniques: readonly (readonly [form: RegExp, make: () => string])[] = [
  [/\bada@example\.com\b/g, anEmail],
  [/\bRotate every quarter\b/g, () => `Policy ${randomUUID()}`],
  [/(?<=\bpriority"?[:=] ?)100\b/g, () => String(nextPriority())],
  [/\bHeadquarters\b/g, () => `Location ${randomUUID()}`],
  [/\bworkplace\b/g, () => `scope-${randomUUID()}`],
  [/\b1234567890-example\.apps\.googleusercontent\.com\b/g, () => `client-${randomUUID()}`],
  [/https:\/\/app\.example\.com\/saml\/metadata\b/g, () => `https://app.example.com/${randomUUID()}`],
  [/https:\/\/mcp\.example\.com\b/g, () => `https://${randomUUID()}.example.com`],
  [/\bacme\.example\b/g, () => `${randomUUID()}.example`],
  [/\bPlatform team\b/g, () => `Team ${randomUUID()}`],
];

/** A wrap token can be used once, so every call has its own. */
export const wrapped = [
  /\bkd_wrap_EXAMPLE[0-9A-Za-z]+/,
  async (client: Client) => (await aWrappedCredential(client)).token,
] as const;

/** The form of what examples name, and how to make a real one for its place. */
export const standIns: readonly (readonly [form: RegExp, make: (client: Client) => Promise<string>])[] = [
  ...Object.values(makers).flatMap((maker) =>
    maker.prefix === undefined
      ? []
      : [
          [
            new RegExp(`\\b${maker.prefix}_[0-9a-z]{26}`, 'g'),
            (client: Client) => maker.make(client),
          ] as const,
        ],
  ),
  [new RegExp(wrapped[0], 'g'), wrapped[1]],
  [/\bkd_(?!wrap)[a-z]+_EXAMPLE[0-9A-Za-z]+/g, async (client) => (await aCredential(client)).secret],
  ...uniques.map(([form, make]) => [form, async () => make()] as const),
];

/**
 * Whether only the caller that made the resource may call an operation. The example is made by another caller. The tests of the
 * room call it with a narrow key and with a session.
 */
export const isForItsMaker = ({ id }: { id: OperationId }): boolean => id === 'streamWebhookListener';

/** Whether the answer lasts as long as the call asks for, in the parameter `seconds`. */
export const isLasting = ({ id }: { id: OperationId }): boolean =>
  id === 'streamWebhookListener' || id === 'streamCredentialChanges';

/**
 * The scopes that an example grants or shows.
 * The caller must hold these scopes besides the scope of the operation (decisions 6.13).
 */
export const givenAway: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  previewServiceProvider: ['directory.read'],
  previewConnectionMapping: ['directory.read', 'groups.read'],
  createScimToken: ['directory.read', 'directory.write', 'groups.read', 'groups.write'],
  createWebhook: ['credentials.read'],
  createWebhookListener: ['credentials.read'],
  deleteWebhookListener: ['identities.read'],
  createServiceProvider: ['directory.read'],
  approveOidcAgent: ['identities.write'],
  createOidcScope: ['directory.read'],
  updateOidcScope: ['directory.read'],
  cleanUpCredentials: ['credentials.read'],
  evaluatePolicies: ['credentials.read', 'identities.read'],
  rightSizeIdentity: ['credentials.read'],
  updateWebhook: ['credentials.read', 'alerts.read'],
  pauseWebhook: ['alerts.read'],
  resumeWebhook: ['alerts.read'],
  rotateWebhookSecret: ['alerts.read'],
  deleteWebhook: ['alerts.read'],
  getDelivery: ['identities.read'],
  getDeadLetter: ['identities.read'],
};
