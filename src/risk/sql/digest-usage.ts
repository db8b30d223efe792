import type { EntityManager } from '@mikro-orm/postgresql';

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
export async function digestUsage(em: EntityManager, margin = marginSeconds): Promise<boolean> {
  const [bookmark] = await em.execute<{ at: string }[]>(mark);
  if (!bookmark) return false;
  const [window] = await em.execute<{ from: string; to: string; more: boolean }[]>(bounds, [
    margin,
    bookmark.at,
    mostHours,
  ]);
  if (!window || window.from >= window.to) return false;
  const { from, to, more } = window;
  await em.execute(sumUp, [from, to, from, to]);
  await em.execute(`update detection_bookmarks set at = ?::timestamptz where name = 'usage'`, [to]);
  return more;
}

// Times as text, to the millisecond, which facts are kept to; all of one length, so that they compare as text.
const text = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const mark = `
select ${text('at')} as at from detection_bookmarks where name = 'usage' for update skip locked`;

const bounds = `
select ${text('b.at')} as "from", ${text("least(h.at, b.at + b.most * interval '1 hour')")} as "to",
       h.at > b.at + b.most * interval '1 hour' as more
  from (select date_trunc('milliseconds', least(now() - ?::int * interval '1 second', min(xact_start))) as at
          from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()) as h,
       (select ?::timestamptz as at, ?::int as most) as b`;

const sumUp = `
insert into usage_digest (org_id, credential_id, kind, address, uses, first_at, last_at)
select org_id, credential_id, source, address, sum(uses), min(at), max(at)
  from usage_facts where at >= ?::timestamptz and at < ?::timestamptz
 group by org_id, credential_id, source, address, date_trunc('minute', at)
union all
select org_id, credential_id, 'FAILURE', address, sum(failures), min(at), max(at)
  from failure_facts where at >= ?::timestamptz and at < ?::timestamptz
 group by org_id, credential_id, address`;
