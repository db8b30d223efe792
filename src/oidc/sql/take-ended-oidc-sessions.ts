import type { EntityManager } from '@mikro-orm/postgresql';

/** Takes the engine's sessions of a login that has ended out of the table; whoever comes second finds none. */
export async function takeEndedOidcSessions(
  em: EntityManager,
  orgId: string,
  { userId, loginId }: { userId: string; loginId: string },
): Promise<{ idHash: Buffer; sealed: Buffer }[]> {
  return em.execute(text, [orgId, userId, loginId]);
}

const text = `
delete from oidc_artifacts
 where org_id = ? and user_id = ? and login_id = ? and model = 'Session' and consumed_at is not null
returning id_hash as "idHash", sealed`;
