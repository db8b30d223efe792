import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * How long a fact may take from the start of its statement until Postgres shows that the statement runs: far more than it
 * does. Besides that the bookmark stays behind the oldest transaction of our role.
 */
const marginSeconds = 5;
const mostHours = 1;

/**
 * Sums up the usage and failure facts since the bookmark, for the workers to judge, and moves the bookmark. A fact bears
 * the time at which its transaction began, so none is missed that commits later than others that began after it. To be
 * called in a transaction of its own; of two at once one does it.
 * @param margin in seconds; another one is for tests
 * @returns whether there is more of the past to sum up
 */
export async function digestUsage(tx: Tx, margin = marginSeconds): Promise<boolean> {
  const bookmark = await tx.row<{ at: string }>(mark);
  if (!bookmark) return false;
  const window = await tx.row<{ from: string; to: string; more: boolean }>(bounds(margin, bookmark.at));
  if (!window || window.from >= window.to) return false;
  const { from, to, more } = window;
  await tx.run(sumUp(from, to));
  await tx.run(sql`update detection_bookmarks set at = ${to}::timestamptz where name = 'usage'`);
  return more;
}

// Times as text, to the millisecond, which facts are kept to; all of one length, so that they compare as text.
const timeText = (time: Sql): Sql =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const mark = sql`
select ${timeText(sql`at`)} as at from detection_bookmarks where name = 'usage' for update skip locked`;

const bounds = (margin: number, bookmark: string): Sql => sql`
select ${timeText(sql`b.at`)} as "from", ${timeText(sql`least(h.at, b.at + b.most * interval '1 hour')`)} as "to",
       h.at > b.at + b.most * interval '1 hour' as more
  from (select date_trunc('milliseconds', least(now() - ${margin}::int * interval '1 second', min(xact_start))) as at
          from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()) as h,
       (select ${bookmark}::timestamptz as at, ${mostHours}::int as most) as b`;

const sumUp = (from: string, to: string): Sql => sql`
insert into usage_digest (org_id, credential_id, kind, address, uses, first_at, last_at)
select org_id, credential_id, source, address, sum(uses), min(at), max(at)
  from usage_facts where at >= ${from}::timestamptz and at < ${to}::timestamptz
 group by org_id, credential_id, source, address, date_trunc('minute', at)
union all
select org_id, credential_id, 'FAILURE', address, sum(failures), min(at), max(at)
  from failure_facts where at >= ${from}::timestamptz and at < ${to}::timestamptz
 group by org_id, credential_id, address`;

/**
 * The uses of a credential from one address within a minute. For `FAILURE`, the refusals from one address that
 * one run of {@link digestUsage} found.
 */
export interface DigestRow {
  credentialId: string;
  kind: 'VERIFY' | 'API' | 'FAILURE';
  address: string | null;
  uses: number;
  firstAt: Date;
  lastAt: Date;
}

/** Takes what is to be judged of a few credentials of the tenant, the earliest first: it is gone when this commits. */
export async function claimDigest(tx: Tx, orgId: string, most: number): Promise<DigestRow[]> {
  const rows = await tx.rows<Omit<DigestRow, 'firstAt' | 'lastAt'> & { firstAt: string; lastAt: string }>(
    take(orgId, most),
  );
  return rows
    .map((row) => ({ ...row, firstAt: dateOf(row.firstAt), lastAt: dateOf(row.lastAt) }))
    .sort((one, other) => one.firstAt.getTime() - other.firstAt.getTime());
}

const take = (orgId: string, most: number): Sql => sql`
with few as materialized (
  select credential_id from usage_digest where org_id = ${orgId} group by credential_id order by credential_id limit ${most}
)
delete from usage_digest d using few where d.org_id = ${orgId} and d.credential_id = few.credential_id
returning d.credential_id as "credentialId", d.kind, d.address, d.uses::float8 as uses, d.first_at as "firstAt",
          d.last_at as "lastAt"`;

/** The worst minutes of a credential: its failures, by code, and where they came from. */
export interface Burst {
  credentialId: string;
  failures: number;
  codes: Record<string, number>;
  addresses: string[];
  from: Date;
  to: Date;
}

/** Finds for each credential the `minutes` with the most failures, of those that end at `since` or later. */
export async function readBursts(
  tx: Tx,
  orgId: string,
  since: readonly { credentialId: string; at: Date }[],
  minutes: number,
): Promise<Burst[]> {
  if (since.length === 0) return [];
  const rows = await tx.rows<Omit<Burst, 'from' | 'to'> & { from: string; to: string }>(
    bursts(orgId, JSON.stringify(since), sql.raw(`interval '${minutes} minutes'`)),
  );
  return rows.map((row) => ({ ...row, from: dateOf(row.from), to: dateOf(row.to) }));
}

const bursts = (orgId: string, since: string, minutes: Sql): Sql => sql`
with asked as (
  select n."credentialId" as credential_id, n.at from jsonb_to_recordset(${since}::jsonb) as n ("credentialId" text, at timestamptz)
), ends as (
  select f.credential_id, f.at, a.at as since,
         sum(f.failures) over (partition by f.credential_id order by f.at
                               range between ${minutes} preceding and current row) as failures
    from asked a
    join failure_facts f on f.org_id = ${orgId} and f.credential_id = a.credential_id
                        and f.at >= a.at - ${minutes}
), worst as (
  select distinct on (credential_id) credential_id, at, failures
    from ends where at >= since order by credential_id, failures desc, at
)
select w.credential_id as "credentialId", w.failures::float8 as failures, w.at as "to", f."from", f.codes, f.addresses
  from worst w
 cross join lateral (
   select min(at) as "from", jsonb_object_agg(code, failures) as codes,
          (array_agg(distinct address) filter (where address is not null))[1:10] as addresses
     from (select code, address, min(at) as at,
                  sum(sum(failures)) over (partition by code)::float8 as failures
             from failure_facts
            where org_id = ${orgId} and credential_id = w.credential_id
              and at >= w.at - ${minutes} and at <= w.at
            group by code, address) as f
 ) as f`;
