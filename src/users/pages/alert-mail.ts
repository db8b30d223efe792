import type { MailContent } from '../../platform/mail.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { titleIn } from '../../risk/alert-titles.ts';
import type { ChannelMessage } from '../../risk/channels/message.ts';
import { type Addressed, layOut, timeIn } from './mails.ts';
import { alertTexts, severityTexts } from './messages/alerts.ts';

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
  const values = {
    title: titleIn(title, locale),
    // The sentence after it begins with a capital letter.
    description: /[.!?]$/.test(description) ? description : `${description}.`,
    rule,
    environment,
    severity: say(severityTexts, locale)[severity],
    time: timeIn(locale, at),
  };
  return layOut(alertTexts[locale], to, values, { baseUrl, link });
}
