import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Takes a code by its time step, and forgets what failed before.
 * @returns whether no code of this step or a later one was taken before
 */
export async function useTotpStep(
  em: EntityManager,
  orgId: string,
  userId: string,
  step: number,
): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [step, orgId, userId, step]);
  return rows.length > 0;
}

const text = `
update totp_factors set last_step = ?, last_used_at = now(), failures = 0
 where org_id = ? and user_id = ? and last_step < ?
returning user_id`;
