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
  { lockoutThreshold, lockoutWindowSeconds, lockoutDurationSeconds }: AttemptLimits,
): Promise<number | undefined> {
  const [row] = await tx.execute<{ failures: number }[]>(take, {
    orgId,
    name,
    browser,
    lockoutThreshold,
    lockoutWindowSeconds,
    lockoutDurationSeconds,
  });
  return row?.failures;
}

/** Counts one attempt less, and so one that locked locks no more. */
export async function takeBackAttempt(
  tx: Tx,
  orgId: string,
  { name, browser }: { name: string; browser: string },
): Promise<void> {
  await tx.execute(takeBack, [orgId, name, browser]);
}

/** @param browser all of them when it is undefined */
export async function forgiveAttempts(
  tx: Tx,
  orgId: string,
  { names, browser }: { names: readonly string[]; browser?: string },
): Promise<void> {
  await tx.execute(forgive, { orgId, names: JSON.stringify(names), browser: browser ?? null });
}

/** Where a statement has the {@link AttemptLimits}. */
type LimitNames = Readonly<Record<keyof AttemptLimits, string>>;

/**
 * Returns the end of a statement that inserts an attempt into `sign_in_failures f`. No row returns if it is one too many. A lock that
 * has ended begins a new count, and so does a window.
 */
export function countedAttempt(limits: LimitNames): string {
  const live = `f.locked_until is null and f.window_started_at > now() - ${limits.lockoutWindowSeconds} * interval '1 second'`;
  return `
on conflict (org_id, name_hash, browser) do update
   set window_started_at = case when ${live} then f.window_started_at else now() end,
       failures = case when ${live} then f.failures + 1 else 1 end,
       locked_until = case when ${live} and f.failures + 1 >= ${limits.lockoutThreshold}
                           then now() + ${limits.lockoutDurationSeconds} * interval '1 second' end
 where f.locked_until is null or f.locked_until <= now()
returning failures`;
}

const take = `
insert into sign_in_failures as f (org_id, name_hash, browser, window_started_at, failures)
values (:orgId, ${nameHash(':name')}, :browser, now(), 1)
${countedAttempt({
  lockoutThreshold: ':lockoutThreshold',
  lockoutWindowSeconds: ':lockoutWindowSeconds',
  lockoutDurationSeconds: ':lockoutDurationSeconds',
})}`;

const takeBack = `
update sign_in_failures set failures = greatest(failures - 1, 0), locked_until = null
 where org_id = ? and name_hash = ${nameHash('?')} and browser = ?`;

const forgive = `
delete from sign_in_failures
 where org_id = :orgId and name_hash in (select ${nameHash('name')} from jsonb_array_elements_text(:names::jsonb) as name)
   and (:browser::text is null or browser = :browser)`;

/** Deletes the earlier failures of one count with the last statement of the transaction. */
export const forgivenRow = (
  orgId: string,
  { name, browser }: { name: string; browser: string },
): LastWrite => ({
  parts: [
    [
      'forgiven',
      `delete from sign_in_failures
        where org_id = :forgivenOrgId and name_hash = ${nameHash(':forgivenName')} and browser = :forgivenBrowser`,
    ],
  ],
  values: { forgivenOrgId: orgId, forgivenName: name, forgivenBrowser: browser },
});
