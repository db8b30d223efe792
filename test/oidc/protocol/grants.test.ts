import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  discovered,
  redirectUri,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

describe('authorizeOidcDevice', () => {
  test('lets a device in by the code it shows, once', async ({ service }) => {
    const { party, userId, browser } = await flow(service, {
      grantTypes: [deviceGrant, 'refresh_token'],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
    expect(codes.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(codes.expires_in).toBe(600);
    const asked = await browser.open(codes.verification_uri_complete ?? '');
    expect(asked.text).toContain(codes.user_code);
    expect(asked.text).not.toContain('<script');
    const confirm = await browser.send(asked, { user_code: codes.user_code.toLowerCase().replace('-', ' ') });
    expect(confirm.text).toContain('127.0.0.1');
    const done = await browser.send(confirm, { confirm: 'yes' });
    expect(done.status).toBe(200);
    const ask = () => call(party, '/token', { grant_type: deviceGrant, device_code: codes.device_code });
    const all = await Promise.all(Array.from({ length: 8 }, ask));
    const [tokens] = all.filter(({ status }) => status === 200);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(decodeJwt(String(tokens?.body['id_token'])).sub).toBe(userId);
    const used = await browser.send(asked, { user_code: codes.user_code });
    expect(used.text).toContain('data-failed');
  });

  test('has a device wait, and longer where it asks too often', async ({ service }) => {
    const { party, browser } = await flow(service, {
      grantTypes: [deviceGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
    const ask = async () =>
      (await call(party, '/token', { grant_type: deviceGrant, device_code: codes.device_code })).body[
        'error'
      ];
    expect(await ask()).toBe('authorization_pending');
    // The next request is early, however long it takes.
    await service.sql(
      `update oidc_artifacts set polled_at = polled_at + interval '1 minute' where model = 'DeviceCode'`,
    );
    expect(await ask()).toBe('slow_down');
    const confirm = await browser.send(await browser.open(codes.verification_uri), {
      user_code: codes.user_code,
    });
    await browser.send(confirm, { abort: 'yes' });
    await service.sql(
      `update oidc_artifacts set polled_at = now() - interval '1 minute' where model = 'DeviceCode'`,
    );
    expect(await ask()).toBe('access_denied');
  });

  test('refuses right codes, too, after five wrong ones of an address', async ({ service }) => {
    const { party, browser } = await flow(service, {
      grantTypes: [deviceGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    await service.sql('delete from oidc_user_code_tries');
    const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
    for (let tries = 0; tries < 5; tries++)
      await browser.send(await browser.open(codes.verification_uri), { user_code: 'BBBB-BBBB' });
    const refused = await browser.send(await browser.open(codes.verification_uri), {
      user_code: codes.user_code,
    });
    expect(refused.text).toContain('Too many incorrect codes');
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([429, 'RATE_LIMITED']);
    await service.sql(`update oidc_user_code_tries set started_at = now() - interval '11 minutes'`);
    const fine = await browser.send(await browser.open(codes.verification_uri), {
      user_code: codes.user_code,
    });
    expect(fine.text).toContain('name="confirm"');
  });
});

describe('pushOidcAuthorization', () => {
  test('keeps a request that is good once', async ({ service }) => {
    const { party, browser } = await flow(service);
    const verifier = oidc.randomPKCECodeVerifier();
    const url = await oidc.buildAuthorizationUrlWithPAR(party.config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    expect((await browser.open(url)).url.searchParams.get('code')).toBeTruthy();
    expect((await browser.open(url)).url.searchParams.get('code')).toBeNull();
  });
});

describe('issueOidcToken with DPoP', () => {
  test('binds tokens to the key of a client, and takes each proof once', async ({ service }) => {
    const { party, userId, browser } = await flow(service, {
      applicationType: 'spa',
      tokenEndpointAuthMethod: 'none',
      dpopBoundAccessTokens: true,
    });
    const keys = await oidc.randomDPoPKeyPair();
    const dpop = oidc.getDPoPHandle(party.config, keys);
    const tokens = await (await authorized(party, browser)).exchange(dpop);
    expect(tokens.token_type).toBe('dpop');
    expect(await oidc.fetchUserInfo(party.config, tokens.access_token, userId, { DPoP: dpop })).toMatchObject(
      { sub: userId },
    );
    const renewed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '', undefined, {
      DPoP: dpop,
    });
    await expect((await authorized(party, browser)).exchange()).rejects.toThrow();
    const bearer = await fetch(`${party.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
    expect(bearer.status).toBe(401);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(renewed.access_token));
    const proof = await new SignJWT({
      htm: 'GET',
      htu: `${party.issuer}/userinfo`,
      ath: Buffer.from(hash).toString('base64url'),
      jti: 'same',
    })
      .setIssuedAt()
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(keys.publicKey) })
      .sign(keys.privateKey);
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const headers = { authorization: `DPoP ${renewed.access_token}`, dpop: proof };
        return (await fetch(`${party.issuer}/userinfo`, { headers })).status;
      }),
    );
    expect(all.filter((status) => status === 200)).toHaveLength(1);
    expect(all.every((status) => status === 200 || (status >= 400 && status < 500))).toBe(true);
  });
});

describe('issueOidcToken with private_key_jwt', () => {
  test('takes an assertion once, for us, and for five minutes at most', async ({ service }) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const party = await aRelyingParty(service.ours, {
      applicationType: 'machine',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] },
    });
    expect(party.clientSecret).toBeNull();
    const config = await discovered(
      party.issuer,
      party.clientId,
      null,
      oidc.PrivateKeyJwt({ key: privateKey, kid: 'k1' }),
    );
    expect((await oidc.clientCredentialsGrant(config)).access_token).toBeTruthy();
    const assertion = (claims: Record<string, unknown>, seconds = 60) =>
      new SignJWT({
        iss: party.clientId,
        sub: party.clientId,
        aud: party.issuer,
        jti: crypto.randomUUID(),
        ...claims,
      })
        .setIssuedAt()
        .setExpirationTime(`${seconds} s`)
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign(privateKey);
    const ask = async (signed: string) => {
      const response = await fetch(`${party.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: signed,
        }),
      });
      return response.status;
    };
    const once = await assertion({});
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(once)));
    expect(all.filter((status) => status === 200)).toHaveLength(1);
    expect(await ask(await assertion({ aud: 'https://other.example/' }))).toBe(401);
    expect(await ask(await assertion({}, 301))).toBe(401);
    expect(await ask(await assertion({ jti: undefined }))).toBe(401);
  });
});

describe('issueOidcToken for another token', () => {
  test('gives the service that was called a token that says who acts', async ({ service }) => {
    const { party, userId, browser } = await flow(service, { resources: [api], scopes: ['openid', 'email'] });
    const called = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
      resources: ['https://deep.example.com/'],
      servedResources: [api],
      scopes: ['openid', 'email'],
    });
    const stranger = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const tokens = await (
      await authorized(party, browser, { scope: 'openid email', resource: api })
    ).exchange();
    const form = {
      grant_type: exchangeGrant,
      subject_token: tokens.access_token,
      subject_token_type: accessToken,
    };
    const made = await call(called, '/token', {
      ...form,
      audience: 'https://deep.example.com/',
      scope: 'email',
    });
    expect(made).toMatchObject({
      status: 200,
      body: { issued_token_type: accessToken, token_type: 'Bearer', scope: 'email' },
    });
    const exchanged = String(made.body['access_token']);
    expect(decodeProtectedHeader(exchanged).typ).toBe('at+jwt');
    expect(decodeJwt(exchanged)).toMatchObject({
      sub: userId,
      client_id: called.clientId,
      aud: 'https://deep.example.com/',
      act: { sub: called.clientId },
    });
    expect(await oidc.tokenIntrospection(called.config, exchanged)).toMatchObject({
      active: true,
      act: { sub: called.clientId },
    });
    const errorOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).body['error'];
    expect(await errorOf(stranger, '/token', form)).toBe('invalid_grant');
    expect(await errorOf(called, '/token', { ...form, scope: 'email phone' })).toBe('invalid_scope');
    expect(await errorOf(called, '/token', { ...form, audience: 'https://other.example/' })).toBe(
      'invalid_target',
    );
    const twice = ['https://deep.example.com/', api].map((audience): [string, string] => [
      'audience',
      audience,
    ]);
    const several = new URLSearchParams([...Object.entries(form), ...twice]);
    expect(await errorOf(called, '/token', several)).toBe('invalid_target');
    expect(await errorOf(called, '/token', { ...form, subject_token: 'x' })).toBe('invalid_grant');
    expect(await errorOf(party, '/token', form)).toBe('unauthorized_client');
    // It ends with what it came from.
    await oidc.tokenRevocation(party.config, tokens.refresh_token ?? '');
    expect(await oidc.tokenIntrospection(called.config, exchanged)).toEqual({ active: false });
    expect(await errorOf(called, '/token', form)).toBe('invalid_grant');
  });
});

describe('authorizeOidc, for what else may be asked', () => {
  test('gives single claims, resources, pairwise names, opaque tokens and forms', async ({ service }) => {
    const { party, userId, browser } = await flow(service, {
      subjectType: 'pairwise',
      accessTokenFormat: 'opaque',
      resources: [api],
      scopes: ['openid', 'email', 'profile'],
    });
    const claims = JSON.stringify({ id_token: { email: null }, userinfo: { given_name: null } });
    const tokens = await (await authorized(party, browser, { claims })).exchange();
    const { sub, ...told } = tokens.claims() ?? { sub: '' };
    expect(sub).not.toBe(userId);
    expect(told).toMatchObject({ email: expect.stringContaining('@example.com') });
    expect(tokens.access_token).not.toContain('.');
    expect(await oidc.fetchUserInfo(party.config, tokens.access_token, sub)).toMatchObject({
      sub,
      given_name: 'Ada',
    });
    const other = await aRelyingParty(service.ours, {
      subjectType: 'pairwise',
      redirectUris: ['https://other.example.com/'],
    });
    const elsewhere = await authorized(other, browser, { redirect_uri: 'https://other.example.com/' });
    expect((await elsewhere.exchange()).claims()?.sub).not.toBe(sub);
    const bound = await (await authorized(party, browser, { resource: api })).exchange();
    expect(await oidc.tokenIntrospection(party.config, bound.access_token)).toMatchObject({
      active: true,
      aud: api,
      sub,
    });
    const { url } = await begin(party, { response_mode: 'form_post' });
    const form = await browser.open(url);
    expect(form.text).toContain(`action="${redirectUri}"`);
  });

  test('takes several resources in a form, a pushed request and a query', async ({ service }) => {
    const other = 'https://other.example.com/api';
    const { party, browser } = await flow(service, { resources: [api, other], scopes: ['openid', 'email'] });
    const { searchParams, pathname, origin } = (await begin(party, { scope: 'email openid' })).url;
    const both = new URLSearchParams([...searchParams, ['resource', api], ['resource', other]]);
    const grantedAfter = async (shown: Promise<Shown>): Promise<string[]> => {
      expect((await shown).url.searchParams.get('code')).toBeTruthy();
      const [row] = await service.sql<{ payload: string }>(
        `select payload from oidc_artifacts where model = 'AuthorizationCode' and client_id = $1 order by created_at desc limit 1`,
        [party.clientId],
      );
      return (JSON.parse(row?.payload ?? '{}') as { resource: string[] }).resource;
    };
    const endpoint = `${origin}${pathname}`;
    expect(await grantedAfter(browser.open(`${endpoint}?${both.toString()}`))).toEqual([api, other]);
    expect(await grantedAfter(browser.open(endpoint, { method: 'POST', body: both }))).toEqual([api, other]);
    const pushed = await call(party, '/par', both);
    expect(pushed.status).toBe(201);
    const named = new URLSearchParams({
      client_id: party.clientId,
      request_uri: String(pushed.body['request_uri']),
    });
    expect(await grantedAfter(browser.open(`${endpoint}?${named.toString()}`))).toEqual([api, other]);
  });

  test('keeps two tenants in one browser apart', async ({ service }) => {
    const ours = await aRelyingParty(service.ours);
    const theirs = await aRelyingParty(service.theirs);
    const browser = new Browser(ours.issuer);
    const here = await aPerson(service);
    const there = await aPerson(service, {}, service.theirs);
    await signedIn(service, { issuer: ours.issuer, userId: here }, browser);
    await signedIn(service, { issuer: theirs.issuer, userId: there }, browser);
    expect((await (await authorized(ours, browser)).exchange()).claims()?.sub).toBe(here);
    expect((await (await authorized(theirs, browser)).exchange()).claims()?.sub).toBe(there);
  });
});
