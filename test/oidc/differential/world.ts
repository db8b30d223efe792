// Clients, users and tokens that the requests of the differential test name.
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../support/client.ts';
import { aGroup } from '../../support/groups.ts';
import { anOidcScope } from '../../support/oidc-clients.ts';
import {
  aPerson,
  authorized,
  type Browser,
  discovered,
  redirectUri,
  signedIn,
} from '../../support/relying-party.ts';
import type { TestService } from '../../support/service.ts';
import { changedMachineTokens, changedTokens, resource } from './changed-tokens.ts';
import type { Random } from '../../support/random.ts';

export interface Key {
  alg: 'ES256' | 'RS256' | 'EdDSA' | 'PS256';
  privateKey: CryptoKey;
  jwk: JWK;
}

/** A client, and how it authenticates. */
export interface Party {
  name: string;
  orgId: string;
  clientId: string;
  secret: string | null;
  method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  key: Key | undefined;
  /** Whether it must prove a key for its tokens. */
  bound: boolean;
  scopes: readonly string[];
  grants: readonly string[];
}

/** A token that a request may present. */
export interface Token {
  name: string;
  value: string;
  /** The client that it was issued to, which usually asks about it. */
  party: Party;
  kind: 'access' | 'changed' | 'machine' | 'changed machine' | 'refresh';
  /** The key that it is bound to. */
  key: Key | undefined;
}

export interface World {
  orgId: string;
  otherOrgId: string;
  issuer: string;
  parties: readonly Party[];
  tokens: readonly Token[];
  /** A key that no client has. */
  strangeKey: Key;
  resource: string;
  scope: string;
}

export const aKey = async (alg: Key['alg']): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: await exportJWK(publicKey) };
};

const everyScope = ['openid', 'profile', 'email', 'address', 'phone', 'groups', 'offline_access'];
const ofUsers = ['authorization_code', 'refresh_token'];

/** Makes everything, by the API and by whole sign-ins. */
export async function aWorld(service: TestService, random: Random): Promise<World> {
  const { ours, theirs, sql, organizations } = service;
  const orgId = organizations.ours.live.orgId;
  const issuer = `${new URL(service.origin).origin.replace('127.0.0.1', 'localhost')}/api/oidc/${orgId}`;
  const { name: scope } = await anOidcScope(ours, {
    name: 'orders',
    claims: [
      { claim: 'department', source: 'department' },
      { claim: 'teams', source: 'groups' },
      { claim: 'floor', source: 'attributes.floor' },
    ],
  });
  const groupId = await aGroup(ours, { name: 'Readers' });
  const [es, rs, ed] = await Promise.all([aKey('ES256'), aKey('RS256'), aKey('EdDSA')]);

  const aParty = async (
    name: string,
    fields: Record<string, unknown> = {},
    { api = ours, key }: { api?: Client; key?: Key } = {},
  ): Promise<Party> => {
    const { status, body } = await api.call('createOidcClient', {
      body: {
        name,
        redirectUris: [redirectUri],
        grantTypes: [...ofUsers, 'client_credentials'],
        scopes: [...everyScope, ...(api === ours ? [scope] : [])],
        consentRequired: false,
        accessTokenFormat: 'opaque',
        ...(key
          ? {
              tokenEndpointAuthMethod: 'private_key_jwt',
              jwks: { keys: [{ ...key.jwk, kid: 'k1', use: 'sig' }] },
            }
          : {}),
        ...fields,
      },
    });
    if (status !== 201) throw new Error(`no client ${name}: ${JSON.stringify(body)}`);
    const { clientId, clientSecret, tokenEndpointAuthMethod: method } = body;
    return {
      name,
      orgId: api === ours ? orgId : organizations.theirs.live.orgId,
      clientId,
      secret: clientSecret ?? null,
      method,
      key,
      bound: body.dpopBoundAccessTokens === true,
      scopes: body.scopes,
      grants: body.grantTypes,
    };
  };
  const machineOnly = {
    applicationType: 'machine',
    grantTypes: ['client_credentials'],
    redirectUris: [],
    scopes: [scope],
  };
  const basic = await aParty('basic', { resources: [resource], servedResources: [resource] });
  const post = await aParty('post', {
    tokenEndpointAuthMethod: 'client_secret_post',
    accessTokenFormat: 'jwt',
  });
  const signing = await aParty(
    'signing',
    { accessTokenFormat: 'jwt', resources: [resource], servedResources: [resource] },
    { key: es },
  );
  const pairwise = await aParty('pairwise', { subjectType: 'pairwise' });
  const spa = await aParty('spa', {
    applicationType: 'spa',
    grantTypes: ofUsers,
    tokenEndpointAuthMethod: 'none',
    allowedOrigins: ['https://spa.example.com'],
  });
  const bound = await aParty('bound', { dpopBoundAccessTokens: true });
  const boundJwt = await aParty(
    'bound-jwt',
    { dpopBoundAccessTokens: true, accessTokenFormat: 'jwt' },
    { key: rs },
  );
  const closed = await aParty('closed', { allowedGroups: [groupId] });
  const gone = await aParty('gone', {});
  const [narrowed, closing] = [await aParty('narrowed'), await aParty('without openid')];
  const rotated = await aParty('rotated', machineOnly);
  const parties = [
    basic,
    post,
    signing,
    pairwise,
    spa,
    bound,
    boundJwt,
    closed,
    gone,
    narrowed,
    closing,
    rotated,
    await aParty('signing by EdDSA', { ...machineOnly }, { key: ed }),
    await aParty('strict', { ...machineOnly, profile: 'FAPI2' }, { key: await aKey('PS256') }).catch(() =>
      aParty('strict', { ...machineOnly, requireIssuerAudience: true }, { key: es }),
    ),
    await aParty('machine', { ...machineOnly, accessTokenFormat: 'jwt', resources: [resource] }),
    await aParty('users-only', { grantTypes: ofUsers, scopes: ['openid', 'email'] }),
    await aParty('theirs', {}, { api: theirs }),
  ];

  const tokens: Token[] = [];
  const person = (fields: Record<string, unknown>): Promise<string> => aPerson(service, fields);
  const ada = await person({
    displayName: 'Ada Lovelace',
    nickname: 'Countess',
    middleName: 'King',
    phoneNumber: '+44 20 7946 0000',
    locale: 'en-GB',
    timezone: 'Europe/London',
    birthdate: '1815-12-10',
    department: 'Engines',
    address: { locality: 'London', country: 'GB' },
  });
  const [suspended, leaver] = [await person({}), await person({})];
  const member = await person({ department: 'Weaving' });
  // As a release before kept it: names without a look at their letters.
  await sql(`update users set last_name = 'Love\u202elace', attributes = '{"floor": 3}' where id = $1`, [
    ada,
  ]);
  await sql(
    `insert into group_members (org_id, group_id, user_id) select $1, $2, unnest($3::text[]) on conflict do nothing`,
    [orgId, groupId, [ada, member]],
  );
  const browsers = new Map<string, Browser>();

  const keyOfDpop = new Map<string, Key>();
  /** Signs a user in for a client, and keeps what the client gets. */
  const signIn = async (
    name: string,
    party: Party,
    userId: string,
    parameters: Record<string, string> = {},
  ) => {
    const browser = browsers.get(userId) ?? (await signedIn({ sql }, { issuer, userId }));
    browsers.set(userId, browser);
    const auth = party.key
      ? oidc.PrivateKeyJwt({ key: party.key.privateKey, kid: 'k1' })
      : party.method === 'client_secret_post'
        ? oidc.ClientSecretPost(party.secret ?? '')
        : undefined;
    const config = await discovered(issuer, party.clientId, party.secret, auth);
    let key: Key | undefined;
    let handle: oidc.DPoPHandle | undefined;
    if (party.bound) {
      const pair = await oidc.randomDPoPKeyPair('ES256', { extractable: true });
      key = { alg: 'ES256', privateKey: pair.privateKey, jwk: await exportJWK(pair.publicKey) };
      keyOfDpop.set(name, key);
      handle = oidc.getDPoPHandle(config, pair);
    }
    const flow = await authorized({ config }, browser, {
      scope: everyScope.slice(0, 6).join(' '),
      ...parameters,
    });
    const made = await flow.exchange(handle);
    tokens.push({ name, value: made.access_token, party, kind: 'access', key });
    if (made.refresh_token)
      tokens.push({ name: `${name} (refresh)`, value: made.refresh_token, party, kind: 'refresh', key });
  };
  await signIn('opaque', basic, ada, { scope: [...everyScope, scope].join(' '), prompt: 'consent' });
  await signIn('of a session', basic, ada);
  await signIn('claims', basic, ada, {
    scope: 'openid',
    claims: JSON.stringify({
      userinfo: {
        email: { essential: true },
        name: null,
        phone_number: { value: '+1' },
        acr: null,
        unknown: null,
      },
    }),
  });
  await signIn('for a resource', basic, ada, { scope: `openid ${scope}`, resource });
  await signIn('signed', post, ada);
  await signIn('signed by key', signing, member, { scope: 'openid profile' });
  await signIn('pairwise', pairwise, ada);
  await signIn('of a script', spa, member);
  await signIn('bound', bound, ada);
  await signIn('bound and signed', boundJwt, ada);
  await signIn('of a group', closed, member);
  await signIn('of a user who left the group', closed, ada);
  await signIn('of a disabled client', gone, ada);
  const wished = { userinfo: { email: null, name: null, phone_number: null } };
  await signIn('of a client with fewer scopes', narrowed, ada, { claims: JSON.stringify(wished) });
  await signIn('of a client without openid', closing, ada);
  await signIn('of an ended session', basic, leaver);
  await signIn('of a suspended user', basic, suspended);

  for (const party of [basic, post, signing, gone]) {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(party === basic ? { scope } : {}),
    });
    const auth = party.key
      ? oidc.PrivateKeyJwt({ key: party.key.privateKey, kid: 'k1' })
      : party.method === 'client_secret_post'
        ? oidc.ClientSecretPost(party.secret ?? '')
        : undefined;
    const config = await discovered(issuer, party.clientId, party.secret, auth);
    const made = await oidc.clientCredentialsGrant(config, form);
    tokens.push({
      name: `of ${party.name} itself`,
      value: made.access_token,
      party,
      kind: 'machine',
      key: undefined,
    });
  }

  await ours.call('updateOidcClient', { path: { clientId: gone.clientId }, body: { status: 'DISABLED' } });
  await ours.call('updateOidcClient', {
    path: { clientId: narrowed.clientId },
    body: { scopes: ['openid', 'email'] },
  });
  await ours.call('updateOidcClient', { path: { clientId: closing.clientId }, body: { scopes: ['email'] } });
  await sql(`update users set status = 'SUSPENDED' where id = $1`, [suspended]);
  await sql('delete from login_sessions where user_id = $1', [leaver]);
  await sql('delete from group_members where group_id = $1 and user_id = $2', [groupId, ada]);
  const [ofUser, ofMachine] = ['access', 'machine'].map((kind) =>
    tokens.find((token) => token.kind === kind),
  );
  if (!ofUser || !ofMachine) throw new Error('there is no token to copy');
  tokens.push(...(await changedTokens({ orgId, sql, random, of: ofUser, member })));
  tokens.push(...(await changedMachineTokens({ orgId, sql, of: ofMachine })));
  return {
    orgId,
    otherOrgId: organizations.theirs.live.orgId,
    issuer,
    parties,
    tokens,
    strangeKey: await aKey('ES256'),
    resource,
    scope,
  };
}
