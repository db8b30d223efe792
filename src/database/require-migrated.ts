import pg from 'pg';
import { APPLICATION } from './login-roles.ts';
import { migrationNames } from './migration-names.ts';
import { readMigrations } from './sql/read-migrations.ts';
import { openServers } from './servers.ts';
import { unusable } from './unusable.ts';

/**
 * Refuses a database on which migrations of this release are pending. Migrations of a later release are not its business.
 * @throws with a sentence when one is pending, or when the database cannot be had
 */
export async function requireMigrated(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({
    Client: openServers(databaseUrl).client(),
    application_name: APPLICATION,
    connectionTimeoutMillis: 10_000,
    max: 1,
  });
  pool.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  try {
    const pending = await pendingOf(pool).catch((error: unknown) => {
      throw unusable('DATABASE_URL', error);
    });
    if (pending === 0) return;
    const count = `${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending`;
    throw new Error(`${count} and MIGRATIONS is off: run make migrate, or start once with MIGRATIONS=only`);
  } finally {
    await pool.end();
  }
}

/** Counts the migrations of this release that a database has not had. */
export async function pendingOf(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  );
  const done = rows[0]?.found === true ? await readMigrations(pool) : new Set<string>();
  return migrationNames().filter((name) => !done.has(name)).length;
}
