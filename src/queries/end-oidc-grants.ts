import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends what was issued for a person, wherever: sessions, grants, codes and tokens. Sessions that have ended stay until it
 * is read from them which clients are to be told.
 */
export async function endOidcGrantsOf(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute(text, [orgId, userId]);
}

const text = `
delete from oidc_artifacts
 where org_id = ? and user_id = ? and not (model = 'Session' and consumed_at is not null)`;
