import { describe, expect } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { aCallerWith, aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

/** Creates a credential with an Idempotency-Key. */
const createWith = ({ ours }: Pick<TestService, 'ours'>, key: string, body: Record<string, unknown>) =>
  ours.call('createCredential', { body: { name: 'once', ...body }, headers: { 'idempotency-key': key } });

const countOf = async ({ ours }: TestService, identityId: string): Promise<number> =>
  (await ours.call('listCredentials', { query: { identityId } })).body.pagination.total;

test('every change by POST accepts an Idempotency-Key, except tests, proofs and the end of the caller', () => {
  const without = Object.entries(operations)
    .filter(([, { method, scheme, audit }]) => method === 'POST' && scheme === 'apiKey' && audit !== 'none')
    .filter(([, { idempotent }]) => !idempotent)
    .map(([id]) => id);
  expect(without.toSorted()).toEqual([
    'createTestSignIn',
    'revokeOwnCredential',
    'testAlertRule',
    'testConnection',
    'testOidcConnection',
    'testSamlConnection',
    'testWebhook',
    'verifyFederatedDomain',
  ]);
});

describe('createCredential', () => {
  test('repeats the same response, secret included, and marks it as repeated', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const first = await createWith(service, 'a-1', { identityId });
    const second = await createWith(service, 'a-1', { identityId });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await countOf(service, identityId)).toBe(1);
    expect(await eventsAbout(service, first.body.id)).toHaveLength(1);
    expect(await service.sql('select id from audit_logs where target_id = $1', [first.body.id])).toHaveLength(
      1,
    );
    expect(await verify(service.ours, second.body.credential)).toMatchObject({ valid: true });
  });

  test('repeats a response that is nested as deep as a request may be', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    // With the body and the metadata, 64 levels.
    const metadata = { deep: JSON.parse('['.repeat(62) + ']'.repeat(62)) };
    const first = await createWith(service, 'a-2', { identityId, metadata });
    const second = await createWith(service, 'a-2', { identityId, metadata });
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.body.metadata).toEqual(metadata);
  });

  test('rejects the same key with another body', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    await createWith(service, 'b-1', { identityId });
    const { status, body } = await createWith(service, 'b-1', { identityId, name: 'other' });
    expect([status, body.code, body.details]).toEqual([409, 'IDEMPOTENCY_CONFLICT', {}]);
    expect(await countOf(service, identityId)).toBe(1);
  });

  test('creates one credential for parallel requests with one key', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => createWith(service, 'c-1', { identityId })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.credential}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await countOf(service, identityId)).toBe(1);
  });

  test('does not use up the key when the first attempt fails', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    await service.ours.call('suspendIdentity', { path: { id: identityId } });
    expect((await createWith(service, 'd-1', { identityId })).status).toBe(409);
    expect((await createWith(service, 'd-1', { identityId, name: 'x' })).status).toBe(400);
    await service.ours.call('reactivateIdentity', { path: { id: identityId } });
    const { status, headers } = await createWith(service, 'd-1', { identityId, name: 'at last' });
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('separates the keys of callers and of operations', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const { caller } = await aCallerWith(service, ['credentials.write']);
    const body = { identityId };
    const first = await createWith(service, 'e-1', body);
    const other = await createWith({ ours: caller }, 'e-1', body);
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(other.body.id).not.toBe(first.body.id);
    const jit = await service.ours.call('createJitCredential', {
      body: { identityId, duration: '1h' },
      headers: { 'idempotency-key': 'e-1' },
    });
    expect([jit.status, jit.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('forgets a key after 24 hours, also for another body', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const age = (interval: string) =>
      service.sql('update idempotency_keys set created_at = now() - $1::interval', [interval]);
    const first = await createWith(service, 'f-1', { identityId });
    await age('23 hours 59 minutes');
    expect((await createWith(service, 'f-1', { identityId })).body).toEqual(first.body);
    await age('24 hours 1 second');
    const { status, body, headers } = await createWith(service, 'f-1', { identityId, name: 'another' });
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(body.id).not.toBe(first.body.id);
    await age('24 hours 1 second');
    await service.runTask('clean-up');
    expect(await service.sql('select 1 from idempotency_keys')).toEqual([]);
  });

  test('stores a response that is readable only with both keys', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    const { body } = await createWith(service, 'g-readable-key', { identityId, name: 'a readable name' });
    const rows = await service.sql<{ answer: Buffer; text: string }>(
      'select answer, k::text as text from idempotency_keys k',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer, text } of rows) {
      const kept = `${answer.toString('latin1')} ${answer.toString('base64')} ${text}`;
      for (const secret of [
        body.credential,
        body.credential.slice(8),
        'a readable name',
        'g-readable-key',
        identityId,
      ]) {
        expect(kept).not.toContain(secret);
        expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
  });

  test('rejects keys that are empty, too long or not printable', async ({ service }) => {
    const identityId = await anIdentity(service.ours);
    for (const key of ['', 'x'.repeat(256), 'two words', 'é']) {
      const { status, body } = await createWith(service, key, { identityId });
      expect([status, body.code, Object.keys(body.details)], key).toEqual([
        400,
        'VALIDATION_ERROR',
        ['idempotency-key'],
      ]);
    }
    expect((await createWith(service, 'x'.repeat(255), { identityId })).status).toBe(201);
  });
});

describe('rotateCredential', () => {
  test('returns the same new secret again and rotates once', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    const rotate = (gracePeriod: number) =>
      ours.call('rotateCredential', {
        path: { id },
        body: { gracePeriod },
        headers: { 'idempotency-key': 'r-1', 'if-match': '"1"' },
      });
    const [first, second] = [await rotate(60), await rotate(60)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await verify(ours, first.body.credential)).gracePeriod).toBe(false);
    expect((await ours.call('getCredential', { path: { id } })).headers.get('etag')).toBe('"2"');
    expect((await rotate(0)).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('treats the same key for another credential as another request', async ({ service: { ours } }) => {
    const [a, b] = [await aCredential(ours), await aCredential(ours)];
    const rotate = (id: string) =>
      ours.call('rotateCredential', { path: { id }, headers: { 'idempotency-key': 'r-2' } });
    expect((await rotate(a.id)).status).toBe(200);
    expect((await rotate(b.id)).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });
});

describe('suspendIdentity', () => {
  test('repeats a response with its ETag, although the state changed since', async ({
    service: { ours },
  }) => {
    const id = await anIdentity(ours);
    const suspend = () =>
      ours.call('suspendIdentity', { path: { id }, headers: { 'idempotency-key': 's-1' } });
    const first = await suspend();
    await ours.call('reactivateIdentity', { path: { id } });
    const second = await suspend();
    expect(second.body).toEqual(first.body);
    expect([second.headers.get('etag'), second.headers.get('idempotent-replayed')]).toEqual(['"2"', 'true']);
    expect((await ours.call('getIdentity', { path: { id } })).body.status).toBe('ACTIVE');
  });
});
