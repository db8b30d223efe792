import { dateOf } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { User } from '../../directory/entities/user.ts';
import type { SealedTotp } from './totp-enrolments.ts';

export interface TotpFactor {
  createdAt: Date;
  lastUsedAt: Date;
}

/** @returns undefined for a user who has set up no authenticator app */
export async function findTotpFactor(tx: Tx, orgId: string, userId: string): Promise<TotpFactor | undefined> {
  const row = await tx.row<Record<keyof TotpFactor, string>>(
    sql`select created_at as "createdAt", last_used_at as "lastUsedAt" from totp_factors where org_id = ${orgId} and user_id = ${userId}`,
  );
  return row && { createdAt: dateOf(row.createdAt), lastUsedAt: dateOf(row.lastUsedAt) };
}

/**
 * Makes the app that was being set up the user's app, and deletes the user's other unfinished set-ups.
 * @param step of the code that confirmed the app
 * @returns whether the user had no app before; otherwise nothing has changed
 */
export async function addTotpFactor(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  sealed: Locked<SealedTotp>,
  step: number,
): Promise<boolean> {
  const added = await tx.run(add(orgId, { ...sealed, userId, step }));
  if (added === 0) return false;
  await tx.run(sql`delete from totp_enrolments where org_id = ${orgId} and user_id = ${userId}`);
  return true;
}

type NewFactor = SealedTotp & { userId: string; step: number };

const add = (
  orgId: string,
  { userId, secret, algorithm, digits, periodSeconds, step }: NewFactor,
): Sql => sql`
insert into totp_factors (org_id, user_id, secret, algorithm, digits, period_seconds, last_step, created_at, last_used_at)
values (${orgId}, ${userId}, ${secret}, ${algorithm}, ${digits}, ${periodSeconds}, ${step}, now(), now())
on conflict do nothing
returning user_id`;

export interface ChargedAttempt extends SealedTotp {
  /** Wrong codes since the last right one, this attempt included. */
  failures: number;
}

/**
 * Counts an attempt as a failure before anybody knows whether it is one; `useTotpStep` takes that back. So no number of
 * parallel attempts gets past the limit, and each waits for the one before.
 * @param most how many failures in a row there may be; null: any number
 * @returns undefined when no attempt may be made: there is no app, or there were too many
 */
export async function chargeTotpAttempt(
  tx: Tx,
  orgId: string,
  userId: string,
  { most }: { most: number | null },
): Promise<ChargedAttempt | undefined> {
  return tx.row<ChargedAttempt>(charge(orgId, userId, most));
}

const charge = (orgId: string, userId: string, most: number | null): Sql => sql`
update totp_factors set failures = failures + 1
 where org_id = ${orgId} and user_id = ${userId} and failures < coalesce(${most}::integer, 2147483647)
returning secret, algorithm, digits, period_seconds as "periodSeconds", failures`;

/**
 * Takes a code by its time step, and forgets what failed before.
 * @returns whether no code of this step or a later one was taken before
 */
export async function useTotpStep(tx: Tx, orgId: string, userId: string, step: number): Promise<boolean> {
  return tx.has(use(orgId, userId, step));
}

const use = (orgId: string, userId: string, step: number): Sql => sql`
update totp_factors set last_step = ${step}, last_used_at = now(), failures = 0
 where org_id = ${orgId} and user_id = ${userId} and last_step < ${step}
returning user_id`;

/** Deletes the user's authenticator app. The user's recovery codes stop working. */
export async function forgetTotp(tx: Tx, orgId: string, userId: string): Promise<void> {
  for (const table of ['totp_factors', 'totp_enrolments', 'recovery_codes'])
    await tx.run(sql`delete from ${sql.raw(table)} where org_id = ${orgId} and user_id = ${userId}`);
}
