import type { Element } from '@xmldom/xmldom';
import { type Built, namespaceOf } from './build/element.ts';
import { namespaces } from './names.ts';

/** A message that was received, or one that will be sent and has no signature yet. */
export type Message = Element | Built;

/** An element of either kind. */
interface Shown {
  name: string;
  localName: string;
  namespace: string | null;
  attributes: readonly ShownAttribute[];
  text: string;
  children: readonly Message[];
}

interface ShownAttribute {
  name: string;
  localName: string;
  namespace: string | null;
  value: string;
}

/**
 * A message as administrators may see it: indented XML in parts. Every second part, from the second one on, is a value about
 * a person. No part holds a signature, a ciphertext, or anything that this file does not name.
 */
export interface Redacted {
  parts: readonly string[];
  /** Whether it is only the beginning. */
  isTruncated: boolean;
}

/** Stands for what is never kept. */
const removed = '[removed]';
/** Stands for a value about a person that the reader may not see. */
const withheld = '[redacted]';

/** The longest redacted message in bytes. */
export const mostRedacted = 16 * 1024;
const longestValue = 1024;

type Kind = 'public' | 'personal' | 'secret';

const { assertion: saml, protocol: samlp, signature: ds, encryption, encryption11, soap } = namespaces;
const known: ReadonlySet<string | null> = new Set([saml, samlp, ds, encryption, encryption11, soap]);

// All others are secret: extensions, signatures, digests of personal values, and elements that SAML does not know.
const texts: ReadonlyMap<string, Kind> = new Map([
  ...kindOf(
    'public',
    saml,
    'Issuer Audience AuthnContextClassRef AuthnContextDeclRef AuthenticatingAuthority',
  ),
  ...kindOf('public', samlp, 'RequesterID'),
  ...kindOf('personal', saml, 'NameID AttributeValue'),
  ...kindOf('personal', samlp, 'SessionIndex StatusMessage'),
]);
const attributes: ReadonlyMap<string, Kind> = new Map([
  ...kindOf(
    'public',
    '',
    'ID Version IssueInstant Consent InResponseTo Reason Value Method Algorithm URI Type',
  ),
  ...kindOf(
    'public',
    '',
    'ForceAuthn IsPassive ProtocolBinding ProviderName Format NameQualifier SPNameQualifier',
  ),
  ...kindOf(
    'public',
    '',
    'AssertionConsumerServiceIndex AttributeConsumingServiceIndex AllowCreate Comparison',
  ),
  ...kindOf(
    'public',
    '',
    'NotBefore NotOnOrAfter AuthnInstant SessionNotOnOrAfter Name NameFormat FriendlyName',
  ),
  ...kindOf('personal', '', 'SessionIndex SPProvidedID Address DNSName'),
]);
const addresses: ReadonlySet<string> = new Set(['Destination', 'AssertionConsumerServiceURL', 'Recipient']);
/** May hold anything, also elements of SAML with another meaning (SAML core sections 2.3.3, 3.2.1 and 3.2.2.1). */
const open: ReadonlySet<string> = new Set([`${samlp} Extensions`, `${samlp} StatusDetail`, `${saml} Advice`]);

function kindOf(kind: Kind, namespace: string, names: string): [name: string, kind: Kind][] {
  return names.split(' ').map((name) => [`${namespace} ${name}`, kind]);
}

/** Writes a message without what administrators may not see. It decides by the elements of the document, never by its text. */
export function redact(message: Message): Redacted {
  const printer = new Printer();
  printer.element(message, { indent: '', scope: new Map(), isOpen: false });
  return { parts: printer.parts, isTruncated: printer.isFull };
}

/** Returns the name of the root, if it is a message of SAML, and its ID. */
export function rootOf(message: Message): { name: string | undefined; id: string | undefined } {
  const { namespace, localName, attributes: own } = shown(message);
  const id = own.find(({ name }) => name === 'ID')?.value;
  return { name: namespace === samlp ? localName : undefined, id };
}

const shown = (message: Message): Shown =>
  'nodeType' in message ? shownElement(message) : shownBuilt(message);

function shownElement(element: Element): Shown {
  const nodes = Array.from(element.childNodes);
  const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1;
  return {
    name: element.tagName,
    localName: element.localName,
    namespace: element.namespaceURI,
    attributes: Array.from(element.attributes).map(({ name, localName, namespaceURI: namespace, value }) => ({
      name,
      localName,
      namespace,
      value,
    })),
    text: nodes.map((node) => (isElement(node) ? '' : (node.textContent ?? ''))).join(''),
    children: nodes.filter(isElement),
  };
}

/** Elements that are already written have been signed or encrypted, and are left out. */
const shownBuilt = ({ name, attributes: own, children }: Built): Shown => ({
  name,
  localName: name.slice(name.indexOf(':') + 1),
  namespace: namespaceOf(name),
  attributes: own.map(([key, value]) => ({ name: key, localName: key, namespace: null, value })),
  text: children.filter((child) => typeof child === 'string').join(''),
  children: children.filter((child): child is Built => typeof child !== 'string' && 'name' in child),
});

/** Returns the text of a redacted message. */
export const readRedacted = (parts: readonly string[], mayReadPersonal: boolean): string =>
  parts.map((part, at) => (at % 2 === 0 || mayReadPersonal ? part : withheld)).join('');

/** Removes the values about persons for good. */
export const withoutPersonal = ({ parts, isTruncated }: Redacted): Redacted => ({
  parts: [parts.map((part, at) => (at % 2 === 0 ? part : removed)).join('')],
  isTruncated,
});

/** Keeps the beginning of a redacted message. @param most in bytes */
export function beginningOf(message: Redacted, most: number): Redacted {
  let left = most;
  const parts: string[] = [];
  for (const part of message.parts) {
    const kept =
      Buffer.byteLength(part) <= left ? part : Buffer.from(part).toString('utf8', 0, Math.max(0, left - 3));
    parts.push(kept.replace(/\u{FFFD}$/u, ''));
    if (kept !== part) return { parts, isTruncated: true };
    left -= Buffer.byteLength(part);
  }
  return message;
}

/** Returns an address without the values that it may carry. */
export function plainAddress(text: string): string {
  const [address = ''] = text.split(/[?#]/, 1);
  if (address.includes('@') || !/^[\w.~:/%[\]-]*$/.test(address)) return removed;
  return address === text ? text : `${address}?${removed}`;
}

/** Where an element stands. */
interface Place {
  indent: string;
  /** The declarations of namespaces. */
  scope: ReadonlyMap<string, string>;
  /** Whether it stands in an element that may hold anything. */
  isOpen: boolean;
}

class Printer {
  readonly parts: string[] = [''];
  isFull = false;
  #bytes = 0;

  element(message: Message, { indent, scope, isOpen }: Place): void {
    const element = shown(message);
    const { name, text, children } = element;
    const place = `${element.namespace} ${element.localName}`;
    const inner = { indent: `${indent}  `, scope: new Map(scope), isOpen: isOpen || open.has(place) };
    this.#plain(`${indent}<${cut(name)}`);
    for (const attribute of element.attributes) this.#attribute(element, attribute, inner);
    this.#declare(element, inner.scope);
    const isEmpty = text.trim() === '';
    if (children.length === 0 && isEmpty) return this.#plain('/>\n');
    this.#plain('>');
    if (!isEmpty) this.#value(text, inner.isOpen ? 'secret' : texts.get(place));
    if (children.length > 0) this.#plain('\n');
    for (const child of children) {
      if (this.isFull) return;
      this.element(child, inner);
    }
    this.#plain(`${children.length > 0 ? indent : ''}</${cut(name)}>\n`);
  }

  #attribute(
    element: Shown,
    { name, localName, namespace, value }: ShownAttribute,
    { scope, isOpen }: { scope: Map<string, string>; isOpen: boolean },
  ): void {
    this.#plain(` ${cut(name)}="`);
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      scope.set(name, value);
      this.#value(value, 'public');
    } else if (namespace === namespaces.xsi) this.#value(value, 'public');
    // An attribute of another namespace, or of an unknown element, may mean anything.
    else if (isOpen || namespace || !known.has(element.namespace)) this.#value(value, 'secret');
    else if (addresses.has(localName)) this.#value(plainAddress(value), 'public');
    else this.#value(value, attributes.get(` ${localName}`));
    this.#plain('"');
  }

  /** Messages that will be sent declare their namespaces only when they are written. */
  #declare({ name, namespace }: Shown, scope: Map<string, string>): void {
    const [prefix = ''] = name.includes(':') ? name.split(':', 1) : [];
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    if (!namespace || scope.get(declaration) === namespace) return;
    scope.set(declaration, namespace);
    this.#plain(` ${declaration}="${escaped(cut(namespace))}"`);
  }

  #value(value: string, kind: Kind = 'secret'): void {
    const text = escaped(cut(value));
    if (kind === 'public') this.#plain(text);
    else if (kind === 'secret') this.#plain(removed);
    else if (this.#takes(Math.max(Buffer.byteLength(text), withheld.length))) this.parts.push(text, '');
  }

  #plain(text: string): void {
    if (this.#takes(Buffer.byteLength(text))) this.parts[this.parts.length - 1] += text;
  }

  /** Nothing follows what had no room. */
  #takes(bytes: number): boolean {
    this.isFull ||= this.#bytes + bytes > mostRedacted;
    if (!this.isFull) this.#bytes += bytes;
    return !this.isFull;
  }
}

const cut = (text: string): string =>
  text.length <= longestValue ? text : `${text.slice(0, longestValue).toWellFormed()}…`;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => references[found] ?? found);
