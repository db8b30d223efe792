import type { Pool } from 'pg';
import { named, numbered, type Shared, sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../tx.ts';

export type QuotaKind = 'identities' | 'credentials' | 'users' | 'groups';

/** More rows of one sum than this become one. */
const mostRows = 100;

/**
 * How many users or groups a tenant has, how many of its identities are not deleted, or how many credentials are written down as live: active or
 * suspended, whether or not the clock has ended them since (`countLiveOfTenant`). Triggers write each change down
 * (`quota_deltas` in migrations/schema/01-platform.sql) and the sum is the count. Under the tenant's lock the count is never too low.
 */
export async function countQuota(tx: Tx, orgId: string, kind: QuotaKind): Promise<QuotaCount> {
  const sum = await tx.row<QuotaCount>(named('count-quota', sumOfDeltas(orgId, kind)));
  if (!sum) throw new Error('an aggregate has one row');
  await foldLongSum(tx, orgId, kind, sum);
  return sum;
}

/** A count, of how many rows it is the sum, and the quota that an operator gave this tenant. */
export interface QuotaCount {
  count: number;
  rows: number;
  /** Null where the tenant has the quota of the server. */
  own: number | null;
}

/** Makes one row of a sum of many. */
export async function foldLongSum(
  tx: Tx,
  orgId: string,
  kind: QuotaKind,
  { rows }: QuotaCount,
): Promise<void> {
  if (rows > mostRows) await tx.run(foldDeltas(orgId, kind));
}

/** As {@link countQuota}, for a page of a list (`pageOfRows`). It writes nothing. */
export const quotaIn = (orgId: string, kind: QuotaKind): Sql =>
  sql`select coalesce(sum(delta), 0)::int from quota_deltas where org_id = ${orgId} and kind = ${kind}`;

/** The quota that an operator gave a tenant, as a subquery of one value. */
export const ownQuota = (orgId: string | Shared, kind: QuotaKind): Sql => sql`
select case ${kind}::text when 'users' then t.max_users when 'identities' then t.max_identities when 'credentials' then t.max_credentials end
  from tenants t where t.id = ${orgId}`;

const sumOfDeltas = (orgId: string, kind: QuotaKind): Sql => sql`
select coalesce(sum(delta), 0)::int as count, count(*)::int as rows, (${ownQuota(orgId, kind)}) as own
  from quota_deltas where org_id = ${orgId} and kind = ${kind}`;

// Each transaction that deletes rows adds them to its own sum, so the count is exact while others do the same.
const foldDeltas = (orgId: string, kind: QuotaKind): Sql => sql`
with folded as (delete from quota_deltas where org_id = ${orgId} and kind = ${kind} returning delta)
insert into quota_deltas (org_id, kind, delta)
select ${orgId}, ${kind}, sum(delta) from folded having sum(delta) <> 0`;

/** A window of 60 seconds, which starts with the first request in it. */
export interface MinuteWindow {
  /** Requests in this window, with those that were just counted. */
  count: number;
  /** End of the window, in seconds since 1970. */
  resetAt: number;
  /** Seconds until the window ends, by the clock of Postgres. */
  secondsLeft: number;
}

export interface RequestWindow extends MinuteWindow {
  /** The name that was counted. */
  name: string;
}

/**
 * Counts requests by name, in windows of 60 seconds. A name stands for an address, a client, a SCIM token, the sign-ins
 * from one address, or the tests of the alert rules of a tenant.
 */
export async function countRequests(pool: Pool, requests: Map<string, number>): Promise<RequestWindow[]> {
  const sorted = [...requests].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = sorted.map(([name]) => name);
  const counts = sorted.map(([, count]) => count);
  const statement = named('count-requests', addRequests(names, counts));
  const { rows } = await pool.query<RequestWindow>(numbered(statement));
  return rows;
}

/** As {@link countRequests}, for one request of one name. */
export async function countRequest(tx: Tx, name: string): Promise<MinuteWindow> {
  const window = await tx.row<RequestWindow>(addRequests([name], [1]));
  if (!window) throw new Error('a counted name has a window');
  return window;
}

const addRequests = (names: readonly string[], counts: readonly number[]): Sql => sql`
insert into request_windows as w (name, started_at, count)
select asked.name, now(), asked.count
  from unnest(${names}::text[], ${counts}::int[]) as asked (name, count) order by asked.name
on conflict (name) do update
   set started_at = case when w.started_at > now() - interval '60 s' then w.started_at else now() end,
       count = case when w.started_at > now() - interval '60 s' then w.count else 0 end + excluded.count
returning name, count,
          ceil(extract(epoch from started_at + interval '60 s'))::float8 as "resetAt",
          greatest(extract(epoch from started_at + interval '60 s' - now()), 0)::float8 as "secondsLeft"`;
