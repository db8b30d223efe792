import type { MailContent } from '../../platform/mail.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layOutMail } from '../../platform/pages/mail-layout.ts';
import { titleIn } from '../../risk/alert-titles.ts';
import type { ChannelMessage } from '../../risk/channels/message.ts';
import { type Addressed, viewOf } from './mails.ts';
import { alertTexts, severityTexts } from './messages/alerts.ts';
import { mailFrames } from './messages/mails.ts';

/**
 * Returns the mail about an alert. Organizations cannot change its texts. The description is English, as the API has it.
 * Its only link leads to the dashboard of this installation.
 */
export function alertMail(
  to: Omit<Addressed, 'texts'>,
  { severity, title, description, rule, environment, at, link }: ChannelMessage,
  baseUrl: string,
): MailContent {
  const { locale } = to;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const values = {
    title: titleIn(title, locale),
    // The sentence after it begins with a capital letter.
    description: /[.!?]$/.test(description) ? description : `${description}.`,
    rule,
    environment,
    severity: say(severityTexts, locale)[severity],
    time: `${format.format(at)} UTC`,
  };
  return layOutMail(alertTexts[locale], mailFrames[locale], values, viewOf(to, { baseUrl, link }));
}
