import pg from 'pg';
import { APPLICATION } from './login-roles.ts';
import { requireAllOrNone } from '../../migrations/replaced.ts';
import { lackingMigrations } from './lacking-migrations.ts';
import { readMigrations } from './sql/read-migrations.ts';
import { openServers } from './servers.ts';
import { unusable } from './unusable.ts';

/**
 * Refuses a database on which migrations of this release are pending. Migrations of a later release are not its business.
 * @throws with a sentence when one is pending, when the database is older than this release can migrate, or when it cannot be had
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
    const done = await doneOf(pool).catch((error: unknown) => {
      throw unusable('DATABASE_URL', error);
    });
    requireAllOrNone(done);
    const pending = lackingMigrations(done).length;
    if (pending === 0) return;
    const count = `${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending`;
    throw new Error(`${count} and MIGRATIONS is off: run make migrate, or start once with MIGRATIONS=only`);
  } finally {
    await pool.end();
  }
}

/** Returns the names of the migrations that a database has had; none if no release has migrated it. */
export async function doneOf(pool: Pick<pg.Pool, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  );
  return rows[0]?.found === true ? readMigrations(pool) : new Set();
}
