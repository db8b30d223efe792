import { Failure } from '../../failure.ts';
import type { Branding } from '../../lib/auth-config.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { User } from '../directory/entities/user.ts';
import { type MailAbility, mostMailsWaiting } from '../invitations/invitations.ts';
import { countMailOfCaller } from '../mail-limits.ts';
import type { OwnTexts } from '../pages/mail-texts.ts';
import { requireEditable, wholeTexts } from './mail-templates.ts';

/** The user that a test mail goes to. */
export interface TestRecipient {
  email: string;
  name: string | null;
  branding: Branding;
}

/**
 * Sends a mail with these texts to the user who asks, and to no other address: the texts have not been released.
 * @param userId undefined if the caller is not a user
 * @returns the address
 * @throws {Failure} MAIL_TEMPLATE_NOT_FOUND, MAIL_NOT_EDITABLE, VALIDATION_ERROR, MAIL_ADDRESS_REQUIRED, SERVICE_UNAVAILABLE
 * @throws {RateLimited} when the tenant has used up the mails of this hour
 */
export async function sendTestMail(
  tx: Tx,
  path: { kind: string; language: string },
  texts: OwnTexts,
  { userId, mail }: { userId: string | undefined; mail: MailAbility },
): Promise<string> {
  const { orgId } = tenancyOf(tx);
  const { kind, locale } = requireEditable(path, texts);
  const to = userId === undefined ? undefined : await testRecipient(tx, userId);
  if (userId === undefined || !to) throw new Failure('MAIL_ADDRESS_REQUIRED');
  if (!mail.enabled)
    throw new Failure('SERVICE_UNAVAILABLE', { mail: 'No mail can be sent: set SMTP_URL and MAIL_FROM.' });
  await countMailOfCaller(tx, 'CALLER', mail);
  const key = `send-test-mail:${userId}`;
  const payload = { orgId, userId, kind, locale, texts: wholeTexts(texts) };
  await enqueue(tx, 'send-test-mail', payload, { key, tries: 3, mostWaiting: mostMailsWaiting });
  return to.email;
}

/** Returns the page that the links of example mails lead to. */
export const signInOf = (baseUrl: string, orgId: string): string => `${baseUrl}/login/${orgId}`;

/** @returns undefined unless the user may sign in, and has proved the address */
export async function testRecipient(tx: Tx, userId: string): Promise<TestRecipient | undefined> {
  const user = await tx.findOne(User, { id: userId });
  if (!user?.emailVerified || user.email === null || user.statusAt(tenancyOf(tx).now) !== 'ACTIVE')
    return undefined;
  const { branding } = await authConfig(tx);
  return { email: user.email, name: user.displayName ?? user.firstName, branding };
}
