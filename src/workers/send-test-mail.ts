import { inTransaction } from '../platform/tenancy.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { requireEditable } from '../users/mail-templates/mail-templates.ts';
import { signInOf, testRecipient } from '../users/mail-templates/test-mails.ts';
import { exampleMail } from '../users/pages/mails.ts';
import type { TaskParts } from './task-parts.ts';

/** Sends a mail with texts that a user tries, to the user. Its link leads to the sign-in page, and no token is made. */
export async function sendTestMail(
  { database, mailer, baseUrl }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl'>,
  { orgId, userId, texts, ...path }: TenantTasks['send-test-mail'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  const to = tenant && (await inTransaction(database.orm, tenant, (tx) => testRecipient(tx, userId)));
  if (!to) return;
  const { kind, locale } = requireEditable({ kind: path.kind, language: path.locale }, texts);
  const sent = { baseUrl: baseUrl(), link: signInOf(baseUrl(), orgId) };
  const content = exampleMail(kind, { ...to, locale, texts }, sent);
  await mailer.send({ to: { name: to.name ?? '', address: to.email }, ...content });
}
