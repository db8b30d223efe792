import type { EntityManager } from '@mikro-orm/postgresql';
import { liveLogin } from './find-login.ts';

export interface ListedLogin {
  id: string;
  address: string | null;
  userAgent: string | null;
  authTime: string;
  lastSeenAt: string;
}

/** More than anybody has browsers; whoever has more ends them all. */
const mostShown = 100;

/** Where a person is signed in, the latest first. */
export async function listLogins(em: EntityManager, orgId: string, userId: string): Promise<ListedLogin[]> {
  return em.execute<ListedLogin[]>(text, [orgId, userId, mostShown]);
}

const text = `
select l.id, l.address, l.user_agent as "userAgent", l.auth_time as "authTime", l.last_seen_at as "lastSeenAt"
  from login_sessions l
 where l.org_id = ? and l.user_id = ? and ${liveLogin}
 order by l.last_seen_at desc, l.id limit ?`;
