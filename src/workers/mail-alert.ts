import { inTransaction } from '../platform/tenancy.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { readMailedMessage } from '../risk/channels/reading-messages.ts';
import type { ChannelError } from '../risk/channels/sending.ts';
import { noteChannel } from '../risk/sql/alert-channels.ts';
import type { ClaimedJob } from '../users/sql/mail-windows.ts';
import { countAlertMail } from '../users/mail-limits.ts';
import { alertRecipient } from '../users/notices.ts';
import { alertMail } from '../users/pages/alert-mail.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Mails an alert to one user, if the user is still active and has a verified address. A mail may be sent twice. If alerts have used up their
 * part of the notices of this hour, the job waits for a later one. A test was counted when a caller asked for it.
 * @throws when the mail was not sent and may be sent later
 */
export async function mailAlert(
  { database, mailer, baseUrl, limits }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl' | 'limits'>,
  { orgId, booked = false, ...asked }: TenantTasks['mail-alert'],
  job: ClaimedJob,
): Promise<void> {
  const isCounted = booked || (asked.alertId === null && asked.more === undefined);
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  const note = (error: ChannelError | null): Promise<void> =>
    inTransaction(database.orm, tenant, (tx) => noteChannel(tx, orgId, asked.channelId, error));
  if (!mailer.enabled) return note('MAIL_OFF');
  const due = await inTransaction(database.orm, tenant, async (tx) => {
    const message = await readMailedMessage(tx, asked, baseUrl());
    const to = message && (await alertRecipient(tx, asked.userId));
    if (!to) return undefined;
    return { to, message, when: isCounted ? 'now' : await countAlertMail(tx, job, limits) };
  });
  if (!due) return undefined;
  const { to, message, when } = due;
  if (when === 'later') return note('MAIL_LIMIT');
  const content = alertMail(to, message, baseUrl());
  try {
    await mailer.send({ to: { name: to.name ?? '', address: to.email }, ...content });
  } catch (error) {
    await note('MAIL_FAILED');
    throw error;
  }
  return note(null);
}
