import type { Attribute } from '../../saml-messages/read/assertion.ts';
import { nameIdFormats } from '../../saml-messages/names.ts';
import type { NameId } from '../../saml-messages/read/header.ts';
import { xmlTrimmed } from '../../saml-messages/xml/values.ts';
import type { Claims } from './claims.ts';

const microsoft = 'http://schemas.microsoft.com';
const xmlsoap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/**
 * The attributes that stand for the standard claims of OpenID Connect, the first that is there counts: names that products use,
 * the OIDs of LDAP (X.500 attribute profile, SAML profiles section 8.2), and the claims of Entra ID and AD FS.
 */
const standing: Readonly<Record<string, readonly string[]>> = {
  email: ['mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${xmlsoap}/emailaddress`],
  given_name: ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${xmlsoap}/givenname`],
  family_name: ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${xmlsoap}/surname`],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    `${microsoft}/identity/claims/displayname`,
    'cn',
    'urn:oid:2.5.4.3',
  ],
  groups: [
    `${microsoft}/ws/2008/06/identity/claims/groups`,
    'isMemberOf',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'memberOf',
  ],
};

/** Entra ID sends it instead of the groups of users with more than 150 groups. */
const tooManyGroups = `${microsoft}/claims/groups.link`;

/** How the user proved their identity, as Entra ID and AD FS say it. */
export const methodsAttribute = `${microsoft}/claims/authnmethodsreferences`;

/**
 * Returns the values of attributes by name. A FriendlyName is a second name, unless an attribute has it as its name. Attributes
 * with the same name count as one.
 */
export function valuesByName(attributes: readonly Attribute[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, values } of attributes) found.set(name, [...(found.get(name) ?? []), ...values]);
  const friendly = new Map<string, string[]>();
  for (const { friendlyName, values } of attributes)
    if (friendlyName !== undefined && !found.has(friendlyName))
      friendly.set(friendlyName, [...(friendly.get(friendlyName) ?? []), ...values]);
  return new Map([...found, ...friendly]);
}

/**
 * Returns attributes as claims, so that one mapping serves connections of both types. One value is a text, and several are a list.
 * @param groupsClaim the claim that the connection reads groups from
 */
export function claimsOf(
  values: ReadonlyMap<string, readonly string[]>,
  nameId: NameId | undefined,
  groupsClaim: string,
): Claims {
  const found = new Map<string, unknown>();
  for (const [name, given] of values)
    if (given.length > 0) found.set(name, given.length === 1 ? given[0] : given);
  for (const [claim, names] of Object.entries(standing)) {
    const name = found.has(claim) ? undefined : names.find((one) => found.has(one));
    if (name !== undefined) found.set(claim, found.get(name));
  }
  const email =
    found.get('email') ?? (nameId?.format === nameIdFormats.emailAddress ? nameId.value : undefined);
  const one: unknown = Array.isArray(email) ? email[0] : email;
  if (typeof one === 'string') found.set('email', xmlTrimmed(one));
  if (found.has(tooManyGroups)) found.set('_claim_names', { [groupsClaim]: tooManyGroups });
  // fromEntries defines own properties, `__proto__` too.
  return Object.fromEntries(found);
}
