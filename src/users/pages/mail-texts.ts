import type { Locale } from '../../lib/locale.ts';
import type { MailParts } from '../../platform/pages/mail-layout.ts';
import { editableMails, type MailKind } from './mail-kinds.ts';
import { mailTexts } from './messages/mails.ts';

/** The parts of a mail that a tenant can edit. The button, the note below it, the sender and the expiry are the same for all tenants. */
export const mailParts = ['subject', 'greeting', 'greetingWithoutName', 'body', 'footer'] as const;
export type MailPart = (typeof mailParts)[number];

/** A text for each part. `greeting` is for a user whose name may be shown, and `greetingWithoutName` for all others. */
export type MailTexts = Readonly<Record<MailPart, string>>;

/** The texts of a tenant for a mail. A part that is null or missing has our text. */
export type OwnTexts = Readonly<Partial<Record<MailPart, string | null>>>;

/** Returns our texts for a mail. */
export function defaultTexts(kind: MailKind, locale: Locale): MailTexts {
  const { subject, greeting, body, footer } = mailTexts[locale][kind];
  const [named, unnamed] = [greeting.named, greeting.unnamed];
  return {
    subject,
    greeting: named,
    greetingWithoutName: unnamed,
    body: body.join(' '),
    footer: footer.join(' '),
  };
}

/** Returns the parts of a mail with the texts of a tenant. A mail that cannot be edited has our texts. */
export function partsOfMail(kind: MailKind, locale: Locale, own: OwnTexts = {}): MailParts {
  const ours = mailTexts[locale][kind];
  if (!editableMails.includes(kind)) return ours;
  const { subject, greeting, greetingWithoutName, body, footer } = own;
  return {
    ...ours,
    subject: subject ?? ours.subject,
    greeting: {
      named: greeting ?? ours.greeting.named,
      unnamed: greetingWithoutName ?? ours.greeting.unnamed,
    },
    body: typeof body === 'string' ? [body] : ours.body,
    footer: typeof footer === 'string' ? [footer] : ours.footer,
  };
}

/** Placeholders of our own sentences alone: the address and the host are in the frame, and the expiry is a sentence of its own. */
const ours = ['address', 'installation', 'duration'];

/** Returns the placeholders that a part of a mail may have. The name of a user stands in the greeting only, where it may be left out. */
export const placeholdersOfPart = (part: MailPart, all: readonly string[]): readonly string[] =>
  all.filter((name) => !ours.includes(name) && (name !== 'name' || part === 'greeting'));
