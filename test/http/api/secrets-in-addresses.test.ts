import { describe, expect } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { type Contract, operationsOf } from '../../../src/lib/contract.ts';
import { newSecret, newUserToken } from '../../../src/lib/secret.ts';
import { aDirectory } from '../../support/directories.ts';
import { test } from '../../support/service.ts';

const key = newSecret('kd_live_');
/** A key with wrong check digits, a part of a key, and other secrets. */
const secrets = [
  key,
  `  ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  key.slice(0, 40),
  key.toUpperCase(),
  newSecret('kd_jit_'),
  newSecret('scim_'),
  newSecret('kd_wrap_'),
  newSecret('kd_operator_'),
  newUserToken('kd_user_', undefined),
  newUserToken('kd_refresh_', undefined),
  `whsec_${'a'.repeat(43)}=`,
];

const searching = operationsOf(document as unknown as Contract).filter(
  ({ method, path, parameters }) =>
    method === 'GET' &&
    path.startsWith('/api/v1/') &&
    (JSON.stringify(parameters).includes('"search"') || JSON.stringify(parameters).includes('/Search"')),
);

describe('a key in a search', () => {
  test('is refused by every list that searches, and is not in the response', async ({ service }) => {
    expect(searching.length).toBeGreaterThan(3);
    for (const { path } of searching) {
      const { status, body } = await service.ours.send('GET', `${path}?search=${encodeURIComponent(key)}`);
      expect([path, status, body.code, body.details]).toEqual([
        path,
        400,
        'VALIDATION_ERROR',
        { search: expect.stringMatching(/^must not have a key .*kd_live_…/) },
      ]);
      expect(JSON.stringify(body)).not.toContain(key.slice(8, 30));
    }
  });

  test('is recognized by its format, wherever it is in the query', async ({ service }) => {
    for (const secret of secrets) {
      const { status, body } = await service.ours.send(
        'GET',
        `/api/v1/credentials?search=${encodeURIComponent(secret)}`,
      );
      expect([secret, status, Object.keys(body.details ?? {})]).toEqual([secret, 400, ['search']]);
    }
    const named = await service.ours.send('GET', `/api/v1/credentials?${key}=1`);
    expect([named.status, Object.keys(named.body.details)]).toEqual([400, ['query']]);
    expect(JSON.stringify(named.body)).not.toContain(key);
    const { status, body } = await service.ours.send('GET', '/api/v1/credentials?search=kd_live_…a1b2');
    expect([status, body.data]).toEqual([200, []]);
  });

  test('is refused in a filter of SCIM, and is not in the provisioning log', async ({ service }) => {
    const directory = await aDirectory(service);
    const found = await directory.send('GET', `/Users?filter=userName eq "${key}"`);
    expect([found.status, found.body.detail]).toEqual([
      400,
      expect.stringContaining('filter must not have a key'),
    ]);
    await directory.send('POST', '/Users', { [key]: 1 });
    await directory.send('PATCH', '/Users/usr_01kahz5v3be4nr7q2m8x9c0d1e', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: key, value: 1 }],
    });
    const rows = await service.sql<{ text: string }>(
      'select to_jsonb(l)::text as text from provisioning_log l where token_id = $1',
      [directory.tokenId],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain(key.slice(8, 30));
  });
});
