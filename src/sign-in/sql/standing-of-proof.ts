import { sql, type Sql } from '../../lib/sql.ts';
import { liveLogin } from '../../users/sessions/sql/logins.ts';
import type { Tx } from '../../platform/tx.ts';

/** The present state of everything that the proof of a sign-in rests on. */
export interface StandingOfProof {
  passwordChangedAt: string | null;
  /** Whether the login lives that was asked for; true when none was. */
  loginLives: boolean;
  /** Whether the access pass is there that was asked for; true when none was. */
  passLives: boolean;
  /** Whether the link to the dashboard is there that was asked for; true when none was. */
  linkLives: boolean;
}

interface AskedProof {
  orgId: string;
  userId: string;
  loginId: string | null;
  passId: string | null;
  linkId: string | null;
}

/** @returns undefined when the person may not sign in (any more) */
export async function standingOfProof(
  tx: Tx,
  orgId: string,
  asked: Omit<AskedProof, 'orgId'>,
): Promise<StandingOfProof | undefined> {
  return tx.row<StandingOfProof>(standing({ orgId, ...asked }));
}

const standing = ({ orgId, userId, loginId, passId, linkId }: AskedProof): Sql => sql`
select u.password_changed_at as "passwordChangedAt",
       (${loginId}::text is null or exists (
         select from login_sessions l
          where l.org_id = u.org_id and l.id = ${loginId} and l.user_id = u.id and ${liveLogin})) as "loginLives",
       (${passId}::text is null or exists (
         select from access_passes p where p.org_id = u.org_id and p.user_id = u.id and p.id = ${passId})) as "passLives",
       (${linkId}::text is null or exists (
         select from dashboard_links d where d.org_id = u.org_id and d.user_id = u.id and d.id = ${linkId})) as "linkLives"
  from users u
 where u.org_id = ${orgId} and u.id = ${userId} and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())`;
