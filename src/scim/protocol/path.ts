import type { Attribute, Extension, ResourceType } from './schema.ts';

/** The attribute that a path names. */
export interface Named {
  attribute: Attribute;
  /** The sub-attribute, if the path names one. */
  sub?: Attribute;
  /** The extension that holds the attribute. Core attributes have none. */
  extension?: Extension;
}

/** Some clients write a dot where RFC 7644 section 3.10 has a colon. */
const within = (text: string, schema: string): string | undefined =>
  /^[:.]/.test(text.slice(schema.length)) && text.startsWith(schema.toLowerCase())
    ? text.slice(schema.length + 1)
    : undefined;

/**
 * Finds what `[URN:]name[.sub]` names (RFC 7644 section 3.10), in any case; without a URN also in the extensions.
 * @returns undefined when the schema knows no such attribute
 */
export function findAttribute(type: ResourceType, path: string): Named | undefined {
  const text = path.toLowerCase();
  // Most paths are the name of a core attribute alone. No such name has a dot or a colon.
  const core = type.attributes.get(text);
  if (core) return { attribute: core };
  let name = within(text, type.schema) ?? text;
  let extension: Extension | undefined;
  for (const each of type.extensionAttributes.values()) {
    const rest = within(text, each.schema);
    if (rest !== undefined) [name, extension] = [rest, each];
  }
  const [first = '', second, ...more] = name.split('.');
  // Entra ID names the manager without the URN of the extension.
  if (name === path.toLowerCase() && !type.attributes.has(first))
    extension = [...type.extensionAttributes.values()].find(({ attributes }) => attributes.has(first));
  const attribute = (extension ?? type).attributes.get(first);
  if (attribute === undefined || more.length > 0) return undefined;
  if (second === undefined) return { attribute, ...(extension && { extension }) };
  const sub = attribute.subAttributes.get(second);
  return sub && { attribute, sub, ...(extension && { extension }) };
}
