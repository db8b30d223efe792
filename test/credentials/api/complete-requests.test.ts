import { request } from 'node:http';
import { describe, expect } from 'vitest';
import { aCallerWith, aCredential } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

interface Asked {
  key?: string | undefined;
  body?: string | Buffer;
  headers?: Record<string, string>;
  path?: string;
}

interface Got {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

/** Sends the body with the head, so that the request is complete when it arrives, or in chunks without a length. */
function send(
  { origin }: TestService,
  { key, body = '', headers = {}, path }: Asked,
  whole: boolean,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = whole ? { 'Content-Length': Buffer.byteLength(body) } : { 'Transfer-Encoding': 'chunked' };
    const about = {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
      ...length,
    };
    const url = `${origin}/api/v1${path ?? '/credentials/verify'}`;
    const sent = request(url, { method: 'POST', headers: about, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { date: _, ...kept } = answer.headers;
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: answer.statusCode ?? 0,
          headers: kept,
          body: text === '' ? null : JSON.parse(text),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Headers and fields that differ between two requests in any case. */
const changing = new Set([
  'x-request-id',
  'requestId',
  'checkedAt',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'usageCount',
  'content-length',
]);
const steady = (got: Got): unknown =>
  JSON.parse(JSON.stringify(got, (name, value: unknown) => (changing.has(name) ? '…' : value)));

const json = (value: object): string => JSON.stringify(value);

describe('verifyCredential', () => {
  test('answers a complete request as it answers one whose body comes in chunks', async ({ service }) => {
    const { ours, sql } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['a.*'] });
    const key = ours.key ?? '';
    const { secret: powerless, id: powerlessId } = await aCredential(ours, { scopes: ['credentials.read'] });
    const { secret: away } = await aCredential(ours, { scopes: ['*'], allowedIps: ['192.0.2.0/24'] });
    const good = json({ credential: secret });
    const wrong = json({ credential: 7 });
    const unknown = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const counted: Asked[] = [
      { key, body: good },
      { key, body: json({ credential: secret, scopes: ['a.b'] }) },
      { key, body: json({ credential: secret, ipAddress: '10.0.0.1', context: { application: 'shop' } }) },
      { key, body: json({ credential: secret, context: nested(60) }) },
      { key, body: good, headers: { Accept: 'application/*' } },
      { key, body: good, headers: { 'Content-Type': 'application/json; charset=utf-8' } },
      { key, body: good, headers: { 'Content-Encoding': 'identity' } },
    ];
    const others: Asked[] = [
      { key, body: json({ credential: secret, consume: false }) },
      { key, body: json({ credential: secret, scopes: ['b'] }) },
      { key, body: json({ credential: unknown }) },
      { key, body: json({ credential: 'short' }) },
      { key, body: json({ credential: away }) },
      // 400, 413, 415 and 406, and before them 401 and 403.
      ...[key, powerless, unknown, 'short', away, undefined].flatMap((from) => [
        { key: from, body: good, headers: { Accept: 'text/html' } },
        { key: from, body: wrong },
        { key: from, body: '{"credential":' },
        { key: from, body: json({ credential: secret, more: 1 }) },
        { key: from, body: json({ credential: secret, scopes: ['a', 'a'] }) },
        { key: from, body: json({ credential: secret, ipAddress: 'fe80::1%eth0' }) },
        { key: from, body: json({ credential: secret, context: nested(70) }) },
        { key: from, body: '' },
        { key: from, body: Buffer.from([0x7b, 0xff]) },
        { key: from, body: good, headers: { 'Content-Type': 'text/plain' } },
        { key: from, body: good, headers: { 'Content-Encoding': 'gzip' } },
        { key: from, body: good, path: '/credentials/verify?a=%00' },
        { key: from, body: good, path: '/credentials/verify?more=1' },
        { key: from, body: json({ credential: 'x'.repeat(270_000) }) },
        { key: from, body: json({ credential: 'x'.repeat(5_000) }) },
        { key: from, body: good, headers: { 'If-Match': 'nonsense' } },
      ]),
      ...[powerless, unknown, 'short', away, undefined].map((from) => ({ key: from, body: good })),
    ];
    const usesOf = async (of: string): Promise<number> => {
      const [row] = await sql<{ uses: number }>(
        'select usage_count::int as uses from credentials where id = $1',
        [of],
      );
      return row?.uses ?? 0;
    };
    for (const asked of [...counted, ...others]) {
      const took: number[][] = [];
      const answers: unknown[] = [];
      for (const whole of [true, false]) {
        const before = [await usesOf(id), await usesOf(powerlessId)];
        answers.push(steady(await send(service, asked, whole)));
        const after = [await usesOf(id), await usesOf(powerlessId)];
        took.push(after.map((uses, at) => uses - (before[at] ?? 0)));
      }
      expect(answers[0], json(asked)).toEqual(answers[1]);
      expect(took[0], json(asked)).toEqual(took[1]);
      expect(took[0]?.[0], json(asked)).toBe(counted.includes(asked) ? 1 : 0);
    }
  }, 60_000);

  test('refuses what is over the limit of a key before it looks at the body, by both ways', async ({
    service,
    onTestFinished,
  }) => {
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '10', RATE_LIMIT_BURST: '2' });
    onTestFinished(() => node.stop());
    const limited = { ...service, origin: node.origin };
    const { secret } = await aCredential(service.ours);
    for (const [body, status] of [
      [json({ credential: secret }), 200],
      [json({ credential: 7 }), 400],
    ] as const) {
      for (const whole of [true, false]) {
        const { secret: key } = await aCredential(service.ours, { scopes: ['*'] });
        const statuses: number[] = [];
        for (let at = 0; at < 15; at++) statuses.push((await send(limited, { key, body }, whole)).status);
        expect(statuses).toEqual([...Array(12).fill(status), ...Array(3).fill(429)]);
      }
    }
  });

  test('takes one statement for a complete request', async ({ service }) => {
    const { ours, sql } = service;
    const { caller, id } = await aCallerWith(service, ['credentials.verify']);
    const { id: verified, secret } = await aCredential(ours);
    expect((await send(service, { key: caller.key, body: json({ credential: secret }) }, true)).status).toBe(
      200,
    );
    expect((await send(service, { key: caller.key, body: json({ credential: secret }) }, false)).status).toBe(
      200,
    );
    // Rows that one statement wrote have the id of one transaction.
    const facts = await sql<{ made: string; credential_id: string }>(
      'select xmin::text as made, credential_id from usage_facts where credential_id = any ($1) order by at',
      [[id, verified]],
    );
    const transactions = Map.groupBy(facts, ({ made }) => made);
    expect([...transactions.values()].map((rows) => rows.length).toSorted((a, b) => a - b)).toEqual([
      1, 1, 2,
    ]);
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}
