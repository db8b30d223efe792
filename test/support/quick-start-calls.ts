import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Each shell block of docs/quick-start.md that calls the API, with the answer printed under it. */
const examples = [
  ...readFileSync('docs/quick-start.md', 'utf8').matchAll(/```sh\n([^`]*curl[^`]*)```\n```json\n([^`]*)```/g),
].map(([, script = '', answer = '']) => ({ script, answer: JSON.parse(answer) as unknown }));

/** Replaces what differs from run to run: ids, times, secrets and their last characters. */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/(idn|cred)_[0-9a-z]{26}/g, '$1_id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/kd_test_([0-9A-Za-z]{49}|…)/g, 'secret')
      .replace(/"last4":"\w{4}"/g, '"last4":"last"'),
  );

/**
 * Runs the calls of docs/quick-start.md with curl against a service, with a test key of it.
 * @param env more variables for curl, such as the certificate of the service
 * @returns what the service answered, and what the page shows; both without what differs from run to run
 */
export async function quickStartCalls(
  origin: string,
  key: string,
  env: Record<string, string> = {},
): Promise<{ answered: unknown[]; shown: unknown[] }> {
  const found = { KEY: key, VERIFY_KEY: key, API: `${origin}/api/v1`, IDENTITY: '', SECRET: '' };
  const answered: unknown[] = [];
  for (const { script } of examples) {
    const command = script.replace(/^[A-Z_]+=.*$/gm, '');
    const { stdout } = await run('sh', ['-c', command], {
      env: { PATH: process.env['PATH'], ...env, ...found },
    });
    const answer = JSON.parse(stdout);
    answered.push(steady(answer));
    found.IDENTITY ||= answer.id;
    found.SECRET ||= answer.credential ?? '';
  }
  return { answered, shown: examples.map(({ answer }) => steady(answer)) };
}
