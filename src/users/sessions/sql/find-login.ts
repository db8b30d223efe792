import type { EntityManager } from '@mikro-orm/postgresql';

export interface LoginRow {
  id: string;
  userId: string;
  browserId: string;
  amr: string[];
  authTime: string;
}

/**
 * Who is signed in to a tenant by the browser with this cookie. Somebody who may not sign in is not, whatever stands here.
 * When a login was last used is noted once a minute; not while somebody holds the person, who may be about to end it, and
 * whom the caller may wait for.
 */
export async function findLoginRow(
  em: EntityManager,
  orgId: string,
  tokenHash: Buffer,
): Promise<LoginRow | undefined> {
  const [row] = await em.execute<LoginRow[]>(text, [tokenHash, orgId, orgId, orgId]);
  return row;
}

/** Twelve hours without use end a login, and seven days end any (decisions 6.7). */
export const liveLogin = `l.expires_at > now() and l.last_seen_at > now() - interval '12 hours'`;

/** Whether a login goes on still, as whoever holds its person sees it. */
export async function isLive(em: EntityManager, orgId: string, id: string): Promise<boolean> {
  const text = `select from login_sessions l where l.org_id = ? and l.id = ? and ${liveLogin}`;
  const rows = await em.execute<object[]>(text, [orgId, id]);
  return rows.length > 0;
}

const text = `
with found as materialized (
  select l.id, l.user_id, l.browser_id, l.amr, l.auth_time, l.last_seen_at
    from browsers b
    join login_sessions l on l.browser_id = b.id
    join users u on u.org_id = l.org_id and u.id = l.user_id
   where b.token_hash = ? and l.org_id = ? and ${liveLogin}
     and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
), held as materialized (
  select found.id from found join users u on u.org_id = ? and u.id = found.user_id
   where found.last_seen_at < now() - interval '1 minute'
     for no key update of u skip locked
), seen as (
  update login_sessions l set last_seen_at = now() from held where l.org_id = ? and l.id = held.id
)
select id, user_id as "userId", browser_id as "browserId", amr, auth_time as "authTime" from found`;
