import { shared, sql, type Sql, type SqlValue } from '../../../lib/sql.ts';
import type { LastWrite } from '../../../platform/last-writes.ts';
import type { Tx } from '../../../platform/tx.ts';
import { nameHash } from '../../directory/sql/names.ts';

export interface AttemptLimits {
  lockoutThreshold: number;
  lockoutWindowSeconds: number;
  lockoutDurationSeconds: number;
}

/**
 * Counts an attempt before it is judged, so that a thousand at once are not a thousand guesses; one that succeeds is
 * forgiven. The last one that is allowed locks until it is.
 * @returns how many there were in this window, this one included; undefined when it is one too many
 */
export async function takeAttemptRow(
  tx: Tx,
  orgId: string,
  { name, browser }: { name: string; browser: string },
  limits: AttemptLimits,
): Promise<number | undefined> {
  const row = await tx.row<{ failures: number }>(sql`
insert into sign_in_failures as f (org_id, name_hash, browser, window_started_at, failures)
values (${orgId}, ${nameHash(name)}, ${browser}, now(), 1)
${countedAttempt(limits)}`);
  return row?.failures;
}

/** Counts one attempt less, and so one that locked locks no more. */
export async function takeBackAttempt(
  tx: Tx,
  orgId: string,
  { name, browser }: { name: string; browser: string },
): Promise<void> {
  await tx.run(sql`
update sign_in_failures set failures = greatest(failures - 1, 0), locked_until = null
 where org_id = ${orgId} and name_hash = ${nameHash(name)} and browser = ${browser}`);
}

/** @param browser all of them when it is undefined */
export async function forgiveAttempts(
  tx: Tx,
  orgId: string,
  { names, browser }: { names: readonly string[]; browser?: string },
): Promise<void> {
  const only = shared(browser ?? null);
  await tx.run(sql`
delete from sign_in_failures
 where org_id = ${orgId}
   and name_hash in (select ${nameHash(sql`name`)} from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name)
   and (${only}::text is null or browser = ${only})`);
}

/** The {@link AttemptLimits}, as values or as parts of a statement. */
type SqlLimits = Readonly<Record<keyof AttemptLimits, SqlValue | Sql>>;

/**
 * Returns the end of a statement that inserts an attempt into `sign_in_failures f`. No row returns if it is one too many. A lock that
 * has ended begins a new count, and so does a window.
 */
export function countedAttempt(limits: SqlLimits): Sql {
  const live = sql`f.locked_until is null and f.window_started_at > now() - ${limits.lockoutWindowSeconds} * interval '1 second'`;
  return sql`
on conflict (org_id, name_hash, browser) do update
   set window_started_at = case when ${live} then f.window_started_at else now() end,
       failures = case when ${live} then f.failures + 1 else 1 end,
       locked_until = case when ${live} and f.failures + 1 >= ${limits.lockoutThreshold}
                           then now() + ${limits.lockoutDurationSeconds} * interval '1 second' end
 where f.locked_until is null or f.locked_until <= now()
returning failures`;
}

/** Deletes the earlier failures of one count with the last statement of the transaction. */
export const forgivenRow = (
  orgId: string,
  { name, browser }: { name: string; browser: string },
): LastWrite => ({
  parts: [
    [
      'forgiven',
      sql`delete from sign_in_failures
        where org_id = ${orgId} and name_hash = ${nameHash(name)} and browser = ${browser}`,
    ],
  ],
});
