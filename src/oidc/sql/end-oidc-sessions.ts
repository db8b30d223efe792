import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends the engine's sessions of logins that have ended, and with them the tokens that last as long as a session. The rows
 * stay until it is read from them which clients are to be told (oidc/sql/take-ended-oidc-sessions.ts).
 * @returns the logins that had one
 */
export async function endOidcSessions(
  em: EntityManager,
  orgId: string,
  logins: readonly { id: string; userId: string }[],
): Promise<{ loginId: string; userId: string }[]> {
  if (logins.length === 0) return [];
  const userIds = [...new Set(logins.map(({ userId }) => userId))];
  return em.execute(text, [orgId, JSON.stringify(userIds), JSON.stringify(logins.map(({ id }) => id))]);
}

const text = `
with ended as (
  update oidc_artifacts set consumed_at = now()
   where org_id = ? and user_id in (select jsonb_array_elements_text(?::jsonb)) and model = 'Session'
     and login_id in (select jsonb_array_elements_text(?::jsonb)) and consumed_at is null
  returning login_id, user_id
)
select distinct login_id as "loginId", user_id as "userId" from ended`;
