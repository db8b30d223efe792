import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFailed, onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/database/embedded.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { type Client, createClient } from './client.ts';
import { clockLibrary, postgresPackage } from './clocked-run.ts';
import { testMasterKey } from './master-key.ts';
import { dataFolder, type Service, service } from './process.ts';
import { receiverCa } from './receiver.ts';

/** The time of processes that were started with its environment. It goes at its usual speed, and can be set forward. */
export interface FakeClock {
  /** The environment of a program that lives by it. */
  env: Record<string, string>;
  now: () => Date;
  /** From then on it is that time, for everybody within a millisecond; timers that are past ring. @throws backwards */
  jumpTo: (time: Date) => void;
  /** The same, unless that time is over: the test itself may have taken until then. */
  reach: (time: Date) => void;
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
  const jumpTo = (time: Date): void => {
    const next = time.getTime() - Date.now();
    if (next < ahead) throw new Error(`${time.toISOString()} is over`);
    ahead = next;
    write();
  };
  return {
    env: {
      LD_PRELOAD: clockLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
    },
    now: () => new Date(Date.now() + ahead),
    jumpTo,
    reach: (time) => {
      if (time.getTime() > Date.now() + ahead) jumpTo(time);
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
  const packageDir = await postgresPackage(clock.env, folder);
  const postgres = await startEmbedded({ dataDir: folder, packageDir, durable: false });
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
