import type { EntityManager } from '@mikro-orm/postgresql';

/** Ends the engine's sessions of logins that have ended, and with them the tokens that last as long as a session. */
export async function endOidcSessions(
  em: EntityManager,
  orgId: string,
  logins: readonly { id: string; userId: string }[],
): Promise<void> {
  if (logins.length === 0) return;
  const userIds = [...new Set(logins.map(({ userId }) => userId))];
  await em.execute(text, [orgId, JSON.stringify(userIds), JSON.stringify(logins.map(({ id }) => id))]);
}

const text = `
delete from oidc_artifacts
 where org_id = ? and user_id in (select jsonb_array_elements_text(?::jsonb)) and model = 'Session'
   and login_id in (select jsonb_array_elements_text(?::jsonb))`;
