// Writes generated/schema.sql: the schema that the migrations make, read from an embedded Postgres that forgets.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/database/embedded.ts';
import { SERVICE } from '../src/database/login-roles.ts';
import { migrate } from '../src/database/migrate.ts';
import { readSchema } from './read-schema.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'keyward-schema-'));
// Root cannot run Postgres. The account that runs it instead must be able to enter the folder.
chmodSync(dataDir, 0o711);
try {
  const embedded = await startEmbedded({ dataDir, durable: false });
  // Postgres runs in a session of its own, so a signal to this process does not reach it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void embedded.stop().finally(() => {
        rmSync(dataDir, { recursive: true, force: true });
        process.exit(130);
      });
    });
  try {
    await migrate(embedded.url('owner'), SERVICE);
    const client = new pg.Client(embedded.url('owner'));
    await client.connect();
    try {
      writeFileSync('generated/schema.sql', await readSchema(client));
    } finally {
      await client.end();
    }
  } finally {
    await embedded.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
