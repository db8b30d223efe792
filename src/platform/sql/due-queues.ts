import { sql, type Sql, type SqlValue } from '../../lib/sql.ts';

/** A table whose rows wait in queues. One index has the key of the queue and the time, in this order. Another finds rows by the time. */
export interface Queued {
  /** With its alias. */
  from: string;
  /** The two columns that name a queue, with the alias. Their collation is "C". */
  key: readonly [string, string];
  /** The column of the time at which a row is due, with the alias. */
  time: string;
  /** Selects the rows that wait. */
  where: Sql;
  /** Ends a walk after some steps. The next one goes on behind the two texts `after`, which are empty at the beginning of a round. */
  bound?: { after: readonly [SqlValue | Sql, SqlValue | Sql]; steps: number };
}

/** Entries of the index that one step reads. A queue without anything due costs a part of a step. */
const ahead = 32;
/** Rows that are due. While there are fewer, no queue that waits for a later time is looked at. */
const few = 1_000;

/**
 * Returns the queues that have something due as the recursive query `queues`, with the columns `org_id` and `name`. If only a few rows are
 * due, an index on the time finds them all. Otherwise one long queue may hide the others there, so the statement walks from queue to
 * queue. Each step reads a few entries of the index of queues. It stops at the first queue that has something due, or else behind the
 * last queue that it saw. The first entry of a queue is the earliest, so a step that saw it need not read the rest of the queue. A long
 * queue costs one step, and many queues that wait for a later time cost one step together (`walkQueues`). A walk with a bound leaves
 * the row of its last step in `walk` if it was cut: its `step` is the number of steps.
 */
export const dueQueues = ({
  from: table,
  key,
  time: due,
  where,
  bound = { after: [sql`''`, sql`''`], steps: 2_147_483_647 },
}: Queued): Sql => {
  const [from, time] = [sql.raw(table), sql.raw(due)];
  const [orgId, name] = [sql.raw(key[0]), sql.raw(key[1])];
  const first = sql.raw(`${few}`);
  return sql`earliest as materialized (
  select ${orgId} as org_id, ${name}::text collate "C" as name
    from ${from} where ${where} and ${time} <= now() order by ${time} limit ${first}
), all_due as materialized (
  select count(*) < ${first} as found from earliest
), walk as (
  select ${bound.after[0]}::text collate "C" as org_id, ${bound.after[1]}::text collate "C" as name, false as due, 0 as step
    from all_due where not found
  union all
  select next.org_ids[next.at], next.names[next.at], next.due, w.step + 1
    from walk w, lateral (
      select array_agg(a.org_id order by a.place) as org_ids, array_agg(a.name order by a.place) as names, bool_or(a.due) as due,
             coalesce(min(a.place) filter (where a.due), max(a.place)) as at
        from (select e.*, row_number() over (order by e.org_id, e.name, e.time) as place
                from (select ${orgId} as org_id, ${name}::text collate "C" as name, ${time} as time, ${time} <= now() as due
                        from ${from}
                       where ${where} and (${orgId}, ${name}) > (w.org_id, w.name)
                       order by ${orgId}, ${name}, ${time} limit ${sql.raw(`${ahead}`)}) as e) as a) as next
   where next.at is not null and w.step < ${sql.raw(`${bound.steps}`)}
), queues as (
  select distinct e.org_id, e.name from earliest e, all_due where found
  union all
  select org_id, name from walk where due
)`;
};
