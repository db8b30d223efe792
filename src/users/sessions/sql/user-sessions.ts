import { sql, type Sql } from '../../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import { liveLogin } from './logins.ts';

/** A login as callers of the API see it. */
export interface UserSession {
  id: string;
  createdAt: string;
  authTime: string;
  lastSeenAt: string;
  expiresAt: string;
  amr: string[];
  connectionId: string | null;
  address: string | null;
  userAgent: string | null;
}

// The index login_sessions_of_known_user bounds both statements: they read the logins of one user.
const live = (orgId: string, userId: string): Sql =>
  sql`from login_sessions l where l.org_id = ${orgId} and l.user_id = ${userId} and ${liveLogin}`;

/** Lists the logins of a user that go on, the newest first. */
export const pageOfSessions = (
  tx: Tx,
  orgId: string,
  userId: string,
  window: Window,
): Promise<ListPage<UserSession>> =>
  pageOfRows<UserSession, UserSession>(
    tx,
    {
      from: live(orgId, userId),
      columns: `l.id, l.created_at as "createdAt", l.auth_time as "authTime", l.last_seen_at as "lastSeenAt",
                l.expires_at as "expiresAt", l.amr, l.connection_id as "connectionId", l.address, l.user_agent as "userAgent"`,
      order: byTime('l.created_at', 'l.id', '-createdAt'),
      toRow: (row) => row,
    },
    window,
  );

/** Returns how many logins of a user go on. */
export async function countSessions(tx: Tx, orgId: string, userId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`select count(*)::int as count ${live(orgId, userId)}`);
  return row?.count ?? 0;
}

/** Tells whether a login goes on and belongs to this user. */
export async function hasSession(
  tx: Tx,
  orgId: string,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  return tx.has(sql`select ${live(orgId, userId)} and l.id = ${id}`);
}
