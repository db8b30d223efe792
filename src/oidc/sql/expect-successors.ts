import type { EntityManager } from '@mikro-orm/postgresql';
import type { TokenAlgorithm } from '../token-key.ts';

/** The active keys of these algorithms have a successor that waits: they need no other. @returns their ids */
export async function expectSuccessors(
  em: EntityManager,
  orgId: string,
  algorithms: readonly TokenAlgorithm[],
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [orgId, algorithms.join(',')]);
  return rows.map(({ id }) => id);
}

const text = `
update signing_keys set due_at = null
 where org_id = ? and status = 'ACTIVE' and algorithm = any(string_to_array(?, ','))
returning id`;
