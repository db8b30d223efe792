import Fastify from 'fastify';
import * as oidc from 'openid-client';
import { describe, expect, onTestFinished } from 'vitest';
import { requireKey } from '../../clients/middleware/src/fastify.ts';
import { Keyward } from '../../clients/typescript/src/index.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential } from '../support/builders.ts';
import { closedPort } from '../support/closed-port.ts';
import { aPerson, aRelyingParty, authorized, signedIn } from '../support/relying-party.ts';
import { test, type TestService } from '../support/service.ts';
import { type Answer, aHono, aRoute, ask, frameworks, type Options } from './middleware/frameworks.ts';

const api = 'https://api.example.com/';
const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };
const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };

/** A client of the service that counts its requests. */
function aClient({ origin, ours }: TestService): { client: Keyward; requests: () => number } {
  let requests = 0;
  const counted: typeof fetch = (...words) => {
    requests += 1;
    return fetch(...words);
  };
  const client = new Keyward({ baseUrl: origin, apiKey: ours.key, fetch: counted });
  return { client, requests: () => requests };
}

/** Starts an API, and gives a function that asks it. */
async function anApi(framework: string, options: Options) {
  const { port, stop } = await (frameworks[framework] as (typeof frameworks)[string])(options);
  onTestFinished(async () => void (await stop()));
  return (...lines: string[]): Promise<Answer> => ask(port, lines);
}

/** Returns an address that refuses connections until the test ends. */
async function nowhere(): Promise<string> {
  const { port, free } = await closedPort();
  onTestFinished(free);
  return `http://127.0.0.1:${port}`;
}

describe.for(Object.keys(frameworks))('the middleware of %s behind a server', (framework) => {
  test('lets a valid key pass, and names its caller', async ({ service }) => {
    const { client } = aClient(service);
    const { secret, id, identityId } = await aCredential(service.ours, {
      scopes: ['invoices.read'],
      maxUsageCount: 2,
    });
    const call = await anApi(framework, { client, scopes: ['invoices.read'] });
    expect(await call('Authorization', `Bearer ${secret}`)).toEqual({
      status: 200,
      challenge: undefined,
      body: {
        kind: 'API_KEY',
        identity: {
          id: identityId,
          name: 'deploy-bot',
          type: 'CI_CD',
          tags: [],
          riskScore: expect.any(Number),
        },
        credential: {
          id,
          name: 'deploy key',
          scopes: ['invoices.read'],
          expiresAt: null,
          clientId: null,
          gracePeriod: false,
        },
        limits: { remainingUses: 1 },
      },
    });
    expect(await call('Authorization', `Bearer ${secret}`)).toMatchObject({ status: 200 });
    // Both uses of the key were counted, and no others.
    expect(await call('Authorization', `Bearer ${secret}`)).toMatchObject({
      status: 429,
      challenge: undefined,
    });
  });

  test('refuses with the challenge of RFC 6750', async ({ service }) => {
    const { client, requests } = aClient(service);
    const call = await anApi(framework, { client, scopes: ['invoices.read', 'invoices.pay'] });
    expect(await call()).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api", scope="invoices.read invoices.pay"',
    });
    const malformed = `${newSecret('kd_live_').slice(0, -1)}_`;
    expect(await call('Authorization', `Bearer ${malformed}`)).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api", error="invalid_token"',
      body: { code: 'MALFORMED' },
    });
    expect(requests()).toBe(0);
    const unknown = await call('Authorization', `Bearer ${newSecret('kd_live_')}`);
    expect(unknown).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api", error="invalid_token"',
      body: { code: 'NOT_FOUND' },
    });
    const { secret, id } = await aCredential(service.ours, { scopes: ['invoices.read'] });
    expect(await call('Authorization', `Bearer ${secret}`)).toMatchObject({
      status: 403,
      challenge: 'Bearer realm="api", error="insufficient_scope", scope="invoices.read invoices.pay"',
      body: { code: 'INSUFFICIENT_SCOPE' },
    });
    await service.ours.call('revokeCredential', { path: { id } });
    expect(await call('Authorization', `Bearer ${secret}`)).toMatchObject({
      status: 401,
      body: { code: 'REVOKED' },
    });
  });

  test('refuses two credentials, and takes another header', async ({ service }) => {
    const { client, requests } = aClient(service);
    const { secret } = await aCredential(service.ours);
    const bearer = ['Authorization', `Bearer ${secret}`];
    const header = 'X-API-Key';
    const other = await anApi(framework, { client, header });
    expect(await other(header, secret, header, secret)).toMatchObject({ status: 400 });
    expect(await other(header, secret, ...bearer)).toMatchObject({ status: 400 });
    const call = await anApi(framework, { client });
    expect(await call(...bearer, ...bearer)).toMatchObject({
      status: 400,
      challenge: 'Bearer realm="api", error="invalid_request"',
    });
    expect(requests()).toBe(0);
    expect(await other('x-api-key', secret)).toMatchObject({ status: 200 });
  });

  test('refuses with 503 if the service cannot be reached or refuses the API', async ({ service }) => {
    const { secret } = await aCredential(service.ours);
    const told: unknown[] = [];
    const away = new Keyward({ baseUrl: await nowhere(), apiKey: service.ours.key });
    const wrong = new Keyward({ baseUrl: service.origin, apiKey: newSecret('kd_live_') });
    for (const client of [away, wrong]) {
      const call = await anApi(framework, { client, onUnavailable: (error) => told.push(error) });
      expect(await call('Authorization', `Bearer ${secret}`)).toMatchObject({
        status: 503,
        challenge: undefined,
        body: { code: 'VERIFICATION_UNAVAILABLE' },
      });
    }
    expect(told).toMatchObject([{ code: 'CONNECTION_FAILED' }, { status: 401 }]);
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  test('takes access tokens with the same fields, and refuses those of another API', async ({ service }) => {
    const { client, requests } = aClient(service);
    const party = await aRelyingParty(service.ours, { ...machine, resources: [api, `${api}other`] });
    const { issuer } = party;
    const call = await anApi(framework, { client, accessTokens: { issuer, audience: api } });
    const tokenFor = async (resource: string) =>
      (await oidc.clientCredentialsGrant(party.config, { resource })).access_token;
    const { body, status } = await call('Authorization', `Bearer ${await tokenFor(api)}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        kind: 'ACCESS_TOKEN',
        identity: { id: party.clientId, type: 'CLIENT' },
        credential: { clientId: party.clientId },
        limits: { remainingUses: null },
      },
    });
    const { secret } = await aCredential(service.ours);
    const ofKey = await call('Authorization', `Bearer ${secret}`);
    expect(shapeOf(body)).toEqual(shapeOf(ofKey.body));
    expect(requests()).toBe(1);
    expect(await call('Authorization', `Bearer ${await tokenFor(`${api}other`)}`)).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api", error="invalid_token"',
    });
    const stricter = await anApi(framework, {
      client,
      scopes: ['invoices.read'],
      accessTokens: { issuer, audience: api },
    });
    expect(await stricter('Authorization', `Bearer ${await tokenFor(api)}`)).toMatchObject({
      status: 403,
      challenge: 'Bearer realm="api", error="insufficient_scope", scope="invoices.read"',
    });
  });
});

/** Returns the names of all fields. */
const shapeOf = (value: object): unknown =>
  Object.entries(value).map(([name, inner]) =>
    typeof inner === 'object' && inner && !Array.isArray(inner) ? [name, shapeOf(inner as object)] : name,
  );

describe('access tokens', () => {
  test('that are opaque are introspected: tokens of users pass, refresh tokens and ended ones do not', async ({
    service,
  }) => {
    const { client } = aClient(service);
    const party = await aRelyingParty(service.ours, {
      accessTokenFormat: 'opaque',
      resources: [api],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'email', 'offline_access'],
    });
    const ourselves = await aRelyingParty(service.ours, { ...machine, servedResources: [api] });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const asked = await authorized(party, browser, { scope: 'openid email offline_access', resource: api });
    const tokens = await asked.exchange();
    const { issuer } = party;
    const { clientId, clientSecret } = ourselves;
    const introspection = { clientId, clientSecret };
    const call = await anApi('hono', { client, accessTokens: { issuer, audience: api, introspection } });
    expect(await call('Authorization', `Bearer ${tokens.access_token}`)).toMatchObject({
      status: 200,
      body: { identity: { id: userId, type: 'USER' }, credential: { clientId: party.clientId } },
    });
    expect(await call('Authorization', `Bearer ${tokens.refresh_token}`)).toMatchObject({ status: 401 });
    const sender = await aRelyingParty(service.ours, {
      ...machine,
      accessTokenFormat: 'opaque',
      resources: [api],
    });
    const { access_token: ofClient } = await oidc.clientCredentialsGrant(sender.config, { resource: api });
    expect(await call('Authorization', `Bearer ${ofClient}`)).toMatchObject({
      status: 200,
      body: { identity: { id: sender.clientId, type: 'CLIENT' } },
    });
    await oidc.tokenRevocation(party.config, tokens.access_token);
    expect(await call('Authorization', `Bearer ${tokens.access_token}`)).toMatchObject({ status: 401 });
    // A wrong secret of the API judges no token.
    const wrong = { clientId, clientSecret: 'wrong' };
    const mistaken = await anApi('hono', {
      client,
      accessTokens: { issuer, audience: api, introspection: wrong },
    });
    expect(await mistaken('Authorization', `Bearer ${tokens.access_token}`)).toMatchObject({ status: 503 });
    const withoutIt = await anApi('hono', { client, accessTokens: { issuer, audience: api } });
    expect(await withoutIt('Authorization', `Bearer ${tokens.access_token}`)).toMatchObject({ status: 401 });
  });

  test('that are ID tokens, changed, or bound to a key of their client do not pass', async ({ service }) => {
    const { client } = aClient(service);
    const party = await aRelyingParty(service.ours, { resources: [api], scopes: ['openid', 'email'] });
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const asked = await authorized(party, browser, { scope: 'openid email', resource: api });
    const { id_token: idToken = '', access_token: token } = await asked.exchange();
    const { issuer, clientId } = party;
    const call = await anApi('hono', { client, accessTokens: { issuer, audience: clientId } });
    expect(await call('Authorization', `Bearer ${idToken}`)).toMatchObject({ status: 401 });
    const ours = await anApi('hono', { client, accessTokens: { issuer, audience: api } });
    const [head, claims = '', signature] = token.split('.');
    const altered = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...altered, scope: 'invoices.pay' })).toString('base64url');
    expect(await ours('Authorization', `Bearer ${token}`)).toMatchObject({ status: 200 });
    expect(await ours('Authorization', `Bearer ${head}.${changed}.${signature}`)).toMatchObject({
      status: 401,
    });
    const keys = await oidc.randomDPoPKeyPair('ES256');
    const bound = await aRelyingParty(service.ours, { ...machine, resources: [api] });
    const DPoP = oidc.getDPoPHandle(bound.config, keys);
    const { access_token: sender } = await oidc.clientCredentialsGrant(
      bound.config,
      { resource: api },
      { DPoP },
    );
    expect(await ours('Authorization', `Bearer ${sender}`)).toMatchObject({ status: 401 });
  });

  test('get 503 if the issuer cannot be reached', async ({ service }) => {
    const { client } = aClient(service);
    const issuer = await nowhere();
    const call = await anApi('express', { client, accessTokens: { issuer, audience: api } });
    const token = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.AAAA';
    expect(await call('Authorization', `Bearer ${token}`)).toMatchObject({ status: 503 });
  });
});

describe('the address of the caller', () => {
  test.for(['express', 'fastify'])('is known to %s', async (framework, { service }) => {
    const { client } = aClient(service);
    const call = await anApi(framework, { client });
    const secretFor = async (address: string) =>
      `Bearer ${(await aCredential(service.ours, { allowedIps: [address] })).secret}`;
    expect(await call('Authorization', await secretFor('127.0.0.1'))).toMatchObject({ status: 200 });
    expect(await call('Authorization', await secretFor('203.0.113.7'))).toMatchObject({
      status: 403,
      challenge: undefined,
      body: { code: 'IP_NOT_ALLOWED' },
    });
  });

  test('is given by an option where the framework does not know it', async ({ service }) => {
    const { client } = aClient(service);
    const { secret } = await aCredential(service.ours, { allowedIps: ['203.0.113.7'] });
    const headers = { authorization: `Bearer ${secret}` };
    const statusWith = async (options: Pick<Options, 'ipAddress'>) =>
      (await aHono({ client, ...options }).request('/invoices', { headers })).status;
    expect(await statusWith({})).toBe(403);
    // The same address as IPv6, as a socket of both families gives it.
    expect(await statusWith({ ipAddress: () => '::ffff:203.0.113.7' })).toBe(200);
    const route = aRoute({ client, ipAddress: () => '203.0.113.7' });
    const request = new Request('http://localhost/invoices', { headers });
    expect((await route(request, { params: Promise.resolve({}) })).status).toBe(200);
  });
});

test('fastify.inject judges like a server, and the handler does not run for a refused request', async ({
  service,
}) => {
  const { client } = aClient(service);
  const { secret } = await aCredential(service.ours);
  let runs = 0;
  const app = Fastify().addHook('onRequest', requireKey({ client }));
  app.get('/invoices', (request) => {
    runs += 1;
    return request.keyward;
  });
  const inject = (authorization: string) => app.inject({ url: '/invoices', headers: { authorization } });
  expect((await inject(`Bearer ${secret}`)).json()).toMatchObject({ kind: 'API_KEY' });
  expect((await inject('Bearer kd_live_x')).headers['www-authenticate']).toContain('invalid_token');
  expect(runs).toBe(1);
});
