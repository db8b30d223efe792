import { sql, type Sql } from '../../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { UserStatus } from '../../directory/entities/user.ts';
import { userColumns } from '../../directory/sql/users.ts';

export type InvitationStatus = 'PENDING' | 'EXPIRED';

/** An invitation as callers of the API see it. It never has the token. */
export interface OpenInvitationRow {
  status: InvitationStatus;
  userId: string;
  userName: string;
  userStatus: UserStatus;
  email: string | null;
  createdAt: string;
  sentAt: string | null;
  expiresAt: string | null;
  invitedBy: string | null;
}

const conditions: Readonly<Record<InvitationStatus, Sql>> = {
  PENDING: sql` and (i.expires_at is null or i.expires_at > now())`,
  EXPIRED: sql` and i.expires_at <= now()`,
};

/**
 * Lists the invitations of a tenant, the newest first. The index invitations_newest has all that the count and the order need,
 * and the users of the page alone are read.
 */
export const pageOfInvitations = (
  tx: Tx,
  orgId: string,
  status: InvitationStatus | undefined,
  window: Window,
): Promise<ListPage<OpenInvitationRow>> =>
  pageOfRows<OpenInvitationRow, OpenInvitationRow>(
    tx,
    {
      from: sql`from invitations i where i.org_id = ${orgId}${status === undefined ? sql.empty : conditions[status]}`,
      columns: 'i.org_id, i.user_id, i.created_at, i.expires_at, i.invited_by',
      order: byTime('i.created_at', 'i.user_id', '-createdAt'),
      around: (page) => withUsers(page),
      toRow: (row) => row,
    },
    window,
  );

const columnsOfUser = sql.raw(userColumns(['displayName', 'username', 'email', 'invitedAt']));

const withUsers = (page: Sql): Sql => sql`
select case when i.expires_at <= now() then 'EXPIRED' else 'PENDING' end as status, i.user_id as "userId",
       coalesce(u."displayName", u.username) as "userName", u.status as "userStatus", u.email, i.created_at as "createdAt",
       case when i.expires_at is not null then u."invitedAt" end as "sentAt", i.expires_at as "expiresAt",
       i.invited_by as "invitedBy", i."pageKey", i."pageTie"
  from (${page}) i
 cross join lateral (
   select ${columnsOfUser} from users u
    where u.org_id = i.org_id and u.id = i.user_id) u
 order by i.created_at desc, i.user_id`;
