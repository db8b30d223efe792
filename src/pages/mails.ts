import { oneLine } from '../lib/line.ts';
import type { Locale } from '../lib/locale.ts';
import { html } from '../lib/markup.ts';
import { say } from './catalogue.ts';
import { mailTexts } from './messages/mails.ts';

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
  purpose: 'SIGN_IN' | 'RESET_PASSWORD' | 'VERIFY_EMAIL';
  /** For how long it works. */
  minutes: number;
}

interface LinkMail extends Addressed {
  subject: (organization: string) => string;
  lead: (organization: string) => string;
  link: string;
  note: string;
}

/** The invitation as a mail. */
export function invitationMail(to: Addressed, link: string, days: number): MailContent {
  const texts = say(mailTexts, to.locale);
  const { invitationSubject: subject, invitationLead: lead } = texts;
  return write({ ...to, subject, lead, link, note: texts.invitationNote(days) });
}

/** A link that somebody asked for as a mail. */
export function linkMail(issued: AskedMail, link: string): MailContent {
  const texts = say(mailTexts, issued.locale);
  const { purpose, minutes } = issued;
  const time = timeIn(issued.locale, minutes);
  const [subject, lead, note] = {
    SIGN_IN: [texts.signInSubject, texts.signInLead, texts.signInNote(time)] as const,
    RESET_PASSWORD: [texts.resetSubject, texts.resetLead, texts.resetNote(time)] as const,
    VERIFY_EMAIL: [texts.verifySubject, texts.verifyLead, texts.verifyNote(time)] as const,
  }[purpose];
  return write({ ...issued, subject, lead, link, note });
}

function timeIn(locale: Locale, minutes: number): string {
  const [unit, count] =
    minutes < 120 ? (['minute', minutes] as const) : (['hour', Math.floor(minutes / 60)] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Names were written by others, so they can neither start a line nor an element. */
function write({ name, organizationName, locale, subject, lead, link, note }: LinkMail): MailContent {
  const texts = say(mailTexts, locale);
  const organization = oneLine(organizationName);
  const greeting = name === null ? texts.hello : texts.helloName(oneLine(name));
  const title = subject(organization);
  const told = lead(organization);
  return {
    subject: title,
    text: `${greeting}\n\n${told}\n\n${link}\n\n${note}\n`,
    html: html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="overflow-wrap: anywhere">
<p>${greeting}</p>
<p>${told}</p>
<p><a href="${link}">${link}</a></p>
<p>${note}</p>
</body>
</html>
`.text,
  };
}
