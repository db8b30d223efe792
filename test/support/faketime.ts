import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { onTestFailed, onTestFinished } from 'vitest';
import { openDataDir, postgresAccount } from '../../src/database/account.ts';
import { platformPackage, runnableBinaries } from '../../src/database/binaries.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/database/embedded.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { type Client, createClient } from './client.ts';
import { testMasterKey } from './master-key.ts';
import { dataFolder, type Service, service } from './process.ts';
import { programOf } from './programs.ts';
import { receiverCa } from './receiver.ts';

/** What sets clocks forward; elsewhere than on Linux it reaches no Postgres. */
export const faketime = process.platform === 'linux' ? programOf('faketime') : undefined;

/** The time of processes that were started with its environment. It goes at its usual speed, and can be set forward. */
export interface FakeClock {
  /** What a program needs in its environment to live by it. */
  env: Record<string, string>;
  now: () => Date;
  /** From then on it is that time, for everybody within a millisecond; timers that are past ring. @throws backwards */
  jumpTo: (time: Date) => void;
}

/** Starts a clock at the real time. @param folder of this test, which all who live by the clock can enter */
function startClock(folder: string): FakeClock {
  const file = join(folder, 'faketime');
  let ahead = 0;
  const write = (): void => {
    writeFileSync(`${file}.new`, `+${(ahead / 1000).toFixed(3)}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file); // read at every look at the clock: never half
  };
  write();
  // It says which library it would load.
  const library = execFileSync(faketime ?? 'faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  return {
    env: {
      LD_PRELOAD: library.toString().trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
    },
    now: () => new Date(Date.now() + ahead),
    jumpTo(time) {
      const next = time.getTime() - Date.now();
      if (next < ahead) throw new Error(`${time.toISOString()} is over`);
      ahead = next;
      write();
    },
  };
}

/** A service that lives by a clock, and what lives by it too. */
export interface ClockedService extends Service {
  clock: FakeClock;
  /** With the full key of the live tenant. */
  client: Client;
  /** A statement as the superuser. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
}

/** Starts the service as its users do, and its Postgres, both by one clock; the test that started them also ends them. */
export async function startServiceByClock(env: Record<string, string>): Promise<ClockedService> {
  const folder = dataFolder();
  const clock = startClock(folder);
  const postgres = await startPostgresBy(clock, folder);
  onTestFinished(() => postgres.stop());
  const superuser = new pg.Pool({ connectionString: postgres.url('superuser') });
  superuser.on('error', () => undefined);
  onTestFinished(() => superuser.end());
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const key = newSecret('kd_live_');
  const started = await service({
    DATABASE_URL: postgres.url('service'),
    MIGRATION_DATABASE_URL: postgres.url('owner'),
    BOOTSTRAP_LIVE_KEY: key,
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    MASTER_KEY: testMasterKey,
    NODE_EXTRA_CA_CERTS: ca,
    RATE_LIMIT_PER_MINUTE: '0',
    ...clock.env,
    ...env,
  });
  onTestFailed(() => console.error(started.printed().replaceAll(/^.*"level":"info".*\n/gm, '')));
  return {
    ...started,
    clock,
    client: withoutKeepAlive(createClient(started.origin, key)),
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await superuser.query<Row>(text, values)).rows,
  };
}

/** A jump ends idle connections on the side of the service, and a request that is just being sent on one would be lost. */
const withoutKeepAlive = (client: Client): Client => ({
  ...client,
  call: (id, parts = {}) => client.call(id, { ...parts, headers: { connection: 'close', ...parts.headers } }),
});

/** What starts the embedded Postgres keeps our environment from it, so the program itself sets it. */
async function startPostgresBy(clock: FakeClock, folder: string): Promise<EmbeddedPostgres> {
  const account = postgresAccount(join(folder, 'postgres'));
  const source = await platformPackage();
  // Apart from the data directory: the real programs and ours have one version, and so one folder in it.
  openDataDir(folder, account);
  const real = runnableBinaries(source, openDataDir(join(folder, 'real'), account), account, () => undefined);
  const packageDir = join(folder, 'package');
  const bin = join(packageDir, 'native', 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(join(source, 'package.json'), join(packageDir, 'package.json'));
  writeFileSync(join(packageDir, 'native', 'pg-symlinks.json'), '[]');
  symlinkSync(real.initdb, join(bin, 'initdb'));
  const settings = Object.entries(clock.env).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(join(bin, 'postgres'), `#!/bin/sh\n${settings.join('')}exec '${real.postgres}' "$@"\n`);
  for (const path of [packageDir, dirname(bin), bin, join(bin, 'postgres')]) chmodSync(path, 0o755);
  return startEmbedded({ dataDir: folder, packageDir, durable: false });
}
