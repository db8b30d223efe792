import { describe, expect } from 'vitest';
import { commandLineId, commandLineName } from '../../../src/lib/command-line-id.ts';
import { ownApiOf } from '../../../src/oidc/own-api.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine, allowDevice, aProofKey, deviceGrant, told } from '../../support/command-line.ts';
import { withdraw } from '../../support/consents.ts';
import { Browser, issuerOf, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// The built-in client of the command line, and the rule that no other client gets tokens for our API (docs/decisions/0128).

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

const anOwner = ({ ours }: Pick<TestService, 'ours'>): Promise<string> => aUser(ours, { roles: ['OWNER'] });
const statusOf = async (line: { client: { call: (id: 'getMe') => Promise<{ status: number }> } }) =>
  (await line.client.call('getMe')).status;

describe('the command line', () => {
  test('signs a user in by the device flow, and its token opens the API', async ({ service }) => {
    const userId = await aUser(service.ours, { roles: ['ADMIN'] });
    const line = await aCommandLine(service, { userId });
    expect(line.tokens).toEqual({
      access: expect.stringMatching(/^kd_user_[0-9A-Za-z]{92}$/),
      refresh: expect.stringMatching(/^kd_refresh_[0-9A-Za-z]{92}$/),
      scope: '*',
    });
    expect(line.pages.confirm.text).toContain(commandLineName);
    expect(line.pages.consent.text).toContain(commandLineName);
    expect(line.pages.consent.text).toContain('Do all that you may do in Keyward');
    const me = await line.client.call('getMe');
    const { orgId } = service.ours;
    expect([me.status, me.body]).toMatchObject([
      200,
      { type: 'USER', id: userId, roles: ['ADMIN'], organizations: [{ liveOrgId: orgId }] },
    ]);
    const [stored] = await service.sql(
      `select count(*)::int as plain from oidc_artifacts where payload like '%kd_%' or payload like '%' || $1 || '%'`,
      [line.tokens.access.slice(51, 94)],
    );
    expect(stored).toEqual({ plain: 0 });
  });

  test('asks for scopes of the API, which the user reads', async ({ service }) => {
    const userId = await anOwner(service);
    const line = await aCommandLine(service, { userId }, { scope: 'identities.read webhooks.*' });
    expect(line.pages.consent.text).toContain('identities.read, webhooks.*');
    expect(line.tokens.scope.split(' ').toSorted()).toEqual(['identities.read', 'webhooks.*']);
    expect((await line.client.call('getMe')).body.scopes.toSorted()).toEqual([
      'identities.read',
      'webhooks.*',
    ]);
  });

  test.for([
    ['an unknown scope', { scope: 'identities.read nonsense.read' }, 'invalid_scope'],
    ['a scope of OpenID Connect', { scope: 'openid identities.read' }, 'invalid_scope'],
    ['a scope of users', { scope: 'offline_access identities.read' }, 'invalid_scope'],
    ['no scope', {}, 'invalid_scope'],
    ['another API', { scope: '*', resource: 'https://api.example.com/' }, 'invalid_target'],
  ] as const)('gets no code for %s', async ([, form, error], { service }) => {
    const { status, body } = await told(issuerOf(service.ours), '/device/authorize', { ...form });
    expect([status, body['error']]).toEqual([400, error]);
  });

  test('gets no code for our API beside another one', async ({ service }) => {
    const form = new URLSearchParams({ client_id: commandLineId, scope: '*' });
    for (const resource of [ownApiOf(issuerOf(service.ours)), 'https://api.example.com/'])
      form.append('resource', resource);
    const url = `${issuerOf(service.ours)}/device/authorize`;
    const answer = (await (await fetch(url, { method: 'POST', body: form })).json()) as { error: string };
    expect(answer.error).toBe('invalid_target');
  });

  test('gets tokens by no other grant', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const key = await aProofKey();
    const grants = {
      authorization_code: { code: 'a', redirect_uri: 'http://127.0.0.1/' },
      client_credentials: { scope: '*' },
      [exchangeGrant]: { subject_token: 'a', subject_token_type: accessToken },
    };
    for (const [grant, form] of Object.entries(grants)) {
      const { status, body } = await told(issuer, '/token', { grant_type: grant, ...form }, key);
      expect([grant, status, body['error']]).toEqual([grant, 400, 'unauthorized_client']);
    }
    const asked = `${issuer}/authorize?client_id=${commandLineId}&response_type=code&scope=*&redirect_uri=http://127.0.0.1/`;
    const shown = await new Browser(issuer).open(asked);
    expect(shown.status).toBe(400);
  });

  test('gets no token without a proof of a key', async ({ service }) => {
    const userId = await anOwner(service);
    const issuer = issuerOf(service.ours);
    const browser = await signedIn(service, { issuer, userId });
    const { body: codes } = await told(issuer, '/device/authorize', { scope: '*' });
    await allowDevice(browser, codes);
    const form = { grant_type: deviceGrant, device_code: String(codes['device_code']) };
    const bare = await told(issuer, '/token', form);
    expect([bare.status, bare.body['error']]).toEqual([400, 'invalid_dpop_proof']);
    expect((await told(issuer, '/token', form, await aProofKey())).body['token_type']).toBe('DPoP');
  });

  test('asks a user who proved who they are 301 seconds ago to sign in again', async ({ service }) => {
    const userId = await anOwner(service);
    const issuer = issuerOf(service.ours);
    const browser = await signedIn(service, { issuer, userId });
    await service.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [userId],
    );
    const { body: codes } = await told(issuer, '/device/authorize', { scope: '*' });
    const asked = await browser.open(String(codes['verification_uri_complete']));
    const confirm = await browser.send(asked, { user_code: String(codes['user_code']) });
    const next = await browser.send(confirm, { confirm: 'yes' });
    expect(next.url.pathname).toMatch(/^\/login\//);
    const leads = {
      en: 'to continue to the command line',
      de: 'weiter zu der Befehlszeile',
      fr: 'pour continuer vers la ligne de commande',
    };
    for (const [language, lead] of Object.entries(leads))
      expect((await browser.open(next.url, { headers: { 'accept-language': language } })).text).toContain(
        lead,
      );
    const form = { grant_type: deviceGrant, device_code: String(codes['device_code']) };
    const waiting = await told(issuer, '/token', form, await aProofKey());
    expect(waiting.body['error']).toBe('authorization_pending');
  });

  test('gets no token of a user who denies it', async ({ service }) => {
    const userId = await anOwner(service);
    const issuer = issuerOf(service.ours);
    const browser = await signedIn(service, { issuer, userId });
    const { body: codes } = await told(issuer, '/device/authorize', { scope: '*' });
    await allowDevice(browser, codes, 'deny');
    const form = { grant_type: deviceGrant, device_code: String(codes['device_code']) };
    expect((await told(issuer, '/token', form, await aProofKey())).body['error']).toBe('access_denied');
  });

  test('is not a client that an administrator finds, changes or deletes', async ({ service: { ours } }) => {
    const path = { clientId: commandLineId };
    for (const id of [
      'getOidcClient',
      'updateOidcClient',
      'deleteOidcClient',
      'rotateOidcClientSecret',
    ] as const) {
      const { status } = await ours.call(id, { path, ...(id === 'updateOidcClient' ? { body: {} } : {}) });
      expect([id, status]).toEqual([id, 404]);
    }
    const { body } = await ours.call('listOidcClients', { query: { limit: 100 } });
    expect(JSON.stringify(body)).not.toContain(commandLineId);
  });
});

describe('a refresh of the command line', () => {
  test('gives a token with less, and never with more than the sign-in', async ({ service }) => {
    const line = await aCommandLine(service, { userId: await anOwner(service) }, { scope: 'identities.*' });
    const narrowed = await line.refresh({ scope: 'identities.read' });
    expect([narrowed.status, narrowed.body['scope']]).toEqual([200, 'identities.read']);
    const created = await line.client.call('createIdentity', { body: { name: 'bot', type: 'CI_CD' } });
    expect([created.status, created.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    for (const scope of ['*', 'webhooks.read', 'identities.read webhooks.read', 'nonsense']) {
      const refused = await line.refresh({ scope });
      expect([scope, refused.status, refused.body['error']]).toEqual([scope, 400, 'invalid_scope']);
    }
    const whole = await line.refresh();
    expect([whole.status, whole.body['scope']]).toEqual([200, 'identities.*']);
    expect((await line.client.call('createIdentity', { body: { name: 'bot', type: 'CI_CD' } })).status).toBe(
      201,
    );
  });

  test('is proved by the key of the sign-in', async ({ service }) => {
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    const form = { grant_type: 'refresh_token', refresh_token: line.tokens.refresh };
    for (const key of [null, await aProofKey()]) {
      const { status, body } = await told(line.issuer, '/token', form, key);
      expect([status, body['error']]).toEqual([
        400,
        key ? expect.stringMatching(/invalid_(grant|dpop_proof)/) : 'invalid_dpop_proof',
      ]);
    }
    expect((await line.refresh()).status).toBe(200);
  });

  test('that is sent again after half a minute ends the grant', async ({ service }) => {
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    const stolen = line.tokens.refresh;
    expect((await line.refresh()).status).toBe(200);
    expect(await statusOf(line)).toBe(200);
    await service.sql(
      `update oidc_artifacts set consumed_at = now() - interval '31 seconds' where model = 'RefreshToken' and consumed_at is not null and user_id = $1`,
      [line.userId],
    );
    const form = { grant_type: 'refresh_token', refresh_token: stolen };
    expect((await told(line.issuer, '/token', form, line.key)).body['error']).toBe('invalid_grant');
    expect(await statusOf(line)).toBe(401);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
  });

  test('fails when the session has ended, and the token ends with it', async ({ service }) => {
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    await service.sql('delete from login_sessions where user_id = $1', [line.userId]);
    expect(await statusOf(line)).toBe(401);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
  });
});

describe('the end of the command line', () => {
  test('is a revocation by itself, for one computer', async ({ service }) => {
    const userId = await anOwner(service);
    const one = await aCommandLine(service, { userId });
    const other = await aCommandLine(service, { userId }, { browser: one.browser });
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    expect((await told(one.issuer, '/revoke', { token: one.tokens.refresh })).status).toBe(200);
    expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200]);
    expect((await other.refresh()).status).toBe(200);
  });

  test('is a button of the account page, for all computers', async ({ service }) => {
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    const account = `/account/${service.ours.orgId ?? ''}?section=applications`;
    expect((await line.browser.open(account)).text).toContain(commandLineName);
    await withdraw(line.browser, { issuer: line.issuer, clientId: commandLineId });
    expect(await statusOf(line)).toBe(401);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
    expect((await line.browser.open(account)).text).not.toContain(commandLineName);
    const { body: log } = await service.ours.call('listAuditLogs', { query: { actorId: line.userId } });
    const rows = (log.data as { action: string; reason: string | null }[])
      .filter(({ action }) => action.startsWith('oidc_'))
      .map(({ action, reason }) => ({ action, reason }));
    const reason = `${commandLineName} (${commandLineId})`;
    expect(rows).toEqual([
      { action: 'oidc_consent.withdraw', reason },
      { action: 'oidc_device.allow', reason },
      { action: 'oidc_consent.grant', reason },
    ]);
    const events = await service.sql(
      `select type, data from events where type like 'oidc_consent.%' and data ->> 'userId' = $1 order by created_at, id`,
      [line.userId],
    );
    const about = {
      clientId: commandLineId,
      clientName: commandLineName,
      scopes: ['*'],
      environment: 'live',
    };
    const by = { type: 'USER', id: line.userId };
    expect(events).toMatchObject([
      { type: 'oidc_consent.granted', data: { ...about, grantedBy: by } },
      { type: 'oidc_consent.withdrawn', data: { ...about, withdrawnBy: by } },
    ]);
  });
});
