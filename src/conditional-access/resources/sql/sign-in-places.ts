import type { Point } from '../../judge/location.ts';
import { type Shared, sql, type Sql, type SqlValue } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The traces of earlier sign-ins of a user. */
export interface PastOfSignIns {
  /** The countries, each with the time of the last sign-in from there. */
  countries: Record<string, string>;
  /** Where the last sign-in with a known place came from. */
  last: (Point & { at: string }) | null;
  hasBrowsers: boolean;
  knowsBrowser: boolean;
  /** Recent failures, counted up to those that make a burst. */
  failures: number;
}

interface Asked {
  userId: string;
  /** Undefined if no browser asks. */
  browserId: string | undefined;
  now: Date;
  burst: { failures: number; minutes: number };
}

/**
 * Reads what a sign-in is compared with. Failures are read from the audit log: a right password deletes its row of
 * `sign_in_failures`, and so the trace of the guesses before it.
 */
export async function pastOfSignIns(
  tx: Tx,
  orgId: string,
  { userId, browserId, now, burst }: Asked,
): Promise<PastOfSignIns> {
  const row = await tx.row<PastOfSignIns>(
    selectPastOfSignIns({
      orgId,
      userId,
      browserId: browserId ?? null,
      now: now.toISOString(),
      most: burst.failures,
      minutes: burst.minutes,
    }),
  );
  if (!row) throw new Error('a statement without a table returned no row');
  return row;
}

/** {@link PastOfSignIns} is read by these: values, or parts of the statement around it. */
type AskedParts = Readonly<
  Record<'orgId' | 'userId' | 'browserId' | 'now' | 'most' | 'minutes', SqlValue | Shared | Sql>
>;

/** Returns a statement that reads {@link PastOfSignIns}. */
export const selectPastOfSignIns = ({ orgId, userId, browserId, now, most, minutes }: AskedParts): Sql => sql`
select coalesce(p.countries, '{}') as countries,
       case when p.located_at is not null then
         jsonb_build_object('latitude', p.latitude, 'longitude', p.longitude, 'at', p.located_at) end as last,
       exists (select from known_browsers k where k.org_id = ${orgId} and k.user_id = ${userId}) as "hasBrowsers",
       exists (select from known_browsers k
                where k.org_id = ${orgId} and k.user_id = ${userId} and k.browser_id = ${browserId}::uuid) as "knowsBrowser",
       (select count(*)::int from (
          select from audit_logs a
           where a.org_id = ${orgId} and a.target_id = ${userId} and a.action = 'user.login_failed'
             and a.created_at > ${now}::timestamptz - ${minutes} * interval '1 minute'
           limit ${most}) failed) as failures
  from (values (1)) one left join sign_in_places p on p.org_id = ${orgId} and p.user_id = ${userId}`;

/** More countries than a user signs in from in half a year. A user with more loses the oldest. */
const mostCountries = 50;

interface SeenPlace {
  userId: string;
  country?: string | undefined;
  point?: Point | undefined;
  now: Date;
}

/** Remembers where a user signs in from. A user has one row, however often the user signs in. */
export async function rememberPlace(tx: Tx, orgId: string, place: SeenPlace): Promise<void> {
  await tx.run(remember(orgId, place));
}

const kept = (column: string): Sql =>
  sql.raw(`${column} = case when excluded.located_at is null then p.${column} else excluded.${column} end`);

const remember = (orgId: string, { userId, country, point, now }: SeenPlace): Sql => {
  const at = now.toISOString();
  const countries = JSON.stringify(country === undefined ? {} : { [country]: at });
  return sql`
insert into sign_in_places as p (org_id, user_id, countries, latitude, longitude, located_at, last_seen_at)
values (${orgId}, ${userId}, ${countries}::jsonb,
        ${point?.latitude ?? null}::float8, ${point?.longitude ?? null}::float8, ${point ? at : null}::timestamptz, ${at}::timestamptz)
on conflict (org_id, user_id) do update
   set countries = (select coalesce(jsonb_object_agg(key, value), '{}') from (
                      select key, value from jsonb_each(p.countries || excluded.countries)
                       order by value #>> '{}' desc, key limit ${mostCountries}) newest),
       ${sql.join(['latitude', 'longitude', 'located_at'].map(kept))}, last_seen_at = excluded.last_seen_at`;
};
