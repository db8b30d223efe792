import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { anOidcScope } from '../../support/oidc-clients.ts';
import { anOidcResource, aStranger } from '../../support/oidc-resources.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  type Browser,
  call,
  type RelyingParty,
  signedIn,
  type Tokens,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// Resources of a tenant (docs/oidc-resources.md), as clients meet them.

const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };
const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

const aBrowser = async (service: TestService, { issuer }: RelyingParty): Promise<Browser> =>
  signedIn(service, { issuer, userId: await aPerson(service) });

/** Signs a new user in at a client, with consent, and gives the tokens. */
const tokensFor = async (
  service: TestService,
  party: RelyingParty,
  parameters: Record<string, string>,
): Promise<Tokens> =>
  (await authorized(party, await aBrowser(service, party), { prompt: 'consent', ...parameters })).exchange();

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { error?: string }).error ?? error,
  );

const update = async ({ ours }: TestService, resourceId: string, body: Record<string, unknown>) => {
  const answer = await ours.call('updateOidcResource', { path: { resourceId }, body });
  expect(answer.status).toBe(200);
};

describe('a client that a resource names', () => {
  test('gets tokens with the scopes, the lifetime and the form of the resource', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { accessTokenFormat: 'opaque', scopes: ['openid'] });
    const { identifier, id } = await anOidcResource(service.ours, { clients: [party.clientId] });
    const asked = { scope: 'openid read unknown', resource: identifier };
    const signed = await tokensFor(service, party, asked);
    expect(signed).toMatchObject({ expires_in: 600, scope: 'read' });
    expect(decodeJwt(signed.access_token)).toMatchObject({ aud: identifier, scope: 'read' });
    await update(service, id, { accessTokenFormat: 'opaque', accessTokenTtl: 60 });
    const opaque = await tokensFor(service, party, asked);
    expect(opaque).toMatchObject({ expires_in: 60, scope: 'read' });
    expect(opaque.access_token).not.toContain('.');
    expect((await tokensFor(service, party, { scope: 'openid' })).expires_in).toBe(3_600);
  });

  test('gets such tokens for itself, too, by the own answers and by the engine', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { ...machine, scopes: [], accessTokenTtl: 1_800 });
    // A scope of the tenant, which the client does not have itself.
    const { name: shared } = await anOidcScope(service.ours);
    const scopes = [{ name: 'write' }, { name: shared }];
    const { identifier } = await anOidcResource(service.ours, { clients: [party.clientId], scopes });
    const form = { grant_type: 'client_credentials', scope: 'write unknown', resource: identifier };
    const own = await call(party, '/token', form);
    // The engine answers a request with an unusual parameter.
    const byEngine = await call(party, '/token', { ...form, nonce: 'x' });
    for (const { status, body } of [own, byEngine]) {
      expect([status, body]).toMatchObject([200, { scope: 'write', expires_in: 600 }]);
      expect(decodeJwt(String(body['access_token']))).toMatchObject({ aud: identifier, scope: 'write' });
    }
    const bare = { grant_type: 'client_credentials', scope: `write ${shared}` };
    for (const asked of [bare, { ...bare, nonce: 'x' }]) {
      const { body } = await call(party, '/token', asked);
      expect([body['scope'], body['expires_in']]).toEqual([undefined, 1_800]);
    }
  });

  test('is any client of an administrator, if the resource names none in particular', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { ...machine, scopes: [] });
    const { identifier, id } = await anOidcResource(service.ours, { clients: null });
    const asked = { resource: identifier, scope: 'read' };
    expect((await oidc.clientCredentialsGrant(party.config, asked)).scope).toBe('read');
    await update(service, id, { clients: [] });
    expect(await errorOf(oidc.clientCredentialsGrant(party.config, asked))).toBe('invalid_target');
    expect(await errorOf(tokensFor(service, await aStranger(service), asked))).not.toBe('no error');
  });

  test('names it with or without a slash at the end, and the token has the identifier as it is', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours, { ...machine, scopes: [] });
    const identifier = `https://${party.clientId.replace('_', '-')}.example.com`;
    await anOidcResource(service.ours, { identifier, clients: [party.clientId] });
    for (const resource of [identifier, `${identifier}/`]) {
      const { access_token } = await oidc.clientCredentialsGrant(party.config, { resource, scope: 'read' });
      expect(decodeJwt(access_token)).toMatchObject({ aud: identifier, scope: 'read' });
    }
  });
});

describe('a client that lists the identifier itself', () => {
  test('keeps its tokens, with its own scopes as far as the resource has them', async ({ service }) => {
    const { ours } = service;
    const [{ name: shared }, { name: alone }] = [await anOidcScope(ours), await anOidcScope(ours)];
    const identifier = `https://${shared}.example.com/api`;
    const party = await aRelyingParty(ours, { ...machine, scopes: [shared, alone], resources: [identifier] });
    const scopes = async (): Promise<unknown> =>
      (
        await oidc.clientCredentialsGrant(party.config, {
          resource: identifier,
          scope: `${shared} ${alone} write`,
        })
      ).scope;
    expect(await scopes()).toBe(`${shared} ${alone}`);
    const { id } = await anOidcResource(ours, { identifier, scopes: [{ name: shared }, { name: 'write' }] });
    expect(await scopes()).toBe(shared);
    await update(service, id, { clients: [party.clientId] });
    expect(await scopes()).toBe(`${shared} write`);
    await ours.call('deleteOidcResource', { path: { resourceId: id } });
    expect(await scopes()).toBe(`${shared} ${alone}`);
  });
});

describe('a scope of one resource', () => {
  test('is in no token for another resource, in none without a resource, and gives no claims of the tenant', async ({
    service,
  }) => {
    const { ours } = service;
    // The tenant has a scope of this name, too, with claims that the client may not see.
    const { name: secret } = await anOidcScope(ours, { claims: [{ claim: 'floor', source: 'department' }] });
    const party = await aRelyingParty(ours, { scopes: ['openid', 'email'], idTokenClaims: true });
    const clients = [party.clientId];
    const one = await anOidcResource(ours, { clients, scopes: [{ name: secret }, { name: 'first' }] });
    const other = await anOidcResource(ours, { clients, scopes: [{ name: 'second' }] });
    const browser = await signedIn(service, {
      issuer: party.issuer,
      userId: await aPerson(service, { department: 'Vault' }),
    });
    const scope = `openid email ${secret} first second`;
    const get = async (parameters: Record<string, string>): Promise<Tokens> =>
      (await authorized(party, browser, { scope, ...parameters })).exchange();
    const forOne = await get({ resource: one.identifier });
    expect(decodeJwt(forOne.access_token)).toMatchObject({ scope: `${secret} first` });
    expect(forOne.claims()).toHaveProperty('email');
    expect(forOne.claims()).not.toHaveProperty('floor');
    expect(decodeJwt((await get({ resource: other.identifier })).access_token)).toMatchObject({
      scope: 'second',
    });
    const none = await get({});
    expect(none.scope).toBe('openid email');
    const info = await oidc.fetchUserInfo(party.config, none.access_token, oidc.skipSubjectCheck);
    expect(Object.keys(info).toSorted()).toEqual(['email', 'email_verified', 'sub']);
    // A code for one resource gives no token for another.
    const code = await authorized(party, browser, { scope, resource: one.identifier });
    const form = {
      grant_type: 'authorization_code',
      code: code.callback.searchParams.get('code') ?? '',
      redirect_uri: 'https://rp.example.com/callback',
      code_verifier: code.verifier,
      resource: other.identifier,
    };
    expect((await call(party, '/token', form)).body['error']).toBe('invalid_target');
  });

  test('does not become a scope of the same name of another resource by an exchange', async ({ service }) => {
    const { ours } = service;
    const { name: shared } = await anOidcScope(ours);
    const scopes = [{ name: 'read' }, { name: shared }];
    const backend = await aRelyingParty(ours, {
      ...withoutPages,
      grantTypes: [exchangeGrant],
      scopes: ['openid', shared],
    });
    const front = await aRelyingParty(ours, { scopes: ['openid', shared] });
    const called = await anOidcResource(ours, {
      scopes,
      clients: [front.clientId, backend.clientId],
      servedBy: [backend.clientId],
    });
    const next = await anOidcResource(ours, { scopes, clients: [backend.clientId] });
    const { access_token: subject } = await tokensFor(service, front, {
      scope: `openid read ${shared}`,
      resource: called.identifier,
    });
    expect(decodeJwt(subject)).toMatchObject({ scope: `read ${shared}` });
    const exchange = (parameters: Record<string, string>) =>
      call(backend, '/token', {
        grant_type: exchangeGrant,
        subject_token: subject,
        subject_token_type: accessToken,
        ...parameters,
      });
    const there = await exchange({ resource: next.identifier });
    expect(decodeJwt(String(there.body['access_token']))).toMatchObject({
      aud: next.identifier,
      scope: shared,
    });
    expect((await exchange({ resource: next.identifier, scope: 'read' })).body['error']).toBe(
      'invalid_scope',
    );
    const same = await exchange({ resource: called.identifier });
    expect(decodeJwt(String(same.body['access_token']))).toMatchObject({ scope: `read ${shared}` });
    expect((await exchange({})).body['scope']).toBe(shared);
  });
});

describe('a client that is a resource', () => {
  test('introspects its tokens, and no others do', async ({ service }) => {
    const { ours } = service;
    const sender = await aRelyingParty(ours, { ...machine, scopes: [] });
    const called = await aRelyingParty(ours, { ...machine, scopes: [] });
    const { id, identifier } = await anOidcResource(ours, {
      clients: [sender.clientId],
      servedBy: [called.clientId],
    });
    const { access_token: token } = await oidc.clientCredentialsGrant(sender.config, {
      resource: identifier,
      scope: 'read',
    });
    const shown = await oidc.tokenIntrospection(called.config, token);
    expect(shown).toMatchObject({ active: true, aud: identifier, scope: 'read' });
    const userToken = await tokensFor(service, await aNamed(service, id), {
      resource: identifier,
      scope: 'openid read',
    });
    expect(await oidc.tokenIntrospection(called.config, userToken.access_token)).toMatchObject({
      active: true,
    });
    const another = await aRelyingParty(ours, { ...machine, scopes: [] });
    expect(await oidc.tokenIntrospection(another.config, token)).toEqual({ active: false });
    await update(service, id, { servedBy: [] });
    expect(await oidc.tokenIntrospection(called.config, token)).toEqual({ active: false });
  });
});

/** Makes a client of people that a resource names. */
async function aNamed(service: TestService, resourceId: string): Promise<RelyingParty> {
  const party = await aRelyingParty(service.ours, { scopes: ['openid'] });
  await update(service, resourceId, { clients: [party.clientId] });
  return party;
}

describe('a stranger', () => {
  test('gets tokens for a resource that is open to agents, after consent in its words, for 300 seconds', async ({
    service,
  }) => {
    const party = await aStranger(service);
    const { id, identifier } = await anOidcResource(service.ours, { agents: true, accessTokenTtl: 3_600 });
    const browser = await aBrowser(service, party);
    const asked = { scope: 'openid read write offline_access', prompt: 'consent', resource: identifier };
    const { url } = await begin(party, asked);
    const page = (await browser.open(url)).text.replaceAll(/<\/?bdi>/g, '');
    expect(page).toContain('Read your projects, in Project tools');
    expect(page).toContain('write, in Project tools');
    expect(page).toContain(new URL(identifier).host);
    const tokens = await (await authorized(party, browser, asked)).exchange();
    expect(tokens).toMatchObject({ expires_in: 300, scope: 'read write' });
    const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '', {
      resource: identifier,
    });
    expect(refreshed).toMatchObject({ expires_in: 300, scope: 'read write' });
    await update(service, id, { accessTokenFormat: 'opaque' });
    const opaque = await oidc.refreshTokenGrant(party.config, refreshed.refresh_token ?? '');
    expect(opaque).toMatchObject({ expires_in: 3_600, scope: 'read write' });
    const called = await aRelyingParty(service.ours, { ...machine, scopes: [] });
    await update(service, id, { servedBy: [called.clientId] });
    const shown = async (): Promise<unknown> =>
      (await oidc.tokenIntrospection(called.config, opaque.access_token)).active;
    expect(await shown()).toBe(true);
    await update(service, id, { agents: false });
    expect(await shown()).toBe(false);
  });

  test('gets nothing for a resource that is not, not even if the resource names it or admits all clients', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const party = await aStranger(service);
    const { identifier } = await anOidcResource(ours, { clients: null });
    const listed = await anOidcResource(ours);
    const foreign = await anOidcResource(service.theirs, { agents: true });
    // A resource may name a client that is one of a stranger now, by a mistake in the database.
    await sql(`update oidc_resources set clients = array[$2] where id = $1`, [listed.id, party.clientId]);
    await sql('update tenants set oidc_version = oidc_version + 1 where id = $1', [ours.orgId]);
    const browser = await aBrowser(service, party);
    for (const resource of [
      identifier,
      listed.identifier,
      foreign.identifier,
      'https://unknown.example.com/',
      `${party.issuer.split('/api/')[0]}/api/v1`,
    ]) {
      const { callback } = await authorized(party, browser, { scope: 'openid read', resource });
      expect([resource, callback.searchParams.get('error')]).toEqual([resource, 'invalid_target']);
    }
  });

  test('gets identity scopes only, if it names no resource', async ({ service }) => {
    const { ours } = service;
    const { name } = await anOidcScope(ours, { isDefault: true });
    const party = await aStranger(service);
    await anOidcResource(ours, { agents: true });
    const scope = `openid profile email groups phone read write ${name}`;
    expect((await tokensFor(service, party, { scope })).scope).toBe('openid profile email');
  });

  test('asks the user for each resource, also where it asks for no scope of it', async ({ service }) => {
    const party = await aStranger(service);
    const first = await anOidcResource(service.ours, { agents: true, scopes: [] });
    const browser = await aBrowser(service, party);
    await (await authorized(party, browser, { scope: 'openid' })).exchange();
    const ask = async (parameters: Record<string, string>) =>
      (await browser.open((await begin(party, parameters)).url)).text;
    const asked = { scope: 'openid', resource: first.identifier };
    expect(await ask(asked)).toContain('<li>Use Project tools for you<br>');
    const quiet = await authorized(party, browser, { ...asked, prompt: 'none' });
    expect(quiet.callback.searchParams.get('error')).toBe('consent_required');
    const tokens = await (await authorized(party, browser, asked)).exchange();
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: first.identifier });
    // The user has allowed it, and is not asked again.
    const again = await authorized(party, browser, { ...asked, prompt: 'none' });
    expect(again.callback.searchParams.get('code')).not.toBeNull();
  });

  test('gets all scopes of the resource that it names, if it names no scope', async ({ service }) => {
    const party = await aStranger(service);
    const { identifier } = await anOidcResource(service.ours, { agents: true });
    const browser = await aBrowser(service, party);
    const { url, verifier } = await begin(party, { resource: identifier });
    for (const name of ['scope', 'nonce']) url.searchParams.delete(name);
    const callback = (await browser.send(await browser.open(url), { answer: 'allow' })).url;
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: party.clientId,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: 'https://rp.example.com/callback',
      code_verifier: verifier,
    });
    const answer = await fetch(`${party.issuer}/token`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ scope: 'read write' });
  });
});

describe('a change of a resource', () => {
  test('holds for the next refresh: of its scopes, of who may ask, and its deletion', async ({ service }) => {
    const party = await aStranger(service);
    const { id, identifier } = await anOidcResource(service.ours, { agents: true });
    let { refresh_token: refresh = '' } = await tokensFor(service, party, {
      scope: 'openid read write offline_access',
      resource: identifier,
    });
    const renewed = async () => {
      const tokens = await oidc.refreshTokenGrant(party.config, refresh, { resource: identifier });
      refresh = tokens.refresh_token ?? '';
      return tokens.scope;
    };
    expect(await renewed()).toBe('read write');
    await update(service, id, { scopes: [{ name: 'read' }] });
    expect(await renewed()).toBe('read');
    await update(service, id, { scopes: [{ name: 'read' }, { name: 'write' }], agents: false });
    expect(await errorOf(renewed())).toBe('invalid_target');
    await update(service, id, { agents: true });
    const other = await tokensFor(service, party, {
      scope: 'openid read offline_access',
      resource: identifier,
    });
    await service.ours.call('deleteOidcResource', { path: { resourceId: id } });
    expect(await errorOf(oidc.refreshTokenGrant(party.config, other.refresh_token ?? ''))).toBe(
      'invalid_target',
    );
  });
});

test('discovery lists the scopes of resources that are open to agents, and no others', async ({
  service,
}) => {
  const party = await aRelyingParty(service.theirs, { scopes: ['openid'] });
  await anOidcResource(service.theirs, { agents: true, scopes: [{ name: 'open-one' }] });
  await anOidcResource(service.theirs, { clients: null, scopes: [{ name: 'closed-one' }] });
  const answer = await fetch(`${party.issuer}/.well-known/openid-configuration`);
  const { scopes_supported: scopes } = (await answer.json()) as { scopes_supported: string[] };
  expect(scopes).toEqual(expect.arrayContaining(['openid', 'offline_access', 'open-one']));
  expect(scopes).not.toContain('closed-one');
});
