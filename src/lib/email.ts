import { domainToASCII, domainToUnicode } from 'node:url';
import { folded } from './name-key.ts';
import { refusalOfShownText } from './shown-text.ts';

/** Something on both sides of one `@`, without blanks, control and invisible characters: as the contract has it (`Email`). */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) &&
  refusalOfShownText(text, 'line') === undefined;

/** The part behind the last `@`, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * Returns the domain of an address as connections name it: in A-labels, in lower case and without a final dot. Mail programs
 * write one domain in several ways, and all of them lead to the same mailbox.
 * @returns undefined for a text that is not an address, or whose domain is not a name
 */
export function mailDomainOf(text: string): string | undefined {
  if (!isEmailAddress(text)) return undefined;
  return domainToASCII(domainOf(text)).replace(/\.$/, '') || undefined;
}

/**
 * Tells whether the domain of an address is one domain in all that compares addresses. `İ` is `i` for the keys of names, and two letters for
 * mail programs (UTS 46). An account of `u@gmaİl.com` would be found by `u@gmail.com`, and its mails would go to another domain.
 */
export const isClearAddress = (address: string): boolean =>
  isEmailAddress(address) && mailDomainOf(address) === mailDomainOf(folded(address));

/**
 * Tells whether mail to two addresses goes to one mailbox beyond doubt. Keys of names fold more (docs/decisions/0098): a mail server may
 * have `ﬁnn` and `finn`.
 */
export function isOneMailbox(one: string, other: string): boolean {
  const nameOf = (address: string): string => address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const domain = mailDomainOf(one);
  return domain !== undefined && domain === mailDomainOf(other) && nameOf(one) === nameOf(other);
}

/**
 * Returns how an address of ASCII may be stored: with the domain in A-labels or in letters, and with a final dot or without one.
 * {@link mailDomainOf} sees one domain in all of them.
 */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@') + 1;
  const [name, domain] = [address.slice(0, at), domainOf(address)];
  return [...new Set([domain, domainToUnicode(domain)])].flatMap((one) => [name + one, `${name}${one}.`]);
}
