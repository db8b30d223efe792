import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import type { CredentialStatus } from '../entities/credential.ts';

export interface CredentialStats {
  byStatus: Record<CredentialStatus, number>;
  /** Active ones that expire within 30 days. */
  expiringSoon: number;
}

/** Counts all credentials of a tenant by the status they have now. */
export async function countCredentials(tx: Tx, orgId: string): Promise<CredentialStats> {
  const row = await tx.row<{ stats: string }>(sql`select (${statsIn(orgId)}) as stats`);
  if (!row) throw new Error('a scalar has one row');
  return statsOf(row.stats);
}

/** As {@link countCredentials}, for a page of a list (`pageOfRows`). {@link statsOf} reads the value. */
export const statsIn = (orgId: string): Sql => sql`
select case when t.credentials_counted then (${counted}) else (${uncounted}) end
  from tenants t where t.id = ${orgId}`;

export function statsOf(told: string): CredentialStats {
  const [ACTIVE = 0, EXPIRED = 0, REVOKED = 0, SUSPENDED = 0, soon = 0] = JSON.parse(told) as number[];
  return { byStatus: { ACTIVE, EXPIRED, REVOKED, SUSPENDED }, expiringSoon: soon };
}

const nextDay = sql`date_trunc('day', now(), 'UTC') + interval '1 day'`;
const soonEnds = sql`now() + interval '30 days'`;
const lastDay = sql`date_trunc('day', ${soonEnds}, 'UTC')`;

/** The ranges of the counts that are summed up: all, those that have ended or end today, whole days, and the last day. */
const ranges = [
  sql`part = 'ALL'`,
  sql`part = 'ENDS' and at < ${nextDay}`,
  sql`part = 'DAY' and at >= ${nextDay} and at < ${lastDay}`,
  sql`part = 'ENDS' and at >= ${lastDay} and at <= ${soonEnds}`,
];

const sum = (condition: Sql): Sql => sql`coalesce(sum(count) filter (where ${condition}), 0)`;
const textOf = (status: CredentialStatus): Sql => sql.raw(`'${status}'`);
const all = (status: CredentialStatus): Sql => sum(sql`part = 'ALL' and status = ${textOf(status)}`);
/** Past its expiry a live credential is EXPIRED, also before the sweeper has written it. */
const past = (...statuses: CredentialStatus[]): Sql =>
  sum(sql`part = 'ENDS' and at <= now() and status in (${sql.join(statuses.map(textOf))})`);

const countsOf = ranges.map(
  (range) => sql`select part, at, status, count from credential_counts where org_id = t.id and ${range}`,
);
const inRanges = ranges.map((range) => sql`(${range})`);

const counted = sql`
select json_build_array(
         ${all('ACTIVE')} - ${past('ACTIVE')},
         ${all('EXPIRED')} + ${past('ACTIVE', 'SUSPENDED')},
         ${all('REVOKED')},
         ${all('SUSPENDED')} - ${past('SUSPENDED')},
         ${sum(sql`part = 'DAY' or part = 'ENDS' and status = 'ACTIVE' and at > now()`)})::text
  from (${sql.join(countsOf, '\nunion all\n')}
union all
select part, at, status, change from credential_changes
 where org_id = t.id and (${sql.join(inRanges, ' or ')})) as c`;

/** Counts the rows, where the counts are not complete yet. */
const uncounted = sql`
select json_build_array(
         count(*) filter (where status = 'ACTIVE' and not past),
         count(*) filter (where status = 'EXPIRED' or past),
         count(*) filter (where status = 'REVOKED'),
         count(*) filter (where status = 'SUSPENDED' and not past),
         count(*) filter (where status = 'ACTIVE' and not past and expires_at <= ${soonEnds}))::text
  from (select status, expires_at,
               status in ('ACTIVE', 'SUSPENDED') and coalesce(expires_at <= now(), false) as past
          from credentials where org_id = t.id and deleted_at is null) as c`;

/** Changes that one statement adds up. */
const most = 10_000;

/**
 * Adds the changes that the function `count_credential` has written down to the counts of all tenants. Every moment shows the same sums:
 * one statement removes changes and counts them.
 */
export async function foldCounts(pool: Pool): Promise<void> {
  let folded: number;
  do {
    const { rows } = await pool.query<{ folded: number }>(numbered(named('fold-credential-counts', fold)));
    folded = rows[0]?.folded ?? 0;
  } while (folded === most);
}

// Another node that folds at this moment has the lock, and there is nothing to wait for.
const fold = sql`
with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('keyward.credential_counts', 0)) as mine
), gone as (
  delete from credential_changes
   where ctid = any (array(select ctid from credential_changes where (select mine from turn) limit ${most}))
  returning org_id, part, at, status, change
), changed as materialized (
  select org_id, part, at, status, sum(change) as change from gone
   group by org_id, part, at, status having sum(change) <> 0
), emptied as (
  delete from credential_counts c using changed d
   where c.org_id = d.org_id and c.part = d.part and c.at = d.at and c.status = d.status and c.count + d.change = 0
  returning c.org_id, c.part, c.at, c.status
), kept as (
  insert into credential_counts as c (org_id, part, at, status, count)
  select d.* from changed d
   where (d.org_id, d.part, d.at, d.status) not in (select org_id, part, at, status from emptied)
   order by d.org_id, d.part, d.at, d.status
  on conflict (org_id, part, at, status) do update set count = c.count + excluded.count
)
select count(*)::int as folded from gone`;

/** The tenants whose credentials were there before the triggers that count them. */
export async function tenantsToCount(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>(
    numbered(
      named(
        'tenants-to-count',
        sql`select id as "orgId", environment from tenants where not credentials_counted`,
      ),
    ),
  );
  return rows;
}

/**
 * Makes the counts of a tenant complete. One statement reads the rows and what the triggers have counted of them, so both are of the same
 * moment, and no request waits meanwhile.
 * @returns 1 if they were not complete, or else 0
 */
export async function completeCounts(tx: Tx, orgId: string): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('keyward.credential_counts.' || ${orgId}, 0))`,
  );
  const tenant = await tx.row(sql`select from tenants where id = ${orgId} and not credentials_counted`);
  if (!tenant) return 0;
  await tx.run(complete(orgId));
  await tx.run(sql`update tenants set credentials_counted = true where id = ${orgId}`);
  return 1;
}

const complete = (orgId: string): Sql => sql`
insert into credential_changes (org_id, part, at, status, change)
select ${orgId}, part, at, status, sum(count)
  from (select p.part, p.at, p.status_of as status, 1 as count
          from credentials c cross join lateral credential_parts(c.status, c.expires_at, c.deleted_at) as p
         where c.org_id = ${orgId}
        union all
        select part, at, status, -count from credential_counts where org_id = ${orgId}
        union all
        select part, at, status, -change from credential_changes where org_id = ${orgId}) as missing
 group by part, at, status having sum(count) <> 0`;
