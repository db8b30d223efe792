import type { Pool } from 'pg';
import type { ScopeUse } from '../../credentials/sql/uses.ts';
import { inTransactionOn } from '../../platform/sql/transactions.ts';
import type { Tx } from '../../platform/tx.ts';
import { dateOf } from '../../lib/rows.ts';
import { numbered, shared, sql, type Sql } from '../../lib/sql.ts';

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
 * Adds the usage facts of the next stretch of time to the daily sums. Each fact is added once, regardless of when it
 * was committed and of how often this is killed or run at the same time. The sums and the mark behind which they end
 * commit together. The mark never passes the begin of a transaction that is still open and may bring a fact of its
 * time. Only reads the facts that it sums, so inserts of facts never wait for it.
 *
 * @returns `busy` when another node runs it
 */
export const rollUpUsage = (
  pool: Pool,
  { seconds, marginSeconds }: RollUpStep,
): Promise<'more' | 'done' | 'busy'> =>
  inTransactionOn(pool, async (client) => {
    const { rows } = await client.query<{ since: Date; until: Date; more: boolean }>(
      numbered(stretch({ seconds, marginSeconds })),
    );
    const [step] = rows;
    const moves = step !== undefined && step.until > step.since;
    if (moves) {
      await client.query(numbered(addUp(step.since, step.until)));
      await client.query(numbered(sql`update usage_progress set rolled_to = ${step.until}`));
    }
    if (!step) return 'busy';
    return moves && step.more ? 'more' : 'done';
  });

// Read before the facts are, each in a snapshot of its own: what had begun before the mark has ended by then. No statement
// that inserts facts takes an hour: their connections give up after seconds (src/database/open.ts).
const stretch = ({ seconds, marginSeconds }: RollUpStep): Sql => {
  const most = shared(seconds);
  return sql`
select p.rolled_to as since, least(h.horizon, p.rolled_to + ${most}::float8 * interval '1 second') as until,
       h.horizon > p.rolled_to + ${most}::float8 * interval '1 second' as more
  from usage_progress p,
       (select least(now() - ${marginSeconds}::float8 * interval '1 second', min(a.xact_start) - interval '1 second') as horizon
          from pg_stat_activity a
         where a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
           and a.xact_start > now() - interval '1 hour') as h
   for update of p skip locked`;
};

// Refused verifications are counted by those who write them (src/credentials/sql/uses.ts).
const addUp = (since: Date, until: Date): Sql => sql`
with summed as materialized (
  select f.org_id, f.credential_id, (f.at at time zone 'UTC')::date as day, f.source, f.address, sum(f.uses) as uses
    from usage_facts f
   where f.at >= ${since} and f.at < ${until}
   group by 1, 2, 3, 4, 5
), of_tenants as (
  insert into verification_days as d (org_id, day, code, verifications)
  select org_id, day, 'VALID', sum(uses) from summed
   where source = 'VERIFY' and day > (now() at time zone 'UTC')::date - 31 group by 1, 2 order by 1, 2
  on conflict (org_id, day, code) do update set verifications = d.verifications + excluded.verifications
)
insert into usage_days as d (org_id, credential_id, day, source, address, uses)
select org_id, credential_id, day, source, address, uses from summed
on conflict (org_id, credential_id, day, source, address) do update set uses = d.uses + excluded.uses`;

export interface UsageDay {
  /** UTC, `2026-01-15`. */
  date: string;
  total: number;
  verify: number;
  api: number;
}

export interface AddressUse {
  /** Null where a verification named none. */
  address: string | null;
  total: number;
  verify: number;
  api: number;
  firstDay: string;
  lastDay: string;
}

export interface Usage {
  /** Every day of the window, oldest first. */
  days: UsageDay[];
  /** The addresses with the most uses; `addressCount` counts all of them. */
  addresses: AddressUse[];
  addressCount: number;
}

/** The credentials whose uses are read: one credential, or all that an identity ever had. */
export type UsageOf = { credentialId: string } | { identityId: string };

const mostAddresses = 100;

/**
 * The uses of the last `days` days, today included: daily sums, and the facts that are in no sum yet, in one snapshot, so that
 * none counts twice while they are summed up.
 */
export async function readUsage(tx: Tx, orgId: string, of: UsageOf, days: number): Promise<Usage> {
  const credentials = 'credentialId' in of ? one(of.credentialId) : allOfIdentity(orgId, of.identityId);
  const usage = await tx.row<Usage>(daysAndAddresses(orgId, credentials, days - 1));
  if (!usage) throw new Error('a statement of sums returns one row');
  return usage;
}

const one = (credentialId: string): Sql => sql`select ${credentialId}::text collate "C" as id`;
// A credential that ended before the window was not used in it. A credential that is gone has left its sums
// without an identity.
const allOfIdentity = (orgId: string, identityId: string): Sql => sql`
  select id from credentials, bounds
   where org_id = ${orgId} and identity_id = ${identityId} and (expires_at is null or expires_at >= first::timestamp at time zone 'UTC')`;

const sums = sql`
  coalesce(sum(u.uses), 0)::float8 as total,
  coalesce(sum(u.uses) filter (where u.source = 'VERIFY'), 0)::float8 as verify,
  coalesce(sum(u.uses) filter (where u.source = 'API'), 0)::float8 as api`;

// There are no uses of days to come; saying so spares a look into each of their partitions.
const daysAndAddresses = (orgId: string, credentials: Sql, daysBefore: number): Sql => sql`
with bounds as materialized (
  select today, today - ${daysBefore}::int as first from (select (now() at time zone 'UTC')::date as today) as t
), asked as materialized (${credentials}
), uses as materialized (
  select d.day, d.source, d.address, d.uses from asked a
    join usage_days d on d.org_id = ${orgId} and d.credential_id = a.id
     and d.day >= (select first from bounds) and d.day <= (select today from bounds)
  union all
  select (f.at at time zone 'UTC')::date, f.source, f.address, f.uses from asked a
    join usage_facts f on f.org_id = ${orgId} and f.credential_id = a.id
     and f.at >= (select greatest(rolled_to, first::timestamp at time zone 'UTC') from usage_progress, bounds)
     and f.at < (select (today + 1)::timestamp at time zone 'UTC' from bounds)
), daily as (
  select to_char(w.day, 'YYYY-MM-DD') as date, ${sums}
    from (select generate_series(first, today, interval '1 day')::date as day from bounds) as w
    left join uses u on u.day = w.day
   group by w.day
), places as (
  select u.address, ${sums}, to_char(min(u.day), 'YYYY-MM-DD') as "firstDay", to_char(max(u.day), 'YYYY-MM-DD') as "lastDay",
         count(*) over () as count
    from uses u group by u.address order by sum(u.uses) desc, u.address limit ${mostAddresses}
)
select (select jsonb_agg(to_jsonb(d) order by date) from daily d) as days,
       coalesce((select max(count)::int from places), 0) as "addressCount",
       coalesce((select jsonb_agg(to_jsonb(p) - 'count' order by total desc, address) from places p), '[]') as addresses`;

export type UsedScope = Pick<ScopeUse, 'scope' | 'first' | 'last' | 'uses'>;

/** The record of the use of one credential within a window. */
export interface ScopeRecord {
  credentialId: string;
  /** Scopes used within the window. */
  used: UsedScope[];
  /** Scopes that are on record at all. */
  kept: number;
  verified: boolean;
  called: boolean;
  /** Whether some use is so old that its scopes are on record for certain. */
  settled: boolean;
  /** When the recording of scopes began. */
  recordedSince: Date;
}

type RawRecord = Omit<ScopeRecord, 'used' | 'recordedSince'> & {
  used: { scope: string; first: string; last: string; uses: number }[];
  recordedSince: string;
};

/** Reads which scopes these credentials used within so many days, and whether they were used at all. */
export async function readScopeUses(
  tx: Tx,
  orgId: string,
  credentialIds: readonly string[],
  windowDays: number,
): Promise<Map<string, ScopeRecord>> {
  if (credentialIds.length === 0) return new Map();
  const ids = JSON.stringify(credentialIds);
  const rows = await tx.rows<RawRecord>(scopeUses(orgId, ids, windowDays));
  return new Map(
    rows.map((row) => [
      row.credentialId,
      {
        ...row,
        recordedSince: dateOf(row.recordedSince),
        used: row.used.map(({ scope, first, last, uses }) => ({
          scope,
          first: dateOf(first),
          last: dateOf(last),
          uses,
        })),
      },
    ]),
  );
}

// Begins the window with its first day, for scopes, too, because sums have no hour. A use whose scope is older than
// the window would otherwise look like a use that needed no scope. Uses of the last minute are not settled: their
// scopes may not be written yet.
const scopeUses = (orgId: string, ids: string, windowDays: number): Sql => sql`
with bounds as materialized (
  select date_trunc('day', now() - ${windowDays}::int * interval '24 hours', 'UTC') as since, (now() at time zone 'UTC')::date as today,
         rolled_to, scopes_since
    from usage_progress
), asked as (
  select id from jsonb_array_elements_text(${ids}::jsonb) as asked (id)
)
select a.id as "credentialId", b.scopes_since as "recordedSince",
       coalesce(s.kept, 0)::int as kept, coalesce(s.used, '[]') as used,
       coalesce('VERIFY' = any (u.sources), false) as verified, coalesce('API' = any (u.sources), false) as called,
       coalesce(u.settled, false) as settled
  from asked a cross join bounds b
  left join lateral (
    select count(*) as kept,
           jsonb_agg(jsonb_build_object('scope', s.scope, 'first', s.first_used_at, 'last', s.last_used_at, 'uses', s.uses)
                     order by s.scope) filter (where s.last_used_at >= b.since) as used
      from scope_uses s where s.org_id = ${orgId} and s.credential_id = a.id) as s on true
  left join lateral (
    select array_agg(distinct source) as sources, bool_or(settled) as settled from (
      select d.source, true as settled from usage_days d
       where d.org_id = ${orgId} and d.credential_id = a.id and d.day >= (select (since at time zone 'UTC')::date from bounds) and d.day <= (select today from bounds)
      union
      select f.source, f.at < now() - interval '1 minute' from usage_facts f
       where f.org_id = ${orgId} and f.credential_id = a.id and f.at >= (select greatest(since, rolled_to) from bounds)
         and f.at < (select (today + 1)::timestamp at time zone 'UTC' from bounds)) as seen) as u on true`;

/** The uses of a credential in the running minute. */
export async function windowUsesOf(tx: Tx, orgId: string, credentialId: string): Promise<number> {
  const row = await tx.row<{ uses: number }>(windowUses(orgId, credentialId));
  return row?.uses ?? 0;
}

const windowUses = (orgId: string, credentialId: string): Sql => sql`
select case when use_window_started_at > now() - interval '60 s' then use_window_count else 0 end as uses
  from credentials where org_id = ${orgId} and id = ${credentialId}`;
