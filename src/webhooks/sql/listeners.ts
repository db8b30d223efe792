import type { Pool } from 'pg';
import { dateOf } from '../../lib/rows.ts';
import { numbered, sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** How long a listener stays without a stream. */
export const graceSeconds = 60;
/** An open stream is noted this often at most. */
const noteSeconds = 5;
/** So long a row is kept after its last note: a node that was killed has noted its streams some seconds before. */
export const keptSeconds = graceSeconds + 2 * noteSeconds;
/** A transaction shows in `pg_stat_activity` a moment after its time, and a clock may be set back a little. */
const marginMs = 10_000;

/** A place among the events of a tenant. It says which transactions were read, because events commit in another order than their times. */
export interface EventPlace {
  /** The snapshot whose events were read. */
  read: string;
  /** Milliseconds since 1970. Events that `read` does not have are not older. */
  floor: number;
  /** The page that is being read: up to which snapshot, the `floor` of that, and the last event. */
  page?: { upTo: string; floor: number; at: string; id: string };
}

/** A temporary webhook, and where its events begin. */
export interface ListenerRow {
  orgId: string;
  id: string;
  events: string[];
  secret: Buffer;
  placeKey: Buffer;
  started: string;
  startedFloor: number;
  createdBy: string;
  createdAt: string | Date;
}

const columns = sql.raw(
  `org_id as "orgId", id, events, secret, place_key as "placeKey", started, started_floor as "startedFloor", created_by as "createdBy", created_at as "createdAt"`,
);

const grace = sql.raw(`interval '${graceSeconds} seconds'`);
const isKept = sql.raw(`seen_at > now() - interval '${keptSeconds} seconds'`);

export interface ShownListener {
  id: string;
  events: string[];
  connectBefore: string | Date;
  createdAt: string | Date;
  createdBy: string;
}

/** The listeners of a tenant, the newest first. They are a few. */
export async function listListeners(
  tx: Tx,
  orgId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShownListener[]> {
  return tx.rows<ShownListener>(sql`
select id, events, seen_at + ${grace} as "connectBefore", created_at as "createdAt", created_by as "createdBy"
  from webhook_listeners where org_id = ${orgId} and ${isKept}
 order by created_at desc, id limit ${limit} offset ${offset}`);
}

/** Counts the listeners of a tenant. */
export async function countListeners(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from webhook_listeners where org_id = ${orgId} and ${isKept}`,
  );
  return row?.count ?? 0;
}

/** A transaction of so many seconds was probably forgotten. To wait for it would make each look read too many events. */
export const longestTransactionSeconds = 600;

interface Going {
  /** A time before which all transactions began that are not over, but for those that take too long: {@link EventPlace.floor}. */
  floor: number;
  /** Whether a transaction takes too long. */
  isTooLong: boolean;
}

/** Reads {@link Going} from the transactions of the service, without this one. */
const going = (longestSeconds: number): Sql => sql`
select extract(epoch from least(now(), min(a.xact_start) filter (where a.xact_start > o.since)))::float8 * 1000 - ${marginMs} as floor,
       coalesce(bool_or(a.xact_start <= o.since), false) as "isTooLong"
  from (select now() - make_interval(secs => ${longestSeconds}) as since) o
  left join pg_stat_activity a
    on a.datname = current_database() and a.usename = session_user and a.backend_type = 'client backend'
   and a.application_name = current_setting('application_name') and a.pid <> pg_backend_pid()`;

/** Makes a listener that begins with the transactions that are not over. @returns the end of its time without a stream */
export async function insertListener(
  tx: Tx,
  row: Pick<ListenerRow, 'orgId' | 'id' | 'events' | 'secret' | 'placeKey' | 'createdBy'>,
): Promise<{ connectBefore: string | Date }> {
  // A statement of its own: the snapshot of the next one is newer, so what is over in it had begun after this time.
  const before = await tx.row<Going>(going(longestTransactionSeconds));
  const made = await tx.row<{ connectBefore: string | Date }>(sql`
insert into webhook_listeners (org_id, id, events, secret, place_key, started, started_floor, created_by)
values (${row.orgId}, ${row.id}, ${row.events}::text[], ${row.secret}, ${row.placeKey}, pg_current_snapshot()::text,
        ${before?.floor ?? 0}::float8, ${row.createdBy})
returning seen_at + ${grace} as "connectBefore"`);
  if (!made) throw new Error('Postgres returned no row');
  return made;
}

/** Locks a listener. @returns undefined when there is none */
export async function lockListener(tx: Tx, orgId: string, id: string): Promise<ListenerRow | undefined> {
  return tx.row<ListenerRow>(
    sql`select ${columns} from webhook_listeners where org_id = ${orgId} and id = ${id} and ${isKept} for update`,
  );
}

export async function removeListener(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`delete from webhook_listeners where org_id = ${orgId} and id = ${id}`);
}

/** Names the stream that may send from now on. Another stream of the listener ends. */
export async function nameStream(tx: Tx, orgId: string, id: string, streamId: string): Promise<void> {
  await tx.run(
    sql`update webhook_listeners set stream_id = ${streamId}, seen_at = now() where org_id = ${orgId} and id = ${id}`,
  );
}

/** A stream of a node. */
export interface OpenStream {
  orgId: string;
  listenerId: string;
  streamId: string;
}

export type StreamState = 'open' | 'replaced' | 'deleted';

/**
 * Notes which streams are open, and reads which of them may go on.
 * @param longestSeconds how long a transaction may take whose events are waited for
 * @returns the state of each stream, in their order; the time for {@link EventPlace.floor} of snapshots from now on; and whether there is
 * a transaction that is not waited for
 */
export async function noteStreams(
  pool: Pool,
  streams: readonly OpenStream[],
  longestSeconds: number,
): Promise<{ states: StreamState[] } & Going> {
  const { rows } = await pool.query<{ state: StreamState } & Going>(numbered(note(streams, longestSeconds)));
  const { floor = 0, isTooLong = false } = rows[0] ?? {};
  return { states: rows.map(({ state }) => state), floor, isTooLong };
}

const note = (streams: readonly OpenStream[], longestSeconds: number): Sql => sql`
with asked as materialized (
  select * from unnest(${streams.map((s) => s.orgId)}::text[], ${streams.map((s) => s.listenerId)}::text[],
                       ${streams.map((s) => s.streamId)}::text[])
         with ordinality as asked (org_id, id, stream_id, place)
), due as materialized (
  select l.org_id, l.id from asked a join webhook_listeners l on l.org_id = a.org_id and l.id = a.id
   where l.stream_id = a.stream_id and l.seen_at < now() - interval '${sql.raw(String(noteSeconds))} seconds'
   order by l.org_id, l.id for update of l skip locked
), noted as (
  update webhook_listeners l set seen_at = now() from due where l.org_id = due.org_id and l.id = due.id
), going as materialized (
  ${going(longestSeconds)}
)
select case when l.id is null then 'deleted' when l.stream_id = a.stream_id then 'open' else 'replaced' end as state,
       going.floor, going."isTooLong"
  from going cross join asked a left join webhook_listeners l on l.org_id = a.org_id and l.id = a.id
 order by a.place`;

/** Begins the time in which the next stream must come. */
export async function noteEnd(pool: Pool, { orgId, listenerId, streamId }: OpenStream): Promise<void> {
  await pool.query(
    numbered(sql`
update webhook_listeners set seen_at = now() where org_id = ${orgId} and id = ${listenerId} and stream_id = ${streamId}`),
  );
}

/** The events that are wanted from a place on. */
export interface EventDemand {
  orgId: string;
  types: readonly string[];
  place: EventPlace;
}

export interface EventRow {
  id: string;
  type: string;
  at: Date;
  data: unknown;
}

/** The events that a look found for a demand. */
export interface Found {
  events: EventRow[];
  /** The last event that was read, whether it was wanted or not; undefined if all were read. */
  readTo: { at: Date; id: string } | undefined;
}

type RawEvent = Omit<EventRow, 'at' | 'type'> & { type: string | null; at: string | Date };

/** Rows that a look reads for one demand. Most events of a busy tenant may be of other types. */
const mostRead = 1_000;

/**
 * Reads events that committed after a place, the oldest of each page first. A page has the events that one snapshot has and another has
 * not. So an event of a transaction that commits late is neither lost nor told twice.
 * @param most how many for each demand
 * @returns what was found for each demand, one event more than `most` if there are more; and the snapshot of the statement
 */
export async function readEvents(
  pool: Pool,
  demands: readonly EventDemand[],
  most: number,
): Promise<{ found: Found[]; snapshot: string }> {
  const { rows } = await pool.query<{ place: number; snapshot: string } & (RawEvent | { id: null })>(
    numbered(newEvents(demands, most)),
  );
  const found: Found[] = demands.map(() => ({ events: [], readTo: undefined }));
  for (const row of rows) {
    const of = found[row.place];
    if (row.id === null || !of) continue;
    const { id, type, data } = row;
    const at = dateOf(row.at);
    if (type === null) of.readTo = { at, id };
    else of.events.push({ id, type, at, data });
  }
  return { found, snapshot: rows[0]?.snapshot ?? '' };
}

/**
 * The number of the transaction that wrote the row `e`. Rows of before the migration 0120 have `xmin` alone, which has 32 bits and is less
 * than `xmax` of the snapshot. Listeners that live during the upgrade may read such rows.
 */
const writer = sql.raw(
  `coalesce(e.written_by, (here.xmax - ((here.xmax - e.xmin::text::bigint) & 4294967295))::text::xid8)`,
);

const newEvents = (demands: readonly EventDemand[], most: number): Sql => sql`
with here as materialized (
  select s.snapshot, pg_snapshot_xmax(s.snapshot)::text::bigint as xmax from (select pg_current_snapshot() as snapshot) s
), asked as materialized (
  select * from jsonb_to_recordset(${JSON.stringify(demands.map(rowOf))}::jsonb)
    as asked (place int, "orgId" text, types text[], read pg_snapshot, floor float8, "upTo" pg_snapshot, at timestamptz, id text)
)
select a.place, found.id, found.type, found.created_at as at, found.data, here.snapshot::text as snapshot
  from here cross join asked a
  left join lateral (
    with seen as materialized (
      select e.id, e.type, e.created_at, e.data,
             a.types && array[e.type, '*'] and e.type <> 'webhook.test'
               and not pg_visible_in_snapshot(${writer}, a.read)
               and (a."upTo" is null or pg_visible_in_snapshot(${writer}, a."upTo")) as is_wanted
        from events e
       where e.org_id = a."orgId" and e.created_at >= coalesce(a.at, to_timestamp(a.floor / 1000))
         and (a.id is null or (e.created_at, e.id) > (a.at, a.id))
       order by e.created_at, e.id limit ${mostRead}
    )
    (select id, type, created_at, data from seen where is_wanted order by created_at, id limit ${most + 1})
    union all
    (select id, null, created_at, null from seen where (select count(*) from seen) = ${mostRead}
      order by created_at desc, id desc limit 1)
  ) found on true
 order by a.place, found.created_at, found.id`;

const rowOf = ({ orgId, types, place: { read, floor: from, page } }: EventDemand, place: number) => ({
  place,
  orgId,
  types,
  read,
  floor: from,
  upTo: page?.upTo ?? null,
  at: page?.at ?? null,
  id: page?.id ?? null,
});
