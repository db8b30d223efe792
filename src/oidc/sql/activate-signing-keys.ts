import type { EntityManager } from '@mikro-orm/postgresql';
import type { TokenAlgorithm } from '../token-key.ts';

/** Lets the upcoming keys of these algorithms sign; there must be no active one. @returns their ids */
export async function activateSigningKeys(
  em: EntityManager,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
  secondsToSuccessor: number,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [secondsToSuccessor, orgId, algorithms.join(',')]);
  return rows.map(({ id }) => id);
}

const text = `
update signing_keys
   set status = 'ACTIVE', activates_at = now(), due_at = now() + ? * interval '1 second'
 where org_id = ? and status = 'UPCOMING' and algorithm = any(string_to_array(?, ','))
returning id`;
