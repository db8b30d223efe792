// The base of every bench: a durable Postgres of its own with data, and processes that end with it.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openCalibration } from './calibration.ts';
import type { ServiceOptions } from '../../src/service.ts';
import { type Child, startChild } from './children.ts';
import { settle } from './settle.ts';

export interface Server {
  readonly port: number;
}

/** Connection strings of the database, by role. */
export interface Urls {
  service: string;
  owner: string;
  superuser: string;
}

/** A settled database, in a Postgres of its own. */
export interface Database {
  urls: Urls;
  postmaster: number | undefined;
  /** For fixed work (calibration.ts), and what Postgres counts. */
  probe: pg.Client;
}

export interface Rig<Data = unknown> extends Database {
  data: Data;
  /** It ends with the bench. */
  folder: string;
  /** As the service's own role. */
  databaseUrl: string;
  /** In base64; one for every service of the database. */
  masterKey: string;
  /** Starts another Postgres with the same settings. Its database is empty until `fill` has filled it. */
  addDatabase(fill: (urls: Urls) => Promise<void>): Promise<Database>;
  /** @param env of the process, over ours */
  start<Ready = Server>(program: string, options?: object, env?: NodeJS.ProcessEnv): Promise<Child<Ready>>;
}

/** The real service, with settings over its defaults. */
export const startService = (
  rig: Pick<Rig, 'start' | 'databaseUrl' | 'masterKey'>,
  env: Record<string, string>,
  processEnv: NodeJS.ProcessEnv = {},
  options: Pick<ServiceOptions, 'sizes' | 'oauthBy'> = {},
): Promise<Child<Server>> =>
  rig.start(
    'servers/service.ts',
    { databaseUrl: rig.databaseUrl, masterKey: rig.masterKey, env, ...options },
    processEnv,
  );

interface Postgres {
  dataDir: string;
  urls: Urls;
  postmaster: number | undefined;
  stop(): Promise<void>;
}

interface Settings {
  /** Settings of every Postgres, over those of the bench. */
  flags?: readonly string[];
  /** Not, where single statements are compared without their waits for the disk. */
  durable?: boolean;
}

async function startPostgres({ flags = [], durable = true }: Settings): Promise<Postgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-bench-'));
  // Postgres started by root runs as another account, which must get through.
  chmodSync(dataDir, 0o711);
  let postmaster: number | undefined;
  const embedded = await startEmbedded({
    dataDir,
    durable,
    // A checkpoint would slow whichever run it falls into; everything else is as the service has it.
    flags: ['shared_buffers=512MB', 'max_wal_size=8GB', 'checkpoint_timeout=1h', ...flags],
    onEvent: (_event, details) => {
      if (details && 'pid' in details) postmaster = Number(details.pid);
    },
  });
  return {
    dataDir,
    postmaster,
    urls: {
      service: embedded.url('service'),
      owner: embedded.url('owner'),
      superuser: embedded.url('superuser'),
    },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Runs `work` on a seeded database and takes everything down again, also when it is interrupted.
 * @param seed fills the migrated database
 */
export async function withRig<Data>(
  seed: (urls: Urls, masterKey: string) => Promise<Data>,
  work: (rig: Rig<Data>) => Promise<void>,
  settings: Settings = {},
): Promise<void> {
  const postgreses: Postgres[] = [];
  const addPostgres = async (): Promise<Postgres> => {
    const added = await startPostgres(settings);
    postgreses.push(added);
    return added;
  };
  const { dataDir, urls, postmaster } = await addPostgres();
  const children: Child<unknown>[] = [];
  const closing: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
    await Promise.all(closing.map((close) => close()));
    await Promise.all(postgreses.map((postgres) => postgres.stop()));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    note('migrating and seeding');
    await migrate(urls.owner, 'keyward');
    const masterKey = randomBytes(32).toString('base64');
    const data = await seed(urls, masterKey);
    const settled = async ({ superuser }: Urls): Promise<pg.Client> => {
      await settle(superuser);
      const opened = await openCalibration(superuser);
      closing.push(() => opened.end());
      return opened;
    };
    const probe = await settled(urls);
    await work({
      data,
      folder: dataDir,
      urls,
      databaseUrl: urls.service,
      masterKey,
      postmaster,
      probe,
      async addDatabase(fill) {
        const added = await addPostgres();
        await fill(added.urls);
        return { urls: added.urls, postmaster: added.postmaster, probe: await settled(added.urls) };
      },
      async start<Ready>(program: string, options: object = {}, env: NodeJS.ProcessEnv = {}) {
        const child = await startChild<Ready>(program, options, env);
        children.push(child);
        return child;
      },
    });
  } finally {
    await stop();
  }
}

/** Tells a person who waits what is going on; the results alone go to standard output. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);
