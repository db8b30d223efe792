import type { EntityManager } from '@mikro-orm/postgresql';

/** Removes keys for good: nobody can verify any more what they signed. */
export async function removeSigningKeys(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  await em.execute(`delete from signing_keys where org_id = ? and id = any(string_to_array(?, ','))`, [
    orgId,
    ids.join(','),
  ]);
}
