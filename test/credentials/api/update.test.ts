import { describe, expect } from 'vitest';
import { aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

describe('getCredential', () => {
  test('answers every field, the name of the identity among them, and no secret', async ({
    service: { ours },
  }) => {
    const identityId = await anIdentity(ours, { name: 'agent 7' });
    const { body: made } = await ours.call('createCredential', {
      body: { identityId, name: 'deploy key', scopes: ['a.b'], maxUsageCount: 3, expiresAt: inDays(1) },
    });
    const { status, body, headers } = await ours.call('getCredential', { path: { id: made.id } });
    const { credential: _, ...shown } = made;
    expect(status).toBe(200);
    expect(body).toEqual({ ...shown, identityName: 'agent 7', previousSecret: null });
    expect(headers.get('etag')).toBe('"1"');
  });

  test('answers 404 alike for an unknown, a malformed and a foreign id', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const foreign = [(await aCredential(theirs)).id, (await aCredential(oursTest)).id];
    for (const id of ['x', 'cred_01kahz5v3be4nr7q2m8x9c0d1e', '%00', 'a'.repeat(300), ...foreign]) {
      const { status, body } = await ours.call('getCredential', { path: { id } });
      expect([status, body.code, body.error, body.details], id).toEqual([
        404,
        'CREDENTIAL_NOT_FOUND',
        'No such credential. Check the ID. Test keys and live keys see different credentials.',
        {},
      ]);
    }
  });
});

describe('updateCredential', () => {
  test('changes what is sent and keeps the rest', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours, {
      scopes: ['a.b'],
      allowedIps: ['10.0.0.0/8'],
      metadata: { a: 1 },
    });
    const { body: before } = await ours.call('getCredential', { path: { id } });
    const expiresAt = inDays(30);
    const patch = {
      name: 'renamed',
      scopes: ['c.d'],
      expiresAt,
      maxUsageCount: 7,
      allowedIps: ['192.0.2.1'],
    };
    const { status, body, headers } = await ours.call('updateCredential', { path: { id }, body: patch });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...patch, updatedAt: expect.any(String) });
    expect(Date.parse(body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect(headers.get('etag')).toBe('"2"');
    const { body: cleared } = await ours.call('updateCredential', {
      path: { id },
      body: { expiresAt: null, maxUsageCount: null, allowedIps: null, scopes: [] },
    });
    expect(cleared).toMatchObject({
      expiresAt: null,
      maxUsageCount: null,
      allowedIps: null,
      scopes: [],
      name: 'renamed',
    });
  });

  test('changes nothing for an empty patch or one of equal values', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours, { scopes: ['a.b'] });
    const before = await ours.call('getCredential', { path: { id } });
    for (const body of [{}, { name: 'deploy key', scopes: ['a.b'], maxUsageCount: null, metadata: {} }]) {
      const after = await ours.call('updateCredential', { path: { id }, body });
      expect([after.body, after.headers.get('etag')]).toEqual([before.body, '"1"']);
    }
  });

  test('merges metadata: null removes a field, an object is merged, a list replaces', async ({
    service: { ours },
  }) => {
    const { id } = await aCredential(ours, {
      metadata: { keep: 1, drop: 2, deep: { a: 1, b: 2 }, list: [1, 2] },
    });
    const { body } = await ours.call('updateCredential', {
      path: { id },
      body: { metadata: { drop: null, deep: { a: null, c: { d: null, e: 1 } }, list: [3], absent: null } },
    });
    expect(body.metadata).toEqual({ keep: 1, deep: { b: 2, c: { e: 1 } }, list: [3] });
    const { body: odd } = await ours.call('updateCredential', {
      path: { id },
      body: { metadata: JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}') },
    });
    expect(Object.keys(odd.metadata).toSorted()).toEqual([
      '__proto__',
      'constructor',
      'deep',
      'keep',
      'list',
    ]);
  });

  test('refuses metadata that would pass 10 KB once merged', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours, { metadata: { a: 'x'.repeat(6000) } });
    for (const metadata of [{ b: 'x'.repeat(6000) }, { a: 'x'.repeat(10_240) }]) {
      const { status, body } = await ours.call('updateCredential', { path: { id }, body: { metadata } });
      expect([status, Object.keys(body.details)]).toEqual([400, ['metadata']]);
    }
    expect(
      (await ours.call('updateCredential', { path: { id }, body: { metadata: { a: 'y'.repeat(6000) } } }))
        .status,
    ).toBe(200);
  });

  test('refuses values out of range and fields that cannot be changed', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours);
    const before = await ours.call('getCredential', { path: { id } });
    const refused: [field: string, patch: Record<string, unknown>][] = [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: null }],
      ['scopes', { scopes: null }],
      ['scopes', { scopes: ['a', 'a'] }],
      ['scopes.0', { scopes: ['A'] }],
      ['expiresAt', { expiresAt: inDays(-1) }],
      ['expiresAt', { expiresAt: inDays(3700) }],
      ['maxUsageCount', { maxUsageCount: 0 }],
      ['allowedIps', { allowedIps: [] }],
      ['allowedIps.0', { allowedIps: ['10.0.0.1/8'] }],
      ...['status', 'type', 'identityId', 'isTemporary', 'usageCount', 'ttl', 'id', 'createdAt'].map(
        (field): [string, Record<string, unknown>] => [field, { name: 'changed', [field]: 'x' }],
      ),
    ];
    for (const [field, body] of refused) {
      const answer = await ours.call('updateCredential', { path: { id }, body });
      expect([answer.status, answer.body.code, Object.keys(answer.body.details)]).toEqual([
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
    expect((await ours.call('getCredential', { path: { id } })).body).toEqual(before.body);
  });

  test('refuses a cap below the uses so far, and spends the credential at exactly them', async ({
    service,
  }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours);
    for (let use = 0; use < 3; use++) await verify(ours, secret);
    const { status, body } = await ours.call('updateCredential', {
      path: { id },
      body: { maxUsageCount: 2 },
    });
    expect([status, Object.keys(body.details)]).toEqual([400, ['maxUsageCount']]);
    const spent = await ours.call('updateCredential', { path: { id }, body: { maxUsageCount: 3 } });
    expect(spent.body).toMatchObject({ status: 'EXPIRED', statusReason: 'USAGE_LIMIT', maxUsageCount: 3 });
    expect((await verify(ours, secret)).code).toBe('USAGE_EXCEEDED');
    expect((await eventsAbout(service, id)).slice(1)).toEqual([
      { type: 'credential.expired', data: expect.objectContaining({ reason: 'USAGE_LIMIT', usageCount: 3 }) },
    ]);
  });

  test('refuses a credential that is expired or revoked', async ({ service: { ours, sql } }) => {
    const expired = await aCredential(ours);
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [expired.id]);
    const revoked = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: revoked.id } });
    for (const [id, details] of [
      [expired.id, { status: 'EXPIRED' }],
      [revoked.id, { status: 'REVOKED' }],
    ] as const) {
      const { status, body } = await ours.call('updateCredential', {
        path: { id },
        body: { expiresAt: inDays(1) },
      });
      expect([status, body.code, body.details]).toEqual([409, 'CREDENTIAL_STATE_CONFLICT', details]);
    }
  });

  test('changes a suspended credential', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours);
    await ours.call('suspendCredential', { path: { id } });
    const { status, body } = await ours.call('updateCredential', { path: { id }, body: { name: 'renamed' } });
    expect([status, body.name, body.status]).toEqual([200, 'renamed', 'SUSPENDED']);
  });

  test('never makes a temporary credential permanent, nor a JIT one longer than 30 days', async ({
    service: { ours },
  }) => {
    const identityId = await anIdentity(ours);
    const { id } = await aCredential(ours, { identityId, isTemporary: true, ttl: 60 });
    const { body: jit } = await ours.call('createJitCredential', { body: { identityId, duration: '1h' } });
    for (const [target, expiresAt] of [
      [id, null],
      [jit.id, null],
      [jit.id, inDays(31)],
    ] as const) {
      const { status, body } = await ours.call('updateCredential', {
        path: { id: target },
        body: { expiresAt },
      });
      expect([status, Object.keys(body.details)]).toEqual([400, ['expiresAt']]);
    }
    expect(
      (await ours.call('updateCredential', { path: { id: jit.id }, body: { expiresAt: inDays(29) } })).status,
    ).toBe(200);
    expect(
      (await ours.call('updateCredential', { path: { id }, body: { expiresAt: inDays(60) } })).status,
    ).toBe(200);
  });

  test('applies to the very next verification', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours, { scopes: ['a.b'] });
    const scopes = ['a.b'];
    expect((await verify(ours, secret, { scopes })).code).toBe('VALID');
    await ours.call('updateCredential', { path: { id }, body: { scopes: ['a.c'] } });
    expect((await verify(ours, secret, { scopes })).code).toBe('INSUFFICIENT_SCOPE');
    await ours.call('updateCredential', { path: { id }, body: { allowedIps: ['10.0.0.0/8'] } });
    expect((await verify(ours, secret)).code).toBe('IP_NOT_ALLOWED');
  });

  test('puts old and new values on record', async ({ service: { ours, sql } }) => {
    const { id } = await aCredential(ours, { scopes: ['a.b'] });
    await ours.call('updateCredential', {
      path: { id },
      body: { name: 'renamed', scopes: ['a.c'], maxUsageCount: null },
    });
    const [row] = await sql<{ content: string }>(
      `select p.content from audit_logs a join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
        where a.target_id = $1 and a.action = 'credential.update'`,
      [id],
    );
    expect(JSON.parse(row?.content ?? '{}').changes).toEqual([
      { field: 'name', from: 'deploy key', to: 'renamed' },
      { field: 'scopes', from: ['a.b'], to: ['a.c'] },
    ]);
  });
});
