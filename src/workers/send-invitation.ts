import { inTransaction } from '../platform/tenancy.ts';
import { invitationDays, makeInvitationToken } from '../users/invitations/invitations.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { invitationMail } from '../users/pages/mails.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Sends a user the link to choose a password. The token is in the mail alone. If a later step fails, the next try makes
 * a new token. A mail may be sent twice; then the link of the later one works.
 */
export async function sendInvitation(
  { database, mailer, baseUrl }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl'>,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  const invitation =
    tenant && (await inTransaction(database.orm, tenant, (tx) => makeInvitationToken(tx, userId)));
  if (!invitation) return;
  const { email, name, token } = invitation;
  const link = `${baseUrl()}/login/${orgId}/invite/${token}`;
  await mailer.send({
    to: { name: name ?? '', address: email },
    ...invitationMail(invitation, invitationDays, { baseUrl: baseUrl(), link }),
  });
}
