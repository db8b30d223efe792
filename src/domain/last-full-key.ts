import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { otherFullKey } from '../queries/other-full-key.ts';

/**
 * Of credentials with scope `*` that are all to lose it, the one that must not, or nobody could manage the tenant any more.
 * The tenant must be locked.
 * @returns undefined when another one is left that works, or none of these does
 */
export async function lastFullKey(em: EntityManager, ids: readonly string[]): Promise<string | undefined> {
  const { orgId } = tenancyOf(em);
  const remains = (without: readonly string[]) => otherFullKey(em, orgId, { credentialIds: without });
  if (ids.length === 0 || (await remains(ids))) return undefined;
  for (const id of ids) if (await remains(ids.filter((other) => other !== id))) return id;
  return undefined;
}
