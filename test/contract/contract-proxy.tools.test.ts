import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from 'vitest';
import { createClient } from '../support/client.ts';
import { assertPassed } from '../support/contract-proxy.ts';
import { startProxy } from '../support/prism.ts';

// These tests show what Prism detects in the environment `deno15`. A service with planted responses runs behind the proxy of that run.
interface Planted {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const good: Planted = {
  status: 200,
  headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
  body: { status: 'ok', version: '1.0.0', checks: { database: 'ok' } },
};

const test = base.extend<{ answering: (planted: Planted) => Promise<() => void> }>({
  answering: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let next = good;
      const service = createServer((_request, response) => {
        response.writeHead(next.status, next.headers).end(JSON.stringify(next.body));
      });
      await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
      const proxy = await startProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
      const client = createClient(proxy.origin);
      await use(async (planted) => {
        next = planted;
        const answer = await client.send('GET', '/health/live');
        return () => assertPassed('getLiveness', answer);
      });
      await proxy.stop();
      service.close();
    },
    { scope: 'file' },
  ],
});

test('passes an answer that keeps the contract', async ({ answering }) => {
  (await answering(good))();
});

test.for([
  ['an undeclared error', { status: 422 }, 'Unable to match the returned status code'],
  ['an undeclared success', { status: 202 }, 'Unable to match the returned status code'],
  [
    'a wrong type',
    { body: { ...(good.body as object), checks: { database: 1 } } },
    'checks.database must be string',
  ],
  [
    'an unknown field',
    { body: { ...(good.body as object), more: 1 } },
    'must NOT have additional properties',
  ],
  [
    'a body of another type',
    { headers: { ...good.headers, 'content-type': 'text/plain' } },
    'does not match',
  ],
  [
    'a missing header',
    { headers: { 'content-type': 'application/json' } },
    "must have required property 'x-request-id'",
  ],
] as const)('refuses %s', async ([, fault, sentence], { answering }) => {
  expect(await answering({ ...good, ...fault })).toThrow(sentence);
});
