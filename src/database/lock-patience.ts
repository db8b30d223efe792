// A statement that waits for an ACCESS EXCLUSIVE lock makes all later statements on the table wait behind it. So changes of the
// schema wait briefly, give way, and try again.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { errorCode } from '../lib/error-code.ts';

/** The `application_name` of connections that change the schema. */
export const MIGRATING = 'keyward migrations';

/** The pauses between tries, in which the statements that waited behind the lock run. Together with the waits about 35 s. */
const pausesMs = [100, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000];
const lookEveryMs = 200;
/** The end of a try waits for the look that runs. */
const lookLimitMs = 5_000;

/** Errors that pass by themselves: a lock was not available in time, two changes of the schema met, a deadlock. */
const passing = new Set(['55P03', '40P01']);
const metAnother = /^tuple concurrently (updated|deleted)$/;

interface Patience {
  /** A connection that does nothing else meanwhile; it finds out which session holds the lock. */
  watcher: ClientBase;
  onEvent: (message: string) => void;
  pauses?: readonly number[];
}

/**
 * Runs a change of the schema, which rolls back what it did when it fails, until it gets its locks.
 * @param name tells what the change is, for the log and the error
 * @throws with the process that holds the lock, when all tries were in vain
 */
export async function patiently<Result>(
  name: () => string,
  change: () => Promise<Result>,
  { watcher, onEvent, pauses = pausesMs }: Patience,
): Promise<Result> {
  let blockers = '';
  for (let attempt = 0; ; attempt++) {
    const watch = watchBlockers(watcher);
    try {
      return await change();
    } catch (error) {
      blockers = (await watch.stop()) || blockers;
      if (!passes(error)) throw error;
      const wait = pauses[attempt];
      const sentence = `${name()} did not get a lock in ${attempt + 1} tries: ${blockers || 'a process that has ended'} holds it`;
      if (wait === undefined)
        throw new Error(`${sentence}. End that transaction, and start again`, { cause: error });
      onEvent(`${sentence}. Its next try follows`);
      await pause(wait);
    } finally {
      await watch.stop();
    }
  }
}

function passes(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (passing.has(errorCode(at) ?? '') || metAnother.test(at.message)) return true;
  return false;
}

/** Looks now and then for what the changes of the schema wait for. After the wait, Postgres no longer says it. */
function watchBlockers(watcher: ClientBase): { stop: () => Promise<string> } {
  let seen = '';
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    seen = (await blockersOf(watcher).catch(() => '')) || seen;
    looking = undefined;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return seen;
    },
  };
}

/** Names processes and what they call themselves, never what they run: statements may hold values. */
async function blockersOf(watcher: ClientBase): Promise<string> {
  const looking = { text: blocking, values: [MIGRATING], query_timeout: lookLimitMs };
  const { rows } = await watcher.query<{ pid: number; name: string; role: string | null }>(looking);
  return rows
    .map(({ pid, name, role }) => `process ${pid} (${[name || 'no application_name', role].join(', role ')})`)
    .join(' and ');
}

const blocking = `
select b.pid, coalesce(b.application_name, '') as name, b.usename as role
  from pg_stat_activity b
 where b.pid in (select unnest(pg_blocking_pids(w.pid)) from pg_stat_activity w
                  where w.application_name = $1 and w.datname = current_database())
 order by b.pid`;
