import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { once } from './once.ts';
import { dataFolder } from './process.ts';

/** The first of them; the others are its copies. */
const first = join(tmpdir(), 'keyward-migrated');

/**
 * Makes a data folder with a migrated database and no organization. `initdb` and the migrations take seconds of a processor, so
 * they run once for all tests. Only tests of a first start need an empty folder.
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
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: folder, durable: false });
  await migrate(embedded.url('owner'), 'keyward');
  await embedded.stop();
  renameSync(folder, first);
}
