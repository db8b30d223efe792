import type { MailTemplate } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';

const { mails: words } = texts;

/** The parts of a mail that can be edited, in the order of the mail. */
export const parts = ['subject', 'greeting', 'greetingWithoutName', 'body', 'footer'] as const;
type Part = (typeof parts)[number];

export type Values = Record<Part, string>;

/** Returns the fields of the form. A part with the text of Keyward is empty. */
export const valuesOf = (mail: MailTemplate): Values => ({
  subject: mail.subject ?? '',
  greeting: mail.greeting ?? '',
  greetingWithoutName: mail.greetingWithoutName ?? '',
  body: mail.body ?? '',
  footer: mail.footer ?? '',
});

/** Returns the texts for the API, where null is the text of Keyward. */
export const bodyOf = (values: Values) => ({
  subject: values.subject || null,
  greeting: values.greeting || null,
  greetingWithoutName: values.greetingWithoutName || null,
  body: values.body || null,
  footer: values.footer || null,
});

/** Returns how a call names a mail. */
export const pathOf = ({ kind, language }: Pick<MailTemplate, 'kind' | 'language'>) => ({
  path: { kind, language },
});

/** Returns the name of a mail and its language. */
export const nameOfMail = ({ kind, language }: Pick<MailTemplate, 'kind' | 'language'>): string =>
  `${words.kinds[kind]} (${words.languages[language]})`;
