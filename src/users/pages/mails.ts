import { oneLine } from '../../lib/line.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Notice } from '../../platform/notice.ts';
import { html } from '../../lib/markup.ts';
import { withoutIsolates } from '../../lib/shown-text.ts';
import { say } from '../../platform/pages/catalogue.ts';
import type { LinkPurpose } from '../links/mailed-links.ts';
import { mailTexts } from './messages/mails.ts';
import { noticeTexts } from './messages/notices.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

interface Addressed {
  name: string | null;
  organizationName: string;
  locale: Locale;
}

/** A link that was asked for. */
interface AskedMail extends Addressed {
  purpose: LinkPurpose;
  /** For how long it works. */
  minutes: number;
  /** Whether it goes to a user. */
  toUser: boolean;
  /** The connection that the recipient must sign in by, if there is one. */
  company: { name: string } | null;
}

interface Written extends Addressed {
  subject: (organization: string) => string;
  lead: (organization: string) => string;
  /** None in a mail that only tells of something. */
  link?: string;
  note: string;
}

/** A change of an account that a notice tells of. */
interface Done {
  notice: Notice;
  byThemselves: boolean;
  at: Date;
}

/** The invitation as a mail. */
export function invitationMail(to: Addressed, link: string, days: number): MailContent {
  const texts = say(mailTexts, to.locale);
  const { invitationSubject: subject, invitationLead: lead } = texts;
  return write({ ...to, subject, lead, link, note: texts.invitationNote(days) });
}

/** Returns the mail with a link that a user asked for. */
export function linkMail(issued: AskedMail, link: string): MailContent {
  const texts = say(mailTexts, issued.locale);
  const { purpose, minutes, toUser, company } = issued;
  if (company) {
    const { companySubject: subject, companyNote: note } = texts;
    const lead = (organization: string) => texts.companyLead(organization, oneLine(company.name));
    return write({ ...issued, subject, lead, link, note });
  }
  const time = timeIn(issued.locale, minutes);
  const [subject, lead, note] = {
    SIGN_IN: [texts.signInSubject, texts.signInLead, texts.signInNote(time)] as const,
    RESET_PASSWORD: [texts.resetSubject, texts.resetLead, texts.resetNote(time)] as const,
    VERIFY_EMAIL: [texts.verifySubject, texts.verifyLead, texts.verifyNote(time)] as const,
    CREATE_ACCOUNT: toUser
      ? ([texts.hasAccountSubject, texts.hasAccountLead, texts.hasAccountNote] as const)
      : ([texts.createSubject, texts.createLead, texts.createNote(time)] as const),
  }[purpose];
  return write({ ...issued, subject, lead, link, note });
}

/**
 * Returns the mail about a change of a credential. The mail has no link. False mails of this kind have one. Users
 * should learn that mails of Keyward have none.
 */
export function noticeMail(to: Addressed, { notice, byThemselves, at }: Done): MailContent {
  const { locale } = to;
  const texts = say(noticeTexts, locale);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const what = texts[notice];
  const when = `${time.format(at)} UTC`;
  return write({
    ...to,
    subject: texts.subject,
    lead: (organization) => texts.lead(organization, what, when),
    note: byThemselves ? texts.ifNotYou : texts.byAdministrator,
  });
}

function timeIn(locale: Locale, minutes: number): string {
  const [unit, count] =
    minutes < 120 ? (['minute', minutes] as const) : (['hour', Math.floor(minutes / 60)] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/**
 * Names were written by others, so they can neither start a line nor an element, and the texts isolate them. A subject has
 * no isolates: programs show them there as signs.
 */
function write({ name, organizationName, locale, subject, lead, link, note }: Written): MailContent {
  const texts = say(mailTexts, locale);
  const organization = oneLine(organizationName);
  const greeting = name === null ? texts.hello : texts.helloName(oneLine(name));
  const title = subject(organization);
  const told = lead(organization);
  return {
    subject: withoutIsolates(title),
    text: `${[greeting, told, link, note].filter((part) => part !== undefined).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="overflow-wrap: anywhere">
<p>${greeting}</p>
<p>${told}</p>
${link !== undefined && html`<p><a href="${link}">${link}</a></p>`}
<p>${note}</p>
</body>
</html>
`.text,
  };
}
