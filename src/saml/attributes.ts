import { valueAt } from '../oidc/claim-source.ts';
import type { Attribute } from '../saml-messages/read/assertion.ts';
import type { AttributeMapping } from './entities/service-provider.ts';
import type { SamlSubject } from './sql/saml-subjects.ts';

/** SAML core section 8.2. */
const nameFormat = 'urn:oasis:names:tc:SAML:2.0:attrname-format:';

// XML 1.0 section 2.2. A value with another character is left out: without the character, two users could be one.
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
/** In bytes: an index of `saml_sessions` holds names, and an entry of an index has at most 2.7 KB. */
const longest = 1024;

/** Returns a value as the text of a name; undefined for an empty or long value, for a list or an object, and for a text that XML cannot hold. */
export function writableValue(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.trim() !== '' && Buffer.byteLength(text) <= longest ? text : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && !unwritable.test(value) ? value : undefined;
}

/** Returns the format of an attribute's name as registrations say it. */
export const nameFormatOf = (urn: string | undefined): AttributeMapping['nameFormat'] =>
  (['basic', 'uri'] as const).find((name) => urn === `${nameFormat}${name}`) ?? 'unspecified';

/** As long as a message that Keyward reads. */
const mostBytes = 256 * 1024;
const bytesOfElement = 64;

/** Returns how long a value is in XML. */
const sizeOf = (value: string): number =>
  bytesOfElement + Buffer.byteLength(value.replace(/[&<>]/g, '&amp;'));

/**
 * Returns the attributes of an assertion. A list gives an attribute with several values. A field that the user does not have is
 * left out.
 * @returns undefined if the attributes are too long. They are signed, encrypted and sent several times, which takes the time of others
 */
export function attributesFor(
  mappings: readonly AttributeMapping[],
  user: SamlSubject,
): Attribute[] | undefined {
  const person = { ...user, groups: user.groups.map(({ name }) => name) };
  const attributes: Attribute[] = [];
  let bytes = 0;
  for (const { name, nameFormat: format, source } of mappings) {
    const values = [valueAt(source, person)].flat().flatMap((value: unknown) => textOf(value) ?? []);
    for (const value of values) bytes += sizeOf(value);
    if (bytes > mostBytes) return undefined;
    if (values.length > 0) attributes.push({ name, nameFormat: `${nameFormat}${format}`, values });
  }
  return attributes;
}
