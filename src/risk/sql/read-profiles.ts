import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf, dateOrNull } from '../../lib/rows.ts';

/** A place to come from that was seen, and whether that is no news (migrations/0011_risk.ts). */
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
  /** Of the last 35 days, the latest first. */
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
export async function readProfiles(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
): Promise<Profile[]> {
  const rows = await em.execute<Raw[]>(text, [orgId, JSON.stringify(ids)]);
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

const seen = (table: string, name: string): string => `(
         select json_agg(json_build_object('name', ${name}, 'known', known, 'lastSeenAt', last_seen_at))
           from ${table} s where s.org_id = c.org_id and s.credential_id = c.id)`;

const text = `
select c.id as "credentialId", c.name as "credentialName", c.identity_id as "identityId", c.created_at as "createdAt",
       c.observed_since as "observedSince", p.first_seen_at as "firstSeenAt", p.last_seen_at as "lastSeenAt", p.last_place as "lastPlace",
       ${seen('credential_addresses', 'address')} as addresses,
       ${seen('credential_countries', 'country')} as countries, (
         select json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'uses', uses, 'hours', hours) order by day desc)
           from credential_days d
          where d.org_id = c.org_id and d.credential_id = c.id and d.day > (now() at time zone 'UTC')::date - 36) as days, (
         select json_agg(json_build_object('name', s.scope, 'firstUsedAt', s.first_used_at, 'told', exists (
                  select from anomalies a
                   where a.org_id = c.org_id and a.credential_id = c.id and a.type = 'NEW_SCOPE' and a.subject = s.scope)))
           from scope_uses s where s.org_id = c.org_id and s.credential_id = c.id) as scopes
  from credentials c
  left join credential_profiles p on p.org_id = c.org_id and p.credential_id = c.id
 where c.org_id = ? and c.id = any (array(select jsonb_array_elements_text(?::jsonb))) and c.deleted_at is null
 order by c.id`;
