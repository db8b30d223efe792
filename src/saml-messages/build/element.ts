import { broken } from '../error.ts';
import { namespaces } from '../names.ts';

const prefixes = {
  samlp: namespaces.protocol,
  saml: namespaces.assertion,
  md: namespaces.metadata,
  mdui: namespaces.ui,
  alg: namespaces.algorithms,
  ds: namespaces.signature,
  xenc: namespaces.encryption,
  soap: namespaces.soap,
} as const;

type Prefix = keyof typeof prefixes;
type Name = `${Prefix}:${string}`;

/** Returns the namespace of an element that will be written. */
export const namespaceOf = (name: Name): string => prefixes[name.slice(0, name.indexOf(':')) as Prefix];

/** Absent values are left out. The only prefix is `xml:`. */
type Attributes = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/** An element that will be written. Its texts hold only what XML can hold, and are not escaped yet. */
export interface Built {
  name: Name;
  /** In the order of Canonical XML. */
  attributes: readonly (readonly [name: string, value: string])[];
  children: readonly (Built | Written | string)[];
}

/** An element or text that is written already. An element declares the namespaces that it uses. */
export interface Written {
  written: string;
}

/** Describes an element: its name, its attributes, and its texts and elements in their order. */
export function element(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Built | Written | string | undefined)[]
): Built {
  return {
    name,
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(
        ([key, value]) =>
          [key, writable(value instanceof Date ? value.toISOString() : String(value))] as const,
      )
      .sort(([a], [b]) => inCanonicalOrder(a, b)),
    children: children
      .filter((child) => child !== undefined)
      .map((child) => (typeof child === 'string' ? writable(child) : child)),
  };
}

/** Attributes with a namespace come last (Canonical XML 1.0 section 2.2). */
const inCanonicalOrder = (a: string, b: string): number =>
  Number(a.startsWith('xml:')) - Number(b.startsWith('xml:')) || (a < b ? -1 : 1);

/** Writes a document. It is in canonical form, but for elements without content, which are written short. */
export const write = (built: Built): string => render(built, [], true);

/** Writes the bytes that a signature covers: the exclusive canonical form of an element that declares nothing in advance. */
export const canonical = (built: Built): string => render(built, [], false);

/**
 * A prefix is declared where it is first used (Exclusive XML Canonicalization 1.0 section 3). Each declares one namespace
 * only, so the form of an element does not depend on what stands around it.
 */
function render({ name, attributes, children }: Built, declared: readonly Prefix[], short: boolean): string {
  const prefix = name.slice(0, name.indexOf(':')) as Prefix;
  const isNew = !declared.includes(prefix);
  const inner = isNew ? [...declared, prefix] : declared;
  let text = `<${name}${isNew ? ` xmlns:${prefix}="${prefixes[prefix]}"` : ''}`;
  for (const [key, value] of attributes) text += ` ${key}="${value.replace(/[&<"\t\n]/g, escaped)}"`;
  if (short && children.length === 0) return `${text}/>`;
  text += '>';
  for (const child of children)
    if (typeof child === 'string') text += child.replace(/[&<>]/g, escaped);
    else text += 'written' in child ? child.written : render(child, inner, short);
  return `${text}</${name}>`;
}

/** Canonical XML 1.0 section 2.3. A carriage return cannot occur here. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
};
const escaped = (character: string): string => escapes[character] as string;

// The characters of XML 1.0 (section 2.2). All others cannot be written, not even as references.
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/**
 * Line breaks become line feeds, as every parser reads them (XML 1.0 section 2.11). A carriage return would be signed as
 * a reference, and lost when the element is written once more.
 *
 * @throws {SamlMessageError} rule `unwritable`. A dropped character could make two users one
 */
function writable(text: string): string {
  if (unwritable.test(text)) broken('unwritable');
  return text.replace(/\r\n?/g, '\n');
}
