import { describe, expect } from 'vitest';
import { aCredential, verify } from '../support/builders.ts';
import { test } from '../support/service.ts';

describe('rotateCredential', () => {
  test('keeps the old secret valid for the grace period, then ends it', async ({ service: { ours, sql, runTask } }) => {
    const { id, secret } = await aCredential(ours);
    const { status, body } = await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
    expect(status).toBe(200);
    expect(body.previousCredential.status).toBe('GRACE_PERIOD');
    expect(await verify(ours, secret)).toMatchObject({ valid: true, gracePeriod: true, credential: { usageCount: 1 } });
    expect(await verify(ours, body.credential)).toMatchObject({ valid: true, gracePeriod: false, credential: { usageCount: 2 } });
    await sql("update credentials set previous_expires_at = now() - interval '1 s' where id = $1", [id]);
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'NOT_FOUND' });
    await runTask('expire-credentials');
    expect(await sql('select type from events where data ->> $1 = $2 order by created_at', ['credentialId', id])).toEqual([
      { type: 'credential.created' },
      { type: 'credential.rotated' },
      { type: 'credential.revoked' },
    ]);
  });
});

describe('verifyCredential', () => {
  test('never passes the cap under 200 parallel calls', async ({ service: { ours } }) => {
    const { secret } = await aCredential(ours, { maxUsageCount: 10 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => verify(ours, secret)));
    expect(answers.filter(({ valid }) => valid)).toHaveLength(10);
  });
});

describe('createIdentity', () => {
  test('keeps metadata whose names need escaping as they were sent', async ({ service: { ours } }) => {
    const metadata = { a: 1, '\\': 2, '\n': 3, 'a"b': { '\u0001': 4 } };
    const { body } = await ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD', metadata } });
    const { body: read } = await ours.call('getIdentity', { path: { id: body.id } });
    expect(read.metadata).toEqual(metadata);
    const { body: plain } = await ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD', metadata: { a: 1, '\n': 3 } } });
    expect((await ours.call('getIdentity', { path: { id: plain.id } })).body.metadata).toEqual({ a: 1, '\n': 3 });
  });
});
