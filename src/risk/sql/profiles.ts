import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** A place that uses were seen from, and whether the place is known already (migrations/schema/08-risk.sql). */
export interface Seen {
  name: string;
  known: boolean;
  lastSeenAt: Date;
}

export interface DayOfUse {
  /** UTC, `2026-01-15`. */
  day: string;
  uses: number;
  /** The hours of the day as bits, the first the lowest. */
  hours: number;
}

/** A scope that was used, and whether that was told as news. */
export interface ScopeOfUse {
  name: string;
  firstUsedAt: Date;
  told: boolean;
}

/** A credential, and what was usual for it before the uses that are judged. */
export interface Profile {
  credentialId: string;
  credentialName: string;
  identityId: string;
  /** Null if the identity is gone. */
  identityName: string | null;
  createdAt: Date;
  /** Since when the use of its scopes says something, if that is later. */
  observedSince: Date | null;
  firstSeenAt: Date | null;
  lastSeenAt: Date | null;
  lastPlace: {
    address: string;
    country: string | null;
    latitude: number;
    longitude: number;
    at: string;
  } | null;
  addresses: Seen[];
  countries: Seen[];
  /** The last 35 days, the latest first. */
  days: DayOfUse[];
  /** All that were used, those of the uses that are judged too. */
  scopes: ScopeOfUse[];
}

type RawSeen = Omit<Seen, 'lastSeenAt'> & { lastSeenAt: string };
type RawScope = Omit<ScopeOfUse, 'firstUsedAt'> & { firstUsedAt: string };
type Time = 'createdAt' | 'observedSince' | 'firstSeenAt' | 'lastSeenAt';
type Raw = Omit<Profile, Time | 'addresses' | 'countries' | 'scopes'> & {
  createdAt: string;
  observedSince: string | null;
  firstSeenAt: string | null;
  lastSeenAt: string | null;
  addresses: RawSeen[] | null;
  countries: RawSeen[] | null;
  scopes: RawScope[] | null;
};

/** The profiles of those of the credentials that are there. */
export async function readProfiles(tx: Tx, orgId: string, ids: readonly string[]): Promise<Profile[]> {
  const rows = await tx.rows<Raw>(read(orgId, JSON.stringify(ids)));
  return rows.map((row) => ({
    ...row,
    createdAt: dateOf(row.createdAt),
    observedSince: dateOrNull(row.observedSince),
    firstSeenAt: dateOrNull(row.firstSeenAt),
    lastSeenAt: dateOrNull(row.lastSeenAt),
    addresses: (row.addresses ?? []).map(toSeen),
    countries: (row.countries ?? []).map(toSeen),
    days: row.days ?? [],
    scopes: (row.scopes ?? []).map((scope) => ({ ...scope, firstUsedAt: dateOf(scope.firstUsedAt) })),
  }));
}

const toSeen = (row: RawSeen): Seen => ({ ...row, lastSeenAt: dateOf(row.lastSeenAt) });

const seen = (table: Sql, name: Sql): Sql => sql`(
         select json_agg(json_build_object('name', ${name}, 'known', known, 'lastSeenAt', last_seen_at))
           from ${table} s where s.org_id = c.org_id and s.credential_id = c.id)`;

const read = (orgId: string, ids: string): Sql => sql`
select c.id as "credentialId", c.name as "credentialName", c.identity_id as "identityId", i.name as "identityName",
       c.created_at as "createdAt", c.observed_since as "observedSince", p.first_seen_at as "firstSeenAt", p.last_seen_at as "lastSeenAt", p.last_place as "lastPlace",
       ${seen(sql`credential_addresses`, sql`address`)} as addresses,
       ${seen(sql`credential_countries`, sql`country`)} as countries, (
         select json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'uses', uses, 'hours', hours) order by day desc)
           from credential_days d
          where d.org_id = c.org_id and d.credential_id = c.id and d.day > (now() at time zone 'UTC')::date - 36) as days, (
         select json_agg(json_build_object('name', s.scope, 'firstUsedAt', s.first_used_at, 'told', exists (
                  select from anomalies a
                   where a.org_id = c.org_id and a.credential_id = c.id and a.type = 'NEW_SCOPE' and a.subject = s.scope)))
           from scope_uses s where s.org_id = c.org_id and s.credential_id = c.id) as scopes
  from credentials c
  left join identities i on i.org_id = c.org_id and i.id = c.identity_id and i.deleted_at is null
  left join credential_profiles p on p.org_id = c.org_id and p.credential_id = c.id
 where c.org_id = ${orgId} and c.id = any (array(select jsonb_array_elements_text(${ids}::jsonb))) and c.deleted_at is null
 order by c.id`;

/**
 * Makes the profiles of these credentials, which have none, from the facts that are kept of earlier uses. Such credentials
 * were used before the detection began. A new credential has no such facts, and its profile begins with its first
 * use.
 * @returns the credentials whose profiles it made
 */
export async function beginProfiles(
  tx: Tx,
  orgId: string,
  before: readonly { credentialId: string; at: Date }[],
): Promise<string[]> {
  if (before.length === 0) return [];
  const used = await tx.rows<{ id: string }>(usedBefore(asked(orgId, before)));
  const ids = new Set(used.map(({ id }) => id));
  const missing = before.filter(({ credentialId }) => ids.has(credentialId));
  if (missing.length === 0) return [];
  const ofMissing = asked(orgId, missing);
  await tx.run(beginDays(ofMissing));
  await tx.run(beginAddresses(ofMissing));
  await tx.run(beginAll(ofMissing));
  return [...ids];
}

const asked = (orgId: string, before: readonly { credentialId: string; at: Date }[]): Sql => sql`
  from (select ${orgId}::text as org_id, n."credentialId" as credential_id, n.at
          from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as n ("credentialId" text, at timestamptz)) as n`;
const isEarlier = (kept: Sql): Sql =>
  sql`f.org_id = n.org_id and f.credential_id = n.credential_id and f.at < n.at and f.at > now() - ${kept}`;
const facts = (from: Sql, kept: Sql): Sql => sql`${from}
  join usage_facts f on ${isEarlier(kept)}`;

/** Most credentials without a profile are new. So one statement looks for earlier facts, and not each of those that read them. */
const usedBefore = (from: Sql): Sql => sql`
select n.credential_id as id${from}
 where exists (select from usage_facts f where ${isEarlier(sql`interval '90 days'`)})`;

const beginDays = (from: Sql): Sql => sql`
insert into credential_days (org_id, credential_id, day, uses, hours)
select f.org_id, f.credential_id, (f.at at time zone 'UTC')::date, sum(f.uses),
       bit_or(1 << extract(hour from f.at at time zone 'UTC')::int)
${facts(from, sql`interval '35 days'`)}
 group by 1, 2, 3`;

const beginAddresses = (from: Sql): Sql => sql`
insert into credential_addresses (org_id, credential_id, address, known, first_seen_at, last_seen_at)
select f.org_id, f.credential_id, f.network, true, min(f.at), max(f.at)
  from (select f.org_id, f.credential_id, f.at,
               case when family(f.address::inet) = 6 then text(network(set_masklen(f.address::inet, 64))) else f.address end as network
        ${facts(from, sql`interval '90 days'`)}
         where f.address is not null) as f
 group by 1, 2, 3`;

const beginAll = (from: Sql): Sql => sql`
insert into credential_profiles (org_id, credential_id, first_seen_at, last_seen_at)
select f.org_id, f.credential_id, min(f.at), max(f.at)
${facts(from, sql`interval '90 days'`)}
 group by 1, 2`;

/** The facts that the judged uses add to the profile of a credential. */
export interface Lesson {
  credentialId: string;
  firstAt: Date;
  lastAt: Date;
  lastPlace: Profile['lastPlace'];
  addresses: SeenNow[];
  countries: SeenNow[];
  days: DayOfUse[];
}

export interface SeenNow {
  name: string;
  /** Whether the name is known from now on; a known name stays known. */
  known: boolean;
  firstAt: Date;
  lastAt: Date;
}

/** Addresses that are remembered of a credential; beyond, those that were not seen for the longest time are forgotten. */
const mostAddresses = 200;

/** Adds to the profiles. To be called by one transaction of a tenant at a time. */
export async function learnProfiles(tx: Tx, orgId: string, lessons: readonly Lesson[]): Promise<void> {
  if (lessons.length === 0) return;
  const times = lessons.map(({ credentialId, firstAt, lastAt, lastPlace }) => ({
    credentialId,
    firstAt,
    lastAt,
    lastPlace,
  }));
  await tx.run(addSeen(orgId, JSON.stringify(times)));
  const spread = (of: (lesson: Lesson) => readonly object[]): string =>
    JSON.stringify(
      lessons.flatMap((lesson) => of(lesson).map((part) => ({ credentialId: lesson.credentialId, ...part }))),
    );
  const days = spread((lesson) => lesson.days);
  await tx.run(addDays(orgId, days));
  const addresses = spread((lesson) => lesson.addresses);
  await tx.run(
    addPlaces({ table: sql`credential_addresses`, column: sql`address`, orgId, places: addresses }),
  );
  const countries = spread((lesson) => lesson.countries);
  await tx.run(
    addPlaces({ table: sql`credential_countries`, column: sql`country`, orgId, places: countries }),
  );
  const ids = lessons.filter(({ addresses }) => addresses.length > 0).map(({ credentialId }) => credentialId);
  await tx.run(forget(orgId, JSON.stringify(ids)));
}

const addSeen = (orgId: string, times: string): Sql => sql`
insert into credential_profiles as p (org_id, credential_id, first_seen_at, last_seen_at, last_place)
select ${orgId}, n."credentialId", n."firstAt", n."lastAt", n."lastPlace"
  from jsonb_to_recordset(${times}::jsonb) as n ("credentialId" text, "firstAt" timestamptz, "lastAt" timestamptz, "lastPlace" jsonb)
on conflict (org_id, credential_id) do update
  set first_seen_at = least(p.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at),
      last_place = coalesce(excluded.last_place, p.last_place)`;

const addDays = (orgId: string, days: string): Sql => sql`
insert into credential_days as d (org_id, credential_id, day, uses, hours)
select ${orgId}, n."credentialId", n.day, n.uses, n.hours
  from jsonb_to_recordset(${days}::jsonb) as n ("credentialId" text, day date, uses bigint, hours int)
on conflict (org_id, credential_id, day) do update set uses = d.uses + excluded.uses, hours = d.hours | excluded.hours`;

interface Places {
  table: Sql;
  column: Sql;
  orgId: string;
  places: string;
}

const addPlaces = ({ table, column, orgId, places }: Places): Sql => sql`
insert into ${table} as s (org_id, credential_id, ${column}, known, first_seen_at, last_seen_at)
select ${orgId}, n."credentialId", n.name, n.known, n."firstAt", n."lastAt"
  from jsonb_to_recordset(${places}::jsonb)
    as n ("credentialId" text, name text, known boolean, "firstAt" timestamptz, "lastAt" timestamptz)
on conflict (org_id, credential_id, ${column}) do update
  set last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`;

const forget = (orgId: string, ids: string): Sql => sql`
delete from credential_addresses a
 using (select credential_id, address, row_number() over (partition by credential_id order by last_seen_at desc, address) as place
          from credential_addresses where org_id = ${orgId} and credential_id = any (array(select jsonb_array_elements_text(${ids}::jsonb)))) as old
 where old.place > ${mostAddresses} and a.org_id = ${orgId} and a.credential_id = old.credential_id and a.address = old.address`;

/** Makes a place to come from a known one of the credential. */
export async function teachPlace(
  tx: Tx,
  orgId: string,
  credentialId: string,
  { kind, name }: { kind: 'address' | 'country'; name: string },
): Promise<void> {
  const [table, column] =
    kind === 'address'
      ? [sql`credential_addresses`, sql`address`]
      : [sql`credential_countries`, sql`country`];
  await tx.run(sql`
insert into ${table} as s (org_id, credential_id, ${column}, known, first_seen_at, last_seen_at)
values (${orgId}, ${credentialId}, ${name}, true, now(), now())
on conflict (org_id, credential_id, ${column}) do update set known = true`);
}
