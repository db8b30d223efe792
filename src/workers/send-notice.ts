import { inTransaction } from '../database/tenancy.ts';
import { noticeRecipient } from '../domain/notices.ts';
import { noticeMail } from '../pages/mails.ts';
import { findTenant } from '../queries/find-tenant.ts';
import type { TenantTasks } from '../queue.ts';
import type { TaskParts } from './index.ts';

/** Tells somebody that what proves who they are was changed. A mail may be sent twice, and says when it was. */
export async function sendNotice(
  { database, mailer }: Pick<TaskParts, 'database' | 'mailer'>,
  { orgId, userId, notice, byThemselves, at }: TenantTasks['send-notice'],
): Promise<void> {
  if (!mailer.enabled) return;
  const tenant = await findTenant(database.pool, orgId);
  const to = tenant && (await inTransaction(database.orm, tenant, (em) => noticeRecipient(em, userId)));
  if (!to) return;
  const content = noticeMail(to, { notice, byThemselves, at: new Date(at) });
  await mailer.send({ to: { name: to.name ?? '', address: to.email }, ...content });
}
