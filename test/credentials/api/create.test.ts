import { describe, expect } from 'vitest';
import { aCredential, anIdentity, eventsAbout } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

describe('createCredential', () => {
  test('answers every field, the secret among them', async ({ service: { ours, organizations, sql } }) => {
    const identityId = await anIdentity(ours);
    const expiresAt = inDays(90);
    const { status, body } = await ours.call('createCredential', {
      body: {
        identityId,
        name: 'deploy key',
        type: 'API_KEY',
        scopes: ['secrets.read', 'deploy:*'],
        maxUsageCount: 500,
        expiresAt,
        allowedIps: ['203.0.113.0/24', '2001:db8::/32'],
        metadata: { team: 'payments', nested: { list: [1, null] } },
      },
    });
    const [owner] = await sql<{ id: string }>(
      'select id from credentials where org_id = $1 and $2 = any (scopes)',
      [organizations.ours.live.orgId, '*'],
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^cred_[0-9a-z]{26}$/),
      name: 'deploy key',
      identityId,
      type: 'API_KEY',
      status: 'ACTIVE',
      statusReason: null,
      environment: 'live',
      scopes: ['secrets.read', 'deploy:*'],
      isTemporary: false,
      prefix: 'kd_live_',
      last4: body.credential.slice(-4),
      allowedIps: ['203.0.113.0/24', '2001:db8::/32'],
      rateLimitPerMinute: null,
      metadata: { team: 'payments', nested: { list: [1, null] } },
      usageCount: 0,
      maxUsageCount: 500,
      lastUsedAt: null,
      expiresAt,
      createdAt: time,
      updatedAt: body.createdAt,
      lastRotatedAt: null,
      createdBy: owner?.id,
      credential: expect.stringMatching(/^kd_live_[0-9A-Za-z]{49}$/),
    });
  });

  test('fills in defaults when only the identity and a name are sent', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const { body } = await ours.call('createCredential', { body: { identityId, name: 'ci' } });
    expect(body).toMatchObject({
      type: 'API_KEY',
      scopes: [],
      isTemporary: false,
      maxUsageCount: null,
      expiresAt: null,
      allowedIps: null,
      metadata: {},
    });
  });

  test('gives a secret of the test environment to a test key', async ({ service: { oursTest } }) => {
    const identityId = await anIdentity(oursTest);
    const { body } = await oursTest.call('createCredential', { body: { identityId, name: 'ci' } });
    expect(body).toMatchObject({ environment: 'test', prefix: 'kd_test_' });
    expect(body.credential).toMatch(/^kd_test_[0-9A-Za-z]{49}$/);
  });

  test('ends a temporary credential after its ttl', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    for (const ttl of [1, 3600, 31_536_000]) {
      const { status, body } = await ours.call('createCredential', {
        body: { identityId, name: 'short', isTemporary: true, ttl },
      });
      expect(status).toBe(201);
      expect(body.isTemporary).toBe(true);
      expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(ttl * 1000);
    }
  });

  test('ends a temporary credential at its expiresAt', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const expiresAt = inDays(1);
    const { body } = await ours.call('createCredential', {
      body: { identityId, name: 'short', isTemporary: true, expiresAt },
    });
    expect(body).toMatchObject({ isTemporary: true, expiresAt });
  });

  test('reads expiresAt with an offset and cuts it to milliseconds', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    for (const [expiresAt, read] of [
      ['2031-06-01T02:00:00.123987+02:00', '2031-06-01T00:00:00.123Z'],
      ['2030-12-31T23:59:60Z', '2031-01-01T00:00:00.000Z'],
    ]) {
      const { body } = await ours.call('createCredential', {
        body: { identityId, name: 'dated', expiresAt },
      });
      expect(body.expiresAt).toBe(read);
    }
  });

  test('judges what was sent before it looks for the identity', async ({ service: { ours } }) => {
    const identityId = 'idn_00000000000000000000000000';
    const create = (fields: object) =>
      ours.call('createCredential', { body: { identityId, name: 'deploy key', ...fields } });
    for (const fields of [{ allowedIps: ['nope'] }, { expiresAt: '2020-01-01T00:00:00Z' }]) {
      expect((await create(fields)).body.code).toBe('VALIDATION_ERROR');
    }
    expect((await create({})).body.code).toBe('IDENTITY_NOT_FOUND');
  });

  test('tells who asks for a just-in-time credential here where to go', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const { body } = await ours.call('createCredential', { body: { identityId, name: 'job', type: 'JIT' } });
    expect(body.details.type).toBe('must be one of API_KEY (for JIT, call POST /api/v1/credentials/jit)');
  });

  test('refuses what the contract does not allow and names the field', async ({ service: { ours, sql } }) => {
    const identityId = await anIdentity(ours);
    const scopes = (count: number): string[] => Array.from({ length: count }, (_, at) => `a.s${at}`);
    const refused: [field: string, fields: Record<string, unknown>][] = [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 17 }],
      ['identityId', { identityId: null }],
      ['type', { type: 'JIT' }],
      ['type', { type: 'WORKLOAD' }],
      ['scopes', { scopes: ['a.b', 'a.b'] }],
      ['scopes', { scopes: scopes(101) }],
      ['scopes.0', { scopes: ['A.b'] }],
      ['scopes.1', { scopes: ['a.b', 'a..b'] }],
      ['scopes.0', { scopes: ['*.read'] }],
      ['scopes.0', { scopes: ['a b'] }],
      ['scopes.0', { scopes: ['a'.repeat(101)] }],
      ['maxUsageCount', { maxUsageCount: 0 }],
      ['maxUsageCount', { maxUsageCount: 2_147_483_648 }],
      ['maxUsageCount', { maxUsageCount: 1.5 }],
      ['ttl', { ttl: 60 }],
      ['ttl', { ttl: 60, isTemporary: false }],
      ['ttl', { ttl: 60, isTemporary: true, expiresAt: inDays(1) }],
      ['ttl', { ttl: 0, isTemporary: true }],
      ['ttl', { ttl: 31_536_001, isTemporary: true }],
      ['isTemporary', { isTemporary: true }],
      ['isTemporary', { isTemporary: 'yes' }],
      ['expiresAt', { expiresAt: inDays(-1) }],
      ['expiresAt', { expiresAt: inDays(3700) }],
      ['expiresAt', { expiresAt: '0001-01-01T00:00:00Z' }],
      ['expiresAt', { expiresAt: '9999-12-31T23:59:59Z' }],
      ['expiresAt', { expiresAt: '2030-02-30T00:00:00Z' }],
      ['expiresAt', { expiresAt: '2030-06-15T23:59:60Z' }],
      ['expiresAt', { expiresAt: '2030-06-15T12:00:00' }],
      ['expiresAt', { expiresAt: 1_900_000_000 }],
      ['allowedIps', { allowedIps: [] }],
      ['allowedIps.1', { allowedIps: ['10.0.0.0/8', '10.0.0.1/8'] }],
      ['allowedIps.0', { allowedIps: ['localhost'] }],
      ['metadata', { metadata: [] }],
      ['metadata', { metadata: { note: 'x'.repeat(10_240) } }],
      ['status', { status: 'ACTIVE' }],
      ['credential', { credential: 'kd_live_mine' }],
    ];
    for (const [field, fields] of refused) {
      const { status, body } = await ours.call('createCredential', {
        body: { identityId, name: 'ci', ...fields },
      });
      expect([status, body.code, Object.keys(body.details)], JSON.stringify(fields).slice(0, 80)).toEqual([
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
      expect(body.details[field]).toEqual(expect.any(String));
    }
    expect(await sql('select id from credentials where identity_id = $1', [identityId])).toEqual([]);
  });

  test('takes names of 2 and 100 characters, counted as people count them', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    for (const name of ['ci', '🔑'.repeat(100)]) {
      const { status, body } = await ours.call('createCredential', { body: { identityId, name } });
      expect([status, body.name]).toEqual([201, name]);
    }
  });

  test('takes 100 scopes and metadata of exactly 10 KB', async ({ service: { ours } }) => {
    const scopes = Array.from({ length: 100 }, (_, at) => `a.s${at}`);
    const metadata = { n: 'x'.repeat(10_240 - '{"n":""}'.length) };
    const identityId = await anIdentity(ours);
    const { status, body } = await ours.call('createCredential', {
      body: { identityId, name: 'big', scopes, metadata },
    });
    expect([status, body.scopes.length, body.metadata.n.length]).toEqual([201, 100, metadata.n.length]);
  });

  test('answers 404 alike for an unknown, a malformed and a foreign identity', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const unknown = [
      'idn_01kahz5v3be4nr7q2m8x9c0d1e',
      'nonsense',
      await anIdentity(theirs),
      await anIdentity(oursTest),
    ];
    for (const identityId of unknown) {
      const { status, body } = await ours.call('createCredential', { body: { identityId, name: 'ci' } });
      expect([status, body.code, body.details]).toEqual([404, 'IDENTITY_NOT_FOUND', {}]);
    }
  });

  test('refuses an identity that is not active and says which status it has', async ({
    service: { ours, sql },
  }) => {
    const [suspended, revoked, expired] = [
      await anIdentity(ours),
      await anIdentity(ours),
      await anIdentity(ours),
    ];
    await ours.call('suspendIdentity', { path: { id: suspended } });
    await ours.call('revokeIdentity', { path: { id: revoked } });
    await sql("update identities set expires_at = now() - interval '1 s' where id = $1", [expired]);
    for (const [identityId, details] of [
      [suspended, { status: 'SUSPENDED' }],
      [revoked, { status: 'REVOKED' }],
      [expired, { status: 'REVOKED' }],
    ]) {
      const { status, body } = await ours.call('createCredential', { body: { identityId, name: 'ci' } });
      expect([status, body.code, body.details]).toEqual([409, 'IDENTITY_NOT_ACTIVE', details]);
    }
  });

  test('emits credential.created with its actor', async ({ service }) => {
    const { id, identityId } = await aCredential(service.ours, {
      scopes: ['secrets.read'],
      maxUsageCount: 3,
    });
    expect(await eventsAbout(service, id)).toEqual([
      {
        type: 'credential.created',
        data: {
          credentialId: id,
          identityId,
          identityName: 'deploy-bot',
          name: 'deploy key',
          type: 'API_KEY',
          scopes: ['secrets.read'],
          isTemporary: false,
          maxUsageCount: 3,
          expiresAt: null,
          createdBy: { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) },
          environment: 'live',
        },
      },
    ]);
  });

  test('leaves neither the secret nor its hash in events and audit', async ({ service: { ours, sql } }) => {
    const { id, secret } = await aCredential(ours);
    const { body: rotated } = await ours.call('rotateCredential', {
      path: { id },
      body: { gracePeriod: 60 },
    });
    const [kept] = await sql<{ current: string; previous: string; row: string }>(
      `select encode(secret_hash, 'hex') as current, encode(previous_secret_hash, 'hex') as previous, c::text as row
         from credentials c where id = $1`,
      [id],
    );
    await ours.call('revokeCredential', { path: { id } });
    const written = JSON.stringify([
      await sql('select e::text from events e'),
      await sql('select a::text from audit_logs a'),
      await sql('select p::text from audit_personal p'),
    ]);
    for (const type of ['created', 'rotated', 'revoked']) expect(written).toContain(`credential.${type}`);
    const hashes = [kept?.current ?? '', kept?.previous ?? ''];
    expect(hashes.map((hash) => hash.length)).toEqual([64, 64]);
    for (const text of [secret.slice(8), rotated.credential.slice(8), ...hashes]) {
      expect(written).not.toContain(text);
    }
    expect(kept?.row).not.toContain(secret.slice(8, 40));
  });
});
