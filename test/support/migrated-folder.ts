import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { once } from './once.ts';
import { dataFolder } from './process.ts';

/** The first of them; the others are its copies. */
const first = join(tmpdir(), 'keyward-migrated');

/**
 * A data folder in which `initdb` and the migrations ran, and in which nobody is yet. Both take seconds of a processor, so
 * they run once for all tests; only tests of a first start need an empty folder.
 */
export async function migratedFolder(): Promise<string> {
  await once(first, makeFirst);
  const folder = dataFolder();
  // The files belong to the account of Postgres.
  execFileSync('cp', ['-a', `${first}/.`, folder]);
  return folder;
}

async function makeFirst(): Promise<void> {
  const folder = `${first}.${process.pid}`;
  execFileSync('mkdir', ['-m', '711', folder]);
  const embedded = await startEmbedded({ dataDir: folder, durable: false });
  await migrate(embedded.url('owner'), 'keyward');
  await embedded.stop();
  renameSync(folder, first);
}
