import type { EntityManager } from '@mikro-orm/postgresql';
import type { SealedTotp } from './totp-enrolments.ts';

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
  em: EntityManager,
  orgId: string,
  userId: string,
  { most }: { most: number | null },
): Promise<ChargedAttempt | undefined> {
  const [row] = await em.execute<ChargedAttempt[]>(text, [orgId, userId, most]);
  return row;
}

const text = `
update totp_factors set failures = failures + 1
 where org_id = ? and user_id = ? and failures < coalesce(?::integer, 2147483647)
returning secret, algorithm, digits, period_seconds as "periodSeconds", failures`;
