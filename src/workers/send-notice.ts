import { inTransaction } from '../platform/tenancy.ts';
import { countNotice } from '../users/mail-limits.ts';
import { noticeRecipient } from '../users/notices.ts';
import { noticeMail } from '../users/pages/mails.ts';
import type { ClaimedJob } from '../users/sql/mail-windows.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Tells a user that what proves who they are was changed. A mail may be sent twice, and says when it was. If the tenant has
 * used up the notices of this hour, the job waits for a later one.
 */
export async function sendNotice(
  { database, mailer, baseUrl, limits }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl' | 'limits'>,
  { orgId, userId, notice, byThemselves, at, booked = false }: TenantTasks['send-notice'],
  job: ClaimedJob,
): Promise<void> {
  if (!mailer.enabled) return;
  const tenant = await findTenant(database.pool, orgId);
  const to =
    tenant &&
    (await inTransaction(database.orm, tenant, async (tx) => {
      const recipient = await noticeRecipient(tx, userId);
      return recipient && (booked || (await countNotice(tx, job, limits)) === 'now') ? recipient : undefined;
    }));
  if (!to) return;
  const content = noticeMail(to, { notice, byThemselves, at: new Date(at) }, { baseUrl: baseUrl() });
  await mailer.send({ to: { name: to.name ?? '', address: to.email }, ...content });
}
