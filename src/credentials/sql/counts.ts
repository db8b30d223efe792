import type { Pool } from 'pg';
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
  const { sql, values } = statsIn(orgId);
  const [row] = await tx.execute<{ stats: string }[]>(`select (${sql}) as stats`, [...values]);
  if (!row) throw new Error('a scalar has one row');
  return statsOf(row.stats);
}

/** As {@link countCredentials}, for a page of a list (`pageOfRows`). {@link statsOf} reads the value. */
export const statsIn = (orgId: string): { sql: string; values: readonly unknown[] } => ({
  sql: stats,
  values: [orgId],
});

export function statsOf(told: string): CredentialStats {
  const [ACTIVE = 0, EXPIRED = 0, REVOKED = 0, SUSPENDED = 0, soon = 0] = JSON.parse(told) as number[];
  return { byStatus: { ACTIVE, EXPIRED, REVOKED, SUSPENDED }, expiringSoon: soon };
}

const nextDay = `date_trunc('day', now(), 'UTC') + interval '1 day'`;
const soonEnds = `now() + interval '30 days'`;
const lastDay = `date_trunc('day', ${soonEnds}, 'UTC')`;

/** The ranges of the counts that are summed up: all, those that have ended or end today, whole days, and the last day. */
const ranges = [
  `part = 'ALL'`,
  `part = 'ENDS' and at < ${nextDay}`,
  `part = 'DAY' and at >= ${nextDay} and at < ${lastDay}`,
  `part = 'ENDS' and at >= ${lastDay} and at <= ${soonEnds}`,
];

const sum = (condition: string): string => `coalesce(sum(count) filter (where ${condition}), 0)`;
const all = (status: CredentialStatus): string => sum(`part = 'ALL' and status = '${status}'`);
/** Past its expiry a live credential is EXPIRED, also before the sweeper has written it. */
const past = (...statuses: CredentialStatus[]): string =>
  sum(`part = 'ENDS' and at <= now() and status in (${statuses.map((status) => `'${status}'`).join(', ')})`);

const counted = `
select json_build_array(
         ${all('ACTIVE')} - ${past('ACTIVE')},
         ${all('EXPIRED')} + ${past('ACTIVE', 'SUSPENDED')},
         ${all('REVOKED')},
         ${all('SUSPENDED')} - ${past('SUSPENDED')},
         ${sum(`part = 'DAY' or part = 'ENDS' and status = 'ACTIVE' and at > now()`)})::text
  from (${ranges
    .map((range) => `select part, at, status, count from credential_counts where org_id = t.id and ${range}`)
    .join('\nunion all\n')}
union all
select part, at, status, change from credential_changes
 where org_id = t.id and (${ranges.map((range) => `(${range})`).join(' or ')})) as c`;

/** Counts the rows, where the counts are not complete yet. */
const uncounted = `
select json_build_array(
         count(*) filter (where status = 'ACTIVE' and not past),
         count(*) filter (where status = 'EXPIRED' or past),
         count(*) filter (where status = 'REVOKED'),
         count(*) filter (where status = 'SUSPENDED' and not past),
         count(*) filter (where status = 'ACTIVE' and not past and expires_at <= ${soonEnds}))::text
  from (select status, expires_at,
               status in ('ACTIVE', 'SUSPENDED') and coalesce(expires_at <= now(), false) as past
          from credentials where org_id = t.id and deleted_at is null) as c`;

const stats = `
select case when t.credentials_counted then (${counted}) else (${uncounted}) end from tenants t where t.id = ?`;

/** Changes that one statement adds up. */
const most = 10_000;

/**
 * Adds the changes that the function `count_credential` has written down to the counts of all tenants. Every moment shows the same sums:
 * one statement removes changes and counts them.
 */
export async function foldCounts(pool: Pool): Promise<void> {
  let folded: number;
  do {
    const { rows } = await pool.query<{ folded: number }>({
      name: 'fold-credential-counts',
      text: fold,
      values: [most],
    });
    folded = rows[0]?.folded ?? 0;
  } while (folded === most);
}

// Another node that folds at this moment has the lock, and there is nothing to wait for.
const fold = `
with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('keyward.credential_counts', 0)) as mine
), gone as (
  delete from credential_changes
   where ctid = any (array(select ctid from credential_changes where (select mine from turn) limit $1))
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
  const { rows } = await pool.query<Tenant>({
    name: 'tenants-to-count',
    text: `select id as "orgId", environment from tenants where not credentials_counted`,
  });
  return rows;
}

/**
 * Makes the counts of a tenant complete. One statement reads the rows and what the triggers have counted of them, so both are of the same
 * moment, and no request waits meanwhile.
 * @returns 1 if they were not complete, or else 0
 */
export async function completeCounts(tx: Tx, orgId: string): Promise<number> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('keyward.credential_counts.' || ?, 0))`, [
    orgId,
  ]);
  const [tenant] = await tx.execute<object[]>(
    'select from tenants where id = ? and not credentials_counted',
    [orgId],
  );
  if (!tenant) return 0;
  await tx.execute(complete, { orgId });
  await tx.execute('update tenants set credentials_counted = true where id = ?', [orgId]);
  return 1;
}

const complete = `
insert into credential_changes (org_id, part, at, status, change)
select :orgId, part, at, status, sum(count)
  from (select p.part, p.at, p.status_of as status, 1 as count
          from credentials c cross join lateral credential_parts(c.status, c.expires_at, c.deleted_at) as p
         where c.org_id = :orgId
        union all
        select part, at, status, -count from credential_counts where org_id = :orgId
        union all
        select part, at, status, -change from credential_changes where org_id = :orgId) as missing
 group by part, at, status having sum(count) <> 0`;
