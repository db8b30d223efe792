import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };

describe('rotateCredential', () => {
  test('answers every field, and ends the old secret at once without a grace period', async ({
    service: { ours },
  }) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { id, identityId, secret } = await aCredential(ours, {
      scopes: ['a.b'],
      maxUsageCount: 9,
      expiresAt,
      metadata: { a: 1 },
    });
    await verify(ours, secret);
    const { body: before } = await ours.call('getCredential', { path: { id } });
    const { status, body } = await ours.call('rotateCredential', { path: { id } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'deploy key',
      identityId,
      type: 'API_KEY',
      status: 'ACTIVE',
      statusReason: null,
      environment: 'live',
      scopes: ['a.b'],
      isTemporary: false,
      prefix: 'kd_live_',
      last4: body.credential.slice(-4),
      allowedIps: null,
      rateLimitPerMinute: null,
      metadata: { a: 1 },
      usageCount: 0,
      maxUsageCount: 9,
      lastUsedAt: null,
      expiresAt,
      createdAt: before.createdAt,
      updatedAt: body.rotatedAt,
      lastRotatedAt: body.rotatedAt,
      createdBy: before.createdBy,
      credential: expect.stringMatching(/^kd_live_[0-9A-Za-z]{49}$/),
      previousCredential: { status: 'REVOKED', expiresAt: body.rotatedAt },
      rotatedAt: time,
    });
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'REVOKED', reason: 'ROTATED' });
    expect(await verify(ours, body.credential)).toMatchObject({ valid: true, credential: { usageCount: 1 } });
    const { body: after, headers } = await ours.call('getCredential', { path: { id } });
    expect(after).toMatchObject({ previousSecret: null, lastRotatedAt: body.rotatedAt });
    expect(headers.get('etag')).toBe('"2"');
  });

  test('keeps the old secret valid for the grace period, then ends it', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const { id, secret } = await aCredential(ours);
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    const ends = new Date(Date.parse(body.rotatedAt) + 60_000).toISOString();
    expect(body.previousCredential).toEqual({ status: 'GRACE_PERIOD', expiresAt: ends });
    const { body: got } = await ours.call('getCredential', { path: { id } });
    expect(got.previousSecret).toEqual({ status: 'GRACE_PERIOD', expiresAt: ends });
    expect(await verify(ours, secret)).toMatchObject({
      valid: true,
      gracePeriod: true,
      credential: { usageCount: 1 },
    });
    expect(await verify(ours, body.credential)).toMatchObject({
      valid: true,
      gracePeriod: false,
      credential: { usageCount: 2 },
    });
    await runTask('expire-credentials');
    expect((await eventsAbout(service, id)).map(({ type }) => type)).toEqual([
      'credential.created',
      'credential.rotated',
    ]);

    await sql("update credentials set previous_expires_at = now() - interval '1 ms' where id = $1", [id]);
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'REVOKED', reason: 'ROTATED' });
    expect((await ours.call('getCredential', { path: { id } })).body.previousSecret).toBeNull();
    await runTask('expire-credentials');
    await runTask('expire-credentials');
    expect((await eventsAbout(service, id)).slice(1)).toEqual([
      { type: 'credential.rotated', data: expect.objectContaining({ previousCredentialExpiry: ends }) },
      {
        type: 'credential.revoked',
        data: expect.objectContaining({
          reason: 'ROTATED',
          revokedBy: { type: 'SYSTEM', id: null, name: null },
        }),
      },
    ]);
    expect(await verify(ours, body.credential)).toMatchObject({ valid: true });
  });

  test('emits credential.rotated and, without grace, credential.revoked', async ({ service }) => {
    const { id, identityId } = await aCredential(service.ours);
    const { body } = await service.ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 0 } });
    const subject = { credentialId: id, identityId, identityName: 'deploy-bot', environment: 'live' };
    expect((await eventsAbout(service, id)).slice(1)).toEqual([
      {
        type: 'credential.revoked',
        data: { ...subject, reason: 'ROTATED', revokedBy: actor, revokedAt: body.rotatedAt },
      },
      {
        type: 'credential.rotated',
        data: { ...subject, rotatedBy: actor.id, reason: 'MANUAL', previousCredentialExpiry: body.rotatedAt },
      },
    ]);
  });

  test('kills the older secret when it rotates again within the grace period', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours);
    const rotate = () => ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    const { body: second } = await rotate();
    const { body: third } = await rotate();
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'REVOKED', reason: 'ROTATED' });
    expect(await verify(ours, second.credential)).toMatchObject({ valid: true, gracePeriod: true });
    expect(await verify(ours, third.credential)).toMatchObject({ valid: true, gracePeriod: false });
    expect((await eventsAbout(service, id)).map(({ type }) => type)).toEqual([
      'credential.created',
      'credential.rotated',
      'credential.revoked',
      'credential.rotated',
    ]);
  });

  test('tells of the end of an older secret that no sweeper has seen', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const { id } = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    await sql("update credentials set previous_expires_at = now() - interval '1 s' where id = $1", [id]);
    await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    await runTask('expire-credentials');
    const revoked = (await eventsAbout(service, id)).filter(({ type }) => type === 'credential.revoked');
    expect(revoked).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ reason: 'ROTATED' }) }),
    ]);
  });

  test('never lets the old secret outlive the credential', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { id, secret } = await aCredential(ours, { expiresAt });
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 2_592_000 } });
    expect(body.previousCredential).toEqual({ status: 'GRACE_PERIOD', expiresAt });
    await sql(
      "update credentials set expires_at = now() - interval '1 ms', previous_expires_at = now() - interval '1 ms' where id = $1",
      [id],
    );
    for (const each of [secret, body.credential]) expect((await verify(ours, each)).valid).toBe(false);
    await runTask('expire-credentials');
    await runTask('expire-credentials');
    expect((await eventsAbout(service, id)).map(({ type }) => type).toSorted()).toEqual([
      'credential.created',
      'credential.expired',
      'credential.revoked',
      'credential.rotated',
    ]);
  });

  test('stops both secrets when the credential is suspended or revoked', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours);
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    const codes = async () => [(await verify(ours, secret)).code, (await verify(ours, body.credential)).code];
    await ours.call('suspendCredential', { path: { id } });
    expect(await codes()).toEqual(['SUSPENDED', 'SUSPENDED']);
    await ours.call('reactivateCredential', { path: { id } });
    expect(await codes()).toEqual(['VALID', 'VALID']);
    await ours.call('revokeCredential', { path: { id } });
    expect(await codes()).toEqual(['REVOKED', 'REVOKED']);
  });

  test('counts the old secret against the same cap', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours, { maxUsageCount: 2 });
    await verify(ours, secret);
    const { body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    expect(await verify(ours, secret)).toMatchObject({ valid: true, remainingUses: 1 });
    expect(await verify(ours, body.credential)).toMatchObject({ valid: true, remainingUses: 0 });
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'USAGE_EXCEEDED' });
  });

  test('refuses a credential that is not active and says which status it has', async ({
    service: { ours, sql },
  }) => {
    const cases: [status: string, prepare: (id: string) => Promise<unknown>][] = [
      ['SUSPENDED', (id) => ours.call('suspendCredential', { path: { id } })],
      ['REVOKED', (id) => ours.call('revokeCredential', { path: { id } })],
      [
        'EXPIRED',
        (id) => sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [id]),
      ],
      ['EXPIRED', (id) => sql("update credentials set status = 'EXPIRED' where id = $1", [id])],
    ];
    for (const [status, prepare] of cases) {
      const { id } = await aCredential(ours);
      await prepare(id);
      const answer = await ours.call('rotateCredential', { path: { id } });
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([
        409,
        'CREDENTIAL_NOT_ACTIVE',
        { status },
      ]);
    }
  });

  test('refuses a grace period outside 0 to 30 days', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours);
    for (const gracePeriod of [-1, 2_592_001, 1.5, '60', null, 1e15]) {
      const { status, body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod } });
      expect([status, Object.keys(body.details)]).toEqual([400, ['gracePeriod']]);
    }
    expect(await verify(ours, secret)).toMatchObject({ valid: true });
  });

  test('answers 404 alike for an unknown, a malformed, a foreign and a deleted id', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const gone = await aCredential(ours);
    await ours.call('deleteCredential', { path: { id: gone.id } });
    for (const id of [
      'x',
      'cred_01kahz5v3be4nr7q2m8x9c0d1e',
      (await aCredential(theirs)).id,
      (await aCredential(oursTest)).id,
      gone.id,
    ]) {
      const { status, body } = await ours.call('rotateCredential', { path: { id } });
      expect([status, body.code, body.details]).toEqual([404, 'CREDENTIAL_NOT_FOUND', {}]);
    }
  });

  test('lets a key rotate itself and go on with the new secret', async ({ service }) => {
    const { caller, id } = await aCallerWith(service, ['credentials.rotate']);
    const { status, body } = await caller.call('rotateCredential', { path: { id } });
    expect(status).toBe(200);
    expect((await caller.call('rotateCredential', { path: { id } })).status).toBe(401);
    expect((await service.as(body.credential).call('rotateCredential', { path: { id } })).status).toBe(200);
  });
});

describe('the alarm for the end of a grace period', () => {
  test('is set with the rotation, and not by one that fails', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await aCredential(ours);
    const path = { id };
    const { body } = await ours.call('rotateCredential', { path, body: { gracePeriod: 3600 } });
    const alarms = () =>
      sql('select task_identifier as task, run_at as at from graphile_worker.jobs where key = $1', [
        `grace:${id}`,
      ]);
    const first = [{ task: 'expire-credentials', at: new Date(body.previousCredential.expiresAt) }];
    expect(await alarms()).toEqual(first);
    const headers = { 'If-Match': '"999"' };
    expect((await ours.call('rotateCredential', { path, body: { gracePeriod: 60 }, headers })).status).toBe(
      412,
    );
    expect(await alarms()).toEqual(first);
  });
});

describe('revokeCredential', () => {
  test('tells of an old secret whose grace has ended before the sweeper saw it', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    await sql("update credentials set previous_expires_at = now() - interval '1 s' where id = $1", [id]);
    await ours.call('revokeCredential', { path: { id } });
    const ends = (await eventsAbout(service, id)).filter(({ type }) => type === 'credential.revoked');
    expect(new Set(ends.map(({ data }) => data['reason']))).toEqual(new Set(['MANUAL', 'ROTATED']));
  });
});
