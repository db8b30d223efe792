import type { EntityManager } from '@mikro-orm/postgresql';
import type { TokenAlgorithm } from '../token-key.ts';

/** Ends what the active keys of these algorithms sign. They stay published so long. @returns their ids */
export async function retireSigningKeys(
  em: EntityManager,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
  keptSeconds: number,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [keptSeconds, orgId, algorithms.join(',')]);
  return rows.map(({ id }) => id);
}

const text = `
update signing_keys
   set status = 'RETIRED', retired_at = now(), due_at = now() + ? * interval '1 second'
 where org_id = ? and status = 'ACTIVE' and algorithm = any(string_to_array(?, ','))
returning id`;
