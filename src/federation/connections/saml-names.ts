import { hash } from 'node:crypto';
import { nameIdFormats } from '../../saml-messages/names.ts';
import type { NameId } from '../../saml-messages/read/header.ts';

/** The parties of a name. A qualifier that a message leaves out is the party itself (SAML core section 8.3.7). */
interface Parties {
  idpEntityId: string;
  spEntityId: string;
}

/** The longest text that stands for a name in a login, in bytes. It must fit into an index. */
const longestOfLogin = 1_000;
/** The same in a link, in characters. */
const longestOfLink = 255;

/**
 * Returns the text that stands for a NameID: two NameIDs have the same text only if value, format and qualifiers are the same.
 * Letter case and white space count.
 */
function nameText(
  { value, format, nameQualifier, spNameQualifier }: NameId,
  { idpEntityId, spEntityId }: Parties,
): string {
  const qualifiers = [nameQualifier ?? idpEntityId, spNameQualifier ?? spEntityId];
  const isUsual = qualifiers[0] === idpEntityId && qualifiers[1] === spEntityId;
  return JSON.stringify([format, value, ...(isUsual ? [] : qualifiers)]);
}

/** The name of a user in a login. The identity provider signs the user out with it. */
export const nameOfLogin = (name: NameId, parties: Parties): string =>
  bounded(nameText(name, parties), (text) => Buffer.byteLength(text) <= longestOfLogin);

/**
 * Returns the names of logins that a NameID of a LogoutRequest may stand for. Some identity providers leave the format out there.
 */
export const namesOfLogin = (name: NameId, parties: Parties): string[] =>
  name.format === nameIdFormats.unspecified
    ? Object.values(nameIdFormats).map((format) => nameOfLogin({ ...name, format }, parties))
    : [nameOfLogin(name, parties)];

/** The key of a link by a NameID. */
export const keyOfName = (name: NameId, parties: Parties): string =>
  bounded(nameText(name, parties), fitsLink);

/** The key of a link by an attribute. It is never the key of a NameID, which names its format first. */
export const keyOfAttribute = (name: string, value: string): string =>
  bounded(JSON.stringify({ [name]: value }), fitsLink);

const fitsLink = (text: string): boolean => Array.from(text).length <= longestOfLink;

const bounded = (text: string, fits: (text: string) => boolean): string =>
  fits(text) ? text : `sha256:${hash('sha256', text, 'base64url')}`;
