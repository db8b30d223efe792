import { currentCertificate } from '../../../users/sessions/sql/logins.ts';
import type { FrontChannel } from '../../../lib/front-channel.ts';
import { type Shared, sql, type Sql, type SqlValue } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Facts that decide about a user, and are read when the user is judged. */
export interface JudgedUser {
  /** The ids of the groups of the user. */
  groups: string[];
  /** Where the last request of the browser of a login came from; null without the login. */
  front: FrontChannel | null;
}

/** @param of.frontOf a login of the user */
export async function readJudgedUser(
  tx: Tx,
  orgId: string,
  { userId, frontOf }: { userId: string; frontOf?: string | undefined },
): Promise<JudgedUser> {
  const row = await tx.row<JudgedUser>(sql`select ${columnsOfJudgedUser(orgId, userId, frontOf ?? null)}`);
  if (!row) throw new Error('a statement without a table returned no row');
  return row;
}

const certificate = currentCertificate('l');

/**
 * Returns the columns of {@link JudgedUser}. A login that is over counts until its row is removed. If no proxy tells of a
 * certificate, the one that the device origin has seen counts.
 */
export const columnsOfJudgedUser = (
  orgId: SqlValue | Shared | Sql,
  userId: SqlValue | Shared | Sql,
  loginId: SqlValue | Shared | Sql,
): Sql =>
  sql`array(select m.group_id from group_members m where m.org_id = ${orgId} and m.user_id = ${userId}) as groups,
       (select jsonb_strip_nulls(jsonb_build_object('certificate', ${certificate})) || l.front
          from login_sessions l where l.org_id = ${orgId} and l.id = ${loginId} and l.user_id = ${userId}) as front`;
