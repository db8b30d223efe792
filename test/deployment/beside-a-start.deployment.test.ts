// A newcomer starts the service with `make start`, and runs other targets in the same checkout, which add packages.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { faultsOfFamilies } from '../support/every-family.ts';
import { freePort } from '../support/free-port.ts';
import { dataFolder } from '../support/process.ts';

const run = promisify(execFile);

/** Copies the tracked files, as a clone has them. */
function newCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-newcomer-'));
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const file of tracked.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, join(folder, file));
  return folder;
}

test('targets that install packages leave a service of the same checkout alone', {
  timeout: 600_000,
}, async () => {
  const folder = newCheckout();
  // Without the packages of this checkout.
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const port = String(await freePort());
  const [key, orgId] = [newSecret('kd_live_'), newId('org')];
  const env = {
    PATH,
    HOME: process.env['HOME'],
    PORT: port,
    DATA_DIR: dataFolder(),
    npm_config_prefer_offline: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_LIVE_KEY: key,
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    BOOTSTRAP_ORG_ID: orgId,
    BOOTSTRAP_TEST_ORG_ID: newId('org'),
  };
  const started = spawn('make', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => {
    started.once('close', done);
  });
  onTestFinished(async () => {
    started.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  let printed = '';
  for await (const text of started.stdout.setEncoding('utf8')) {
    printed += String(text);
    if (/^ready /m.test(printed)) break;
  }
  expect(printed).toMatch(/^ready /m);
  started.stdout.destroy();
  const origin = `http://127.0.0.1:${port}`;
  expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
  const packageFile = join(folder, 'node_modules/oidc-provider/package.json');
  const { ino } = statSync(packageFile);

  // The commands of the targets do nothing: the packages that a target needs are installed before.
  for (const target of ['mock', 'test', 'check', 'changed', 'install']) {
    await run('make', [target, 'NODE=true', 'VITEST=true'], { cwd: folder, env });
    expect(statSync(packageFile).ino, target).toBe(ino);
    expect((await fetch(`${origin}/health/ready`)).status, target).toBe(200);
  }
  expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(true);
  expect(await faultsOfFamilies(origin, key, orgId)).toEqual([]);
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
});
