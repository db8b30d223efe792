import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Expects the whole answer for a secret that is not valid, and that it was not counted. */
async function expectInvalid(
  { ours, sql }: TestService,
  { id, secret }: { id: string; secret: string },
  code: string,
  fields: Record<string, unknown> = {},
  more: { reason?: string } = {},
): Promise<void> {
  const before = await sql('select usage_count, last_used_at, version from credentials where id = $1', [id]);
  const { status, body } = await ours.call('verifyCredential', { body: { credential: secret, ...fields } });
  expect(status).toBe(200);
  expect(body).toEqual({
    valid: false,
    code,
    environment: 'live',
    checkedAt: time,
    gracePeriod: false,
    remainingUses: null,
    identity: null,
    credential: null,
    ...more,
  });
  expect(await sql('select usage_count, last_used_at, version from credentials where id = $1', [id])).toEqual(
    before,
  );
  expect(await sql('select * from usage_facts where credential_id = $1', [id])).toEqual([]);
}

describe('verifyCredential', () => {
  test('returns every field of a valid secret and counts the use', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { tags: ['payments', 'prod'] });
    const { id, secret } = await aCredential(ours, {
      identityId,
      scopes: ['secrets.read'],
      maxUsageCount: 5,
    });
    const { status, body } = await ours.call('verifyCredential', { body: { credential: secret } });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      code: 'VALID',
      environment: 'live',
      checkedAt: time,
      gracePeriod: false,
      remainingUses: 4,
      cacheableSeconds: 0,
      identity: {
        id: identityId,
        name: 'deploy-bot',
        type: 'CI_CD',
        status: 'ACTIVE',
        riskScore: 0,
        tags: ['payments', 'prod'],
      },
      credential: {
        id,
        name: 'deploy key',
        scopes: ['secrets.read'],
        isTemporary: false,
        usageCount: 1,
        expiresAt: null,
      },
    });
    const { body: got } = await ours.call('getCredential', { path: { id } });
    expect(got).toMatchObject({ usageCount: 1, lastUsedAt: body.checkedAt });
  });

  test('counts nothing with consume: false', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours, { maxUsageCount: 1 });
    for (let check = 0; check < 3; check++) {
      expect(await verify(ours, secret, { consume: false })).toMatchObject({
        valid: true,
        remainingUses: 1,
        credential: { usageCount: 0 },
      });
    }
    const { body } = await ours.call('getCredential', { path: { id } });
    expect(body).toMatchObject({ usageCount: 0, lastUsedAt: null, status: 'ACTIVE' });
  });

  test('answers NOT_FOUND for an unknown secret and for one of another tenant', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const mine = await aCredential(ours);
    const wrongCheck = mine.secret.slice(0, -1) + (mine.secret.endsWith('0') ? '1' : '0');
    const foreign = await aCredential(theirs);
    const otherEnvironment = await aCredential(oursTest);
    await expectInvalid(
      service,
      { id: mine.id, secret: wrongCheck },
      'NOT_FOUND',
      {},
      { reason: 'MALFORMED' },
    );
    for (const secret of ['x', 'é'.repeat(512), `${mine.secret} `, mine.secret.toUpperCase()]) {
      await expectInvalid(service, { id: mine.id, secret }, 'NOT_FOUND');
    }
    await expectInvalid(service, foreign, 'NOT_FOUND');
    expect(await verify(ours, otherEnvironment.secret)).toMatchObject({
      valid: false,
      code: 'NOT_FOUND',
      reason: 'OTHER_ENVIRONMENT',
      identity: null,
      credential: null,
    });
    expect(await verify(oursTest, otherEnvironment.secret)).toMatchObject({
      valid: true,
      environment: 'test',
    });
    expect(await verify(oursTest, mine.secret)).toMatchObject({ valid: false, code: 'NOT_FOUND' });
  });

  test('rejects a body without a secret of 1 to 512 characters', async ({ service: { ours } }) => {
    for (const credential of [undefined, null, '', 17, ['kd_live_x'], 'x'.repeat(513)]) {
      const { status, body } = await ours.call('verifyCredential', { body: { credential } });
      expect([status, body.code, Object.keys(body.details)]).toEqual([
        400,
        'VALIDATION_ERROR',
        ['credential'],
      ]);
    }
    for (const [field, value] of [
      ['consume', 'no'],
      ['scopes', 'a.b'],
      ['scopes.0', ['A']],
      ['ipAddress', '10.0.0'],
      ['ipAddress', 'fe80::1%eth0'],
      ['more', 1],
    ] as const) {
      const name = field.split('.')[0] ?? '';
      const { status, body } = await ours.call('verifyCredential', {
        body: { credential: 'x', [name]: value },
      });
      expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    }
  });

  test('answers EXPIRED by the clock, also for a suspended credential', async ({ service }) => {
    const { ours, sql } = service;
    const credential = await aCredential(ours);
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [credential.id]);
    await expectInvalid(service, credential, 'EXPIRED');
    await sql("update credentials set status = 'SUSPENDED' where id = $1", [credential.id]);
    await expectInvalid(service, credential, 'EXPIRED');
    await sql(
      "update credentials set status = 'ACTIVE', expires_at = now() + interval '1 minute' where id = $1",
      [credential.id],
    );
    expect(await verify(ours, credential.secret)).toMatchObject({ valid: true });
  });

  test('answers REVOKED, also after the deletion', async ({ service }) => {
    const { ours } = service;
    const credential = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: credential.id } });
    await expectInvalid(service, credential, 'REVOKED');
    await ours.call('deleteCredential', { path: { id: credential.id } });
    await expectInvalid(service, credential, 'REVOKED');
  });

  test('answers REVOKED for 90 days for every secret that a rotation replaced, in its tenant', async ({
    service: { ours, theirs, sql, runTask },
  }) => {
    const { id, secret } = await aCredential(ours);
    const rotate = (gracePeriod: number) =>
      ours.call('rotateCredential', { path: { id }, body: { gracePeriod } });
    const { body: second } = await rotate(0);
    await rotate(3600);
    await rotate(0);
    for (const old of [secret, second.credential]) {
      const { checkedAt: _, ...answer } = await verify(ours, old);
      expect(answer).toEqual({
        valid: false,
        code: 'REVOKED',
        reason: 'ROTATED',
        environment: 'live',
        gracePeriod: false,
        remainingUses: null,
        identity: null,
        credential: null,
      });
      expect((await verify(theirs, old)).code).toBe('NOT_FOUND');
    }
    await sql("update retired_secrets set retired_at = now() - interval '91 days' where credential_id = $1", [
      id,
    ]);
    await runTask('clean-up');
    expect((await verify(ours, secret)).code).toBe('NOT_FOUND');
  });

  test('accepts up to 10 KB of context from the other service', async ({ service: { ours } }) => {
    const { secret: credential } = await aCredential(ours);
    const ask = (context: unknown) => ours.call('verifyCredential', { body: { credential, context } });
    expect((await ask({ resource: 'invoices/17', nested: [1, { a: null }] })).body.code).toBe('VALID');
    for (const context of ['text', null, { note: 'x'.repeat(10_240) }]) {
      const { status, body } = await ask(context);
      expect([status, Object.keys(body.details)]).toEqual([400, ['context']]);
    }
  });

  test('answers SUSPENDED until the credential is reactivated', async ({ service }) => {
    const { ours } = service;
    const credential = await aCredential(ours);
    const path = { id: credential.id };
    await ours.call('suspendCredential', { path });
    await expectInvalid(service, credential, 'SUSPENDED');
    await ours.call('reactivateCredential', { path });
    expect(await verify(ours, credential.secret)).toMatchObject({
      valid: true,
      credential: { usageCount: 1 },
    });
  });

  test('answers IDENTITY_INACTIVE while its identity is suspended or expired', async ({ service }) => {
    const { ours, sql } = service;
    const credential = await aCredential(ours);
    const path = { id: credential.identityId };
    await ours.call('suspendIdentity', { path });
    await expectInvalid(service, credential, 'IDENTITY_INACTIVE');
    await ours.call('reactivateIdentity', { path });
    await sql("update identities set expires_at = now() - interval '1 ms' where id = $1", [path.id]);
    await expectInvalid(service, credential, 'IDENTITY_INACTIVE');
    await sql('update identities set expires_at = null where id = $1', [path.id]);
    expect(await verify(ours, credential.secret)).toMatchObject({ valid: true });
  });

  test('requires every requested scope, and understands wildcards of the credential', async ({ service }) => {
    const credential = await aCredential(service.ours, { scopes: ['secrets.*', 'deploy:prod', 'a.b.c'] });
    for (const scopes of [['deploy:test'], ['secrets.read', 'a.b'], ['secrets'], ['*'], ['deploy:*']]) {
      await expectInvalid(service, credential, 'INSUFFICIENT_SCOPE', { scopes });
    }
    for (const scopes of [
      [],
      ['secrets.read'],
      ['secrets.*'],
      ['secrets.read.all', 'deploy:prod', 'a.b.c'],
    ]) {
      expect(await verify(service.ours, credential.secret, { scopes })).toMatchObject({ valid: true });
    }
    const { secret } = await aCredential(service.ours, { scopes: ['*'] });
    expect(await verify(service.ours, secret, { scopes: ['any.thing', '*'] })).toMatchObject({ valid: true });
  });

  test('knows a scope with the name null', async ({ service }) => {
    const credential = await aCredential(service.ours, { scopes: ['null'] });
    expect(await verify(service.ours, credential.secret, { scopes: ['null'] })).toMatchObject({
      valid: true,
    });
    await expectInvalid(
      service,
      await aCredential(service.ours, { scopes: ['null'] }),
      'INSUFFICIENT_SCOPE',
      {
        scopes: ['a'],
      },
    );
  });

  test('requires an address in the ranges of the credential', async ({ service }) => {
    const credential = await aCredential(service.ours, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const fields of [{}, { ipAddress: '203.0.114.1' }, { ipAddress: '2001:db9::1' }]) {
      await expectInvalid(service, credential, 'IP_NOT_ALLOWED', fields);
    }
    for (const ipAddress of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
      expect(await verify(service.ours, credential.secret, { ipAddress })).toMatchObject({ valid: true });
    }
  });

  test('requires an address in the ranges of the identity as well', async ({ service }) => {
    const identityId = await anIdentity(service.ours, { allowedIps: ['10.0.0.0/8'] });
    const wide = await aCredential(service.ours, { identityId });
    const narrow = await aCredential(service.ours, {
      identityId,
      allowedIps: ['10.1.0.0/16', '192.0.2.0/24'],
    });
    await expectInvalid(service, wide, 'IP_NOT_ALLOWED');
    await expectInvalid(service, narrow, 'IP_NOT_ALLOWED', { ipAddress: '10.2.0.1' });
    await expectInvalid(service, narrow, 'IP_NOT_ALLOWED', { ipAddress: '192.0.2.1' });
    expect(await verify(service.ours, narrow.secret, { ipAddress: '10.1.0.1' })).toMatchObject({
      valid: true,
    });
    expect(await verify(service.ours, wide.secret, { ipAddress: '10.2.0.1' })).toMatchObject({ valid: true });
  });

  test('accepts the last use and answers USAGE_EXCEEDED from then on', async ({ service }) => {
    const { ours, sql } = service;
    const { id, identityId, secret } = await aCredential(ours, { maxUsageCount: 2 });
    expect(await verify(ours, secret)).toMatchObject({ valid: true, remainingUses: 1 });
    expect(await verify(ours, secret)).toMatchObject({
      valid: true,
      remainingUses: 0,
      credential: { usageCount: 2 },
    });
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'USAGE_EXCEEDED' });
    expect(await verify(ours, secret, { consume: false })).toMatchObject({
      valid: false,
      code: 'USAGE_EXCEEDED',
    });
    const { body, headers } = await ours.call('getCredential', { path: { id } });
    expect(body).toMatchObject({ status: 'EXPIRED', statusReason: 'USAGE_LIMIT', usageCount: 2 });
    expect(headers.get('etag')).toBe('"2"');
    await service.runTask('expire-credentials');
    expect(
      await sql(
        "select data from events where type = 'credential.expired' and data ->> 'credentialId' = $1",
        [id],
      ),
    ).toEqual([
      {
        data: {
          credentialId: id,
          identityId,
          identityName: 'deploy-bot',
          expiresAt: null,
          reason: 'USAGE_LIMIT',
          usageCount: 2,
          environment: 'live',
        },
      },
    ]);
  });

  test('writes the times of its event in the usual format', async ({ service: { ours, sql } }) => {
    const expiresAt = '2030-01-15T10:30:00.000Z';
    const { id, secret } = await aCredential(ours, { maxUsageCount: 1, expiresAt });
    await verify(ours, secret);
    const spent =
      "select data ->> 'expiresAt' as at from events where type = 'credential.expired' and data ->> 'credentialId' = $1";
    expect(await sql(spent, [id])).toEqual([{ at: expiresAt }]);
  });

  test('works with a key that has no other right', async ({ service }) => {
    const { caller, id } = await aCallerWith(service, ['credentials.verify']);
    const { secret } = await aCredential(service.ours);
    expect(await verify(caller, secret)).toMatchObject({ valid: true });
    const { status, body } = await caller.call('getCredential', { path: { id } });
    expect([status, body.code, body.details]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      { required: ['credentials.read'] },
    ]);
    const { caller: powerless } = await aCallerWith(service, ['credentials.read', 'credentials.write']);
    const refused = await powerless.call('verifyCredential', { body: { credential: secret } });
    expect([refused.status, refused.body.details]).toEqual([403, { required: ['credentials.verify'] }]);
  });

  test('writes no audit row', async ({ service: { ours, sql } }) => {
    const { id, secret } = await aCredential(ours);
    const [before] = await sql('select count(*) from audit_logs');
    await verify(ours, secret);
    await verify(ours, 'nothing');
    expect(await sql('select count(*) from audit_logs')).toEqual([before]);
    expect(await sql('select action from audit_logs where target_id = $1', [id])).toEqual([
      { action: 'credential.create' },
    ]);
  });
});
