import type { MailContent } from '../../platform/mail.ts';
import { layOutMail } from '../../platform/pages/mail-layout.ts';
import { type Addressed, viewOf } from './mails.ts';
import { closingTexts } from './messages/closing.ts';
import { mailFrames } from './messages/mails.ts';

/** Returns the mail to an owner of an organization that the operator has closed. Organizations cannot change its texts. It has no link. */
export function closingMail(to: Omit<Addressed, 'texts'>, eraseAt: Date, baseUrl: string): MailContent {
  const { locale } = to;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const values = { time: `${format.format(eraseAt)} UTC` };
  return layOutMail(closingTexts[locale], mailFrames[locale], values, viewOf(to, { baseUrl }));
}
