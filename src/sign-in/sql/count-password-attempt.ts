import { named, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { type Clock, clockColumns } from '../../platform/sql/clock.ts';
import type { Tx } from '../../platform/tx.ts';
import { nameHash, type PersonNamed, selectPersonNamed } from '../../users/directory/sql/names.ts';
import { type AttemptLimits, countedAttempt } from '../../users/sessions/sql/attempts.ts';
import { foundBrowser } from '../../users/sessions/sql/browsers.ts';
import type { AskedSignIn } from './opened-sign-in.ts';

/** A password attempt that was counted, and is not judged yet. */
export interface CountedPassword extends Clock {
  /** The typed name; null if no sign-in waits for a password, or if the attempt is one too many. Then nothing has changed. */
  typed: string | null;
  /** As in `Counted`. */
  browser: string;
  failures: number;
  lockoutThreshold: number;
  person: PersonNamed | undefined;
}

type Row = Omit<CountedPassword, 'person'> & { [Name in keyof PersonNamed]: PersonNamed[Name] | null };

/**
 * Counts an attempt at a password before it is judged, and reads what it is judged by. One statement does what the ordinary way does
 * with the sign-in locked. The row of the count decides between attempts at the same time.
 * @param usual the limits where the tenant has set none
 */
export async function countPassword(
  tx: Tx,
  asked: AskedSignIn,
  usual: AttemptLimits,
): Promise<CountedPassword | undefined> {
  const row = await tx.row<Row>(named('count-password', count(asked, shared(asked.orgId), usual)));
  if (!row) return undefined;
  const { id, status, name, passwordHash, passwordChangedAt, ...rest } = row;
  const isThere = id !== null && status !== null && name !== null;
  return { ...rest, person: isThere ? { id, status, name, passwordHash, passwordChangedAt } : undefined };
}

const hashOfName = nameHash(sql`counted.identifier`);

const counted = countedAttempt({
  lockoutThreshold: sql`(select threshold from limits)`,
  lockoutWindowSeconds: sql`(select seconds from limits)`,
  lockoutDurationSeconds: sql`(select duration from limits)`,
});

const count = ({ tokenHash, id }: AskedSignIn, orgId: Shared, usual: AttemptLimits): Sql => sql`
with ${foundBrowser(tokenHash)},
opened as materialized (
  select s.identifier, s.browser_id from found b join sign_ins s on s.browser_id = b.id
   where s.org_id = ${orgId} and s.id = ${id} and s.completed_at is null and s.expires_at > now() and s.amr = '{}'
     and s.identifier is not null
), named as materialized (
  select person.* from opened, lateral (${selectPersonNamed(orgId, sql`opened.identifier`)}) person
), limits as materialized (
  select coalesce((c.settings ->> 'lockoutThreshold')::int, ${usual.lockoutThreshold}::int) as threshold,
         coalesce((c.settings ->> 'lockoutWindowSeconds')::int, ${usual.lockoutWindowSeconds}::int) as seconds,
         coalesce((c.settings ->> 'lockoutDurationSeconds')::int, ${usual.lockoutDurationSeconds}::int) as duration
    from (values (1)) one left join auth_configs c on c.org_id = ${orgId} and c.name = 'password_policy'
), counted as materialized (
  select opened.identifier,
         case when exists (select from known_browsers k
                            where k.org_id = ${orgId} and k.user_id = (select id from named) and k.browser_id = opened.browser_id)
              then opened.browser_id::text else '' end as browser
    from opened
), taken as (
  insert into sign_in_failures as f (org_id, name_hash, browser, window_started_at, failures)
  select ${orgId}, ${hashOfName}, counted.browser, now(), 1 from counted
  ${counted}
)
select ${clockColumns(orgId)}, case when taken.failures is not null then counted.identifier end as typed, counted.browser,
       taken.failures, limits.threshold as "lockoutThreshold", named.*
  from limits left join counted on true left join taken on true left join named on true`;
