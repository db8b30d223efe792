import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * What a mail is for: an invitation, a link that a caller with a key or a signed-in user asked for, a link that a known browser
 * asked for (its user has signed in with it before), a link that any other browser asked for, or the notice of a change.
 */
export type MailKind = 'INVITATION' | 'CALLER' | 'KNOWN' | 'STRANGER' | 'NOTICE';

/** At most `most` mails of one kind in an hour, and at most `mostOfSubnet` of them from one subnet. */
interface MailPlaces {
  kind: MailKind;
  most: number;
  /** A hash of the subnet that asked; null if the subnet does not matter. */
  subnet: Buffer | null;
  mostOfSubnet: number;
}

/**
 * Counts one mail of this hour in the caller's transaction. The count is exact: of two transactions that want the last place
 * the second waits for the first. A full hour is read without a lock.
 * @returns false if the hour, or the subnet, has no place left
 */
export async function takeMail(
  em: EntityManager,
  orgId: string,
  { kind, most, subnet, mostOfSubnet }: MailPlaces,
): Promise<boolean> {
  const rows = await em.execute<object[]>(taking, [
    orgId,
    kind,
    most,
    orgId,
    kind,
    subnet,
    subnet,
    mostOfSubnet,
    orgId,
    kind,
    subnet,
    most,
  ]);
  return rows.length > 0;
}

// Hours of the clock in UTC: the time zone of the session does not matter.
const thisHour = `date_bin('1 hour', now(), 'epoch')`;

// The subnet is counted first, so all transactions lock the rows in the same order.
const taking = `
with free as (
  select ${thisHour} as hour
   where not exists (select from mail_windows f where f.org_id = ? and f.kind = ? and f.subnet = ''
                        and f.hour = ${thisHour} and f.count >= ?::int)
), asker as (
  insert into mail_windows as w (org_id, kind, subnet, hour, count)
  select ?, ?, ?::bytea, free.hour, 1 from free where ?::bytea is not null
  on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ?::int
  returning 1
)
insert into mail_windows as w (org_id, kind, hour, count)
select ?, ?, free.hour, 1 from free where ?::bytea is null or exists (select from asker)
on conflict (org_id, kind, subnet, hour) do update set count = w.count + 1 where w.count < ?::int
returning 1`;

/** @returns whether this is the first refusal of the kind in this hour, whose turn it is to tell of it */
export async function isFirstRefusal(em: EntityManager, orgId: string, kind: MailKind): Promise<boolean> {
  const rows = await em.execute<object[]>(refusal, [orgId, kind]);
  return rows.length > 0;
}

const refusal = `
update mail_windows set told = true
 where org_id = ? and kind = ? and subnet = '' and hour = ${thisHour} and not told
returning 1`;
