import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  call,
  issuerOf,
  logoutUri,
  signedIn,
} from '../../support/relying-party.ts';
import { type Client, createClient } from '../../support/client.ts';
import { test } from '../../support/service.ts';

describe('getOidcConfiguration', () => {
  test('names every endpoint by the configured address, for any host in the request', async ({ service }) => {
    // The node runs behind a proxy that passes on every header.
    const node = await service.startNode({
      TRUSTED_PROXIES: '127.0.0.0/8',
      BASE_URL: 'https://id.example.com',
    });
    const issuer = `https://id.example.com/api/oidc/${service.ours.orgId}`;
    const hostile = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      host: 'evil.example',
    };
    for (const headers of [{}, hostile]) {
      const client = createClient(node.origin);
      const { status, body } = await client.send(
        'GET',
        `${new URL(issuer).pathname}/.well-known/openid-configuration`,
        {
          headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7', ...headers },
        },
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        revocation_endpoint: `${issuer}/revoke`,
        introspection_endpoint: `${issuer}/introspect`,
        end_session_endpoint: `${issuer}/end-session`,
        device_authorization_endpoint: `${issuer}/device/authorize`,
        pushed_authorization_request_endpoint: `${issuer}/par`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      });
      expect(JSON.stringify(body)).not.toContain('evil');
    }
    await node.stop();
  });
});

describe('getOidcKeys', () => {
  test('publishes only the public keys of the tenant', async ({ service }) => {
    const keysOf = async (client: Client) => {
      const response = await fetch(`${issuerOf(client)}/.well-known/jwks.json`);
      return (await response.json()) as { keys: { alg: string; kid: string }[] };
    };
    const body = await keysOf(service.ours);
    expect(body.keys.map(({ alg }) => alg).toSorted()).toEqual(['ES256', 'RS256']);
    for (const key of body.keys) expect(Object.keys(key)).not.toContain('d');
    const others = await keysOf(service.theirs);
    const kids = (set: { keys: { kid: string }[] }) => set.keys.map(({ kid }) => kid);
    expect(kids(others).filter((kid) => kids(body).includes(kid))).toEqual([]);
  });
});

describe('authorizeOidc', () => {
  test('signs a user in with code and PKCE, and every endpoint accepts the tokens', async ({ service }) => {
    const party = await aRelyingParty(service.ours, {
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    });
    const { issuer, config } = party;
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer, userId });
    const flow = await authorized(party, browser, { scope: 'openid profile email' });
    expect(flow.callback.searchParams.get('iss')).toBe(issuer);
    const tokens = await flow.exchange();
    expect(tokens.claims()).toMatchObject({ sub: userId, iss: issuer, aud: party.clientId });

    // RFC 9068
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(tokens.access_token, keys, {
      issuer,
      audience: issuer,
      typ: 'at+jwt',
    });
    expect(payload).toMatchObject({ sub: userId, client_id: party.clientId, scope: 'openid profile email' });

    const info = await oidc.fetchUserInfo(config, tokens.access_token, userId);
    expect(info).toMatchObject({ sub: userId, name: 'Ada Lovelace', email_verified: true });
    const known = await oidc.tokenIntrospection(config, tokens.access_token);
    expect(known).toMatchObject({ active: true, sub: userId, client_id: party.clientId });

    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await oidc.fetchUserInfo(config, renewed.access_token, userId)).toMatchObject({ sub: userId });

    await oidc.tokenRevocation(config, renewed.access_token);
    expect(await oidc.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false });
    expect(await oidc.tokenIntrospection(config, renewed.refresh_token ?? '')).toEqual({ active: false });
    await expect(oidc.fetchUserInfo(config, renewed.access_token, userId)).rejects.toThrow();
  });

  test('asks a user without a session to sign in, and then continues', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { name: 'Quill <b>' });
    const browser = new Browser(party.issuer);
    const { shown, url } = await authorized(party, browser, { login_hint: 'ada@example.com' });
    expect(shown.url.pathname).toBe(`/login/${service.ours.orgId}`);
    expect(shown.text).toContain('to continue to Quill &lt;b&gt;</p>');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('ada@example.com');
    // The other tab signs in; what was begun goes on.
    await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) }, browser);
    expect((await browser.open(url)).url.searchParams.get('code')).toBeTruthy();
  });

  test('answers prompt=none according to the sign-in of the user', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const userId = await aPerson(service);
    const stranger = await authorized(party, new Browser(party.issuer), { prompt: 'none' });
    expect(stranger.callback.searchParams.get('error')).toBe('login_required');
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const known = await authorized(party, browser, { prompt: 'none' });
    expect(known.callback.searchParams.get('code')).toBeTruthy();
    await service.sql('delete from login_sessions where user_id = $1', [userId]);
    const gone = await authorized(party, browser, { prompt: 'none' });
    expect(gone.callback.searchParams.get('error')).toBe('login_required');
  });

  test('asks a user to sign in again for prompt=login and an old sign-in', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    await service.sql(`update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    for (const asked of [{ prompt: 'login' }, { max_age: '60' }]) {
      const { shown, verifier } = await authorized(
        party,
        browser,
        asked as unknown as Record<string, string>,
      );
      expect({ asked, path: shown.url.pathname, verifier: verifier.length }).toMatchObject({
        path: `/login/${service.ours.orgId}`,
      });
    }
    const fine = await authorized(party, browser, { max_age: '7200' });
    expect((await fine.exchange()).claims()?.auth_time).toBeLessThan(Date.now() / 1000 - 3500);
    await service.sql(
      `update login_sessions set amr = '{pwd,otp,mfa}', auth_time = now() where user_id = $1`,
      [userId],
    );
    const stepped = await authorized(party, browser, { acr_values: 'urn:keyward:acr:multi' });
    expect((await stepped.exchange()).claims()).toMatchObject({
      acr: 'urn:keyward:acr:multi',
      amr: ['pwd', 'otp', 'mfa'],
    });
  });

  test('asks for consent once, and accepts a refusal', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { consentRequired: true, name: 'Fancy <b>App</b>' });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { url } = await authorized(party, new Browser(party.issuer));
    const asked = await browser.open(url);
    expect(asked.text).toContain('Fancy &lt;b&gt;App&lt;/b&gt;');
    const denied = await browser.send(asked, { answer: 'deny' });
    expect(denied.url.searchParams.get('error')).toBe('access_denied');
    const forged = await browser.send(await browser.open(url), { answer: 'allow', csrf: 'x' });
    expect(forged.status).toBe(403);
    const first = await authorized(party, browser, { scope: 'openid profile' });
    expect((await first.exchange()).claims()?.sub).toBe(userId);
    const elsewhere = await signedIn(service, { issuer: party.issuer, userId });
    expect(
      (await elsewhere.open((await authorized(party, elsewhere)).url)).url.searchParams.get('code'),
    ).toBeTruthy();
  });

  test('returns a user outside the allowed groups with access_denied', async ({ service }) => {
    const { body: group } = await service.ours.call('createGroup', { body: { name: 'Insiders' } });
    const party = await aRelyingParty(service.ours, { allowedGroups: [group.id] });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    expect((await authorized(party, browser)).callback.searchParams.get('error')).toBe('access_denied');
    await service.sql(`insert into group_members (org_id, group_id, user_id) values ($1, $2, $3)`, [
      service.ours.orgId,
      group.id,
      userId,
    ]);
    const tokens = await (await authorized(party, browser)).exchange();
    await service.sql('delete from group_members where user_id = $1', [userId]);
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('postOidcAuthorization', () => {
  test('continues as a GET, which sends the cookies', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const { url } = await authorized(party, new Browser(party.issuer));
    const shown = await browser.post(`${party.issuer}/authorize`, Object.fromEntries(url.searchParams));
    expect({ status: shown.status, text: shown.text, href: shown.url.href }).toMatchObject({
      href: expect.stringContaining('code='),
    });
  });
});

describe('issueOidcToken', () => {
  test('issues a machine a token for itself', async ({ service }) => {
    const party = await aRelyingParty(service.ours, {
      applicationType: 'machine',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      resources: ['https://api.example.com/'],
    });
    const tokens = await oidc.clientCredentialsGrant(party.config, { resource: 'https://api.example.com/' });
    const known = await oidc.tokenIntrospection(party.config, tokens.access_token);
    expect(known).toMatchObject({ active: true, client_id: party.clientId, aud: 'https://api.example.com/' });
    const { status, body } = await call(party, '/token', { grant_type: 'authorization_code', code: 'x' });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        error: 'unauthorized_client',
        code: 'INVALID_GRANT_TYPE',
        requestId: expect.stringMatching(/^req_/),
      },
    });
  });
});

describe('endOidcSession', () => {
  test('signs the user out, ends tokens bound to the session, and redirects the browser', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours);
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const tokens = await (await authorized(party, browser)).exchange();
    const url = oidc.buildEndSessionUrl(party.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: logoutUri,
      state: 'bye',
    });
    const asked = await browser.open(url);
    expect(asked.status).toBe(200);
    const { url: back } = await browser.send(asked, { logout: 'yes' });
    expect(back.href).toBe(`${logoutUri}?state=bye`);
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    const open = await browser.open(
      `${party.issuer}/end-session?client_id=${party.clientId}&post_logout_redirect_uri=https://evil.example/`,
    );
    expect(open).toMatchObject({ status: 400, url: { host: new URL(party.issuer).host } });
  });
});
