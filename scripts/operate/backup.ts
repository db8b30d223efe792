// Backs up the embedded Postgres, whether the service runs or not (docs/backup.md).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { backUp } from '../../src/database/backup.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { requireNoRestore } from '../../src/database/unfinished-restore.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import { nothingYet } from '../started-database.ts';

async function main(to: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL is set, so the database is yours: back it up with its own tools (docs/backup.md)',
    );
  if (to === '') throw new Error('set TO to a new folder');
  const { dataDir } = config;
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) throw nothingYet();
  requireNoRestore(dataDir);
  const embedded = await startEmbedded({ dataDir });
  try {
    const keyIds = await masterKeyIds(embedded.url('superuser'));
    const { files, bytes } = await backUp(
      embedded.url('superuser', 'postgres'),
      join(dataDir, 'postgres'),
      to,
      keyIds,
    );
    process.stdout.write(
      `Backed up ${files} files (${Math.ceil(bytes / 1_048_576)} MB) to ${to}.\n` +
        `The backup does not contain the master key${keyIds.length === 0 ? '' : ` ${keyIds.join(', ')}`}. ` +
        (config.masterKey === undefined
          ? `It is ${join(dataDir, 'master.key')}: keep a copy of this file in another place than the backup.\n`
          : 'It is in MASTER_KEY: keep it in another place than the backup.\n'),
    );
  } finally {
    await embedded.leave();
  }
}

/** The database may be one that no release has migrated. */
async function masterKeyIds(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('master_keys') is not null as found",
    );
    if (rows[0]?.found !== true) return [];
    const found = await client.query<{ id: string }>('select key_id as id from master_keys order by key_id');
    return found.rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`No backup was made: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
