// What every bench stands on: a durable Postgres of its own with data in it, and processes that end with it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Child, startChild } from './children.ts';
import { type Seed, seed } from './seed.ts';

export interface Server {
  readonly port: number;
}

export interface Rig {
  data: Seed;
  seedFile: string;
  /** As the service's own role. */
  databaseUrl: string;
  postmaster: number | undefined;
  start<Ready = Server>(program: string, options?: object): Promise<Child<Ready>>;
}

/** The real service, with settings over its defaults. */
export const startService = (rig: Rig, env: Record<string, string>): Promise<Child<Server>> =>
  rig.start('servers/service.ts', { databaseUrl: rig.databaseUrl, env });

/** Runs `work` on a seeded database and takes everything down again, also when it is interrupted. */
export async function withRig(work: (rig: Rig) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-bench-'));
  // Postgres started by root runs as another account, which must get through.
  chmodSync(dataDir, 0o711);
  let postmaster: number | undefined;
  const embedded = await startEmbedded({
    dataDir,
    // A checkpoint would slow whichever run it falls into; everything else is as the service has it.
    flags: ['shared_buffers=512MB', 'max_wal_size=8GB', 'checkpoint_timeout=1h'],
    onEvent: (_event, details) => {
      if (details && 'pid' in details) postmaster = Number(details.pid);
    },
  });
  const children: Child<unknown>[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    note('migrating and seeding');
    await migrate(embedded.url('owner'), 'keyward');
    const seedFile = join(dataDir, 'seed.json');
    const data = await seed(
      {
        service: embedded.url('service'),
        owner: embedded.url('owner'),
        superuser: embedded.url('superuser'),
      },
      seedFile,
    );
    await work({
      data,
      seedFile,
      databaseUrl: embedded.url('service'),
      postmaster,
      async start<Ready>(program: string, options: object = {}) {
        const child = await startChild<Ready>(program, options);
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
