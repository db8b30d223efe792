import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { oidcVersion } from '../../support/oidc-version.ts';
import { poolOf } from '../../support/pool.ts';
import { aRegistration, anInitialToken, letRegister } from '../../support/registrations.ts';
import { test } from '../../support/service.ts';

describe('getClientRegistration', () => {
  test('is off in a tenant that never set it', async ({ service }) => {
    const { status, body } = await service.theirs.call('getClientRegistration');
    expect([status, body]).toEqual([
      200,
      { mode: 'OFF', loopbackRedirects: true, allowedRedirectHosts: null, updatedAt: null, updatedBy: null },
    ]);
  });
});

describe('updateClientRegistration', () => {
  test('changes the fields that are sent, and renews the version of the provider', async ({ service }) => {
    const { ours, sql } = service;
    const pool = poolOf(service);
    const before = await oidcVersion(pool, ours.orgId ?? '');
    const put = async (body: Record<string, unknown>) =>
      (await ours.call('updateClientRegistration', { body })).body;
    expect(await put({ mode: 'OPEN', allowedRedirectHosts: ['*.example.com'] })).toMatchObject({
      mode: 'OPEN',
      loopbackRedirects: true,
      allowedRedirectHosts: ['*.example.com'],
      updatedBy: expect.stringMatching(/^cred_/),
    });
    expect(await put({ loopbackRedirects: false })).toMatchObject({ mode: 'OPEN', loopbackRedirects: false });
    expect(await oidcVersion(pool, ours.orgId ?? '')).toBe((before ?? 0) + 2);
    await pool.end();
    const { body } = await ours.call('listAuditLogs', { query: { action: 'client_registration.update' } });
    expect(body.data[0].changes).toEqual([{ field: 'loopbackRedirects', from: true, to: false }]);
    expect(
      await sql(`select from auth_configs where name = 'oidc_client_registration' and org_id = $1`, [
        ours.orgId,
      ]),
    ).toHaveLength(1);
  });

  test.for([
    ['https://app.example.com'],
    ['APP.example.com'],
    ['*.com'],
    ['*'],
    ['app.example.com/'],
    ['a b'],
    ['*.*.example.com'],
  ])('refuses the host %s', async ([host], { service }) => {
    const { status, body } = await service.ours.call('updateClientRegistration', {
      body: { allowedRedirectHosts: [host] },
    });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('lets a key with an end narrow the setting, and not loosen it', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['oidc.write'], {
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const put = async (body: Record<string, unknown>) => {
      const { status, body: answer } = await caller.call('updateClientRegistration', { body });
      return [status, answer.code];
    };
    await letRegister(service.ours, {
      mode: 'INITIAL_ACCESS_TOKEN',
      allowedRedirectHosts: ['a.example', 'b.example'],
    });
    for (const loose of [
      { mode: 'OPEN' },
      { allowedRedirectHosts: null },
      { allowedRedirectHosts: ['c.example'] },
    ])
      expect(await put(loose)).toEqual([403, 'BOUND_NOT_GRANTABLE']);
    expect(await put({ allowedRedirectHosts: ['a.example'] })).toEqual([200, undefined]);
    expect(await put({ mode: 'OFF', loopbackRedirects: false })).toEqual([200, undefined]);
    expect(await put({ loopbackRedirects: true })).toEqual([403, 'BOUND_NOT_GRANTABLE']);
  });
});

describe('createInitialAccessToken', () => {
  test('shows the secret once, and stores its hash', async ({ service }) => {
    const { ours, sql } = service;
    const { status, body } = await ours.call('createInitialAccessToken', { body: { name: 'Editors' } });
    expect(status).toBe(201);
    const { token, ...shown } = body;
    expect(token).toMatch(/^kd_initial_\w{49}$/);
    expect(shown).toMatchObject({
      status: 'ACTIVE',
      maxUses: 1,
      uses: 0,
      applicationTypes: ['web', 'native'],
      authMethods: ['none'],
      redirectHosts: null,
      scopes: null,
      accessTokenTtl: 300,
      refreshTokenTtl: 2_592_000,
      last4: token.slice(-4),
      lastUsedAt: null,
    });
    const days = (Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await ours.call('getInitialAccessToken', { path: { tokenId: shown.id } })).body).toEqual(shown);
    const [row] = await sql<{ whole: string }>(
      'select t::text as whole from oidc_initial_access_tokens t where id = $1',
      [shown.id],
    );
    expect(row?.whole).not.toContain(token.slice(11, 40));
    const late = new Date(Date.now() + 366 * 86_400_000).toISOString();
    expect(
      (await ours.call('createInitialAccessToken', { body: { name: 'late', expiresAt: late } })).status,
    ).toBe(400);
  });

  test('registers as many clients as it may, also for parallel requests', async ({ service }) => {
    const { ours } = await service.addPair();
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
    const { id, token } = await anInitialToken(ours, { maxUses: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => aRegistration(ours, {}, token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 401, 401, 401, 401]);
    const { body } = await ours.call('getInitialAccessToken', { path: { tokenId: id } });
    expect(body).toMatchObject({ status: 'USED_UP', uses: 2, lastUsedAt: expect.any(String) });
  });

  test('counts no registration that is refused', async ({ service }) => {
    const { ours } = await service.addPair();
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
    const { token } = await anInitialToken(ours);
    expect((await aRegistration(ours, { redirect_uris: ['ftp://x'] }, token)).status).toBe(400);
    expect((await aRegistration(ours, {}, token)).status).toBe(201);
  });

  test('decides what its clients may be', async ({ service }) => {
    const { ours, sql } = await service.addPair().then(({ ours: own }) => ({ ours: own, sql: service.sql }));
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN', allowedRedirectHosts: ['other.example'] });
    const { id: tokenId, token } = await anInitialToken(ours, {
      maxUses: 10,
      applicationTypes: ['web'],
      authMethods: ['client_secret_basic'],
      redirectHosts: ['app.example.com'],
      scopes: ['openid'],
      accessTokenTtl: 60,
      refreshTokenTtl: 3_600,
    });
    const asked = { redirect_uris: ['https://app.example.com/callback'] };
    const { status, body } = await aRegistration(ours, asked, token);
    expect([status, body]).toMatchObject([
      201,
      {
        application_type: 'web',
        scope: 'openid',
        token_endpoint_auth_method: 'client_secret_basic',
        client_secret_expires_at: 0,
      },
    ]);
    const [row] = await sql(
      'select access_token_ttl, refresh_token_ttl, created_by from oidc_clients where id = $1',
      [body.client_id],
    );
    expect(row).toEqual({ access_token_ttl: 60, refresh_token_ttl: 3_600, created_by: tokenId });
    for (const wrong of [
      { redirect_uris: ['https://other.example/callback'] },
      { redirect_uris: ['http://127.0.0.1/callback'] },
      { ...asked, application_type: 'native' },
      { ...asked, token_endpoint_auth_method: 'none' },
    ])
      expect((await aRegistration(ours, wrong, token)).status).toBe(400);
  });
});

describe('revokeInitialAccessToken', () => {
  test('ends the token for good, and keeps it in the list', async ({ service }) => {
    const { ours } = await service.addPair();
    await letRegister(ours, { mode: 'OPEN' });
    const { id, token } = await anInitialToken(ours, { maxUses: 5 });
    const client = (await aRegistration(ours, {}, token)).body;
    const revoke = async () =>
      (await ours.call('revokeInitialAccessToken', { path: { tokenId: id } })).status;
    expect([await revoke(), await revoke()]).toEqual([200, 404]);
    expect((await aRegistration(ours, {}, token)).status).toBe(401);
    const found = await Promise.all(
      ['ACTIVE', 'USED_UP', 'EXPIRED', 'REVOKED'].map(
        async (status) =>
          (await ours.call('listInitialAccessTokens', { query: { status } })).body.data.length,
      ),
    );
    expect(found).toEqual([0, 0, 0, 1]);
    expect(await service.sql('select from oidc_clients where id = $1', [client.client_id])).toHaveLength(1);
  });
});
