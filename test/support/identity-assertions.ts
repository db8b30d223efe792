// Identity assertions of an identity provider that a test controls (draft-ietf-oauth-identity-assertion-authz-grant).
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { type Issuer, secondsFromNow, startIssuer } from './issuer.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  type Browser,
  type RelyingParty,
  signedIn,
  type Tokens,
} from './relying-party.ts';
import type { TestService } from './service.ts';
import { aConnection, type ConnectionFields } from './stored-connections.ts';

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const identityAssertion = 'urn:ietf:params:oauth:token-type:id-jag';

/** The resource that clients of the tests may ask for. */
export const resource = 'https://api.example.com';

/** A trusted identity provider, a user who is linked with it, and a client that presents its assertions. */
export interface Trusted {
  issuer: Issuer;
  connectionId: string;
  userId: string;
  /** The account of the user at the identity provider. */
  subject: string;
  party: RelyingParty;
  /** Signs an assertion that is right, but for these claims and this header. A claim that is undefined is left out. */
  assertion: (claims?: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  /** Presents an assertion as the client. */
  present: (
    assertion: string,
    more?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Makes a tenant ready for assertions of a new identity provider. */
export async function aTrustedIssuer(
  service: TestService,
  { connection = {}, client = {} }: { connection?: ConnectionFields; client?: Record<string, unknown> } = {},
): Promise<Trusted> {
  const issuer = await startIssuer();
  const { id: connectionId } = await aConnection(service, {
    issuer: issuer.url,
    acceptAssertions: true,
    ...connection,
  });
  const userId = await aPerson(service);
  const subject = crypto.randomUUID();
  await linkAccount(service, { connectionId, subject, userId });
  const party = await aRelyingParty(service.ours, {
    grantTypes: [jwtBearer, 'client_credentials'],
    redirectUris: [],
    postLogoutRedirectUris: [],
    scopes: ['openid', 'profile', 'email'],
    resources: [resource],
    ...client,
  });
  const right = () => ({
    aud: party.issuer,
    sub: subject,
    client_id: party.clientId,
    exp: secondsFromNow(300),
    scope: 'profile',
    resource,
  });
  return {
    issuer,
    connectionId,
    userId,
    subject,
    party,
    assertion: (claims = {}, header = {}) =>
      issuer.sign({ ...right(), ...claims }, { typ: 'oauth-id-jag+jwt', ...header }),
    present: (assertion, more = {}, headers = {}) =>
      tokensFor(party, { grant_type: jwtBearer, assertion, ...more }, headers),
  };
}

/** Links an account of an identity provider with a user, as a sign-in does. */
export async function linkAccount(
  { sql, ours }: Pick<TestService, 'sql'> & { ours: Pick<Client, 'orgId'> },
  { connectionId, subject, userId }: { connectionId: string; subject: string; userId: string },
): Promise<void> {
  await sql('insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)', [
    ours.orgId,
    connectionId,
    subject,
    userId,
  ]);
}

/** Asks the token endpoint as a client with a secret. */
export async function tokensFor(
  { issuer, clientId, clientSecret }: Pick<RelyingParty, 'issuer' | 'clientId' | 'clientSecret'>,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      ...headers,
    },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The issuer of the other authorization server of {@link issuingParty}. */
export const audience = 'https://auth.chat.example';

/** A client that may get assertions for another server, its user, and the client that the other server signs users in with. */
export interface Issuing {
  party: RelyingParty;
  other: RelyingParty;
  userId: string;
  browser: Browser;
  tokens: Tokens;
  /** Asks for an assertion as the client, for the ID token of the user unless the fields say otherwise. */
  exchange: (
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Signs a user in to a client that may get assertions. */
export async function issuingParty(
  service: TestService,
  {
    client = {},
    other: fields = {},
    entry = {},
    scope = 'openid offline_access',
  }: {
    client?: Record<string, unknown>;
    other?: Record<string, unknown>;
    entry?: Record<string, unknown>;
    scope?: string;
  } = {},
): Promise<Issuing> {
  const other = await aRelyingParty(service.ours, fields);
  const party = await aRelyingParty(service.ours, {
    grantTypes: ['authorization_code', 'refresh_token', tokenExchange],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    assertionAudiences: [
      {
        issuer: audience,
        clientId: 'wiki-at-chat',
        signInClientId: other.clientId,
        scopes: ['chat.read', 'chat.history'],
        resources: ['https://api.chat.example'],
        ...entry,
      },
    ],
    ...client,
  });
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const tokens = await (await authorized(party, browser, { scope, prompt: 'consent' })).exchange();
  return {
    party,
    other,
    userId,
    browser,
    tokens,
    exchange: (more = {}, headers = {}) =>
      tokensFor(
        party,
        {
          grant_type: tokenExchange,
          requested_token_type: identityAssertion,
          audience,
          subject_token: String(tokens.id_token),
          subject_token_type: idTokenType,
          ...more,
        },
        headers,
      ),
  };
}

export const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
export const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token';

/** The refusal of an assertion whose description has this text. */
export const refusedAs = (text: string) => ({
  status: 400,
  body: expect.objectContaining({ error: 'invalid_grant', error_description: expect.stringContaining(text) }),
});
