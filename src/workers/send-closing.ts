import type { TenantTasks } from '../platform/queue.ts';
import { findTenant, isToBeErased } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { noticeRecipient } from '../users/notices.ts';
import { closingMail } from '../users/pages/closing-mail.ts';
import type { TaskParts } from './task-parts.ts';

/**
 * Tells an owner that the organization was closed, and when its data is erased. Nothing is sent if it was resumed meanwhile. A mail may be
 * sent twice.
 */
export async function sendClosing(
  { database, mailer, baseUrl }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl'>,
  { orgId, userId, eraseAt }: TenantTasks['send-closing'],
): Promise<void> {
  if (!mailer.enabled) return;
  const end = new Date(eraseAt);
  const tenant = await findTenant(database.pool, orgId);
  const to =
    tenant &&
    (await inTransaction(database.orm, tenant, async (tx) =>
      (await isToBeErased(tx, orgId, end)) ? noticeRecipient(tx, userId) : undefined,
    ));
  if (!to) return;
  const content = closingMail(to, end, baseUrl());
  await mailer.send({ to: { name: to.name ?? '', address: to.email }, ...content });
}
