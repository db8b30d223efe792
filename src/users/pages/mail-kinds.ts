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

/** Returns the mail of a link: the link is useless for a user who has an account already, or who signs in by a connection. */
export function kindOfLink<Purpose extends 'SIGN_IN' | 'RESET_PASSWORD' | 'VERIFY_EMAIL' | 'CREATE_ACCOUNT'>({
  purpose,
  toUser,
  company,
}: {
  purpose: Purpose;
  toUser: boolean;
  company: object | null;
}): Purpose | 'HAS_ACCOUNT' | 'CONNECTION' {
  if (company) return 'CONNECTION';
  return purpose === 'CREATE_ACCOUNT' && toUser ? 'HAS_ACCOUNT' : purpose;
}

/** A value for each placeholder that is not one of all mails. */
export type MailValues<Kind extends MailKind> = { readonly [Name in (typeof own)[Kind][number]]: string };

export const mailKinds = Object.keys(own) as readonly MailKind[];

/** Mails about changes. They protect accounts, so a tenant cannot edit them. */
const fixed: readonly MailKind[] = ['CHANGED_BY_USER', 'CHANGED_BY_ADMINISTRATOR'];

/** The mails whose texts a tenant can edit. */
export const editableMails: readonly MailKind[] = mailKinds.filter((kind) => !fixed.includes(kind));

/** Returns the placeholders that the texts of a mail may have. */
export const placeholdersOfMail = (kind: MailKind): readonly string[] => [...everywhere, ...own[kind]];
