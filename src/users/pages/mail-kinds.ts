const everywhere = ['organization', 'name', 'address', 'installation'] as const;

/** The placeholders that the texts of each mail may have, besides those that all mails have. */
const own = {
  INVITATION: ['duration'],
  SIGN_IN: ['duration'],
  RESET_PASSWORD: ['duration'],
  VERIFY_EMAIL: ['duration'],
  CREATE_ACCOUNT: ['duration'],
  HAS_ACCOUNT: [],
  CONNECTION: ['company'],
  CHANGED_BY_USER: ['time', 'change'],
  CHANGED_BY_ADMINISTRATOR: ['time', 'change'],
} as const satisfies Record<string, readonly string[]>;

/** A mail that Keyward sends. */
export type MailKind = keyof typeof own;

/** A value for each placeholder that is not one of all mails. */
export type MailValues<Kind extends MailKind> = { readonly [Name in (typeof own)[Kind][number]]: string };

export const mailKinds = Object.keys(own) as readonly MailKind[];

/** Returns the placeholders that the texts of a mail may have. */
export const placeholdersOfMail = (kind: MailKind): readonly string[] => [...everywhere, ...own[kind]];
