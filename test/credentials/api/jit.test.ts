import { describe, expect } from 'vitest';
import { anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('createJitCredential', () => {
  test('answers every field, with maxUsage for the cap', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { name: 'agent 7' });
    const { status, body } = await ours.call('createJitCredential', {
      body: { identityId, name: 'one deploy', scopes: ['deploy.execute'], duration: '15m', maxUsage: 3 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^cred_[0-9a-z]{26}$/),
      name: 'one deploy',
      identityId,
      type: 'JIT',
      status: 'ACTIVE',
      statusReason: null,
      environment: 'live',
      scopes: ['deploy.execute'],
      isTemporary: true,
      prefix: 'kd_jit_',
      last4: body.credential.slice(-4),
      allowedIps: null,
      rateLimitPerMinute: null,
      metadata: {},
      usageCount: 0,
      maxUsage: 3,
      lastUsedAt: null,
      expiresAt: time,
      createdAt: time,
      updatedAt: body.createdAt,
      lastRotatedAt: null,
      createdBy: expect.stringMatching(/^cred_/),
      credential: expect.stringMatching(/^kd_jit_[0-9A-Za-z]{49}$/),
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(15 * 60_000);
    expect(await verify(ours, body.credential)).toMatchObject({ valid: true, remainingUses: 2 });
  });

  test('shows the cap as maxUsageCount everywhere else', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const { body: made } = await ours.call('createJitCredential', {
      body: { identityId, duration: '1h', maxUsage: 3 },
    });
    const path = { id: made.id };
    const { body: got } = await ours.call('getCredential', { path });
    const { body: listed } = await ours.call('listCredentials', { query: { identityId } });
    const { body: rotated } = await ours.call('rotateCredential', { path });
    for (const body of [got, listed.data[0], rotated]) {
      expect(body).toMatchObject({ type: 'JIT', prefix: 'kd_jit_', maxUsageCount: 3 });
      expect(body).not.toHaveProperty('maxUsage');
    }
    expect(rotated.credential).toMatch(/^kd_jit_/);
  });

  test('makes a name up of the identity and the time in UTC', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { name: 'agent 7' });
    const { body } = await ours.call('createJitCredential', { body: { identityId, duration: '1h' } });
    expect(body.name).toBe(`jit-agent 7-${body.createdAt.replace(/\D/g, '').slice(0, 14)}`);
  });

  test('makes up a name that fits when the identity has a long one', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { name: 'é'.repeat(100) });
    const { status, body } = await ours.call('createJitCredential', { body: { identityId, duration: '1h' } });
    expect(status).toBe(201);
    expect(body.name).toHaveLength(100);
    expect(body.name).toMatch(/^jit-é+-\d{14}$/);
  });

  test('uses the same prefix in the test environment', async ({ service: { oursTest } }) => {
    const identityId = await anIdentity(oursTest);
    const { body } = await oursTest.call('createJitCredential', { body: { identityId, duration: '1h' } });
    expect(body).toMatchObject({ environment: 'test', prefix: 'kd_jit_' });
    expect(await verify(oursTest, body.credential)).toMatchObject({ valid: true, environment: 'test' });
  });

  test('reads seconds, minutes, hours and days', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const durations: [string, number][] = [
      ['1s', 1],
      ['90s', 90],
      ['15m', 900],
      ['4h', 14_400],
      ['30d', 2_592_000],
      ['2592000s', 2_592_000],
      ['007d', 604_800],
    ];
    for (const [duration, seconds] of durations) {
      const { body } = await ours.call('createJitCredential', { body: { identityId, duration } });
      expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt), duration).toBe(seconds * 1000);
    }
  });

  test('refuses a duration that is zero, too long or of another form', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const durations = ['0s', '0d', '31d', '2592001s', '721h', '99999999999999999d', '9'.repeat(400) + 's'];
    for (const duration of [
      ...durations,
      '',
      '15',
      'm',
      '1.5h',
      '-1h',
      '1w',
      '1h ',
      '\n1h',
      '1H',
      '15m;',
      900,
      null,
    ]) {
      const { status, body } = await ours.call('createJitCredential', { body: { identityId, duration } });
      expect([status, body.code], String(duration)).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.details).toEqual({ duration: expect.any(String) });
    }
  });

  test('refuses fields it does not know, maxUsageCount among them', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    for (const [field, value] of [
      ['maxUsageCount', 3],
      ['ttl', 60],
      ['expiresAt', null],
      ['maxUsage', 0],
    ] as const) {
      const { status, body } = await ours.call('createJitCredential', {
        body: { identityId, duration: '1h', [field]: value },
      });
      expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    }
    const { body } = await ours.call('createJitCredential', { body: { identityId } });
    expect(body.details).toEqual({ duration: 'is required' });
  });

  test('refuses an unknown and an inactive identity', async ({ service: { ours, theirs } }) => {
    const foreign = await anIdentity(theirs);
    const { status, body } = await ours.call('createJitCredential', {
      body: { identityId: foreign, duration: '1h' },
    });
    expect([status, body.code]).toEqual([404, 'IDENTITY_NOT_FOUND']);
    const identityId = await anIdentity(ours);
    await ours.call('suspendIdentity', { path: { id: identityId } });
    const refused = await ours.call('createJitCredential', { body: { identityId, duration: '1h' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'IDENTITY_NOT_ACTIVE']);
  });

  test('is over when its time is, before any sweeper has run', async ({ service }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const { body } = await ours.call('createJitCredential', { body: { identityId, duration: '1h' } });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [body.id]);
    expect(await verify(ours, body.credential)).toMatchObject({ valid: false, code: 'EXPIRED' });
    expect((await eventsAbout(service, body.id)).map(({ type }) => type)).toEqual(['credential.created']);
  });

  test('emits credential.created with type JIT', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const { body } = await service.ours.call('createJitCredential', {
      body: { identityId, duration: '1h', maxUsage: 2 },
    });
    expect(await eventsAbout(service, body.id)).toEqual([
      {
        type: 'credential.created',
        data: expect.objectContaining({
          type: 'JIT',
          isTemporary: true,
          maxUsageCount: 2,
          expiresAt: body.expiresAt,
          environment: 'live',
        }),
      },
    ]);
  });

  test('lets the credential call this API with its scopes', async ({ service: { ours, as } }) => {
    const identityId = await anIdentity(ours);
    const { body } = await ours.call('createJitCredential', {
      body: { identityId, duration: '1h', scopes: ['credentials.read'] },
    });
    expect((await as(body.credential).call('getCredential', { path: { id: body.id } })).status).toBe(200);
    expect((await as(body.credential).call('rotateCredential', { path: { id: body.id } })).status).toBe(403);
  });
});
