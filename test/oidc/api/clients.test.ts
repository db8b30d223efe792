import { createHash, generateKeyPairSync } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isClientSecret } from '../../../src/oidc/client-secret.ts';
import { findOidcClient } from '../../../src/oidc/sql/oidc-clients.ts';
import { aCallerWith } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { anOidcClient, anOidcScope } from '../../support/oidc-clients.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const secret = expect.stringMatching(/^[0-9A-Za-z]{43}$/);
const callback = 'https://app.example.com/callback';
const device = 'urn:ietf:params:oauth:grant-type:device_code';
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  service = await startTestService({ EGRESS_ALLOW: '' });
  pool = poolOf(service);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});

const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.ours.call('createOidcClient', { body, headers });
const get = (clientId: string) => service.ours.call('getOidcClient', { path: { clientId } });
const update = (clientId: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.ours.call('updateOidcClient', { path: { clientId }, body, headers });
const rotate = (clientId: string, body?: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.ours.call('rotateOidcClientSecret', { path: { clientId }, ...(body ? { body } : {}), headers });
const eventsOf = (clientId: string) =>
  service.sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where data ->> 'clientId' = $1 order by created_at, type`,
    [clientId],
  );
const read = (clientId: string) => findOidcClient(pool, service.organizations.ours.live.orgId, clientId);

const publicJwk = (type: 'ec' | 'rsa', fields: Record<string, unknown> = {}, bits = 2048) => {
  const pair =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: bits });
  return { ...pair.publicKey.export({ format: 'jwk' }), ...fields };
};

describe('createOidcClient', () => {
  test('returns every field with the defaults of a web application, and stores only the hash of the secret', async () => {
    const { caller, id: createdBy } = await aCallerWith(service, ['oidc.write']);
    const { status, body, headers } = await caller.call('createOidcClient', {
      body: { redirectUris: [callback] },
    });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      clientId: expect.stringMatching(/^cli_[0-9a-z]{26}$/),
      clientSecret: secret,
      name: 'app.example.com',
      description: null,
      logoUri: null,
      clientUri: null,
      initiateLoginUri: null,
      status: 'ACTIVE',
      applicationType: 'web',
      redirectUris: [callback],
      postLogoutRedirectUris: [],
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      scopes: ['openid', 'profile', 'email'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      idTokenSignedResponseAlg: 'RS256',
      jwks: null,
      jwksUri: null,
      requirePkce: true,
      accessTokenFormat: 'jwt',
      accessTokenSigningAlg: 'ES256',
      accessTokenTtl: 3600,
      idTokenTtl: 3600,
      idTokenClaims: false,
      refreshTokenTtl: 2592000,
      refreshTokenRotation: true,
      refreshReuseWindow: 30,
      consentRequired: true,
      allowedOrigins: [],
      backchannelLogoutUri: null,
      subjectType: 'public',
      dpopBoundAccessTokens: false,
      resources: [],
      servedResources: [],
      servedResourcesCopied: false,
      assertionAudiences: [],
      allowedGroups: null,
      requirePushedAuthorizationRequests: false,
      requireSignedRequestObject: false,
      requireIssuerAudience: false,
      profile: null,
      secretRotatedAt: time,
      previousSecretExpiresAt: null,
      createdAt: time,
      updatedAt: time,
      createdBy,
    });
    const { clientSecret, ...shown } = body;
    expect((await get(body.clientId)).body).toEqual(shown);
    const stored = `select encode(secret_hash, 'hex') as hash, c::text as whole from oidc_clients c where id = $1`;
    const [row] = await service.sql<{ hash: string; whole: string }>(stored, [body.clientId]);
    expect(row?.hash).toBe(createHash('sha256').update(clientSecret).digest('hex'));
    expect(row?.whole).not.toContain(clientSecret);
    expect(await eventsOf(body.clientId)).toEqual([
      {
        type: 'oidc_client.created',
        data: {
          clientId: body.clientId,
          clientName: 'app.example.com',
          applicationType: 'web',
          grantTypes: ['authorization_code', 'refresh_token'],
          scopes: ['openid', 'profile', 'email'],
          origin: 'ADMINISTRATOR',
          createdBy: { type: 'API_KEY', id: createdBy, name: expect.any(String) },
          environment: 'live',
        },
      },
    ]);
    const audit = await service.ours.call('listAuditLogs', { query: { targetId: body.clientId } });
    expect(audit.body.data).toMatchObject([
      { action: 'oidc_client.create', target: { type: 'oidc_client' } },
    ]);
    expect(JSON.stringify(audit.body)).not.toContain(clientSecret);
  });

  test('issues no secret to a client that cannot keep one, and wraps none', async () => {
    for (const fields of [
      { applicationType: 'spa', redirectUris: [callback] },
      { applicationType: 'native', redirectUris: ['com.example.app:/callback', 'http://127.0.0.1/cb'] },
      {
        redirectUris: [callback],
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwks: { keys: [publicJwk('ec')] },
      },
      { redirectUris: [callback], tokenEndpointAuthMethod: 'none' },
    ]) {
      const { status, body } = await create(fields, { 'x-wrap-ttl': '60' });
      expect([status, body.clientSecret, body.secretRotatedAt]).toEqual([201, null, null]);
      expect((await rotate(body.clientId)).body.code).toBe('OIDC_CLIENT_STATE_CONFLICT');
    }
    expect((await create({ redirectUris: [callback] }, { 'x-wrap-ttl': '60' })).body.clientSecret).toMatch(
      /^kd_wrap_/,
    );
  });

  test('gives a machine its own grant, no user scopes and no redirect address', async () => {
    const { name } = await anOidcScope(service.ours);
    const machine = { applicationType: 'machine', scopes: [name], resources: ['https://api.example.com'] };
    const { body } = await create(machine);
    expect(body).toMatchObject({ grantTypes: ['client_credentials'], responseTypes: [], redirectUris: [] });
    expect((await create({ applicationType: 'machine' })).body.scopes).toEqual([]);
    expect((await create({ ...machine, redirectUris: [callback] })).body.code).toBe('INVALID_REDIRECT_URI');
    expect((await create({ applicationType: 'machine', scopes: ['openid'] })).body.details).toEqual({
      'scopes.0': 'must be a custom scope for applicationType machine',
    });
    expect(await read(body.clientId)).toMatchObject({ scopes: [name], oidcVersion: expect.any(Number) });
  });

  test('adds default scopes if the request names none', async () => {
    const { name, id: scopeId } = await anOidcScope(service.ours, { isDefault: true });
    expect((await create({ redirectUris: [callback] })).body.scopes).toContain(name);
    expect((await create({ redirectUris: [callback], scopes: ['openid'] })).body.scopes).toEqual(['openid']);
    await service.ours.call('updateOidcScope', { path: { scopeId }, body: { isDefault: false } });
    expect((await create({ redirectUris: [callback] })).body.scopes).not.toContain(name);
  });

  test.each([
    'https://app.example.com',
    'https://app.example.com/callback?tenant=1',
    'https://app.example.com:8443/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/callback',
  ])('accepts %s', async (uri) => {
    expect((await create({ redirectUris: [uri] })).status).toBe(201);
  });

  test('rejects unsafe redirect addresses, and says why', async () => {
    const refused = {
      'http://app.example.com/callback': 'https, unless',
      'http://localhost.evil.example/': 'https, unless',
      'https://app.example.com/callback#part': 'fragment',
      'https://app.example.com/#': 'fragment',
      'https://*.example.com/callback': '*',
      'https://user@app.example.com/': 'user or a password',
      'https://@app.example.com/': 'user or a password',
      'https://app.example.com/a/../callback': 'form of the URL standard',
      'https://app.example.com/%2e%2e/callback': 'form of the URL standard',
      'https://APP.example.com/callback': 'form of the URL standard',
      'https://app.example.com:443/callback': 'form of the URL standard',
      'https://münchen.example/': 'form of the URL standard',
      'https:\\\\app.example.com/': '\\',
      ' https://app.example.com/': 'white space',
      'https://app.example.com/\u0001': 'absolute URL',
      '/callback': 'absolute URL',
      'javascript:alert(1)': 'must be https',
      'file:///etc/passwd': 'must be https',
      'com.example.app:/callback': 'must be https',
    };
    for (const [uri, why] of Object.entries(refused)) {
      const { status, body } = await create({ redirectUris: [callback, uri] });
      expect([uri, status, body.code]).toEqual([uri, 400, 'INVALID_REDIRECT_URI']);
      expect(body.details['redirectUris.1'], uri).toContain(why);
      const logout = await create({ redirectUris: [callback], postLogoutRedirectUris: [uri] });
      expect(logout.body.details).toHaveProperty(['postLogoutRedirectUris.0']);
    }
    const native = { applicationType: 'native' };
    for (const uri of ['javascript:x', 'data:text/html,x', 'myapp:/callback', 'http://192.0.2.1/'])
      expect((await create({ ...native, redirectUris: [uri] })).body.code).toBe('INVALID_REDIRECT_URI');
    expect((await create({})).body.details).toEqual({ redirectUris: 'is required for authorization_code' });
  });

  test('rejects grants that the type of application may not use', async () => {
    const redirectUris = [callback];
    const cases: [Record<string, unknown>, number][] = [
      [{ applicationType: 'spa', redirectUris, grantTypes: ['client_credentials'] }, 0],
      [{ applicationType: 'spa', redirectUris, grantTypes: ['authorization_code', device] }, 1],
      [{ applicationType: 'native', redirectUris, grantTypes: ['authorization_code', exchange] }, 1],
      [{ applicationType: 'machine', grantTypes: ['authorization_code'], redirectUris }, 0],
      [{ redirectUris, grantTypes: ['refresh_token'] }, 0],
      [{ redirectUris, grantTypes: ['authorization_code', 'implicit', 'password'] }, 1],
      [{ redirectUris, tokenEndpointAuthMethod: 'none', grantTypes: ['authorization_code', exchange] }, 1],
    ];
    for (const [body, at] of cases) {
      const answer = await create(body);
      expect(answer.body).toMatchObject({
        code: 'INVALID_GRANT_TYPE',
        details: { [`grantTypes.${at}`]: /./ },
      });
    }
    expect((await create({ redirectUris, grantTypes: ['x', 'x'] })).body.code).toBe('VALIDATION_ERROR');
    expect((await create({ grantTypes: [device] })).status).toBe(201);
  });

  test('rejects contradictory fields and unknown references', async () => {
    const rsa = publicJwk('rsa');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keyed = { tokenEndpointAuthMethod: 'private_key_jwt' };
    const cases: [Record<string, unknown>, string][] = [
      [{ scopes: ['openid', 'unknown.scope'] }, 'scopes.1'],
      [{ allowedGroups: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'] }, 'allowedGroups.0'],
      [{ applicationType: 'spa', tokenEndpointAuthMethod: 'client_secret_basic' }, 'tokenEndpointAuthMethod'],
      [{ applicationType: 'spa', requirePkce: false }, 'requirePkce'],
      [{ applicationType: 'spa', refreshTokenRotation: false }, 'refreshTokenRotation'],
      [keyed, 'jwks'],
      [{ ...keyed, jwks: { keys: [rsa] }, jwksUri: 'https://app.example.com/jwks' }, 'jwksUri'],
      [{ ...keyed, jwks: { keys: [privateKey.export({ format: 'jwk' })] } }, 'jwks.keys.0.d'],
      [{ ...keyed, jwks: { keys: [{ kty: 'oct' }] } }, 'jwks.keys.0.kty'],
      [{ ...keyed, jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] } }, 'jwks.keys.0'],
      [{ ...keyed, jwks: { keys: [publicJwk('rsa', {}, 1024)] } }, 'jwks.keys.0'],
      [{ ...keyed, jwks: { keys: [publicJwk('ec', { alg: 'RS256' })] } }, 'jwks.keys.0'],
      [
        { ...keyed, jwks: { keys: [publicJwk('ec', { kid: 'a' }), publicJwk('ec', { kid: 'a' })] } },
        'jwks.keys.1.kid',
      ],
      [{ ...keyed, jwksUri: 'http://app.example.com/jwks' }, 'jwksUri'],
      [{ ...keyed, jwksUri: 'https://127.0.0.1/jwks' }, 'jwksUri'],
      [{ backchannelLogoutUri: 'https://10.0.0.1/logout' }, 'backchannelLogoutUri'],
      [{ logoUri: 'javascript:alert(1)' }, 'logoUri'],
      [{ clientUri: 'http://localhost/' }, 'clientUri'],
      [{ allowedOrigins: ['https://app.example.com/path'] }, 'allowedOrigins.0'],
      [{ allowedOrigins: ['null'] }, 'allowedOrigins.0'],
      [{ resources: ['orders', 'https://api.example.com/#x'] }, 'resources.0'],
      [{ responseTypes: [] }, 'responseTypes'],
      [{ subjectType: 'pairwise', redirectUris: [callback, 'https://other.example.com/'] }, 'subjectType'],
      [{ accessTokenTtl: 59 }, 'accessTokenTtl'],
      [{ accessTokenTtl: 86_401 }, 'accessTokenTtl'],
      [{ refreshReuseWindow: 301 }, 'refreshReuseWindow'],
      [{ clientId: 'cli_01kahz5v3be4nr7q2m8x9c0d1e' }, 'clientId'],
    ];
    for (const [fields, field] of cases) {
      const { body } = await create({ redirectUris: [callback], ...fields });
      expect([field, body.code, Object.keys(body.details ?? {})]).toEqual([
        field,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
    const keys = [publicJwk('rsa', { kid: 'a', alg: 'PS256', use: 'sig' }), publicJwk('ec', { kid: 'b' })];
    const { status, body } = await create({ redirectUris: [callback], ...keyed, jwks: { keys } });
    expect([status, body.jwks]).toEqual([201, { keys }]);
    const dpop = { applicationType: 'spa', refreshTokenRotation: false, dpopBoundAccessTokens: true };
    expect((await create({ redirectUris: [callback], ...dpop })).status).toBe(201);
  });

  test('replays the answer to the same Idempotency-Key, secret included', async () => {
    const headers = { 'idempotency-key': 'client-1' };
    const [first, again] = [
      await create({ redirectUris: [callback] }, headers),
      await create({ redirectUris: [callback] }, headers),
    ];
    expect(again.body).toEqual(first.body);
  });
});

describe('updateOidcClient', () => {
  test('changes only the fields of the request, and emits an event', async () => {
    const groupId = await aGroup(service.ours);
    const { clientId } = await anOidcClient(service.ours);
    const before = (await get(clientId)).body;
    const patch = { name: 'Shop', allowedGroups: [groupId], accessTokenTtl: 600, status: 'DISABLED' };
    const { status, body, headers } = await update(clientId, patch, { 'if-match': '"1"' });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...before, ...patch, updatedAt: time });
    expect(await read(clientId)).toMatchObject({ status: 'DISABLED', allowedGroups: [groupId] });
    const [, updated] = await eventsOf(clientId);
    expect(updated).toMatchObject({ type: 'oidc_client.updated', data: { clientName: 'Shop' } });
    expect(updated?.data['changes']).toHaveLength(4);
    expect((await update(clientId, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await update(clientId, { name: 'Shop' })).headers.get('etag')).toBe('"2"');
    expect((await update(clientId, { allowedGroups: null })).body.allowedGroups).toBeNull();
  });

  test('validates the client as it will be after the change', async () => {
    const { clientId } = await anOidcClient(service.ours);
    expect((await update(clientId, { redirectUris: [] })).body.code).toBe('VALIDATION_ERROR');
    expect((await update(clientId, { redirectUris: ['data:x'] })).body.code).toBe('INVALID_REDIRECT_URI');
    expect((await update(clientId, { responseTypes: [] })).body.code).toBe('VALIDATION_ERROR');
    expect((await update(clientId, { applicationType: 'spa' })).body.code).toBe('VALIDATION_ERROR');
    const machine = { grantTypes: ['client_credentials'], responseTypes: [], redirectUris: [] };
    expect((await update(clientId, machine)).body).toMatchObject({ responseTypes: [] });
    expect((await update(clientId, { tokenEndpointAuthMethod: 'none' })).body.code).toBe(
      'INVALID_GRANT_TYPE',
    );
    expect((await get(clientId)).headers.get('etag')).toBe('"2"');
  });

  test('removes the secret of a client that becomes public, permanently', async () => {
    const { clientId } = await anOidcClient(service.ours);
    const body = (await update(clientId, { tokenEndpointAuthMethod: 'none' })).body;
    expect(body.secretRotatedAt).toBeNull();
    expect((await read(clientId))?.secretHashes).toEqual([]);
    await update(clientId, { tokenEndpointAuthMethod: 'client_secret_post' });
    expect((await read(clientId))?.secretHashes).toEqual([]);
    expect((await rotate(clientId)).body.clientSecret).toEqual(secret);
    expect((await read(clientId))?.secretHashes).toHaveLength(1);
  });
});

describe('rotateOidcClientSecret', () => {
  test('ends the old secret at once, or after its grace period', async () => {
    const { clientId, clientSecret: first } = await anOidcClient(service.ours);
    const { status, body, headers } = await rotate(clientId, { gracePeriod: 60 }, { 'if-match': '"1"' });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toEqual({ clientId, clientSecret: secret, rotatedAt: time, previousSecretExpiresAt: time });
    expect(Date.parse(body.previousSecretExpiresAt) - Date.parse(body.rotatedAt)).toBe(60_000);
    const accepted = async (...presented: string[]) => {
      const row = await read(clientId);
      return presented.map((one) => row !== undefined && isClientSecret(row, one));
    };
    expect(await accepted(first, body.clientSecret, 'other')).toEqual([true, true, false]);
    await service.sql('update oidc_clients set previous_secret_expires_at = now() where id = $1', [clientId]);
    expect(await accepted(first, body.clientSecret)).toEqual([false, true]);
    expect((await get(clientId)).body.previousSecretExpiresAt).toBeNull();
    const third = (await rotate(clientId)).body;
    expect(third.previousSecretExpiresAt).toBeNull();
    expect(await accepted(body.clientSecret, third.clientSecret)).toEqual([false, true]);
    expect((await eventsOf(clientId)).at(-1)).toMatchObject({
      type: 'oidc_client.secret_rotated',
      data: { previousSecretExpiresAt: null },
    });
    const told = JSON.stringify(await eventsOf(clientId));
    expect(told).not.toContain(third.clientSecret);
    expect((await rotate(clientId, { gracePeriod: 604_801 })).status).toBe(400);
    expect((await rotate(clientId, {}, { 'x-wrap-ttl': '60' })).body.clientSecret).toMatch(/^kd_wrap_/);
  });
});

describe('getOidcClient', () => {
  test('shows a client of the organization without its secret, and no other client', async () => {
    const { clientId, clientSecret } = await anOidcClient(service.ours);
    const { status, body, headers } = await get(clientId);
    expect([status, body.clientId, headers.get('etag')]).toEqual([200, clientId, '"1"']);
    expect(JSON.stringify(body)).not.toContain(clientSecret);
    const foreign = await service.theirs.call('getOidcClient', { path: { clientId } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'OIDC_CLIENT_NOT_FOUND']);
  });
});

describe('deleteOidcClient', () => {
  test('deletes the client once', async () => {
    const { clientId } = await anOidcClient(service.ours);
    const call = () => service.ours.call('deleteOidcClient', { path: { clientId } });
    expect((await call()).body).toEqual({ message: 'OIDC client deleted', id: clientId });
    expect((await call()).body.code).toBe('OIDC_CLIENT_NOT_FOUND');
    expect(await read(clientId)).toBeUndefined();
    expect((await eventsOf(clientId)).map(({ type }) => type)).toEqual([
      'oidc_client.created',
      'oidc_client.deleted',
    ]);
  });
});
