// What a bench waits for before it measures, and after it, so that nothing is left out of its sums.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const lookEveryMs = 500;

/** Runs `work` as the superuser in the database of the service. */
export async function asSuperuser<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Brings a database that was just filled to the state of one that has run for long: no dead rows, hint bits set, statistics
 * there, and no autovacuum at work. It makes no checkpoint. After a checkpoint, the first change of each page writes the
 * whole page to the WAL, and a short run changes most pages for the first time.
 */
export const settle = (url: string): Promise<void> =>
  asSuperuser(url, async (client) => {
    await client.query('vacuum (freeze, analyze)');
    await until(client, noAutovacuum);
  });

const noAutovacuum = `
select not exists (select from pg_stat_activity where backend_type = 'autovacuum worker') as done`;

/**
 * Waits until nothing is left of what the requests so far cause: their facts are in the daily sums, the detectors have judged
 * their digest, no task is due, and dead rows are vacuumed. Tasks that wait for their turn get it at once.
 */
export const drain = (url: string): Promise<void> =>
  asSuperuser(url, async (client) => {
    const { rows } = await client.query<{ last: string }>('select clock_timestamp()::text as last');
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const there = new Set(tables.map(({ name }) => name));
    // An earlier commit has less that waits.
    const conditions = [noTask, ...waiting.filter(({ table }) => there.has(table)).map(({ empty }) => empty)];
    const drained = `select ${conditions.join(' and ')} as done`;
    while (!(await isDone(client, drained, rows[0]?.last))) {
      await client.query(hurry);
      await wait(lookEveryMs);
    }
    const { rows: dead } = await client.query<{ name: string }>(withDeadRows);
    for (const { name } of dead) await client.query(`vacuum (analyze) ${name}`);
    await until(client, noAutovacuum);
  });

const noTask = `not exists (select from graphile_worker._private_jobs where (locked_at is not null or run_at <= now()) and $1::text <> '')`;

const waiting = [
  {
    table: 'usage_progress',
    empty:
      '(select rolled_to > coalesce((select max(at) from usage_facts), $1::timestamptz) from usage_progress)',
  },
  {
    table: 'detection_bookmarks',
    empty:
      "(select at > coalesce((select max(at) from usage_facts), '-infinity') from detection_bookmarks where name = 'usage')",
  },
  { table: 'usage_digest', empty: 'not exists (select from usage_digest)' },
  { table: 'governance_inbox', empty: 'not exists (select from governance_inbox where due_at <= now())' },
];

// The roll-up leaves the last minute to the next turn, so until then its turn would do nothing.
const hurry = `
update graphile_worker._private_jobs j set run_at = now()
  from graphile_worker._private_tasks t
 where t.id = j.task_id and j.locked_at is null and j.run_at > now()
   and (t.identifier in ('detect-anomalies', 'follow-events')
        or t.identifier = 'roll-up-usage'
           and (select max(at) from usage_facts) < now() - interval '61 seconds')`;

const withDeadRows = `
select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
 where n_dead_tup > 0 and schemaname in ('public', 'graphile_worker')`;

async function until(client: pg.Client, condition: string): Promise<void> {
  while (!(await isDone(client, condition))) await wait(lookEveryMs);
}

async function isDone(client: pg.Client, condition: string, ...values: unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean | null }>(condition, values);
  return rows[0]?.done === true;
}
