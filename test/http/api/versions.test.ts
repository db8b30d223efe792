import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';

/** Every change that takes If-Match, what makes its target, and its body. */
const changes: [
  operation: OperationId,
  make: (client: Client) => Promise<string>,
  body?: Record<string, unknown>,
][] = [
  ['updateCredential', async (client) => (await aCredential(client)).id, { name: 'renamed' }],
  ['rotateCredential', async (client) => (await aCredential(client)).id, { gracePeriod: 60 }],
  ['suspendCredential', async (client) => (await aCredential(client)).id],
  ['reactivateCredential', async (client) => (await aCredential(client)).id],
  ['revokeCredential', async (client) => (await aCredential(client)).id],
  ['deleteCredential', async (client) => (await aCredential(client)).id],
  ['updateIdentity', (client) => anIdentity(client), { name: 'renamed' }],
  ['suspendIdentity', (client) => anIdentity(client)],
  ['reactivateIdentity', (client) => anIdentity(client)],
  ['revokeIdentity', (client) => anIdentity(client)],
  ['deleteIdentity', (client) => anIdentity(client)],
];

for (const [operation, make, body] of changes) {
  describe(operation, () => {
    test('refuses another version and a malformed If-Match, and changes the version it names', async ({
      service: { ours },
    }) => {
      const id = await make(ours);
      const read = (): ReturnType<Client['call']> =>
        ours.call(operation.endsWith('Identity') ? 'getIdentity' : 'getCredential', { path: { id } });
      const before = await read();
      expect(before.headers.get('etag')).toBe('"1"');
      const change = (ifMatch: string) =>
        ours.call(operation, { path: { id }, headers: { 'if-match': ifMatch }, ...(body ? { body } : {}) });
      for (const ifMatch of ['"2"', 'W/"1"', '"0", "3"', '""', '"01"']) {
        const { status, body: refusal } = await change(ifMatch);
        expect([status, refusal.code], ifMatch).toEqual([412, 'PRECONDITION_FAILED']);
      }
      for (const ifMatch of ['1', '"1', "'1'", '"1" "2"', '"1", *', 'w/"1"']) {
        const { status, body: refusal } = await change(ifMatch);
        expect([status, refusal.code, Object.keys(refusal.details)], ifMatch).toEqual([
          400,
          'VALIDATION_ERROR',
          ['If-Match'],
        ]);
      }
      const after = await read();
      expect([after.body, after.headers.get('etag')]).toEqual([before.body, '"1"']);
      expect((await change('"9", "1"')).status).toBe(200);
    });

    test('changes any version with *', async ({ service: { ours } }) => {
      const id = await make(ours);
      const answer = await ours.call(operation, {
        path: { id },
        headers: { 'if-match': '*' },
        ...(body ? { body } : {}),
      });
      expect(answer.status).toBe(200);
      const missing = await ours.call(operation, {
        path: { id: 'x' },
        headers: { 'if-match': '*' },
        ...(body ? { body } : {}),
      });
      expect(missing.status).toBe(404);
    });
  });
}

describe('getCredential', () => {
  test('keeps its ETag while it is used, and changes it with its configuration', async ({
    service: { ours },
  }) => {
    const { id, secret } = await aCredential(ours);
    const etag = async () => (await ours.call('getCredential', { path: { id } })).headers.get('etag');
    await verify(ours, secret);
    expect(await etag()).toBe('"1"');
    await ours.call('updateCredential', {
      path: { id },
      body: { name: 'renamed' },
      headers: { 'if-match': '"1"' },
    });
    expect(await etag()).toBe('"2"');
    await ours.call('suspendCredential', { path: { id } });
    await ours.call('suspendCredential', { path: { id } });
    expect(await etag()).toBe('"3"');
  });
});
