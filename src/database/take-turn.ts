import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** Any number that no other program of the same server takes its advisory lock with. */
const lock = 7_229_104_551;
const turnMs = 100;
/** After how many tries the wait is reported, and then after how many again: 5 s and a minute. */
const quietTries = 50;
const triesBetween = 600;

/**
 * Waits until no other node migrates. The wait is not a statement: `create index concurrently` waits for every statement that began
 * before it, and would wait for one that waits for this lock.
 *
 * @param onEvent is told which process migrates, if the wait is long
 */
export async function takeTurn(client: ClientBase, onEvent: (message: string) => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ]);
    if (rows[0]?.taken === true) return;
    if (tries % triesBetween === quietTries) onEvent(await holderOf(client));
    await pause(turnMs);
  }
}

async function holderOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string }>(holding, [lock]);
  const [holder] = rows;
  if (!holder) return 'The migrations wait: another process has just migrated';
  const { pid, name } = holder;
  return `The migrations wait until process ${pid} (${name || 'no application_name'}), which migrates the same database, ends`;
}

const holding = `
select l.pid, coalesce(a.application_name, '') as name
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
 where l.locktype = 'advisory' and l.granted and l.objsubid = 1
   and l.database = (select oid from pg_database where datname = current_database())
   and (l.classid::bigint << 32) | l.objid::bigint = $1`;
