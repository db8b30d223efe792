import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, aScimToken, verify } from '../../support/builders.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { aDirectory, directoryWith, scimPerson } from '../../support/directories.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const everything = ['users.read', 'users.write', 'groups.read', 'groups.write'];
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const auditOf = ({ sql }: TestService, id: string) =>
  sql<{ action: string; result: string }>(
    'select action, result from audit_logs where target_id = $1 order by created_at, id',
    [id],
  );

const expire = ({ sql }: TestService, id: string) =>
  sql("update scim_tokens set expires_at = now() - interval '1 ms' where id = $1", [id]);

describe('a SCIM token with addresses', () => {
  test('opens nothing from another address, as if it were wrong, and its directory goes on', async ({
    service,
  }) => {
    const elsewhere = await aDirectory(service, { allowedIps: ['203.0.113.0/24'] });
    const refused = await elsewhere.send('GET', '/Users');
    const wrong = await directoryWith(service, { orgId: elsewhere.orgId, token: newSecret('scim_') }).send(
      'GET',
      '/Users',
    );
    expect([refused.status, refused.body]).toEqual([401, wrong.body]);
    expect(refused.headers.get('x-error-code')).toBe('SCIM_TOKEN_INVALID');
    const here = await aDirectory(service, { allowedIps: ['203.0.113.9', '127.0.0.0/8', '::1'] });
    expect((await here.send('GET', '/Users')).status).toBe(200);
    const bulk = await here.send('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: scimPerson(anEmail()) }],
    });
    expect(bulk.body.Operations).toMatchObject([{ status: '201' }]);
    const { body } = await service.ours.call('listScimTokens', { query: { limit: 100 } });
    const shown = body.data.find(({ id }: { id: string }) => id === here.tokenId);
    expect(shown.allowedIps).toEqual(['203.0.113.9', '127.0.0.0/8', '::1']);
  });

  test('is created only with ranges, and by a key within its own addresses', async ({ service }) => {
    const create = (client: TestService['ours'], allowedIps?: unknown) =>
      client.call('createScimToken', {
        body: { name: 'bound', ...(allowedIps === undefined ? {} : { allowedIps }) },
      });
    for (const allowedIps of [[], ['office'], ['203.0.113.0/33'], '203.0.113.1']) {
      const { status, body } = await create(service.ours, allowedIps);
      expect([allowedIps, status, Object.keys(body.details)[0]?.split('.')[0]]).toEqual([
        allowedIps,
        400,
        'allowedIps',
      ]);
    }
    const { caller } = await aCallerWith(service, ['*'], { allowedIps: ['127.0.0.0/8', '::1'] });
    for (const outside of [undefined, null, ['203.0.113.1']]) {
      const { status, body } = await create(caller, outside);
      expect([outside, status, body.code]).toEqual([outside, 403, 'BOUND_NOT_GRANTABLE']);
    }
    const { status, body } = await create(caller, ['127.0.0.1']);
    expect([status, body.allowedIps]).toEqual([201, ['127.0.0.1']]);
  });
});

describe('createScimToken', () => {
  test('returns every field and the token, and stores only its hash', async ({ service }) => {
    const { caller, id: createdBy } = await aCallerWith(service, ['*']);
    const expiresAt = inDays(90);
    const { status, body } = await caller.call('createScimToken', {
      body: {
        name: 'Okta production',
        profile: 'OKTA',
        permissions: ['users.read', 'users.write'],
        expiresAt,
      },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^sct_[0-9a-z]{26}$/),
      name: 'Okta production',
      token: expect.stringMatching(/^scim_[0-9A-Za-z]{49}$/),
      tokenPrefix: 'scim_',
      last4: body.token.slice(-4),
      profile: 'OKTA',
      permissions: ['users.read', 'users.write'],
      allowedIps: null,
      status: 'ACTIVE',
      expiresAt,
      lastUsedAt: null,
      createdAt: time,
      createdBy,
    });
    const [row] = await service.sql<{ token_hash: Buffer; whole: string }>(
      'select token_hash, t::text as whole from scim_tokens t where id = $1',
      [body.id],
    );
    expect(row?.token_hash).toEqual(sha256(body.token));
    expect(row?.whole).not.toContain(body.token.slice(5, 30));
  });

  test('gives a year and every permission if the request holds only a name', async ({
    service: { ours },
  }) => {
    const { body } = await ours.call('createScimToken', { body: { name: 'ci' } });
    expect(body).toMatchObject({ profile: 'GENERIC', permissions: everything });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(365 * dayMs);
  });

  test('rejects invalid input by field', async ({ service: { ours } }) => {
    const refused: [field: string, body: object][] = [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', {}],
      ['profile', { name: 'named', profile: 'okta' }],
      ['permissions', { name: 'named', permissions: [] }],
      ['permissions', { name: 'named', permissions: ['users.read', 'users.read'] }],
      ['permissions.0', { name: 'named', permissions: ['users.delete'] }],
      ['expiresAt', { name: 'named', expiresAt: null }],
      ['expiresAt', { name: 'named', expiresAt: inDays(-1) }],
      ['expiresAt', { name: 'named', expiresAt: inDays(730.01) }],
      ['token', { name: 'named', token: `scim_${'a'.repeat(49)}` }],
    ];
    for (const [field, body] of refused) {
      const answer = await ours.call('createScimToken', { body });
      expect([field, answer.status, answer.body.code]).toEqual([field, 400, 'VALIDATION_ERROR']);
      expect(Object.keys(answer.body.details)).toEqual([field]);
    }
    const latest = { name: 'named', expiresAt: inDays(729.99) };
    expect((await ours.call('createScimToken', { body: latest })).status).toBe(201);
  });

  test('gives no permission with a scope that the caller lacks', async ({ service }) => {
    const scopeOf = {
      'users.read': 'directory.read',
      'users.write': 'directory.write',
      'groups.read': 'groups.read',
      'groups.write': 'groups.write',
    };
    const all = Object.values(scopeOf);
    for (const [permission, scope] of Object.entries(scopeOf)) {
      const others = all.filter((one) => one !== scope);
      const { caller } = await aCallerWith(service, ['scim_tokens.write', ...others]);
      for (const body of [{ name: 'bold' }, { name: 'bold', permissions: [permission] }]) {
        const answer = await caller.call('createScimToken', { body });
        expect([answer.status, answer.body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
        expect(answer.body.details).toMatchObject({ scopes: [scope] });
      }
      const rest = everything.filter((one) => one !== permission);
      const { status } = await caller.call('createScimToken', {
        body: { name: 'modest', permissions: rest },
      });
      expect(status).toBe(201);
    }
    const { caller } = await aCallerWith(service, ['scim_tokens.write', 'directory.*', 'groups.*']);
    expect((await caller.call('createScimToken', { body: { name: 'all' } })).status).toBe(201);
  });

  test('returns the same token to a retry with its Idempotency-Key', async ({ service }) => {
    const create = (name: string) =>
      service.ours.call('createScimToken', { body: { name }, headers: { 'idempotency-key': 'scim-1' } });
    const [first, second, other] = [await create('once'), await create('once'), await create('twice')];
    expect([first.status, second.status, other.status]).toEqual([201, 201, 409]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(other.body.code).toBe('IDEMPOTENCY_CONFLICT');
    expect(await service.sql("select id from scim_tokens where name in ('once', 'twice')")).toHaveLength(1);
    expect(await auditOf(service, first.body.id)).toEqual([
      { action: 'scim_token.create', result: 'SUCCESS' },
    ]);
  });
});

describe('listScimTokens', () => {
  test('lists the newest first, never a token, by pages', async ({ service: { theirs } }) => {
    const made = [];
    for (const name of ['first', 'second', 'third']) made.push(await aScimToken(theirs, { name }));
    const { body } = await theirs.call('listScimTokens', { query: { limit: 2 } });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['third', 'second']);
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
    const { body: rest } = await theirs.call('listScimTokens', { query: { limit: 2, page: 2 } });
    expect(rest.data).toEqual([
      {
        id: made[0]?.id,
        name: 'first',
        tokenPrefix: 'scim_',
        last4: made[0]?.token.slice(-4),
        profile: 'GENERIC',
        permissions: everything,
        allowedIps: null,
        status: 'ACTIVE',
        expiresAt: time,
        lastUsedAt: null,
        createdAt: time,
        createdBy: expect.stringMatching(/^cred_/),
      },
    ]);
  });

  test('separates active, expired and revoked tokens by the clock of Postgres', async ({ service }) => {
    const { oursTest } = service;
    const [active, expired, revoked, both] = [
      await aScimToken(oursTest),
      await aScimToken(oursTest),
      await aScimToken(oursTest),
      await aScimToken(oursTest),
    ];
    for (const { id } of [revoked, both]) await oursTest.call('revokeScimToken', { path: { tokenId: id } });
    for (const { id } of [expired, both]) await expire(service, id);
    const listed = async (query: Record<string, string> = {}) => {
      const { body } = await oursTest.call('listScimTokens', { query });
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ id, status }: { id: string; status: string }) => [id, status]);
    };
    const all = [
      [both.id, 'REVOKED'],
      [revoked.id, 'REVOKED'],
      [expired.id, 'EXPIRED'],
      [active.id, 'ACTIVE'],
    ];
    expect(await listed()).toEqual(all);
    for (const status of ['ACTIVE', 'EXPIRED', 'REVOKED']) {
      expect(await listed({ status })).toEqual(all.filter((one) => one[1] === status));
    }
    const { status } = await oursTest.call('listScimTokens', { query: { status: 'SUSPENDED' } });
    expect(status).toBe(400);
  });
});

describe('revokeScimToken', () => {
  test('returns the id, once', async ({ service }) => {
    const { id } = await aScimToken(service.ours);
    const revoke = () => service.ours.call('revokeScimToken', { path: { tokenId: id } });
    const first = await revoke();
    expect([first.status, first.body]).toEqual([200, { message: 'SCIM token revoked', id }]);
    const second = await revoke();
    expect([second.status, second.body.code]).toEqual([404, 'SCIM_TOKEN_NOT_FOUND']);
    expect(await auditOf(service, id)).toEqual([
      { action: 'scim_token.create', result: 'SUCCESS' },
      { action: 'scim_token.revoke', result: 'SUCCESS' },
      { action: 'scim_token.revoke', result: 'FAILURE' },
    ]);
  });

  test('lets one of parallel calls win', async ({ service: { ours } }) => {
    const { id } = await aScimToken(ours);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ours.call('revokeScimToken', { path: { tokenId: id } })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('also ends an expired token', async ({ service }) => {
    const { id } = await aScimToken(service.ours);
    await expire(service, id);
    expect((await service.ours.call('revokeScimToken', { path: { tokenId: id } })).status).toBe(200);
  });
});

describe('a SCIM token', () => {
  // The hash of the token is planted as the hash of a key with every scope. A look-up would find that key.
  test('is not an API key or a credential, and no look-up starts for it', async ({ service }) => {
    const { ours, as, sql } = service;
    const { token } = await aScimToken(ours);
    const { id } = await aCredential(ours, { scopes: ['*'] });
    await sql('update credentials set secret_hash = $1 where id = $2', [sha256(token), id]);
    const { status, body } = await as(token).call('listIdentities');
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await verify(ours, token)).toMatchObject({ valid: false, code: 'NOT_FOUND' });
    const [row] = await sql<{ usage_count: string }>('select usage_count from credentials where id = $1', [
      id,
    ]);
    expect(Number(row?.usage_count)).toBe(0);
  });
});
