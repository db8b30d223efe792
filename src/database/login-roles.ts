// The two accounts that Keyward itself uses in the embedded Postgres, and their database.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Passwords } from './cluster.ts';

export const OWNER = 'keyward_owner';
export const SERVICE = 'keyward';
export const DATABASE = 'keyward';

/** The `application_name` of every connection of the service, except those of migrations. */
export const APPLICATION = 'keyward';

/** Any key will do, as long as every process takes the same one. */
const LOCK = 7_310_418;

/**
 * Creates what is missing: the owner of the database, who migrates it and may create trusted extensions, and
 * the service, who gets from migrations what it may touch. Safe to repeat and to run in several processes.
 */
export async function ensureLoginRoles(port: number, passwords: Passwords): Promise<void> {
  const login = { user: 'postgres', password: passwords.superuser, database: 'postgres' };
  const client = new Client({ host: '127.0.0.1', port, ...login });
  client.on('error', () => {}); // a lost connection fails the query that runs; it must not end the process
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const create = async (role: string, password: string) => {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
      if (!rowCount)
        await client.query(`create role ${role} ${rights} password ${client.escapeLiteral(password)}`);
    };
    await create(OWNER, passwords.owner);
    await create(SERVICE, passwords.service);
    // The service receives the errors of these roles' statements, and logs them without values.
    for (const role of [OWNER, SERVICE])
      await client.query(`alter role ${role} set log_min_messages = fatal`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    await client.query(`grant connect on database ${DATABASE} to ${SERVICE}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a Keyward works with this server now; the caller has closed its own connections. */
export async function isInUse(port: number, superuserPassword: string): Promise<boolean> {
  const login = { user: 'postgres', password: superuserPassword, database: 'postgres' };
  const client = new Client({ host: '127.0.0.1', port, ...login, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    // A backend whose client has just gone is still listed for a moment.
    for (let looks = 0; looks < 20; looks++) {
      const { rowCount } = await client.query('select from pg_stat_activity where application_name = $1', [
        APPLICATION,
      ]);
      if (!rowCount) return false;
      await sleep(25);
    }
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
