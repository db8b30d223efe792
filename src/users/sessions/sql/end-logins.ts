import type { EntityManager } from '@mikro-orm/postgresql';

export interface EndedLogin {
  id: string;
  userId: string;
  userName: string;
}

/** Which logins end: one by its id, those of a person but one, or that of a browser that is somebody else's. */
export type WhichLogins =
  | { id: string }
  | { userId: string; except: string | null }
  | { browserId: string; besidesUser: string };

/** @returns what has ended; nobody is signed in by it any more */
export async function endLoginRows(
  em: EntityManager,
  orgId: string,
  which: WhichLogins,
): Promise<EndedLogin[]> {
  if ('id' in which) return em.execute(ending('l.id = ?'), [orgId, which.id]);
  if ('userId' in which)
    return em.execute(ending('l.user_id = ? and l.id is distinct from ?'), [
      orgId,
      which.userId,
      which.except,
    ]);
  return em.execute(ending('l.browser_id = ? and l.user_id <> ?'), [
    orgId,
    which.browserId,
    which.besidesUser,
  ]);
}

const ending = (condition: string): string => `
delete from login_sessions l using users u
 where l.org_id = ? and ${condition} and u.org_id = l.org_id and u.id = l.user_id
returning l.id, l.user_id as "userId", coalesce(u.display_name, u.username) as "userName"`;
