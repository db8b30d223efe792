import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  type Browser,
  call,
  redirectUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

const exchange = ({ access_token: token }: { access_token: string }, who: RelyingParty) =>
  call(who, '/token', { grant_type: exchangeGrant, subject_token: token, subject_token_type: accessToken });

const update = (service: TestService, { clientId }: RelyingParty, body: Record<string, unknown>) =>
  service.ours.call('updateOidcClient', { path: { clientId }, body });

describe('authorizeOidc, for a client that needs consent', () => {
  test('does not treat a token exchanged by a service as consent of the user', async ({ service }) => {
    const { party, browser } = await flow(service, { resources: [api], scopes: ['openid', 'email'] });
    const called = await aRelyingParty(service.ours, {
      grantTypes: ['authorization_code', exchangeGrant],
      servedResources: [api],
      scopes: ['openid', 'email'],
    });
    const tokens = await (
      await authorized(party, browser, { scope: 'openid email', resource: api })
    ).exchange();
    expect(await exchange(tokens, called)).toMatchObject({ status: 200, body: { scope: 'email' } });
    await update(service, called, { consentRequired: true });
    expect((await exchange(tokens, called)).body['error']).toBe('consent_required');
    const { url } = await begin(called, { scope: 'email' });
    url.searchParams.delete('nonce');
    expect((await browser.open(url)).text).toContain('name="answer"');
  });

  test('asks a user for consent if the client did not need it before', async ({ service }) => {
    const { party, browser } = await flow(service, { scopes: ['openid', 'email'] });
    await (await authorized(party, browser, { scope: 'openid email' })).exchange();
    await update(service, party, { consentRequired: true });
    const { callback } = await authorized(party, browser, { prompt: 'none', scope: 'openid email' });
    expect(callback.searchParams.get('error')).toBe('consent_required');
    const asked = await browser.open((await begin(party, { scope: 'openid email' })).url);
    expect(asked.text).toContain('name="answer"');
    await browser.send(asked, { answer: 'allow' });
    const again = await authorized(party, browser, { prompt: 'none', scope: 'openid email' });
    expect(again.callback.searchParams.get('code')).toBeTruthy();
  });

  test('asks again for more scopes, and grants only what the user allowed', async ({ service }) => {
    const { party, browser } = await flow(service, {
      consentRequired: true,
      scopes: ['openid', 'email', 'profile'],
    });
    await authorized(party, browser, { scope: 'openid email' });
    const same = await authorized(party, browser, { scope: 'openid email', prompt: 'none' });
    expect(same.callback.searchParams.get('code')).toBeTruthy();
    const mores: Record<string, string>[] = [
      { scope: 'openid email profile' },
      { claims: JSON.stringify({ userinfo: { nickname: null } }) },
    ];
    for (const more of mores) {
      const { callback } = await authorized(party, browser, { ...more, prompt: 'none' });
      expect({ more, error: callback.searchParams.get('error') }).toEqual({
        more,
        error: 'consent_required',
      });
    }
  });
});

describe('showOidcInteraction, for a client with an earlier consent', () => {
  const asks = async (
    browser: Browser,
    party: Pick<RelyingParty, 'config'>,
    parameters: Record<string, string>,
  ): Promise<string> => {
    const { text } = await browser.open((await begin(party, parameters)).url);
    expect(text).toContain('name="answer"');
    return text;
  };
  const openid = 'Know who you are';
  const email = 'See your email address';

  test('shows all requested scopes if the client sends prompt=consent', async ({ service }) => {
    const { party, browser } = await flow(service, {
      consentRequired: true,
      scopes: ['openid', 'email'],
      resources: [api],
    });
    const parameters = {
      scope: 'openid email',
      resource: api,
      claims: JSON.stringify({ userinfo: { email_verified: null } }),
    };
    const first = await asks(browser, party, parameters);
    expect(first).toContain('wants to:');
    await authorized(party, browser, parameters);
    const again = await asks(browser, party, { ...parameters, prompt: 'consent' });
    for (const text of [openid, email, 'email_verified', `email at ${api}`, 'wants to:'])
      expect(again).toContain(text);
    // The user allows again exactly what the page showed.
    const kept = await authorized(party, browser, { ...parameters, prompt: 'consent' });
    expect(kept.callback.searchParams.get('code')).toBeTruthy();
  });

  test.for([
    ['com.example.app:/callback', true],
    ['vscode://vscode.example-extension/did-authenticate', false],
  ] as const)(
    'shows all scopes to a user of a native application, each time: %s, consentRequired %s',
    async ([redirect, consentRequired], { service }) => {
      const { party, browser } = await flow(service, {
        applicationType: 'native',
        tokenEndpointAuthMethod: 'none',
        redirectUris: [redirect],
        consentRequired,
        scopes: ['openid', 'email'],
      });
      const parameters = { scope: 'openid email', redirect_uri: redirect };
      await browser.send(await browser.open((await begin(party, parameters)).url), { answer: 'allow' });
      const again = await asks(browser, party, parameters);
      for (const text of [openid, email]) expect(again).toContain(text);
    },
  );

  test('marks and shows only new scopes if the client requests more', async ({ service }) => {
    const { party, browser } = await flow(service, { consentRequired: true, scopes: ['openid', 'email'] });
    await authorized(party, browser, { scope: 'openid' });
    const more = await asks(browser, party, { scope: 'openid email' });
    expect(more).toContain('You’ve already given');
    expect(more).toContain(email);
    expect(more).not.toContain(openid);
    const german = await asks(browser, party, { scope: 'openid email', ui_locales: 'de' });
    expect(german).toContain('Jetzt möchte die App außerdem');
  });
});

describe('authorizeOidc, for a client with few scopes', () => {
  test('releases through the claims parameter only what a scope of the client releases', async ({
    service,
  }) => {
    await service.ours.call('createOidcScope', {
      body: { name: 'salary', displayName: 'Salary', claims: [{ claim: 'grade', source: 'costCenter' }] },
    });
    const { party, userId, browser } = await flow(service, { scopes: ['openid', 'profile'] });
    await service.sql(`update users set cost_center = 'A7' where id = $1`, [userId]);
    const every = { email: null, groups: null, grade: { essential: true }, given_name: null };
    const claims = JSON.stringify({ id_token: every, userinfo: every });
    const tokens = await (await authorized(party, browser, { claims })).exchange();
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    expect(info).toEqual({ sub: userId, given_name: 'Ada' });
    expect(tokens.claims()).toMatchObject({ given_name: 'Ada' });
    for (const claim of ['email', 'groups', 'grade']) expect(tokens.claims()).not.toHaveProperty(claim);
  });

  test('lets the claims parameter change nothing in the token itself', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const forged = { sub: { value: 'somebody' } };
    const { callback } = await authorized(party, browser, {
      claims: JSON.stringify({ id_token: forged }),
      prompt: 'none',
    });
    expect(callback.searchParams.get('error')).toBe('login_required');
    const asked = Object.fromEntries(
      ['iss', 'aud', 'azp', 'exp', 'acr', 'cnf', 'act', 'sid'].map((name) => [name, { value: 'forged' }]),
    );
    const claims = JSON.stringify({ id_token: { ...asked, acr: null }, userinfo: asked });
    const tokens = await (await authorized(party, browser, { claims })).exchange();
    expect(tokens.claims()).toMatchObject({ iss: party.issuer, aud: party.clientId, sub: userId });
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    expect(JSON.stringify([tokens.claims(), info])).not.toContain('forged');
  });
});

describe('a token issued before a right was removed', () => {
  test('keeps only the scopes that the client still has', async ({ service }) => {
    const { party, userId, browser } = await flow(service, { scopes: ['openid', 'email', 'profile'] });
    const first = await (await authorized(party, browser, { scope: 'openid email profile' })).exchange();
    await update(service, party, { scopes: ['openid', 'profile'] });
    const renewed = await oidc.refreshTokenGrant(party.config, first.refresh_token ?? '');
    expect(renewed.scope).toBe('openid profile');
    for (const { access_token: token } of [first, renewed]) {
      const info = await oidc.fetchUserInfo(party.config, token, userId);
      expect(info).not.toHaveProperty('email');
      expect(info).toHaveProperty('given_name');
    }
  });

  test('is inactive while the user is outside the allowed groups or expired', async ({ service }) => {
    const { body: group } = await service.ours.call('createGroup', { body: { name: 'Members' } });
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    const actives = async () => [
      (await oidc.tokenIntrospection(party.config, tokens.access_token)).active,
      (await oidc.tokenIntrospection(party.config, tokens.refresh_token ?? '')).active,
    ];
    expect(await actives()).toEqual([true, true]);
    await update(service, party, { allowedGroups: [group.id] });
    expect(await actives()).toEqual([false, false]);
    await expect(oidc.fetchUserInfo(party.config, tokens.access_token, userId)).rejects.toThrow();
    await update(service, party, { allowedGroups: null });
    expect(await actives()).toEqual([true, true]);
    await service.sql(`update users set expires_at = now() where id = $1`, [userId]);
    expect(await actives()).toEqual([false, false]);
  });

  test('is inactive while the client is disabled, and after it is deleted', async ({ service }) => {
    const { party, userId, browser } = await flow(service, { resources: [api] });
    const server = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
      servedResources: [api],
    });
    const { exchange: codeOf } = await authorized(party, browser, { resource: api });
    const bound = await codeOf();
    const plain = await (await authorized(party, browser)).exchange();
    const late = await authorized(party, browser);
    expect(await oidc.tokenIntrospection(server.config, bound.access_token)).toMatchObject({ active: true });
    const dead = async () => {
      expect(await oidc.tokenIntrospection(server.config, bound.access_token)).toEqual({ active: false });
      await expect(oidc.fetchUserInfo(party.config, plain.access_token, userId)).rejects.toThrow();
      await expect(oidc.refreshTokenGrant(party.config, plain.refresh_token ?? '')).rejects.toThrow();
      await expect(late.exchange()).rejects.toMatchObject({ status: 401 });
      expect((await exchange(bound, server)).body['error']).toBe('invalid_grant');
    };
    await update(service, party, { status: 'DISABLED' });
    await dead();
    await service.ours.call('deleteOidcClient', { path: { clientId: party.clientId } });
    await dead();
  });

  test('ends with the sign-in, even if a service exchanged it', async ({ service }) => {
    const { party, userId, browser } = await flow(service, { resources: [api], scopes: ['openid', 'email'] });
    const called = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
      servedResources: [api],
      scopes: ['openid', 'email'],
    });
    const tokens = await (
      await authorized(party, browser, { scope: 'openid email', resource: api })
    ).exchange();
    const { body } = await exchange(tokens, called);
    const exchanged = String(body['access_token']);
    const twice = String((await exchange({ access_token: exchanged }, called)).body['access_token']);
    for (const token of [exchanged, twice])
      expect(await oidc.tokenIntrospection(called.config, token)).toMatchObject({ active: true });
    const [grant] = await service.sql<{ left: number }>(
      `select extract(epoch from max(expires_at) - now())::float8 as left from oidc_artifacts
        where user_id = $1 and client_id = $2 and model = 'Grant'`,
      [userId, called.clientId],
    );
    expect(grant?.left).toBeLessThan(3700);
    // Another person in the same browser.
    await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) }, browser);
    await browser.open((await begin(party)).url);
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    for (const token of [exchanged, twice])
      expect(await oidc.tokenIntrospection(called.config, token)).toEqual({ active: false });
    expect((await exchange(tokens, called)).body['error']).toBe('invalid_grant');
  });

  test('ends with the first token of a chain of exchanges', async ({ service }) => {
    const { party, browser } = await flow(service, { resources: [api] });
    const called = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
      servedResources: [api],
    });
    const tokens = await (await authorized(party, browser, { resource: api })).exchange();
    const once = String((await exchange(tokens, called)).body['access_token']);
    const twice = String((await exchange({ access_token: once }, called)).body['access_token']);
    expect(await oidc.tokenIntrospection(called.config, twice)).toMatchObject({ active: true });
    await oidc.tokenRevocation(party.config, tokens.refresh_token ?? '');
    for (const token of [once, twice])
      expect(await oidc.tokenIntrospection(called.config, token)).toEqual({ active: false });
  });
});

describe('getOidcUserInfo, for an unsuitable token', () => {
  test('rejects a token without openid and a token for an API', async ({ service }) => {
    const { party, browser } = await flow(service, { resources: [api], scopes: ['openid', 'email'] });
    const info = async ({ access_token: token }: { access_token: string }) =>
      (await fetch(`${party.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
    const { url, verifier } = await begin(party, { scope: 'email' });
    url.searchParams.delete('nonce');
    const { url: back } = await browser.open(url);
    const { body } = await call(party, '/token', {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    expect(await info({ access_token: String(body['access_token']) })).toBe(403);
    const bound = await (await authorized(party, browser, { resource: api })).exchange();
    expect(await info(bound)).toBe(401);
  });
});
