import { describe, expect } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { createClient } from '../../support/client.ts';
import { sendRaw } from '../../support/raw.ts';
import { aDirectory, type Directory, errorSchema } from '../../support/directories.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';

/** A directory may call three times a minute, and twice more. */
const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({
        RATE_LIMIT_PER_MINUTE: '1000',
        SCIM_RATE_LIMIT_PER_MINUTE: '3',
        RATE_LIMIT_BURST: '2',
      });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

const ask = ({ send }: Directory) => send('GET', '/ServiceProviderConfig');
const tally = (answers: { status: number }[]) =>
  answers.reduce<Record<number, number>>(
    (sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }),
    {},
  );

describe('the window of a SCIM token', () => {
  test('passes its limit and the burst, then refuses as SCIM does and says when to come back', async ({
    limited,
  }) => {
    const directory = await aDirectory(limited);
    for (const remaining of ['2', '1', '0', '0', '0']) {
      const { status, headers } = await ask(directory);
      expect({
        status,
        limit: headers.get('x-ratelimit-limit'),
        remaining: headers.get('x-ratelimit-remaining'),
      }).toEqual({ status: 200, limit: '3', remaining });
    }
    const { status, body, headers } = await ask(directory);
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        schemas: [errorSchema],
        status: '429',
        detail: expect.stringMatching(/^RATE_LIMITED: more than 3 requests in a minute/),
      },
    });
    expect(headers.get('x-error-code')).toBe('RATE_LIMITED');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(61);
    // Another token has a window of its own, and so have the keys of the API.
    expect((await ask(await aDirectory(limited))).status).toBe(200);
  });

  test('passes exactly as many of calls at once, over two nodes', async ({ limited }) => {
    const node = await limited.startNode();
    const directory = await aDirectory(limited);
    const there = createClient(node.origin, directory.token);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 ? ask(directory) : there.send('GET', `${directory.base}/ServiceProviderConfig`),
      ),
    );
    await node.stop();
    expect(tally(answers)).toEqual({ 200: 5, 429: 35 });
  });

  test('starts afresh a minute after its first call, by Postgres’s clock', async ({ limited }) => {
    const directory = await aDirectory(limited);
    const first = await ask(directory);
    await limited.sql(
      "update request_windows set started_at = started_at - interval '61 s' where name = $1",
      [directory.tokenId],
    );
    const second = await ask(directory);
    expect([first, second].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '2']);
  });

  test('is off with 0, and with no limit for keys', async ({ limited }) => {
    for (const setting of ['SCIM_RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE']) {
      const node = await limited.startNode({ [setting]: '0' });
      const { token, base: path } = await aDirectory(limited);
      const client = createClient(node.origin, token);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => client.send('GET', `${path}/ServiceProviderConfig`)),
      );
      await node.stop();
      expect(tally(answers)).toEqual({ 200: 10 });
      expect(answers[0]?.headers.get('x-ratelimit-limit')).toBeNull();
    }
  });
});

describe('a request that is refused before its operation is looked at', () => {
  test('counts against its address when its token is not valid, and is told so as SCIM does', async ({
    limited,
  }) => {
    const { base: path, token } = await aDirectory(limited);
    const wrong = (localAddress: string, guess = 'x') =>
      sendRaw(limited.origin, {
        path: `${path}/Users`,
        localAddress,
        headers: { authorization: `Bearer ${guess}` },
      });
    const answers = await Promise.all(Array.from({ length: 70 }, () => wrong('127.0.0.41')));
    expect(tally(answers)).toEqual({ 401: 60, 429: 10 });
    // A client that guesses tokens is stopped, even if its next token is right: the node has looked up its sixty guesses of the minute.
    const guesses = await Promise.all(
      Array.from({ length: 60 }, () => wrong('127.0.0.41', newSecret('scim_'))),
    );
    expect(tally(guesses)).toEqual({ 429: 60 });
    const right = await sendRaw(limited.origin, {
      path: `${path}/ServiceProviderConfig`,
      localAddress: '127.0.0.41',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(right.status).toBe(429);
    expect(right.body).toEqual({
      schemas: [errorSchema],
      status: '429',
      detail: expect.stringMatching(/^RATE_LIMITED: more than 60 requests in a minute/),
    });
    expect((await wrong('127.0.0.42')).status).toBe(401);
  });

  test('hears of plain HTTP as SCIM does', async ({ limited }) => {
    const { base: path, token } = await aDirectory(limited);
    const { status, headers, body } = await sendRaw(limited.origin, {
      path: `${path}/Users`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-proto': 'http' },
    });
    expect({ status, type: headers['content-type'], code: headers['x-error-code'], body }).toEqual({
      status: 403,
      type: 'application/scim+json',
      code: 'HTTPS_REQUIRED',
      body: {
        schemas: [errorSchema],
        status: '403',
        detail: expect.stringMatching(/^HTTPS_REQUIRED: ./),
      },
    });
  });
});
