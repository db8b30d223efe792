// Fields of written-fields.ts that depend on each other, on other resources, or on servers.
import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aLocation, nextPriority } from '../support/access.ts';
import { aUser } from '../support/builders.ts';
import type { Client } from '../support/client.ts';
import { aPublishedProvider } from '../support/connections.ts';
import { anOidcClient, anOidcScope } from '../support/oidc-clients.ts';
import { aPasskey } from '../support/passkeys.ts';
import { aSamlConnection, idpMetadataOf } from '../support/saml-connections.ts';
import { databaseOf } from '../support/service.ts';
import {
  anUpcomingSamlKey,
  aPartnerKey,
  aServiceProvider,
  metadataOf,
  type PartnerKey,
} from '../support/service-providers.ts';
import type { ByOperation } from './field-exceptions.ts';

/** Fields that a request of their own writes. */
export interface Apart {
  /** The names of the fields. A name stands for every field inside as well. */
  fields: readonly string[];
  /** Makes values that the request needs: those of these fields, or of others beside them. */
  with?: (client: Client, path: Record<string, string>) => object | Promise<object>;
  /** Makes the resource that the request changes, and returns its path. */
  on?: (client: Client) => Promise<Record<string, string>>;
}

const keys = new Map<string, Promise<PartnerKey>>();

/** The key of a purpose. It lasts, because making one takes long. */
function keyFor(purpose: string): Promise<PartnerKey> {
  const key = keys.get(purpose) ?? aPartnerKey(purpose);
  keys.set(purpose, key);
  return key;
}
const certificateFor = async (purpose: string) => (await keyFor(purpose)).certificate;

const anAttributeMapping = () => ({ department: { from: [`own-${randomUUID()}`], lowerCase: true } });
const aNarrowSelector = () => ({ selector: { tags: [`own-${randomUUID()}`] } });

/** No two policies of a tenant have the same priority. */
const aPriority = () => ({ priority: nextPriority() });

const aConnectionOf = async () => ({
  scopes: ['openid', `own-${randomUUID()}`],
  attributeMapping: anAttributeMapping(),
});
const aSamlConnectionOf = async () => ({
  certificates: [await certificateFor('own identity provider')],
  attributeMapping: anAttributeMapping(),
});
const withScope = async (client: Client) => ({ scopes: [(await anOidcScope(client)).name] });
const withClients = async (client: Client) => ({
  clients: [(await anOidcClient(client)).clientId],
  servedBy: [(await anOidcClient(client)).clientId],
});
const anOidcResourceOf = async (client: Client) => ({
  ...(await withClients(client)),
  identifier: `https://own-${randomUUID()}.example.com`,
});
const aServiceProviderOf = async () => ({
  encryptionCertificate: await certificateFor('own encryption'),
  signingCertificates: [await certificateFor('own signing')],
});
const onServiceProvider = async (client: Client) => ({ spId: (await aServiceProvider(client)).id });
const onSamlConnection = async (client: Client) => ({ id: (await aSamlConnection(client)).id });

/** The needs of the request that writes all other fields of an operation. */
export const together: ByOperation<Omit<Apart, 'fields'>> = {
  createPolicy: { with: aNarrowSelector },
  createAccessPolicy: { with: aPriority },
  updateAccessPolicy: { with: aPriority },
  updatePolicy: { with: () => ({ parameters: { maxAgeDays: 33 } }) },
  replaceAttributeSchema: {
    with: () => ({ schema: { type: 'object', description: `own ${randomUUID()}` } }),
  },
  updateWebauthnConfig: {
    with: ({ origin }) => ({ origins: [origin.replace('127.0.0.1', 'localhost'), 'http://localhost:1'] }),
  },
  updateSocialProvider: { with: () => ({ scopes: ['openid', `own-${randomUUID()}`] }) },
  createOidcConnection: { with: aConnectionOf },
  updateOidcConnection: { with: aConnectionOf },
  createSamlConnection: { with: aSamlConnectionOf },
  updateSamlConnection: { with: aSamlConnectionOf, on: onSamlConnection },
  createOidcClient: { with: withScope },
  updateOidcClient: { with: withScope },
  createOidcResource: { with: anOidcResourceOf },
  updateOidcResource: { with: withClients },
  createServiceProvider: { with: aServiceProviderOf },
  updateServiceProvider: { with: aServiceProviderOf, on: onServiceProvider },
};

/** A policy of a type is about its own parameters. */
const parametersOf = (type: string, ...names: string[]): Apart => ({
  fields: names.map((name) => `parameters.${name}`),
  with: () => ({ type, parameters: lifetimes[type] ?? {}, ...aNarrowSelector() }),
});
const lifetimes: Readonly<Record<string, object>> = {
  CREDENTIAL_LIFETIME: { maxTtlSeconds: 7_200, defaultTtlSeconds: 3_600 },
};

const inCountries = {
  fields: ['type', 'countries', 'includeUnknown'],
  with: () => ({ type: 'COUNTRY', ipRanges: [] }),
};

const accountLinking: Apart = {
  fields: ['accountLinking'],
  with: () => ({ accountLinking: 'NONE', enforced: false }),
};
const enforced: Apart = {
  fields: ['enforced'],
  async with(client) {
    // Enforcement requires an owner who can sign in without the connection.
    const body = { enabled: true, passwordless: true, userVerification: 'required', residentKey: 'required' };
    expect((await client.call('updateWebauthnConfig', { body })).status).toBe(200);
    await aPasskey(databaseOf(client), await aUser(client, { roles: ['OWNER'] }));
    return {};
  },
};

/** Publishes signed metadata. It returns its URL, and the certificate that its signature is verified with. */
async function published(metadata: (issuer: string, key: PartnerKey) => Promise<string>) {
  const { issuer, respond } = await aPublishedProvider();
  const key = await keyFor('own metadata');
  respond('/metadata', { body: await metadata(issuer, key) });
  return { metadataUrl: `${issuer}/metadata`, metadataSigningCertificate: key.certificate };
}
const metadataOfConnection = (entityId?: string) =>
  published((issuer, signedBy) =>
    idpMetadataOf({ entityId: entityId ?? issuer, ssoUrl: `${issuer}/sso`, signedBy }),
  );
const metadataOfServiceProvider = (entityId?: string) =>
  published((issuer, signedBy) =>
    metadataOf({ entityId: entityId ?? issuer, signing: [signedBy.certificate], signedBy }),
  );
const byMetadata = ['metadataUrl', 'metadataSigningCertificate'];

/** One of several is the default. */
const twoAcsUrls = () => ({
  acsUrl: undefined,
  acsUrls: [
    { isDefault: false },
    { url: `https://own-${randomUUID()}.example.com/acs`, index: 9_999, isDefault: true },
  ],
});

const ofServiceProvider: readonly Apart[] = [
  { fields: ['acsUrls'], with: twoAcsUrls, on: onServiceProvider },
  {
    fields: ['nameIdFormat', 'nameIdAttribute'],
    with: () => ({ nameIdFormat: 'unspecified' }),
    on: onServiceProvider,
  },
  { fields: ['signAssertions'], on: onServiceProvider },
  {
    fields: ['signingKeyId'],
    with: async (client) => ({ signingKeyId: await anUpcomingSamlKey(client) }),
    on: onServiceProvider,
  },
];

/** A client that authenticates with a key. */
const withKey = (kind: 'rsa' | 'ec') => () => {
  const { publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alg = kind === 'rsa' ? 'PS256' : 'ES256';
  const jwk = {
    ...publicKey.export({ format: 'jwk' }),
    use: 'sig',
    key_ops: ['verify'],
    alg,
    kid: randomUUID(),
  };
  return { tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [jwk] } };
};
const ofJwk = (...names: string[]): string[] => names.map((name) => `jwks.keys.0.${name}`);
const ofOidcClient: readonly Apart[] = [
  {
    fields: ['grantTypes', 'responseTypes'],
    with: () => ({ grantTypes: ['client_credentials'], responseTypes: [] }),
  },
  {
    fields: ['tokenEndpointAuthMethod', ...ofJwk('kty', 'use', 'key_ops', 'alg', 'kid', 'n', 'e')],
    with: withKey('rsa'),
  },
  { fields: ofJwk('crv', 'x', 'y'), with: withKey('ec') },
  { fields: ['jwksUri'], with: () => ({ tokenEndpointAuthMethod: 'private_key_jwt' }) },
  { fields: ['profile'], with: withKey('ec') },
  { fields: ['requireSignedRequestObject'], with: withKey('ec') },
  {
    fields: ['issuer', 'clientId', 'signInClientId', 'scopes', 'resources'].map(
      (name) => `assertionAudiences.0.${name}`,
    ),
    with: () => ({
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      subjectType: 'public',
    }),
  },
];

/** Fields that depend on each other or on other resources. */
export const apart: ByOperation<readonly Apart[]> = {
  createPolicy: [
    parametersOf('CREDENTIAL_LIFETIME', 'maxTtlSeconds', 'defaultTtlSeconds', 'allowNeverExpiring'),
    parametersOf('ROTATION_AGE', 'maxAgeDays'),
    parametersOf('SCOPE_RESTRICTION', 'allowedScopes', 'deniedScopes'),
    parametersOf('IP_ALLOWLIST', 'cidrs'),
    parametersOf('TIME_WINDOW', 'timezone', 'days', 'from', 'to'),
    parametersOf('INACTIVITY', 'maxIdleDays'),
    parametersOf('USAGE_RATE', 'maxUses', 'windowSeconds'),
    { fields: ['type'], with: () => ({ type: 'OWNER_REQUIRED', parameters: {}, ...aNarrowSelector() }) },
  ],
  createAccessPolicy: [
    { fields: ['requirements'], with: () => ({ decision: 'REQUIRE' }) },
    { fields: ['decision'], with: () => ({ decision: 'BLOCK', requirements: [] }) },
  ],
  updateAccessPolicy: [{ fields: ['decision', 'requirements'], with: () => ({ decision: 'REQUIRE' }) }],
  createNamedLocation: [inCountries],
  updateNamedLocation: [
    {
      fields: ['countries', 'includeUnknown'],
      on: async (client) => ({ id: await aLocation(client, { type: 'COUNTRY', countries: ['DE'] }) }),
    },
  ],
  updatePasswordPolicy: [
    {
      fields: ['lockoutWindowSeconds', 'lockoutDurationSeconds'],
      with: () => ({
        lockoutWindowSeconds: randomInt(500, 800),
        lockoutDurationSeconds: randomInt(100, 400),
      }),
    },
  ],
  updateTotpConfig: [
    { fields: ['enabled'], with: () => ({ enforcement: 'OPTIONAL' }) },
    { fields: ['enforcement'], with: () => ({ enabled: true }) },
    { fields: ['window', 'periodSeconds'], with: () => ({ window: 2, periodSeconds: 20 }) },
  ],
  createOidcClient: [
    { fields: ['applicationType'], with: () => ({ applicationType: 'native' }) },
    ...ofOidcClient,
  ],
  updateOidcClient: ofOidcClient,
  createServiceProvider: [
    ...ofServiceProvider,
    {
      fields: byMetadata,
      with: async () => ({
        entityId: undefined,
        acsUrl: undefined,
        ...(await metadataOfServiceProvider()),
      }),
    },
  ],
  updateServiceProvider: [
    ...ofServiceProvider,
    {
      fields: byMetadata,
      on: onServiceProvider,
      async with(client, path) {
        const { body } = await client.call('getServiceProvider', { path });
        return metadataOfServiceProvider(body.entityId);
      },
    },
  ],
  createOidcConnection: [accountLinking, enforced],
  updateOidcConnection: [accountLinking, enforced],
  createSamlConnection: [
    accountLinking,
    enforced,
    {
      fields: byMetadata,
      with: async () => ({
        idpEntityId: undefined,
        ssoUrl: undefined,
        certificates: undefined,
        ...(await metadataOfConnection()),
      }),
    },
    {
      fields: ['isDraft'],
      with: () => ({ idpEntityId: undefined, ssoUrl: undefined, certificates: undefined }),
    },
  ],
  updateSamlConnection: [
    accountLinking,
    enforced,
    // Only a draft takes it.
    {
      fields: ['idpEntityId'],
      async on(client) {
        const { body } = await client.call('createSamlConnection', { body: { name: 'Acme', isDraft: true } });
        return { id: body.id };
      },
      with: async () => ({
        ssoUrl: 'https://login.acme.invalid/sso',
        certificates: [await certificateFor('own identity provider')],
      }),
    },
    {
      fields: byMetadata,
      on: onSamlConnection,
      async with(client, path) {
        const { body } = await client.call('getSamlConnection', { path });
        return metadataOfConnection(body.idpEntityId);
      },
    },
  ],
};
