import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newSecret } from '../../src/lib/secret.ts';

/** The folder for the files of a run: the log and the metrics of the service. */
export const folder = '.cache/fuzz';
/** How long the service may take to start, to stop, and to answer us. In milliseconds. */
export const limit = 60_000;

/**
 * Starts the service as production runs it, on a fresh database.
 * @param env settings that differ from those of all runs
 */
export async function startService(key: string, orgId: string, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-fuzz-'));
  const child = spawn(process.execPath, ['src/main.ts'], {
    // Settings of this machine say nothing about the service.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      PORT: '0',
      DATA_DIR: dataDir,
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_ORG_ID: orgId,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      RATE_LIMIT_PER_MINUTE: '0',
      // Good data may not get 429.
      MAX_INVITATIONS_PER_HOUR: '1000000',
      MAX_MAILS_PER_HOUR: '1000000',
      // A quota that is reached would hide everything behind it.
      MAX_IDENTITIES: '1000000000',
      MAX_CREDENTIALS: '1000000000',
      MAX_CREDENTIALS_PER_IDENTITY: '1000000000',
      MAX_SCIM_TOKENS: '1000000000',
      MAX_WEBHOOKS: '1000000000',
      MAX_OIDC_CLIENTS: '1000000000',
      MAX_OIDC_SCOPES: '10000',
      MAX_OIDC_RESOURCES: '1000',
      MAX_SERVICE_PROVIDERS: '10000',
      MAX_CONNECTIONS: '10000',
      MAX_NAMED_LOCATIONS: '1000',
      ...env,
      MAX_POLICIES: '10000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  child.stdout.pipe(createWriteStream(`${folder}/service.log`));
  const ready = new Promise<string>((done, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = /^ready http:\/\/localhost:(\d+)$/.exec(line) ?? [];
      if (port !== undefined) done(`http://127.0.0.1:${port}`);
    });
    const failed = () => fail(new Error(`The service did not start: ${folder}/service.log`));
    void ended.then(failed);
    setTimeout(failed, limit).unref();
  });
  return {
    child,
    ready,
    async stop() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), limit);
      await ended;
      clearTimeout(killing);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
