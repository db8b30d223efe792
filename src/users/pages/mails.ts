import type { Locale } from '../../lib/locale.ts';
import type { MailContent } from '../../platform/mail.ts';
import type { Notice } from '../../platform/notice.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layOutMail, type MailParts, type MailView } from '../../platform/pages/mail-layout.ts';
import type { LinkPurpose } from '../links/mailed-links.ts';
import { kindOfLink, type MailKind, type MailValues } from './mail-kinds.ts';
import { type OwnTexts, partsOfMail } from './mail-texts.ts';
import { mailFrames } from './messages/mails.ts';
import { changeSubjects, changeTexts } from './messages/notices.ts';

/** The recipient of a mail. */
export interface Addressed {
  email: string;
  /** The name of a user who has proved the address; null for others, because a stranger may have chosen their name. */
  name: string | null;
  locale: Locale;
  branding: MailView['branding'];
  /** The texts of the tenant for this mail; undefined in a mail that cannot be edited. */
  texts?: OwnTexts;
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

/** Where a mail comes from and leads to. */
interface Sent {
  /** The public origin of this installation. */
  baseUrl: string;
  link?: string;
}

/** A change of an account that a notice tells of. */
interface Done {
  notice: Notice;
  byThemselves: boolean;
  at: Date;
}

/** The invitation as a mail. */
export const invitationMail = (to: Addressed, days: number, sent: Required<Sent>): MailContent =>
  write('INVITATION', to, { duration: durationIn(to.locale, days * 24 * 60) }, sent);

/** Returns the mail with a link that a user asked for. */
export function linkMail(issued: AskedMail, sent: Required<Sent>): MailContent {
  const { minutes, company, locale } = issued;
  const kind = kindOfLink(issued);
  if (kind === 'CONNECTION') return write(kind, issued, { company: company?.name ?? '' }, sent);
  if (kind === 'HAS_ACCOUNT') return write(kind, issued, {}, sent);
  return write(kind, issued, { duration: durationIn(locale, minutes) }, sent);
}

/**
 * Returns the mail about a change of a credential. Its subject names the change. The mail has no link. False mails of this kind have one. Users
 * should learn that mails of Keyward have none.
 */
export function noticeMail(
  to: Addressed,
  { notice, byThemselves, at }: Done,
  { baseUrl }: Omit<Sent, 'link'>,
): MailContent {
  const { locale } = to;
  const values = { time: timeIn(locale, at), change: say(changeTexts, locale)[notice] };
  const kind = byThemselves ? 'CHANGED_BY_USER' : 'CHANGED_BY_ADMINISTRATOR';
  const subject = say(changeSubjects, locale)[notice];
  return layOut({ ...partsOfMail(kind, locale), subject }, to, values, { baseUrl });
}

/** Returns a mail with example values. @param sent its link must lead to a page that everyone may open */
export function exampleMail(kind: MailKind, to: Addressed, sent: Required<Sent>): MailContent {
  const asked = { ...to, minutes: 60, toUser: false, company: null };
  if (kind === 'INVITATION') return invitationMail(to, 7, sent);
  if (kind === 'HAS_ACCOUNT') return linkMail({ ...asked, purpose: 'CREATE_ACCOUNT', toUser: true }, sent);
  if (kind === 'CONNECTION')
    return linkMail({ ...asked, purpose: 'SIGN_IN', company: { name: 'Example' } }, sent);
  if (kind === 'CHANGED_BY_USER' || kind === 'CHANGED_BY_ADMINISTRATOR')
    throw new Error('a mail about a change has no example');
  return linkMail({ ...asked, purpose: kind }, sent);
}

function durationIn(locale: Locale, minutes: number): string {
  const [unit, length] =
    minutes < 120
      ? (['minute', 1] as const)
      : minutes < 2880
        ? (['hour', 60] as const)
        : (['day', 1440] as const);
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(minutes / length));
}

/** Returns a time with its zone, as all mails write it. */
export function timeIn(locale: Locale, at: Date): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}

/** Returns what the layout of a mail takes of its recipient. */
const viewOf = ({ email, ...to }: Omit<Addressed, 'texts'>, { baseUrl, link }: Sent): MailView => ({
  ...to,
  address: email,
  installation: new URL(baseUrl).host,
  link,
});

/** Makes a mail of its texts. */
const write = <Kind extends MailKind>(
  kind: Kind,
  to: Addressed,
  values: MailValues<Kind>,
  sent: Sent,
): MailContent => layOut(partsOfMail(kind, to.locale, to.texts), to, values, sent);

/** Lays out a mail of these parts. All mails come from here. */
export const layOut = (
  parts: MailParts,
  to: Omit<Addressed, 'texts'>,
  values: Readonly<Record<string, string>>,
  sent: Sent,
): MailContent => layOutMail(parts, mailFrames[to.locale], values, viewOf(to, sent));
