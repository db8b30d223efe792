import { inTransaction } from '../platform/tenancy.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { titleIn } from '../risk/alert-titles.ts';
import { oweMails } from '../risk/channels/owing.ts';
import { readDueMessage } from '../risk/channels/reading-messages.ts';
import { sendToChannel } from '../risk/channels/sending.ts';
import { noteChannel, takeMore } from '../risk/sql/alert-channels.ts';
import { authConfig } from '../users/auth-config.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Tells a channel of an alert, of its new status, or how many alerts were left out. A
 * channel has no language, so titles are in that of the branding. A message may be sent twice.
 * @throws when the receiver did not accept it and may do so later
 */
export async function tellChannel(
  { database, outgoing, vault, baseUrl }: Pick<TaskParts, 'database' | 'outgoing' | 'vault' | 'baseUrl'>,
  { orgId, ...asked }: TenantTasks['tell-channel'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  const due = await inTransaction(database.orm, tenant, async (tx) => {
    const found = await readDueMessage(tx, asked, baseUrl());
    return found && { ...found, locale: (await authConfig(tx)).branding.locale };
  });
  if (!due) return;
  const { channel, message, more, locale } = due;
  const { id } = channel;
  if (channel.type === 'EMAIL') {
    await inTransaction(database.orm, tenant, async (tx) => {
      await oweMails(tx, channel, more);
      await takeMore(tx, orgId, id, more);
    });
    return;
  }
  const { error, mayRetry } = await sendToChannel(
    channel,
    { ...message, title: titleIn(message.title, locale) },
    { outgoing, vault },
  );
  await inTransaction(database.orm, tenant, async (tx) => {
    await noteChannel(tx, orgId, id, error);
    if (error === null && more > 0) await takeMore(tx, orgId, id, more);
  });
  if (mayRetry) throw new Error(`The receiver of an alert did not accept it (${error})`);
}
