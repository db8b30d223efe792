import { type Document, DOMImplementation, DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';

const prefixes = {
  samlp: namespaces.protocol,
  saml: namespaces.assertion,
  md: namespaces.metadata,
  mdui: namespaces.ui,
  ds: namespaces.signature,
  soap: namespaces.soap,
} as const;

type Name = `${keyof typeof prefixes}:${string}`;

/** Absent values are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | Date | undefined>>;

/** An element that will be written. xmldom makes it, so that xmldom escapes every text and attribute. */
export type Built = (document: Document) => Element;

/** Describes an element: its name, its attributes, and its texts and elements in their order. */
export function element(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Built | string | undefined)[]
): Built {
  return (document) => {
    const made = document.createElementNS(prefixes[name.split(':', 1)[0] as keyof typeof prefixes], name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === undefined) continue;
      const text = writable(value instanceof Date ? value.toISOString() : String(value));
      if (key.startsWith('xml:')) made.setAttributeNS(namespaces.xml, key, text);
      else made.setAttribute(key, text);
    }
    for (const child of children)
      if (typeof child === 'string') made.appendChild(document.createTextNode(writable(child)));
      else if (child) made.appendChild(child(document));
    return made;
  };
}

/** Takes an element that is already written, such as a signed assertion. Its canonical form stays the same. */
export function written(xml: string): Built {
  const onError = (_level: string, message: string): never => {
    throw new Error(`Written XML cannot be read: ${message}`);
  };
  const { documentElement } = new DOMParser({ errorHandler: onError }).parseFromString(xml, 'text/xml');
  return (document) => document.importNode(documentElement, true);
}

export function write(built: Built): string {
  const document = new DOMImplementation().createDocument('', '');
  document.appendChild(built(document));
  return new XMLSerializer().serializeToString(document, false, undefined, { requireWellFormed: true });
}

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
