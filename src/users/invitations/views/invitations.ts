import type { Invitation } from '../../../../generated/types/types.gen.ts';
import { dateOf, dateOrNull } from '../../../lib/rows.ts';
import { invitationIdOf } from '../open-invitations.ts';
import type { OpenInvitationRow } from '../sql/open-invitations.ts';

export const viewInvitation = (row: OpenInvitationRow): Invitation => ({
  id: invitationIdOf(row.userId),
  status: row.status,
  userId: row.userId,
  userName: row.userName,
  userStatus: row.userStatus,
  email: row.email,
  createdAt: dateOf(row.createdAt).toISOString(),
  sentAt: dateOrNull(row.sentAt)?.toISOString() ?? null,
  expiresAt: dateOrNull(row.expiresAt)?.toISOString() ?? null,
  invitedBy: row.invitedBy,
});
