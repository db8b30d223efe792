import { hash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  call,
  redirectUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

describe('issueOidcToken, for a client assertion', () => {
  test('accepts only an assertion that the client signed with its key, for itself', async ({ service }) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
    const machine = {
      applicationType: 'machine',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
    };
    const party = await aRelyingParty(service.ours, {
      ...machine,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [jwk] },
    });
    const secretive = await aRelyingParty(service.ours, machine);
    const theirs = await aRelyingParty(service.theirs, machine);
    const claims = (more: Record<string, unknown> = {}) => ({
      iss: party.clientId,
      sub: party.clientId,
      aud: party.issuer,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 60,
      ...more,
    });
    const signed = (more: Record<string, unknown>, header: Record<string, string> = {}) =>
      new SignJWT(claims(more)).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(privateKey);
    const ask = async (assertion: string, { issuer }: Pick<RelyingParty, 'issuer'> = party) => {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        }),
      });
      return response.status;
    };
    expect(await ask(await signed({}))).toBe(200);
    const evil = await generateKeyPair('ES256', { extractable: true });
    const hs = (secret: string, more: Record<string, unknown> = {}) =>
      new SignJWT(claims(more)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
    const asSecretive = { iss: secretive.clientId, sub: secretive.clientId };
    const hash = (
      await service.sql<{ hash: string }>(
        `select encode(secret_hash, 'base64') as hash from oidc_clients where id = $1`,
        [secretive.clientId],
      )
    )[0]?.hash;
    const wrongs = {
      none: new UnsecuredJWT(claims()).encode(),
      'public key as secret': await hs(JSON.stringify(jwk)),
      'key in the header': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(evil.publicKey) })
        .sign(evil.privateKey),
      'another client': await signed(asSecretive),
      'its secret': await hs(secretive.clientSecret, asSecretive),
      'the hash of its secret': await hs(
        Buffer.from(hash ?? '', 'base64').toString('base64url'),
        asSecretive,
      ),
      expired: await signed({ exp: Math.floor(Date.now() / 1000) - 60 }),
      'from the future': await signed({
        iat: Math.floor(Date.now() / 1000) + 600,
        exp: Math.floor(Date.now() / 1000) + 700,
      }),
      'without jti': await signed({ jti: undefined }),
      'for another tenant': await signed({ aud: theirs.issuer }),
      'another issuer': await signed({ iss: secretive.clientId }),
    };
    for (const [what, assertion] of Object.entries(wrongs))
      expect({ what, status: await ask(assertion) }).toEqual({ what, status: 401 });
    expect(await ask(await signed({ aud: theirs.issuer }), theirs)).toBe(401);
  });
});

describe('an unusual request', () => {
  test('gets the correct answer for any path, size and other parameters', async ({ service }) => {
    const { party, browser } = await flow(service);
    const { url } = await begin(party, { foo: 'bar', audience: 'x' });
    expect((await browser.open(url)).url.searchParams.get('code')).toBeTruthy();
    // The path in another spelling is the same path, or none.
    const spelled = url.href.replace(`/oidc/${party.issuer.split('/').at(-1)}`, (path) =>
      path.replace('org_', '%6Frg_'),
    );
    expect(spelled).not.toBe(url.href);
    const strange = await browser.open(spelled);
    expect({ status: strange.status, back: strange.url.host }).toEqual({
      status: 404,
      back: new URL(party.issuer).host,
    });
    const encoded = await fetch(`${party.issuer.replace('org_', '%6Frg_')}/.well-known/openid-configuration`);
    expect(encoded.status).toBe(404);
    const large = await fetch(`${party.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x'.repeat(10_000_000) }),
    }).catch(() => undefined);
    expect([413, undefined]).toContain(large?.status);
    const twice = await fetch(`${party.issuer}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&grant_type=client_credentials&client_id=${party.clientId}`,
    });
    expect(twice.status).toBe(400);
    const secret = await call(party, '/token', {
      grant_type: 'authorization_code',
      code: 'sEcReT',
      code_verifier: 'sEcReT',
      redirect_uri: redirectUri,
    });
    expect(JSON.stringify(secret.body)).not.toContain('sEcReT');
  });

  test('returns a native client to any port of its own machine, and no other client', async ({ service }) => {
    const loopback = 'http://127.0.0.1/callback';
    const native = await flow(service, {
      applicationType: 'native',
      tokenEndpointAuthMethod: 'none',
      redirectUris: [loopback],
      postLogoutRedirectUris: [],
    });
    const web = await flow(service, { redirectUris: [loopback], postLogoutRedirectUris: [] });
    const open = async ({ party, browser }: typeof web, uri: string) => {
      const { shown } = await authorized(party, browser, { redirect_uri: uri });
      const { href } = shown.url;
      return href.startsWith(party.issuer) ? shown.headers.get('x-error-code') : href.split('?')[0];
    };
    const withPort = 'http://127.0.0.1:4711/callback';
    expect(await open(native, withPort)).toBe(withPort);
    expect(await open(web, withPort)).toBe('INVALID_REDIRECT_URI');
    expect(await open(web, loopback)).toBe(loopback);
    for (const wrong of [
      'http://127.0.0.1:4711/other',
      'https://127.0.0.1:4711/callback',
      'http://127.0.0.2:4711/callback',
      'http://localhost:4711/callback',
      'http://127.0.0.1:4711@evil.example/callback',
      'http://127.0.0.1.evil.example:4711/callback',
    ])
      expect({ wrong, to: await open(native, wrong) }).toEqual({ wrong, to: 'INVALID_REDIRECT_URI' });
  });

  test('sets only cookies that scripts, other sites and other tenants do not receive', async ({
    service,
  }) => {
    const { party } = await flow(service);
    const node = await service.startNode({
      BASE_URL: 'https://id.example.com',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    const { url } = await begin(party);
    const response = await fetch(`${node.origin}${url.pathname}${url.search}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', accept: 'text/html' },
    });
    const set = response.headers.getSetCookie();
    expect(set.length).toBeGreaterThan(1);
    for (const one of set) {
      expect(one.toLowerCase()).toContain('httponly');
      expect(one.toLowerCase()).toContain('secure');
      expect(one.toLowerCase()).toContain('samesite=lax');
      expect(one).toContain(`path=/api/oidc/${service.ours.orgId}`);
      expect(one.toLowerCase()).not.toContain('domain=');
    }
    await node.stop();
  });
});

describe('getOidcUserInfo with DPoP', () => {
  test('accepts only a proof for this request, this token and this minute, by its key', async ({
    service,
  }) => {
    const { party, browser } = await flow(service, { dpopBoundAccessTokens: true });
    const keys = await oidc.randomDPoPKeyPair();
    const others = await oidc.randomDPoPKeyPair();
    const dpop = oidc.getDPoPHandle(party.config, keys);
    const { access_token: token, refresh_token: refresh = '' } = await (
      await authorized(party, browser)
    ).exchange(dpop);
    const ath = hash('sha256', token, 'base64url');
    const now = Math.floor(Date.now() / 1000);
    const info = async (
      claims: Record<string, unknown>,
      { by = keys, header = {} }: { by?: typeof keys; header?: Record<string, unknown> } = {},
    ) => {
      const proof = await new SignJWT({
        htm: 'GET',
        htu: `${party.issuer}/userinfo`,
        ath,
        jti: randomUUID(),
        iat: now,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(by.publicKey), ...header })
        .sign(by.privateKey);
      const headers = { authorization: `DPoP ${token}`, dpop: proof };
      return (await fetch(`${party.issuer}/userinfo`, { headers })).status;
    };
    expect(await info({})).toBe(200);
    expect(await info({ nonce: '' })).toBe(200);
    const wrongs: [string, Parameters<typeof info>][] = [
      ['another method', [{ htm: 'POST' }]],
      ['another endpoint', [{ htu: `${party.issuer}/token` }]],
      ['another host', [{ htu: `${party.issuer.replace('localhost', 'evil.example')}/userinfo` }]],
      ['another token', [{ ath: hash('sha256', 'x', 'base64url') }]],
      ['no token', [{ ath: undefined }]],
      ['an hour ago', [{ iat: now - 3600 }]],
      ['in an hour', [{ iat: now + 3600 }]],
      ['no jti', [{ jti: undefined }]],
      ['a nonce that we never gave', [{ nonce: 'x' }]],
      ['another key', [{}, { by: others }]],
      ['another type', [{}, { header: { typ: 'JWT' } }]],
    ];
    for (const [what, wrong] of wrongs)
      expect({ what, status: await info(...wrong) }).toEqual({ what, status: 401 });
    await expect(oidc.refreshTokenGrant(party.config, refresh)).rejects.toThrow();
  });
});

describe('a grant', () => {
  const kinds = [
    ['authorization_code', 9],
    ['refresh_token', 400],
  ] as const;

  test.for(kinds)(
    'for a client with %s is kept for %i days, with and without consent',
    async ([grant, days], { service }) => {
      const grantTypes = [...new Set(['authorization_code', grant])];
      for (const consentRequired of [false, true]) {
        const { party, userId, browser } = await flow(service, { grantTypes, consentRequired });
        await (await authorized(party, browser)).exchange();
        const lasting = await service.sql(
          `select round(extract(epoch from expires_at - now()) / 86400)::int as days
           from oidc_artifacts where model = 'Grant' and user_id = $1`,
          [userId],
        );
        expect({ consentRequired, lasting }).toEqual({ consentRequired, lasting: [{ days }] });
      }
    },
  );
});
