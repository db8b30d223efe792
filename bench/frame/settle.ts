// Waits of a bench before it measures and after it, so that nothing is left out of its sums.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './with-client.ts';

const lookEveryMs = 1_000;

/** How long an idle node is measured: about as long as {@link drain} takes. */
export const idleMs = 60_000;

/**
 * Brings a database that was just filled to the state of one that has run for long: no dead rows, hint bits set, statistics
 * there, and no autovacuum at work. It makes no checkpoint. After a checkpoint, the first change of each page writes the
 * whole page to the WAL, and a short run changes most pages for the first time.
 */
export const settle = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('vacuum (freeze, analyze)');
    await becomes(client, noAutovacuum);
  });

const noAutovacuum = `
select not exists (select from pg_stat_activity where backend_type = 'autovacuum worker') as done`;

/**
 * Waits until nothing is left of what the requests so far cause: their facts are in the daily sums, the detectors have judged
 * their digest, no task is due, and dead rows are vacuumed. Tasks that wait for their turn get it at once.
 * @param atLeast milliseconds that it goes on also when nothing is left, to measure what an idle node costs meanwhile
 */
export const drain = (url: string, atLeast = 0): Promise<void> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    );
    const there = new Set(tables.map(({ name }) => name));
    // An earlier commit has less that waits, and the database of a peer has nothing.
    const conditions = waiting.filter(({ table }) => there.has(table)).map(({ empty }) => empty);
    const drained = `select ${['true', ...conditions].join(' and ')} as done`;
    const until = performance.now() + atLeast;
    while (!(await isDone(client, drained)) || performance.now() < until) {
      if (there.has('_private_jobs')) await client.query(hurry);
      await wait(lookEveryMs);
    }
    const { rows: dead } = await client.query<{ name: string }>(withDeadRows);
    for (const { name } of dead) await client.query(`vacuum (analyze) ${name}`);
    await becomes(client, noAutovacuum);
  });

const lastUse = "(select coalesce(max(at), '-infinity') from usage_facts)";
const waiting: readonly { table: string; empty: string }[] = [
  {
    table: '_private_jobs',
    empty:
      'not exists (select from graphile_worker._private_jobs where locked_at is not null or run_at <= now() and attempts < max_attempts)',
  },
  { table: 'usage_progress', empty: `(select rolled_to > ${lastUse} from usage_progress)` },
  {
    table: 'detection_bookmarks',
    empty: `(select at > ${lastUse} from detection_bookmarks where name = 'usage')`,
  },
  { table: 'usage_digest', empty: 'not exists (select from usage_digest)' },
  {
    table: 'governance_inbox',
    empty: 'not exists (select from governance_inbox where due_at <= now())',
  },
];

// The roll-up leaves the last minute to the next turn, so until then its turn would do nothing.
const hurry = `
update graphile_worker._private_jobs j set run_at = now()
  from graphile_worker._private_tasks t
 where t.id = j.task_id and j.locked_at is null and j.run_at > now()
   and (t.identifier in ('detect-anomalies', 'follow-events')
        or t.identifier = 'roll-up-usage'
           and (select coalesce(max(at), '-infinity') from usage_facts) < now() - interval '61 seconds')`;

const withDeadRows = `
select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
 where n_dead_tup > 0 and schemaname in ('public', 'graphile_worker')`;

async function becomes(client: pg.Client, condition: string): Promise<void> {
  while (!(await isDone(client, condition))) await wait(lookEveryMs);
}

async function isDone(client: pg.Client, condition: string): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean | null }>(condition);
  return rows[0]?.done === true;
}
