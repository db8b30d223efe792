import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends what was issued for a person, wherever: sessions, grants, codes and tokens. Sessions that have ended stay until it
 * is read from them which clients are to be told.
 */
export async function endOidcGrantsOf(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute(text, [orgId, userId]);
}

/** Ends what applications hold for a person, whether it lasts as long as a login or not. Sessions and what they are asked go on. */
export async function endOidcTokensOf(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute(tokens, [orgId, userId]);
}

const text = `
delete from oidc_artifacts
 where org_id = ? and user_id = ? and not (model = 'Session' and consumed_at is not null)`;

const tokens = 'delete from oidc_artifacts where org_id = ? and user_id = ? and grant_id is not null';
