import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantJob } from '../../platform/sql/claim-tenant-jobs.ts';

/** A claimed job: it is changed only as long as this claim holds. */
export type ClaimedJob = Pick<TenantJob, 'orgId' | 'id' | 'lease'>;

/**
 * Finds the first hour that has a place for one more notice, and counts the notice there. If that hour is a later one, the job
 * waits until some time in it. Both are one transaction, so a notice is counted once however often its mail is tried.
 * @param most notices of one tenant in an hour
 * @returns whether the notice may be sent now
 * @throws when the hours of a whole week are full
 */
export async function bookNotice(
  em: EntityManager,
  { orgId, id, lease }: ClaimedJob,
  most: number,
): Promise<'now' | 'later'> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const [place] = await em.execute<{ dueAt: string | null }[]>(booking, [orgId, orgId, most, most]);
    // Others took the last place of that hour in between, or no hour has one.
    if (!place) continue;
    const { dueAt } = place;
    await em.execute(dueAt === null ? booked : putOff, [
      ...(dueAt === null ? [] : [dueAt]),
      orgId,
      id,
      lease,
    ]);
    return dueAt === null ? 'now' : 'later';
  }
  throw new Error('The notices of this organization fill every hour of a week');
}

const mostAttempts = 20;

// Notices of a later hour are spread over it, or they would all stand before the mails of its beginning.
const booking = `
with hours as (
  select date_bin('1 hour', now(), 'epoch') + n * interval '1 hour' as hour, n from generate_series(0, 167) as n
)
insert into mail_windows as w (org_id, kind, hour, count)
select ?, 'NOTICE', h.hour, 1 from hours h
 where not exists (select from mail_windows f where f.org_id = ? and f.kind = 'NOTICE' and f.subnet = ''
                      and f.hour = h.hour and f.count >= ?::int)
 order by h.n limit 1
on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ?::int
returning case when hour > now() then hour + random() * interval '1 hour' end as "dueAt"`;

const booked = `
update tenant_jobs set payload = payload || '{"booked": true}' where org_id = ? and id = ?::bigint and lease = ?::uuid`;

const putOff = `
update tenant_jobs set payload = payload || '{"booked": true}', due_at = ?::timestamptz, attempts = 0, lease = null,
       leased_until = null
 where org_id = ? and id = ?::bigint and lease = ?::uuid`;
