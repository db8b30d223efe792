import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import {
  createOrganization,
  describeOrganization,
  withVerifyingKey,
} from '../../src/organizations/creation.ts';
import { openDatabase } from '../../src/database/open.ts';
import { firstSteps } from '../../src/organizations/welcome.ts';
import { aCredential } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { lacksCurl } from '../support/programs.ts';
import { quickStartCalls } from '../support/quick-start-calls.ts';
import { test, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const page = 'docs/quick-start.md';
const withoutCurl = lacksCurl('the calls of docs/quick-start.md and of the first start');

describe.skipIf(withoutCurl)(page, () => {
  test('prints what its calls answer', async ({ service: { origin, oursTest } }) => {
    const { answered, shown } = await quickStartCalls(origin, oursTest.key ?? '');
    expect(shown).toHaveLength(3);
    expect(answered).toEqual(shown);
  });
});

describe(`the webhook that ${page} shows`, () => {
  test('is created', async ({ service: { ours } }) => {
    const [, shown = ''] = /`POST \/webhooks` takes\n`([^`]*)`/.exec(readFileSync(page, 'utf8')) ?? [];
    const { status, body } = await ours.call('createWebhook', { body: JSON.parse(shown) as object });
    expect([status, body.events]).toEqual([201, ['credential.rotated']]);
  });
});

/** Makes an organization as the first start does. */
async function madeByStart({ database: url }: TestService) {
  const database = await openDatabase(url, 2);
  const made = withVerifyingKey(describeOrganization('First'), readConfig({}).rateLimitMaxPerMinute);
  await createOrganization(database.orm, made, { onlyIfFirst: false, announce: () => undefined });
  await database.close();
  return made;
}

test('the key for verifying verifies 1,000 times in a minute, and does nothing else', async ({ service }) => {
  const { test: ofTest, verifying } = await madeByStart(service);
  // With the limits of a first start; other tests have none.
  const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
  onTestFinished(() => node.stop());
  const full = createClient(node.origin, ofTest.key);
  const { secret } = await aCredential(full);
  const verifier = createClient(node.origin, verifying?.key);
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => verifier.call('verifyCredential', { body: { credential: secret } })),
    );
    for (const { status, headers } of answers) {
      statuses.add(status);
      expect(headers.get('x-ratelimit-limit')).toBe('6000');
    }
  }
  expect([...statuses]).toEqual([200]);
  expect((await verifier.call('listIdentities')).status).toBe(403);
  const usual = await full.call('listIdentities');
  expect(usual.headers.get('x-ratelimit-limit')).toBe('100');
});

describe.skipIf(withoutCurl)('what the first start prints', () => {
  test('runs as it is: issue, verify, rotate, and the old secret stops', async ({ service }) => {
    const { origin, sql } = service;
    const lines = firstSteps(origin, await madeByStart(service), readConfig({})).match(/^ {2}.*$/gm) ?? [];
    const [before = '', after = ''] = lines.join('\n').split('sleep 20;');
    const shell = async (script: string) => (await run('sh', ['-c', script])).stdout.trim().split('\n');
    const printed = await shell(`${before}\necho "$SECRET"`);
    const secret = printed.pop() ?? '';
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { valid: true, gracePeriod: false },
      { previousCredential: { status: 'GRACE_PERIOD' } },
      { valid: true, gracePeriod: true },
    ]);
    // Instead of the twenty seconds.
    await sql('update credentials set previous_expires_at = now() where previous_expires_at is not null');
    const [head = ''] = before.split('IDENTITY=');
    const [last = ''] = await shell(`${head}\nSECRET=${secret}\n${after}`);
    expect(JSON.parse(last)).toMatchObject({ valid: false, code: 'REVOKED' });
  });
});
