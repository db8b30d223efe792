import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../lib/rows.ts';
import type { SealedTotp } from './totp-enrolments.ts';

export interface ChargedAttempt extends SealedTotp {
  /** The step of the last code that was taken. */
  lastStep: number;
  /** Set when this attempt, unless it is right, was the last one for now. */
  lockedUntil: Date | null;
}

interface Limit {
  maxAttempts: number;
  lockoutSeconds: number;
}

/**
 * Counts an attempt as a failure before anybody knows whether it is one; `useTotpStep` takes that back. So no number of
 * parallel attempts gets past the limit, and each waits for the one before.
 * @returns undefined when no attempt may be made: there is no app, or it is locked
 */
export async function chargeTotpAttempt(
  em: EntityManager,
  orgId: string,
  userId: string,
  { maxAttempts, lockoutSeconds }: Limit,
): Promise<ChargedAttempt | undefined> {
  type Raw = Omit<ChargedAttempt, 'lastStep' | 'lockedUntil'> & { lastStep: string; lockedUntil: string | null };
  const [row] = await em.execute<Raw[]>(text, [
    ...[maxAttempts, maxAttempts, maxAttempts, lockoutSeconds, longest, orgId, userId],
  ]);
  return row && { ...row, lastStep: Number(row.lastStep), lockedUntil: dateOrNull(row.lockedUntil) };
}

/** Twice as long each time, up to a day: whoever goes on for a year has tried a few thousand of a million codes. */
const longest = 86_400;

const text = `
update totp_factors set
  failures = case when failures + 1 >= ? then 0 else failures + 1 end,
  lockouts = case when failures + 1 >= ? then lockouts + 1 else lockouts end,
  locked_until = case when failures + 1 >= ?
    then now() + least(? * power(2, least(lockouts, 20)), ?) * interval '1 second' end
 where org_id = ? and user_id = ? and (locked_until is null or locked_until <= now())
returning secret, algorithm, digits, period_seconds as "periodSeconds", last_step as "lastStep",
  locked_until as "lockedUntil"`;
