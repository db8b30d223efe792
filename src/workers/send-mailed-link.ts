import { inTransaction } from '../platform/tenancy.ts';
import { makeLinkToken } from '../users/links/issuing-links.ts';
import type { LinkPurpose } from '../users/links/mailed-links.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { MailRefused } from '../platform/mail.ts';
import { linkMail } from '../users/pages/mails.ts';
import type { TaskParts } from './task-parts.ts';

/** The part of the path that says what a link is for. */
const paths: Readonly<Record<LinkPurpose, string>> = {
  SIGN_IN: 'magic-link',
  RESET_PASSWORD: 'reset-password',
  VERIFY_EMAIL: 'verify-email',
  CREATE_ACCOUNT: 'create-account',
};

/** Sends a link that was asked for. A mail may be sent twice; then the link of the later one works. */
export async function sendMailedLink(
  {
    database,
    mailer,
    baseUrl,
    limits,
    enforcement,
  }: Pick<TaskParts, 'database' | 'mailer' | 'baseUrl' | 'limits' | 'enforcement'>,
  { orgId, linkId }: { orgId: string; linkId: string },
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  const issued =
    tenant &&
    (await inTransaction(database.orm, tenant, (tx) => makeLinkToken(tx, linkId, limits, enforcement)));
  if (!issued) return;
  const { email, name, purpose, token, toUser, company } = issued;
  const signIn = `${baseUrl()}/login/${orgId}`;
  const isUseless = company !== null || (purpose === 'CREATE_ACCOUNT' && toUser);
  const link = isUseless ? signIn : `${signIn}/${paths[purpose]}/${token}`;
  try {
    await mailer.send({
      to: { name: name ?? '', address: email },
      ...linkMail(issued, { baseUrl: baseUrl(), link }),
    });
  } catch (error) {
    // Strangers invent addresses. To try such an address for hours would harm the reputation of the sender.
    if (toUser || !(error instanceof MailRefused)) throw error;
  }
}
