import type { EntityManager } from '@mikro-orm/postgresql';

/** Takes the owner from the identities of a person. @returns those that are not deleted, by id */
export async function disownIdentities(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await em.execute<{ id: string; name: string; present: boolean }[]>(disown, [
    orgId,
    userId,
    orgId,
  ]);
  return rows.filter(({ present }) => present);
}

// Locked in the order of their ids, as everything that locks more than one row does.
const disown = `
with owned as materialized (
  select id from identities where org_id = ? and owner_user_id = ? order by id for no key update
)
update identities i set owner_user_id = null, version = i.version + 1, updated_at = now()
  from owned where i.org_id = ? and i.id = owned.id
returning i.id, i.name, i.deleted_at is null as present`;
