import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  call,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { copiedResources } from '../../support/rows-of-before.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };
const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };

/** Creates a client that exchanges tokens, and introspects them. */
const anExchanger = (service: TestService, fields: Record<string, unknown>): Promise<RelyingParty> =>
  aRelyingParty(service.ours, {
    ...withoutPages,
    grantTypes: [exchangeGrant],
    scopes: ['openid', 'email'],
    ...fields,
  });

/** Signs a user in at a client that calls the API, and gives the browser and the token. */
async function aCall(service: TestService) {
  const party = await aRelyingParty(service.ours, { resources: [api], scopes: ['openid', 'email'] });
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  const asked = await authorized(party, browser, { scope: 'openid email', resource: api });
  return { party, browser, token: (await asked.exchange()).access_token };
}

const exchanged = async (who: RelyingParty, token: string): Promise<Record<string, unknown>> =>
  (
    await call(who, '/token', {
      grant_type: exchangeGrant,
      subject_token: token,
      subject_token_type: accessToken,
    })
  ).body;

describe('a client that only calls an API', () => {
  test('neither introspects nor exchanges the tokens of other clients for it; the API does both', async ({
    service,
  }) => {
    const { token } = await aCall(service);
    const caller = await anExchanger(service, { resources: [api] });
    const called = await anExchanger(service, { servedResources: [api] });
    expect(await oidc.tokenIntrospection(caller.config, token)).toEqual({ active: false });
    expect(await exchanged(caller, token)).toMatchObject({ error: 'invalid_grant' });
    expect(await oidc.tokenIntrospection(called.config, token)).toMatchObject({ active: true, aud: api });
    expect(await exchanged(called, token)).toMatchObject({ scope: 'email' });
  });

  test('does not introspect the tokens that machines have for themselves; the API does', async ({
    service,
  }) => {
    const sender = await aRelyingParty(service.ours, { ...machine, resources: [api] });
    const { access_token: token } = await oidc.clientCredentialsGrant(sender.config, { resource: api });
    const caller = await aRelyingParty(service.ours, { ...machine, resources: [api] });
    const called = await aRelyingParty(service.ours, { ...machine, servedResources: [api] });
    expect(await oidc.tokenIntrospection(caller.config, token)).toEqual({ active: false });
    expect(await oidc.tokenIntrospection(called.config, token)).toMatchObject({ active: true });
  });

  test('gets no token for an API that it is and may not ask for', async ({ service }) => {
    const called = await aRelyingParty(service.ours, { ...machine, servedResources: [api] });
    await expect(oidc.clientCredentialsGrant(called.config, { resource: api })).rejects.toMatchObject({
      error: 'invalid_target',
    });
  });
});

describe('updateOidcClient', () => {
  test('refuses served resources that are not absolute URIs without a fragment', async ({ service }) => {
    const { clientId } = await aRelyingParty(service.ours, machine);
    for (const one of ['orders', `${api}#x`]) {
      const body = { servedResources: [one] };
      const answer = await service.ours.call('updateOidcClient', { path: { clientId }, body });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: { 'servedResources.0': expect.any(String) } },
      });
    }
  });

  test('asks a user whose sign-in is six minutes old for a proof before a client becomes an API', async ({
    service,
  }) => {
    const { clientId } = await aRelyingParty(service.ours, machine);
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const change = (body: Record<string, unknown>) =>
      client.call('updateOidcClient', { path: { clientId }, body });
    expect(await change({ servedResources: [api] })).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    const created = await client.call('createOidcClient', { body: { ...machine, servedResources: [api] } });
    expect(created).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    await service.ours.call('updateOidcClient', { path: { clientId }, body: { servedResources: [api] } });
    // To take one away must not wait.
    expect(await change({ servedResources: [] })).toMatchObject({
      status: 200,
      body: { servedResources: [] },
    });
  });
});

describe('a client of the release before', () => {
  /** Makes a client whose list a migration has copied. */
  async function migrated(service: TestService, fields: Record<string, unknown>): Promise<RelyingParty> {
    const party = await anExchanger(service, fields);
    await service.sql(copiedResources, [party.clientId]);
    return party;
  }

  test('goes on as the API, and is marked until its list is named', async ({ service }) => {
    const { token } = await aCall(service);
    const called = await migrated(service, { resources: [api], consentRequired: true });
    const path = { clientId: called.clientId };
    expect((await service.ours.call('getOidcClient', { path })).body).toMatchObject({
      servedResources: [api],
      servedResourcesCopied: true,
    });
    expect(await oidc.tokenIntrospection(called.config, token)).toMatchObject({ active: true });
    expect(await exchanged(called, token)).toMatchObject({ scope: 'email' });
    const { body } = await service.ours.call('updateOidcClient', { path, body: { servedResources: [api] } });
    expect(body).toMatchObject({ servedResources: [api], servedResourcesCopied: false });
    expect(await oidc.tokenIntrospection(called.config, token)).toMatchObject({ active: true });
    expect(await exchanged(called, token)).toMatchObject({ error: 'consent_required' });
  });

  test('without resources serves nothing, and has no mark', async ({ service }) => {
    const { clientId } = await migrated(service, {});
    expect((await service.ours.call('getOidcClient', { path: { clientId } })).body).toMatchObject({
      servedResources: [],
      servedResourcesCopied: false,
    });
  });
});

describe('an exchange by a client with consentRequired', () => {
  test('needs the consent of the user, and gives no scope beyond it', async ({ service }) => {
    const { browser, token } = await aCall(service);
    const called = await anExchanger(service, {
      redirectUris: ['https://rp.example.com/callback'],
      grantTypes: ['authorization_code', exchangeGrant],
      scopes: ['openid', 'email', 'profile'],
      servedResources: [api],
      consentRequired: true,
    });
    expect(await exchanged(called, token)).toMatchObject({
      error: 'consent_required',
      error_description: expect.stringContaining('has not allowed this client'),
    });
    await authorized(called, browser, { scope: 'openid profile' });
    expect((await exchanged(called, token))['scope']).toBeUndefined();
    await authorized(called, browser, { scope: 'openid email' });
    expect(await exchanged(called, token)).toMatchObject({ scope: 'email' });
  });
});
