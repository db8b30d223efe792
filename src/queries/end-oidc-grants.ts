import type { EntityManager } from '@mikro-orm/postgresql';

/** Ends what was issued for a person, wherever: sessions, grants, codes and tokens. */
export async function endOidcGrantsOf(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from oidc_artifacts where org_id = ? and user_id = ?', [orgId, userId]);
}
