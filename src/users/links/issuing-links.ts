import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Branding } from '../../lib/auth-config.ts';
import { isClearAddress } from '../../lib/email.ts';
import { languageOf, type Locale } from '../../lib/locale.ts';
import { signInKey } from '../../lib/name-key.ts';
import { hashSecret } from '../../lib/secret.ts';
import { refusalOfUserName } from '../../lib/user-name.ts';
import {
  forgetAsked,
  issueLink,
  lockRecipient,
  type Recipient,
  takeTokenBack,
  type WaitingLink,
  waitingLink,
} from './sql/send-link.ts';
import { personByName } from '../directory/sql/names.ts';
import { authConfig } from '../auth-config.ts';
import { ownTexts } from '../mail-templates/mail-templates.ts';
import { kindOfLink } from '../pages/mail-kinds.ts';
import type { OwnTexts } from '../pages/mail-texts.ts';
import { countLink, type MailLimits } from '../mail-limits.ts';
import { mayRegister } from '../registration/rules.ts';
import type { EnforcedConnection, Enforcement } from '../enforcement.ts';
import { type LinkPurpose, newLinkToken } from './mailed-links.ts';

/** A link with all that its mail says. */
export interface IssuedLink {
  purpose: LinkPurpose;
  token: string;
  email: string;
  /** The name that the mail calls the user by; null without a name, or if the user has not proved the address. */
  name: string | null;
  locale: Locale;
  branding: Branding;
  /** The texts of the tenant for the mail. */
  texts: OwnTexts;
  /** For how long it works, from when it was asked for. */
  minutes: number;
  /** Whether it goes to a user. A link to create an account then has no use: the mail says that there is one. */
  toUser: boolean;
  /** The connection that the recipient must sign in by. The link then has no use: the mail leads to the sign-in instead. */
  company: EnforcedConnection | null;
}

/**
 * Makes the token of a link that waits to be sent. Only the token's hash is kept, so a lost token is replaced by a
 * new one.
 * @returns undefined when no mail is to be sent: the name belongs to no user, the user may not get a mail or has got
 * enough of them, or the tenant has used up the links that such browsers may get in this hour
 */
export async function makeLinkToken(
  tx: Tx,
  id: string,
  limits: MailLimits,
  enforcement: Pick<Enforcement, 'ofUser' | 'ofAddress'>,
): Promise<IssuedLink | undefined> {
  const { orgId } = tenancyOf(tx);
  const link = await waitingLink(tx, orgId, id);
  if (!link) return undefined;
  const { magicLink, branding } = await authConfig(tx);
  const to = await addressee(tx, link);
  if (!to) {
    await forgetAsked(tx, orgId, id);
    return undefined;
  }
  const { purpose, minutes } = link;
  const { person, email } = to;
  const token = newLinkToken();
  const issued = { id, tokenHash: hashSecret(token), recipient: person, email };
  if (!(await issueLink(tx, orgId, { ...issued, maxPerHour: magicLink.maxPerHour }))) {
    await forgetAsked(tx, orgId, id);
    return undefined;
  }
  if (link.isUncounted && !(await countLink(tx, link, limits))) {
    await takeTokenBack(tx, orgId, id);
    return undefined;
  }
  const company = await companyOf(tx, purpose, to, enforcement);
  const locale = languageOf(person?.locale) ?? languageOf(link.locale) ?? branding.locale;
  const name = person?.name ?? null;
  const toUser = person !== undefined;
  const texts = await ownTexts(tx, kindOfLink({ purpose, toUser, company }), locale);
  return { purpose, token, email, name, locale, branding, texts, minutes, toUser, company };
}

/** A link that would only lead to the identity provider is not sent. Owners sign in with factors of Keyward, too. */
async function companyOf(
  tx: Tx,
  purpose: LinkPurpose,
  { person, email }: Addressee,
  { ofUser, ofAddress }: Pick<Enforcement, 'ofUser' | 'ofAddress'>,
): Promise<EnforcedConnection | null> {
  if (purpose === 'VERIFY_EMAIL') return null;
  if (!person) return (await ofAddress(tx, email)) ?? null;
  const found = await ofUser(tx, person.id);
  return found && !found.isOwner ? found.connections[0] : null;
}

interface Addressee {
  person: Locked<Recipient> | undefined;
  email: string;
}

/** Finds the user that the mail goes to. If no user has the address, it may sign up, where that is allowed. */
async function addressee(
  tx: Tx,
  { purpose, askedFor, userId, email }: WaitingLink,
): Promise<Addressee | undefined> {
  const name = askedFor ?? email ?? '';
  const { magicLink } = await authConfig(tx);
  if (purpose === 'SIGN_IN' && !magicLink.enabled) return undefined;
  if (purpose === 'CREATE_ACCOUNT' && !(await mayRegister(tx, name))) return undefined;
  const { orgId } = tenancyOf(tx);
  const id = userId ?? (await personByName(tx, orgId, name))?.id;
  if (id !== undefined) {
    const person = await lockRecipient(tx, orgId, id);
    if (person?.status !== 'ACTIVE' || person.email === null) return undefined;
    // The typed address may be the username of a user who has another address.
    if (purpose === 'CREATE_ACCOUNT' && signInKey(person.email) !== signInKey(name)) return undefined;
    return { person, email: person.email };
  }
  const signsUp = purpose === 'CREATE_ACCOUNT' || (purpose === 'SIGN_IN' && magicLink.allowSignUp);
  const isName = isClearAddress(name) && refusalOfUserName(name) === undefined;
  return signsUp && isName ? { person: undefined, email: name } : undefined;
}
