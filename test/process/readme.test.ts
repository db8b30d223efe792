import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { firstSteps } from '../../src/database/welcome.ts';
import { lacksCurl } from '../support/programs.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
/** Each shell block that calls the API, with the answer printed under it. */
const examples = [...readme.matchAll(/```sh\n([^`]*curl[^`]*)```\n```json\n([^`]*)```/g)].map(
  ([, script = '', answer = '']) => ({ script, answer: JSON.parse(answer) as unknown }),
);

/** What differs from run to run: ids, times, secrets and their last characters. */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/(idn|cred)_[0-9a-z]{26}/g, '$1_id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/kd_test_([0-9A-Za-z]{49}|…)/g, 'secret')
      .replace(/"last4":"\w{4}"/g, '"last4":"last"'),
  );

const withoutCurl = lacksCurl('the calls of README.md and of the first start');

describe.skipIf(withoutCurl)('README.md', () => {
  test('prints what its calls answer', async ({ service: { origin, oursTest } }) => {
    expect(examples).toHaveLength(3);
    const found = { KEY: oursTest.key ?? '', API: `${origin}/api/v1`, IDENTITY: '', SECRET: '' };
    for (const { script, answer } of examples) {
      const command = script.replace(/^[A-Z]+=.*$/gm, '');
      const { stdout } = await run('sh', ['-c', command], { env: { PATH: process.env['PATH'], ...found } });
      const answered = JSON.parse(stdout);
      expect(steady(answered)).toEqual(steady(answer));
      found.IDENTITY ||= answered.id;
      found.SECRET ||= answered.credential ?? '';
    }
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
