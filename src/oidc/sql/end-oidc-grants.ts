import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteOidcArtifacts } from './delete-oidc-artifacts.ts';

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

const text = deleteOidcArtifacts(
  `a.org_id = ? and a.user_id = ? and not (a.model = 'Session' and a.consumed_at is not null)`,
);

const tokens = deleteOidcArtifacts('a.org_id = ? and a.user_id = ? and a.grant_id is not null');
