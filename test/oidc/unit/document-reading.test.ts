import { describe, expect, test } from 'vitest';
import { secondsKept } from '../../../src/lib/cache-time.ts';
import { documentReader } from '../../../src/oidc/document-reading.ts';
import { type OutgoingAnswer, OutgoingFailure } from '../../../src/platform/outgoing.ts';

const documentAt = (url: string): string =>
  JSON.stringify({ client_id: url, redirect_uris: ['https://agent.example.com/callback'] });

const answer = (url: string, more: Partial<OutgoingAnswer> = {}): OutgoingAnswer => {
  const bytes = Buffer.from(documentAt(url));
  return { status: 200, body: bytes.toString(), bytes, type: 'application/json', latencyMs: 1, ...more };
};

/** A reader whose calls are answered by the test. */
function aReader(send: (url: string) => Promise<OutgoingAnswer>) {
  const told: string[] = [];
  const read = documentReader({ send, mayReach: () => true }, (outcome) => void told.push(outcome));
  return { told, read: (url: string, orgId = 'org_1') => read({ orgId, url, loopbackRedirects: false }) };
}

describe('a reading', () => {
  test.for<[string, Partial<OutgoingAnswer>, string]>([
    ['a redirect', { status: 302 }, 'REDIRECTED'],
    ['an error', { status: 500 }, 'STATUS'],
    ['another success', { status: 201 }, 'STATUS'],
    ['a page', { type: 'text/html' }, 'NOT_JSON'],
    ['an answer without a type', { type: undefined }, 'NOT_JSON'],
    ['a type that only begins like JSON', { type: 'application/jsonx' }, 'NOT_JSON'],
  ])('refuses %s', async ([, more, problem]) => {
    const { read } = aReader(async (url) => answer(url, more));
    expect(await read('https://agent.example.com/c')).toEqual({ problem });
  });

  test.for(['application/json; charset=utf-8', 'application/client+json', 'APPLICATION/JSON'])(
    'takes the type %s',
    async (type) => {
      const { read, told } = aReader(async (url) => answer(url, { type }));
      expect(await read('https://agent.example.com/c')).toMatchObject({ seconds: 60 });
      expect(told).toEqual(['READ']);
    },
  );

  test('refuses a host that cannot be reached, and fails for a fault of ours', async () => {
    const { read } = aReader(() => Promise.reject(new OutgoingFailure('BLOCKED_ADDRESS')));
    expect(await read('https://agent.example.com/c')).toEqual({ problem: 'PRIVATE_ADDRESS' });
    const broken = aReader(() => Promise.reject(new TypeError('broken')));
    await expect(broken.read('https://agent.example.com/c')).rejects.toThrow('broken');
  });

  test('is shared by callers of one document at the same time, and kept for none after them', async () => {
    let calls = 0;
    const { read } = aReader(async (url) => {
      calls++;
      return answer(url);
    });
    await Promise.all(Array.from({ length: 10 }, () => read('https://agent.example.com/c')));
    expect(calls).toBe(1);
    await read('https://agent.example.com/c');
    expect(calls).toBe(2);
  });

  test('from a host that hangs takes two places, and delays no other host', async () => {
    const hanging = Promise.withResolvers<OutgoingAnswer>();
    const { read } = aReader((url) =>
      url.startsWith('https://slow.') ? hanging.promise : Promise.resolve(answer(url)),
    );
    const waiting = Array.from({ length: 22 }, (_, at) => read(`https://slow.example.com/${at}`));
    expect(await read('https://agent.example.com/c')).toMatchObject({ seconds: 60 });
    hanging.reject(new OutgoingFailure('TIMEOUT'));
    expect(new Set((await Promise.all(waiting)).map((one) => 'problem' in one && one.problem))).toEqual(
      new Set(['TOO_SLOW']),
    );
  });

  test('from many hosts that hang takes the places of one tenant, and the next reading is refused', async () => {
    const hanging = Promise.withResolvers<OutgoingAnswer>();
    const { read } = aReader((url) =>
      url.includes('slow') ? hanging.promise : Promise.resolve(answer(url)),
    );
    const waiting = Array.from({ length: 28 }, (_, at) => read(`https://slow${at}.example.com/c`));
    await expect(read('https://slow.example.com/c')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await read('https://agent.example.com/c', 'org_2')).toMatchObject({ seconds: 60 });
    hanging.reject(new OutgoingFailure('TIMEOUT'));
    expect(await Promise.all(waiting)).toHaveLength(28);
  });
});

describe('the time that a document is fresh', () => {
  const seconds = (headers: Partial<Parameters<typeof secondsKept>[0]>): number =>
    secondsKept(
      { cacheControl: undefined, expires: undefined, date: undefined, age: undefined, ...headers },
      { least: 60, most: 86_400 },
    );

  test.for<[Parameters<typeof seconds>[0], number]>([
    [{}, 60],
    [{ cacheControl: 'max-age=600' }, 600],
    [{ cacheControl: 'public, Max-Age=600, must-revalidate' }, 600],
    [{ cacheControl: 'max-age=600', age: '200' }, 400],
    [{ cacheControl: 'max-age=0' }, 60],
    [{ cacheControl: 'max-age=99999999999' }, 60],
    [{ cacheControl: 'max-age=9999999999' }, 86_400],
    [{ cacheControl: 'no-store, max-age=600' }, 60],
    [{ cacheControl: 'no-cache' }, 60],
    [{ expires: 'Thu, 15 Jan 2026 11:00:00 GMT' }, 60],
    [{ expires: 'Thu, 15 Jan 2026 11:00:00 GMT', date: 'Thu, 15 Jan 2026 10:30:00 GMT' }, 1_800],
    [{ expires: '0' }, 60],
    [{ expires: 'Thu, 15 Jan 2026 11:00:00 GMT', cacheControl: 'max-age=120' }, 120],
  ])('%j is %i seconds', ([headers, wanted]) => expect(seconds(headers)).toBe(wanted));
});
