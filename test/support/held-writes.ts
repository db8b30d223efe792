import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { TestDatabase } from './process.ts';

/** A write that waits inside of its transaction. */
export interface HeldWrite {
  /** Waits until so many writes wait. */
  reached: (times?: number) => Promise<void>;
  /** Ends the transactions that wait, whose node is dead by then, and lets other writes pass. */
  end: () => Promise<void>;
}

/**
 * Holds every such write until the node that writes is dead. The database then contains nothing of its transaction.
 * @param write as triggers name it, such as `insert on saml_requests`
 * @param when a condition on `new` or `old`
 */
export async function stopBefore(
  { env, sql }: Pick<TestDatabase, 'sql'> & { env: { DATABASE_URL: string } },
  write: string,
  when = 'true',
): Promise<HeldWrite> {
  await sql(`create or replace function wait_here() returns trigger language plpgsql as
    $body$ begin perform pg_advisory_xact_lock(4711); return coalesce(new, old); end $body$`);
  await sql(
    `create trigger wait_here before ${write} for each row when (${when}) execute function wait_here()`,
  );
  const holder = new pg.Client(env.DATABASE_URL);
  // A test that fails drops the database first.
  holder.on('error', () => undefined);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('select pg_advisory_lock(4711)');
  const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted and objid = 4711
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: (times = 1) =>
      expect.poll(async () => (await sql(waiting)).length, { timeout: 20_000 }).toBe(times),
    async end() {
      await sql(`select pg_terminate_backend(pid) from (${waiting}) as waiting`);
      await holder.query('select pg_advisory_unlock(4711)');
      await sql(`drop trigger wait_here ${/ on \w+/.exec(write)?.[0] ?? ''}`);
    },
  };
}
