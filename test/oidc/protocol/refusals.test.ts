import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  issuerOf,
  redirectUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

/** Creates a client and a user who has signed in. */
async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

const isRedirect = ({ issuer }: RelyingParty, url: URL) => url.host !== new URL(issuer).host;

describe('authorizeOidc, which redirects only to registered addresses', () => {
  test('compares redirect URIs character by character', async ({ service }) => {
    const { party, browser } = await flow(service);
    for (const wrong of [
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      `${redirectUri}#x`,
      redirectUri.replace('callback', 'Callback'),
      redirectUri.replace('callback', 'x/../callback'),
      redirectUri.replace('callback', 'x%2F..%2Fcallback'),
      redirectUri.replace('rp.example.com', 'rp.example.com.'),
      redirectUri.replace('rp.example.com', 'rp.example.com@evil.example'),
      redirectUri.replace('rp.example.com', 'rp.exаmple.com'),
      redirectUri.replace('https', 'http'),
      'http://localhost.evil/callback',
      'javascript:alert(1)',
    ]) {
      const { url } = await begin(party, { redirect_uri: wrong });
      const shown = await browser.open(url);
      expect({ wrong, status: shown.status, code: shown.headers.get('x-error-code') }).toEqual({
        wrong,
        status: 400,
        code: 'INVALID_REDIRECT_URI',
      });
      expect(isRedirect(party, shown.url)).toBe(false);
    }
  });

  test('shows a page for an unknown client', async ({ service }) => {
    const { party, browser } = await flow(service);
    const { url } = await begin(party);
    url.searchParams.set('client_id', 'cli_01kahz5v3be4nr7q2m8x9c0d1e');
    const shown = await browser.open(url);
    expect(shown).toMatchObject({ status: 404 });
    expect(shown.headers.get('x-error-code')).toBe('OIDC_CLIENT_NOT_FOUND');
    const told = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'manual' });
    expect({ status: told.status, body: await told.json() }).toMatchObject({
      status: 404,
      body: {
        error: 'invalid_client',
        code: 'OIDC_CLIENT_NOT_FOUND',
        requestId: expect.stringMatching(/^req_/),
      },
    });
    await service.ours.call('updateOidcClient', {
      path: { clientId: party.clientId },
      body: { status: 'DISABLED' },
    });
    expect((await browser.open((await begin(party)).url)).status).toBe(404);
  });

  test('rejects missing PKCE, plain PKCE, other response types, and repeated parameters', async ({
    service,
  }) => {
    const { party, browser } = await flow(service);
    const wrongs: [string, (url: URL) => void][] = [
      ['invalid_request', (url) => url.searchParams.delete('code_challenge')],
      ['invalid_request', (url) => url.searchParams.set('code_challenge_method', 'plain')],
      ['unsupported_response_type', (url) => url.searchParams.set('response_type', 'id_token token')],
      ['unsupported_response_type', (url) => url.searchParams.set('response_type', 'code id_token')],
      ['invalid_scope', (url) => url.searchParams.set('scope', 'openid "email"')],
      ['invalid_target', (url) => url.searchParams.set('resource', 'https://other.example/')],
      ['invalid_request_object', (url) => url.searchParams.set('request', new UnsecuredJWT({}).encode())],
    ];
    for (const [error, change] of wrongs) {
      const { url } = await begin(party);
      change(url);
      const { url: end } = await browser.open(url);
      expect(end.searchParams.get('error') ?? new URLSearchParams(end.hash.slice(1)).get('error')).toBe(
        error,
      );
    }
    const { url } = await begin(party);
    for (const name of ['client_id', 'redirect_uri', 'state']) {
      const twice = await browser.open(`${url.href}&${name}=x`);
      expect({ name, status: twice.status }).toEqual({ name, status: 400 });
    }
  });

  test('does not continue in another browser', async ({ service }) => {
    const { party } = await flow(service);
    const browser = new Browser(party.issuer);
    const { url } = await begin(party);
    const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
    const interaction = response.headers.get('location') ?? '';
    expect(interaction).toContain('/interaction/');
    expect((await browser.open(interaction)).status).toBe(404);
  });
});

describe('issueOidcToken, for codes', () => {
  test('requires the verifier, client, address and tenant of the code', async ({ service }) => {
    const { party, browser } = await flow(service);
    const other = await aRelyingParty(service.ours);
    const theirs = await aRelyingParty(service.theirs);
    const grant = async (who: RelyingParty, change: Record<string, string>, omit: readonly string[] = []) => {
      const { callback, verifier } = await authorized(party, browser);
      const form: Record<string, string> = {
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...change,
      };
      for (const name of omit) delete form[name];
      const { status, body } = await call(who, '/token', form);
      return { status, error: body['error'] };
    };
    const refused = { status: 400, error: 'invalid_grant' };
    expect(await grant(party, {}, ['code_verifier'])).toEqual(refused);
    expect(await grant(party, { code_verifier: '' })).toEqual(refused);
    expect(await grant(party, { code_verifier: 'x'.repeat(43) })).toEqual(refused);
    expect(await grant(party, { redirect_uri: `${redirectUri}2` })).toEqual(refused);
    expect(await grant(other, {})).toEqual(refused);
    expect(await grant(theirs, {})).toEqual(refused);
    expect(await grant(party, {})).toMatchObject({ status: 200 });
  });

  test('accepts a code once, and a second attempt revokes the tokens of the first', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const { exchange } = await authorized(party, browser);
    const tokens = await exchange();
    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(oidc.fetchUserInfo(party.config, tokens.access_token, userId)).rejects.toThrow();
    expect(await oidc.tokenIntrospection(party.config, tokens.refresh_token ?? '')).toEqual({
      active: false,
    });
  });

  test('accepts a code once from eight parallel requests', async ({ service }) => {
    const { party, browser } = await flow(service);
    const { exchange } = await authorized(party, browser);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => exchange()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('issueOidcToken, for refresh tokens', () => {
  test('accepts a token once, and a second attempt revokes the family', async ({ service }) => {
    const { party, browser } = await flow(service, { refreshReuseWindow: 0 });
    const first = await (await authorized(party, browser)).exchange();
    const second = await oidc.refreshTokenGrant(party.config, first.refresh_token ?? '');
    const refused = { error: 'invalid_grant' };
    await expect(oidc.refreshTokenGrant(party.config, first.refresh_token ?? '')).rejects.toMatchObject(
      refused,
    );
    await expect(oidc.refreshTokenGrant(party.config, second.refresh_token ?? '')).rejects.toMatchObject(
      refused,
    );
    // The user sees no second consent page, because the family ended and the consent did not.
    expect(
      (await authorized(party, browser, { prompt: 'none' })).callback.searchParams.get('code'),
    ).toBeTruthy();
  });

  test('accepts a token once from eight parallel requests', async ({ service }) => {
    const { party, browser } = await flow(service, { refreshReuseWindow: 0 });
    const { refresh_token: token = '' } = await (await authorized(party, browser)).exchange();
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => oidc.refreshTokenGrant(party.config, token)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('answers all of eight parallel requests inside the window, leaves one token, and revokes the family after it', async ({
    service,
  }) => {
    const { party, userId, browser } = await flow(service, { refreshReuseWindow: 60 });
    const { refresh_token: token = '' } = await (await authorized(party, browser)).exchange();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => oidc.refreshTokenGrant(party.config, token)),
    );
    const families = await service.sql(
      `select distinct grant_id from oidc_artifacts where user_id = $1 and model = 'RefreshToken'`,
      [userId],
    );
    expect(families).toHaveLength(1);
    expect(new Set(all.map(({ refresh_token: one }) => one)).size).toBe(8);
    const alive = `select from oidc_artifacts where user_id = $1 and model = 'RefreshToken' and consumed_at is null`;
    expect(await service.sql(alive, [userId])).toHaveLength(1);
    await service.sql(
      `update oidc_artifacts set consumed_at = consumed_at - interval '61 seconds' where user_id = $1`,
      [userId],
    );
    await expect(oidc.refreshTokenGrant(party.config, token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    for (const { refresh_token: one = '' } of all)
      expect(await oidc.tokenIntrospection(party.config, one)).toEqual({ active: false });
  });

  test('rejects every token of a suspended user', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    const suspended = await service.ours.call('suspendUser', { path: { userId }, body: { reason: 'left' } });
    expect(suspended).toMatchObject({ status: 200 });
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toThrow();
    await expect(oidc.fetchUserInfo(party.config, tokens.access_token, userId)).rejects.toThrow();
    expect((await browser.open((await begin(party)).url)).url.pathname).toContain('/login/');
  });
});

describe('introspectOidcToken', () => {
  test('reveals nothing about tokens of other tenants and clients, or about lookalikes', async ({
    service,
  }) => {
    const { party, browser } = await flow(service);
    const { access_token: token, refresh_token: refresh = '' } = await (
      await authorized(party, browser)
    ).exchange();
    const other = await aRelyingParty(service.ours);
    const theirs = await aRelyingParty(service.theirs);
    for (const who of [other, theirs])
      for (const one of [token, refresh])
        expect(await oidc.tokenIntrospection(who.config, one)).toEqual({ active: false });
    const [head = '', payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string };
    const forged = [
      new UnsecuredJWT(claims).encode(),
      `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
      `${head}.${payload}.`,
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'ES256', typ: 'at+jwt' })
        .sign(privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: await exportJWK(publicKey) })
        .sign(privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256', typ: 'at+jwt' })
        .sign(
          new TextEncoder().encode(
            JSON.stringify(await (await fetch(`${party.issuer}/.well-known/jwks.json`)).json()),
          ),
        ),
      String(claims['jti']),
      `jwt~${String(claims['jti'])}`,
    ];
    for (const one of forged) {
      expect(await oidc.tokenIntrospection(party.config, one)).toEqual({ active: false });
      const info = await fetch(`${party.issuer}/userinfo`, { headers: { authorization: `Bearer ${one}` } });
      expect(info.status).toBe(401);
    }
    expect(await oidc.tokenIntrospection(party.config, token)).toMatchObject({ active: true });
    const asTheirs = await fetch(`${theirs.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asTheirs.status).toBe(401);
  });

  test('accepts a client by its secret, and by the previous secret during its grace period', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours);
    const wrong = await call({ ...party, clientSecret: 'wrong' }, '/introspect', { token: 'x' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client', code: 'UNAUTHORIZED' } });
    const unknown = await call({ ...party, clientId: 'cli_01kahz5v3be4nr7q2m8x9c0d1e' }, '/introspect', {
      token: 'x',
    });
    expect(unknown).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', code: 'OIDC_CLIENT_NOT_FOUND' },
    });
    const rotate = (gracePeriod: number) =>
      service.ours.call('rotateOidcClientSecret', {
        path: { clientId: party.clientId },
        body: { gracePeriod },
      });
    const { body } = await rotate(60);
    const asks = async (clientSecret: string) =>
      (await call({ ...party, clientSecret }, '/introspect', { token: 'x' })).status;
    expect([await asks(party.clientSecret), await asks(body.clientSecret)]).toEqual([200, 200]);
    await service.sql(`update oidc_clients set previous_secret_expires_at = now() where id = $1`, [
      party.clientId,
    ]);
    expect([await asks(party.clientSecret), await asks(body.clientSecret)]).toEqual([401, 200]);
  });
});

describe('getOidcUserInfo', () => {
  test('returns no claim of a tenant’s scope that concerns the token', async ({ service }) => {
    await service.ours.call('createOidcScope', {
      body: {
        name: 'badge',
        displayName: 'Badge',
        claims: [
          { claim: 'badge', source: 'employeeNumber' },
          { claim: 'duties', source: 'roles' },
          { claim: 'inherited', source: 'attributes.constructor' },
        ],
      },
    });
    const { party, userId, browser } = await flow(service, { scopes: ['openid', 'badge'] });
    await service.sql(`update users set employee_number = '007' where id = $1`, [userId]);
    // As if it had been stored before it was refused.
    await service.sql(
      `update oidc_scopes set claims = claims || '[{"claim":"sub","source":"employeeNumber"},{"claim":"iss","source":"employeeNumber"}]'
        where name = 'badge'`,
    );
    await service.sql('update tenants set oidc_version = oidc_version + 1');
    const tokens = await (await authorized(party, browser, { scope: 'openid badge' })).exchange();
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    expect(info).toEqual({ sub: userId, badge: '007', duties: ['MEMBER'] });
    expect(tokens.claims()).toMatchObject({ sub: userId, iss: issuerOf(service.ours) });
  });
});
