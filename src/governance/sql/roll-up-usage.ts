import type { Pool } from 'pg';
import { inTransactionOn } from '../../platform/sql/in-transaction-on.ts';

export interface RollUpStep {
  /** How much time to sum up at most. */
  seconds: number;
  /**
   * Facts younger than this are left for the next time. A fact has the time at which its transaction began; this is what a
   * transaction may take from then until it shows in pg_stat_activity, and a clock may be set back.
   */
  marginSeconds: number;
}

/**
 * Adds the usage facts of the next stretch of time to the daily sums: every fact once, whenever it was committed and
 * however often this is killed or run at the same time. The sums and the mark behind which they end commit together, and
 * the mark never passes the begin of a transaction that is still open and may bring a fact of its time. Reads what it
 * sums: nobody who inserts facts waits for it.
 *
 * @returns `busy` when another node is at it
 */
export const rollUpUsage = (
  pool: Pool,
  { seconds, marginSeconds }: RollUpStep,
): Promise<'more' | 'done' | 'busy'> =>
  inTransactionOn(pool, async (client) => {
    const { rows } = await client.query<{ since: Date; until: Date; more: boolean }>(bounds, [
      seconds,
      marginSeconds,
    ]);
    const [step] = rows;
    const moves = step !== undefined && step.until > step.since;
    if (moves) {
      await client.query(sums, [step.since, step.until]);
      await client.query('update usage_progress set rolled_to = $1', [step.until]);
    }
    if (!step) return 'busy';
    return moves && step.more ? 'more' : 'done';
  });

// Read before the facts are, each in a snapshot of its own: what had begun before the mark has ended by then. No statement
// that inserts facts takes an hour: their connections give up after seconds (src/database/open.ts).
const bounds = `
select p.rolled_to as since, least(h.horizon, p.rolled_to + $1::float8 * interval '1 second') as until,
       h.horizon > p.rolled_to + $1::float8 * interval '1 second' as more
  from usage_progress p,
       (select least(now() - $2::float8 * interval '1 second', min(a.xact_start) - interval '1 second') as horizon
          from pg_stat_activity a
         where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
           and a.xact_start > now() - interval '1 hour') as h
   for update of p skip locked`;

const sums = `
insert into usage_days as d (org_id, credential_id, day, source, address, uses)
select f.org_id, f.credential_id, (f.at at time zone 'UTC')::date, f.source, f.address, sum(f.uses)
  from usage_facts f
 where f.at >= $1 and f.at < $2
 group by 1, 2, 3, 4, 5
on conflict (org_id, credential_id, day, source, address) do update set uses = d.uses + excluded.uses`;
