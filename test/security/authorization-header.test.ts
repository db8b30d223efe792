import { describe, expect } from 'vitest';
import { hashSecret, newSecret } from '../../src/lib/secret.ts';
import { sendRaw } from '../support/raw.ts';
import { test } from '../support/service.ts';

// security.md 1: "Malformed cookie or header fails open" (AK CVE-2026-25748).
const path = '/api/v1/identities';
const swapCase = (text: string): string =>
  [...text].map((char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase())).join('');

const malformed: [name: string, header: (key: string) => string][] = [
  ['nothing', () => ''],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a blank', () => 'Bearer '],
  ['the key alone', (key) => key],
  ['no blank', (key) => `Bearer${key}`],
  ['a tab', (key) => `Bearer\t${key}`],
  ['a colon', (key) => `Bearer: ${key}`],
  ['quotes', (key) => `Bearer "${key}"`],
  ['two keys', (key) => `Bearer ${key} ${key}`],
  ['a list', (key) => `Bearer ${key}, Bearer ${key}`],
  ['a comma', (key) => `Bearer ${key},`],
  ['a parameter', (key) => `Bearer ${key}; realm=x`],
  ['Basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  ['Basic with the key as password', (key) => `Basic ${Buffer.from(`x:${key}`).toString('base64')}`],
  ['Token', (key) => `Token ${key}`],
  ['ApiKey', (key) => `ApiKey ${key}`],
  ['a letter more', (key) => `Bearer ${key}a`],
  ['a letter less', (key) => `Bearer ${key.slice(0, -1)}`],
  ['other letters', (key) => `Bearer ${swapCase(key)}`],
  ['the test prefix', (key) => `Bearer ${key.replace('kd_live_', 'kd_test_')}`],
  ['an unknown key', () => `Bearer ${newSecret('kd_live_')}`],
  ['the stored hash', (key) => `Bearer ${hashSecret(key).toString('hex')}`],
  ['a wildcard', () => 'Bearer kd_live_%'],
  ['SQL', () => "Bearer ' or 1=1 --"],
  ['undefined', () => 'Bearer undefined'],
  ['null', () => 'Bearer null'],
  ['a JWT without a signature', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['8 KB', () => `Bearer ${'a'.repeat(8_000)}`],
  ['8 KB of blanks', (key) => `Bearer ${' '.repeat(8_000)}${key}x`],
  ['bytes beyond ASCII', (key) => `Bearer ${key}\u00e9`],
];

function withoutDetails(text: string): Record<string, unknown> {
  const { details: _, ...answer } = JSON.parse(text) as Record<string, unknown>;
  return answer;
}

describe('a malformed Authorization header', () => {
  test.for(malformed)(
    'with %s answers the same 401 as a missing header',
    async ([, header], { service: { origin, ours } }) => {
      const none = await sendRaw(origin, { path, headers: { 'x-request-id': 'the-same' } });
      const { status, text, headers } = await sendRaw(origin, {
        path,
        headers: { authorization: header(ours.key ?? ''), 'x-request-id': 'the-same' },
      });
      expect(status).toBe(401);
      const { details, ...answer } = JSON.parse(text) as { details: Record<string, string> };
      expect(answer).toEqual(withoutDetails(none.text));
      // A hint follows from the form of the header alone, so an existing key gets the same hint as any other.
      const other = await sendRaw(origin, {
        path,
        headers: { authorization: header(newSecret('kd_live_')), 'x-request-id': 'the-same' },
      });
      expect({ ...answer, details }).toEqual(JSON.parse(other.text));
      expect(text).not.toContain(ours.key);
      expect(headers['www-authenticate']).toBe('Bearer');
    },
  );

  test('is one that is sent twice, even with a valid key', async ({ service: { origin, ours, theirs } }) => {
    const bearer = (key: string | undefined): string[] => ['Authorization', `Bearer ${key}`];
    const pairs = [
      [ours.key, ours.key],
      [ours.key, 'x'],
      ['x', ours.key],
      [ours.key, theirs.key],
    ] as const;
    for (const [first, second] of pairs) {
      const { status } = await sendRaw(origin, {
        path,
        headers: ['Host', 'x', ...bearer(first), ...bearer(second)],
      });
      expect(status).toBe(401);
    }
    const spelled = [
      'Host',
      'x',
      'authorization',
      `Bearer ${ours.key}`,
      'AUTHORIZATION',
      `Bearer ${ours.key}`,
    ];
    expect((await sendRaw(origin, { path, headers: spelled })).status).toBe(401);
  });

  test.for(['Bearer', 'bearer', 'BEARER', 'Bearer '])(
    'does not include the scheme spelling %j',
    async (scheme, { service: { origin, ours } }) => {
      expect(
        (await sendRaw(origin, { path, headers: { authorization: `${scheme} ${ours.key}` } })).status,
      ).toBe(200);
    },
  );
});

describe('a key in another place', () => {
  test('is rejected', async ({ service: { origin, ours } }) => {
    for (const headers of [
      { 'x-api-key': ours.key },
      { cookie: `authorization=Bearer ${ours.key}; __Host-kd_session=${ours.key}` },
      { 'proxy-authorization': `Bearer ${ours.key}` },
    ]) {
      expect((await sendRaw(origin, { path, headers })).status).toBe(401);
    }
    for (const name of ['access_token', 'api_key', 'key', 'authorization']) {
      expect((await sendRaw(origin, { path: `${path}?${name}=${ours.key}` })).status).toBe(401);
    }
    const { port } = new URL(origin);
    expect(
      (
        await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          body: JSON.stringify({ key: ours.key }),
        })
      ).status,
    ).toBe(401);
  });
});

describe('the Host header', () => {
  test('is never repeated in a response', async ({ service: { origin, ours } }) => {
    for (const target of [path, '/nothing', '/api/v1/openapi.json', '/docs/', '/docs']) {
      const headers = { host: 'evil.example', authorization: `Bearer ${ours.key}` };
      const answer = await sendRaw(origin, { path: target, headers });
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain('evil.example');
    }
  });
});
