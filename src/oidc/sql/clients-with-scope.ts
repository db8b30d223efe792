import type { EntityManager } from '@mikro-orm/postgresql';

/** The ids of clients that may ask for a scope, five at most. */
export async function clientsWithScope(em: EntityManager, orgId: string, scope: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [orgId, scope]);
  return rows.map(({ id }) => id);
}

const text = `
select id from oidc_clients where org_id = ? and scopes @> array[?::text] order by created_at, id limit 5`;
