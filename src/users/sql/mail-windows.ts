import { sql, type Sql } from '../../lib/sql.ts';
import type { TenantJob } from '../../platform/sql/tenant-jobs.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * The kind of a mail: an invitation, the notice of a change, or a link. A link has the kind of its requester:
 * - CALLER: a caller with a key, or a signed-in user
 * - KNOWN: a known browser (its user has signed in with it before)
 * - STRANGER: any other browser
 */
export type MailKind = 'INVITATION' | 'CALLER' | 'KNOWN' | 'STRANGER' | 'NOTICE';

/** At most `most` mails of one kind in an hour, and at most `mostOfSubnet` of them from one subnet. */
interface MailPlaces {
  kind: MailKind;
  most: number;
  /** A hash of the subnet that asked, or of the user who gets a test mail; null if neither matters. */
  subnet: Buffer | null;
  mostOfSubnet: number;
}

/**
 * Counts one mail of this hour in the caller's transaction. The count is exact: of two transactions that want the last place
 * the second waits for the first. A full hour is read without a lock.
 * @returns false if the hour, or the subnet, has no place left
 */
export async function takeMail(tx: Tx, orgId: string, places: MailPlaces): Promise<boolean> {
  return tx.has(taking(orgId, places));
}

// Hours of the clock in UTC: the time zone of the session does not matter.
const thisHour = sql`date_bin('1 hour', now(), 'epoch')`;

// The subnet is counted first, so all transactions lock the rows in the same order.
const taking = (orgId: string, { kind, most, subnet, mostOfSubnet }: MailPlaces): Sql => sql`
with free as (
  select ${thisHour} as hour
   where not exists (select from mail_windows f where f.org_id = ${orgId} and f.kind = ${kind} and f.subnet = ''
                        and f.hour = ${thisHour} and f.count >= ${most}::int)
), asker as (
  insert into mail_windows as w (org_id, kind, subnet, hour, count)
  select ${orgId}, ${kind}, ${subnet}::bytea, free.hour, 1 from free where ${subnet}::bytea is not null
  on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ${mostOfSubnet}::int
  returning 1
)
insert into mail_windows as w (org_id, kind, hour, count)
select ${orgId}, ${kind}, free.hour, 1 from free where ${subnet}::bytea is null or exists (select from asker)
on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ${most}::int
returning 1`;

/** @returns whether this is the first refusal of the kind in this hour, whose turn it is to tell of it */
export async function isFirstRefusal(tx: Tx, orgId: string, kind: MailKind): Promise<boolean> {
  return tx.has(refusal(orgId, kind));
}

const refusal = (orgId: string, kind: MailKind): Sql => sql`
update mail_windows set told = true
 where org_id = ${orgId} and kind = ${kind} and subnet = '' and hour = ${thisHour} and not told
returning 1`;

/** A claimed job: it is changed only as long as this claim holds. */
export type ClaimedJob = Pick<TenantJob, 'orgId' | 'id' | 'lease'>;

/**
 * Finds the first hour that has a place for one more notice, and counts the notice there. If that hour is a later one, the job
 * waits until some time in it. Both are one transaction, so a notice is counted once however often its mail is tried.
 * @param most counted notices of one tenant in an hour that leave a place for it
 * @param hours that it may wait for, with this one
 * @returns whether the notice may be sent now
 * @throws when all these hours are full
 */
export async function bookNotice(
  tx: Tx,
  job: ClaimedJob,
  { most, hours }: { most: number; hours: number },
): Promise<'now' | 'later'> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const place = await tx.row<{ dueAt: string | null }>(booking(job.orgId, most, hours));
    // Others took the last place of that hour in between, or no hour has one.
    if (!place) continue;
    const { dueAt } = place;
    await tx.run(dueAt === null ? booked(job) : putOff(job, dueAt));
    return dueAt === null ? 'now' : 'later';
  }
  throw new Error(`The notices of this organization use up every one of ${hours} hours`);
}

const mostAttempts = 20;

// Notices of a later hour are spread over it, or they would all stand before the mails of its beginning.
const booking = (orgId: string, most: number, hours: number): Sql => sql`
with hours as (
  select date_bin('1 hour', now(), 'epoch') + n * interval '1 hour' as hour, n from generate_series(0, ${hours}::int - 1) as n
)
insert into mail_windows as w (org_id, kind, hour, count)
select ${orgId}, 'NOTICE', h.hour, 1 from hours h
 where not exists (select from mail_windows f where f.org_id = ${orgId} and f.kind = 'NOTICE' and f.subnet = ''
                      and f.hour = h.hour and f.count >= ${most}::int)
 order by h.n limit 1
on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ${most}::int
returning case when hour > now() then hour + random() * interval '1 hour' end as "dueAt"`;

const booked = ({ orgId, id, lease }: ClaimedJob): Sql => sql`
update tenant_jobs set payload = payload || '{"booked": true}' where org_id = ${orgId} and id = ${id}::bigint and lease = ${lease}::uuid`;

const putOff = ({ orgId, id, lease }: ClaimedJob, dueAt: string): Sql => sql`
update tenant_jobs set payload = payload || '{"booked": true}', due_at = ${dueAt}::timestamptz, attempts = 0, lease = null,
       leased_until = null
 where org_id = ${orgId} and id = ${id}::bigint and lease = ${lease}::uuid`;
