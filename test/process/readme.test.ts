import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { firstSteps } from '../../src/database/welcome.ts';
import { lacksCurl } from '../support/programs.ts';
import { readmeCalls } from '../support/readme-calls.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const withoutCurl = lacksCurl('the calls of README.md and of the first start');

describe.skipIf(withoutCurl)('README.md', () => {
  test('prints what its calls answer', async ({ service: { origin, oursTest } }) => {
    const { answered, shown } = await readmeCalls(origin, oursTest.key ?? '');
    expect(shown).toHaveLength(3);
    expect(answered).toEqual(shown);
  });
});

describe('the webhook that README.md shows', () => {
  test('is created', async ({ service: { ours } }) => {
    const [, shown = ''] = /`POST \/webhooks` takes\n`([^`]*)`/.exec(readme) ?? [];
    const { status, body } = await ours.call('createWebhook', { body: JSON.parse(shown) as object });
    expect([status, body.events]).toEqual([201, ['credential.rotated']]);
  });
});

describe.skipIf(withoutCurl)('what the first start prints', () => {
  test('runs as it is: issue, verify, rotate, and the old secret stops', async ({
    service: { origin, organizations, sql },
  }) => {
    const lines = firstSteps(origin, organizations.ours, readConfig({})).match(/^ {2}.*$/gm) ?? [];
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
