import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { betweenBeginAndCommit } from '../../../src/platform/sql/transactions.ts';
import { newTokenKey } from '../../../src/oidc/token-key.ts';
import { onBehalfOf } from '../../../src/platform/on-behalf.ts';
import { canWatch, takeViolations } from '../held-transactions.ts';

const found = async (work: () => Promise<unknown>): Promise<string[]> => {
  await onBehalfOf({ orgId: 'org_1', operation: 'doSomething' }, () => betweenBeginAndCommit(work));
  return takeViolations();
};

async function fetched(): Promise<void> {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  server.close();
}

describe.runIf(canWatch)('inside a transaction', () => {
  test.for([
    ['native work', () => hash('a password')],
    ['KEYPAIRGENREQUEST', () => newTokenKey('ES256', 'key_1')],
    ['Timeout', () => setTimeout(1)],
    ['TCPCONNECTWRAP', fetched],
    ['FSREQPROMISE', () => readFile('package.json')],
  ] as const)('the check finds %s, with the operation and the line', async ([type, work]) => {
    const violations = await found(work);
    const own = violations.find((one) => one.startsWith(`doSomething awaits ${type} in a transaction: `));
    expect(own, violations.join('\n')).toBeDefined();
  });

  test('the check finds code that is loaded', async () => {
    const once = `data:text/javascript,import 'node:url'; export default ${Date.now()}`;
    expect(await found(() => import(/* @vite-ignore */ once))).toEqual([
      `doSomething loads ${once} in a transaction`,
    ]);
    expect(await found(async () => undefined)).toEqual([]);
  });

  test('the check finds a request for a second connection, even if that connection fails', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 9 });
    const [own] = await found(() => pool.query('select 1').catch(() => undefined));
    expect(own).toMatch(/^doSomething asks for another connection in a transaction: at /);
    await pool.query('select 1').catch(() => undefined);
    expect(takeViolations()).toEqual([]);
  });

  test('the check ignores promises, ticks and work that continues after the transaction', async () => {
    let later: Promise<string> | undefined;
    const work = async (): Promise<void> => {
      await setImmediate();
      await Promise.resolve();
      later = setImmediate()
        .then(() => setImmediate())
        .then(() => readFile('package.json', 'utf8'));
    };
    expect(await found(work)).toEqual([]);
    await later;
    expect(takeViolations()).toEqual([]);
  });
});

test('outside a transaction the check allows any await', async () => {
  await onBehalfOf({ orgId: 'org_1', operation: 'doSomething' }, () => hash('a password'));
  expect(takeViolations()).toEqual([]);
});
