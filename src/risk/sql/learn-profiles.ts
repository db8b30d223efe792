import type { EntityManager } from '@mikro-orm/postgresql';
import type { Profile } from './read-profiles.ts';

/** What the uses that were judged add to the profile of a credential. */
export interface Lesson {
  credentialId: string;
  firstAt: Date;
  lastAt: Date;
  lastPlace: Profile['lastPlace'];
  addresses: SeenNow[];
  countries: SeenNow[];
  days: { day: string; uses: number; hours: number }[];
}

export interface SeenNow {
  name: string;
  /** Whether it is no news from now on; what was known stays so. */
  known: boolean;
  firstAt: Date;
  lastAt: Date;
}

/** Addresses that are remembered of a credential; beyond, those that were not seen for the longest time are forgotten. */
export const mostAddresses = 200;

/** Adds to the profiles. To be called by one transaction of a tenant at a time. */
export async function learnProfiles(
  em: EntityManager,
  orgId: string,
  lessons: readonly Lesson[],
): Promise<void> {
  if (lessons.length === 0) return;
  await em.execute(profiles, [orgId, JSON.stringify(lessons)]);
  const spread = (of: (lesson: Lesson) => readonly object[]): string =>
    JSON.stringify(
      lessons.flatMap((lesson) => of(lesson).map((part) => ({ credentialId: lesson.credentialId, ...part }))),
    );
  await em.execute(days, [orgId, spread((lesson) => lesson.days)]);
  await em.execute(places('credential_addresses', 'address'), [orgId, spread((lesson) => lesson.addresses)]);
  await em.execute(places('credential_countries', 'country'), [orgId, spread((lesson) => lesson.countries)]);
  const ids = lessons.filter(({ addresses }) => addresses.length > 0).map(({ credentialId }) => credentialId);
  await em.execute(forget, [orgId, JSON.stringify(ids), mostAddresses, orgId]);
}

const profiles = `
insert into credential_profiles as p (org_id, credential_id, first_seen_at, last_seen_at, last_place)
select ?, n."credentialId", n."firstAt", n."lastAt", n."lastPlace"
  from jsonb_to_recordset(?::jsonb) as n ("credentialId" text, "firstAt" timestamptz, "lastAt" timestamptz, "lastPlace" jsonb)
on conflict (org_id, credential_id) do update
  set first_seen_at = least(p.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at),
      last_place = coalesce(excluded.last_place, p.last_place)`;

const days = `
insert into credential_days as d (org_id, credential_id, day, uses, hours)
select ?, n."credentialId", n.day, n.uses, n.hours
  from jsonb_to_recordset(?::jsonb) as n ("credentialId" text, day date, uses bigint, hours int)
on conflict (org_id, credential_id, day) do update set uses = d.uses + excluded.uses, hours = d.hours | excluded.hours`;

const places = (table: string, column: string): string => `
insert into ${table} as s (org_id, credential_id, ${column}, known, first_seen_at, last_seen_at)
select ?, n."credentialId", n.name, n.known, n."firstAt", n."lastAt"
  from jsonb_to_recordset(?::jsonb)
    as n ("credentialId" text, name text, known boolean, "firstAt" timestamptz, "lastAt" timestamptz)
on conflict (org_id, credential_id, ${column}) do update
  set last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`;

const forget = `
delete from credential_addresses a
 using (select credential_id, address, row_number() over (partition by credential_id order by last_seen_at desc, address) as place
          from credential_addresses where org_id = ? and credential_id = any (array(select jsonb_array_elements_text(?::jsonb)))) as old
 where old.place > ? and a.org_id = ? and a.credential_id = old.credential_id and a.address = old.address`;
