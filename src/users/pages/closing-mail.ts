import type { MailContent } from '../../platform/mail.ts';
import { type Addressed, layOut, timeIn } from './mails.ts';
import { closingTexts } from './messages/closing.ts';

/** Returns the mail to an owner of an organization that the operator has closed. Organizations cannot change its texts. It has no link. */
export const closingMail = (to: Omit<Addressed, 'texts'>, eraseAt: Date, baseUrl: string): MailContent =>
  layOut(closingTexts[to.locale], to, { time: timeIn(to.locale, eraseAt) }, { baseUrl });
