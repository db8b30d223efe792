import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../../lib/rows.ts';
import type { SealedTotp } from './totp-enrolments.ts';

export interface TotpFactor {
  createdAt: Date;
  lastUsedAt: Date;
}

/** @returns undefined for whoever has set up no authenticator app */
export async function findTotpFactor(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<TotpFactor | undefined> {
  const [row] = await em.execute<Record<keyof TotpFactor, string>[]>(
    `select created_at as "createdAt", last_used_at as "lastUsedAt" from totp_factors where org_id = ? and user_id = ?`,
    [orgId, userId],
  );
  return row && { createdAt: dateOf(row.createdAt), lastUsedAt: dateOf(row.lastUsedAt) };
}

/**
 * Makes what was being set up the person's app, and forgets whatever else was.
 * @param step of the code that it was confirmed with
 * @returns whether the person had none; otherwise nothing has changed
 */
export async function addTotpFactor(
  em: EntityManager,
  orgId: string,
  userId: string,
  { secret, algorithm, digits, periodSeconds }: SealedTotp,
  step: number,
): Promise<boolean> {
  const added = await em.execute<object[]>(add, [
    orgId,
    userId,
    secret,
    algorithm,
    digits,
    periodSeconds,
    step,
  ]);
  if (added.length === 0) return false;
  await em.execute('delete from totp_enrolments where org_id = ? and user_id = ?', [orgId, userId]);
  return true;
}

const add = `
insert into totp_factors (org_id, user_id, secret, algorithm, digits, period_seconds, last_step, created_at, last_used_at)
values (?, ?, ?, ?, ?, ?, ?, now(), now())
on conflict do nothing
returning user_id`;
