import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { SaxesParser } from 'saxes';
import { broken, SamlMessageError } from '../error.ts';

/** The limits of a document. */
export interface Limits {
  bytes: number;
  /** The number of elements, attributes and references together. To verify a signature costs 40 µs for each of them. */
  nodes: number;
  /** Comments may stand in metadata. In messages they have split names in two (CVE-2017-11427 and its relatives). */
  comments: boolean;
}

/** Requests are small, and strangers send them: 300 a minute may take a sixth of a core. */
export const requestLimits: Limits = { bytes: 128 * 1024, nodes: 300, comments: false };
export const messageLimits: Limits = { bytes: 256 * 1024, nodes: 2_000, comments: false };
export const metadataLimits: Limits = { bytes: 512 * 1024, nodes: 200_000, comments: true };

const mostDepth = 64;
const mostElements = 20_000;
const mostAttributes = 64;

/** Decodes UTF-8 strictly. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array, limits: Limits): string {
  if (bytes.byteLength > limits.bytes) broken('too-large', `${bytes.byteLength} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return broken('utf8');
  }
}

/**
 * Parses XML that a stranger wrote. saxes, a strict parser, finds what is forbidden. xmldom makes the document, because
 * xml-crypto verifies on xmldom. Both must see the same elements in the same order, so no difference between parsers
 * can hide an element from one of them.
 *
 * @throws {SamlMessageError} steps `decode` and `parse`
 */
export function parseStrictly(text: string, limits: Limits = messageLimits): Document {
  // One character has at least one byte.
  if (text.length > limits.bytes || Buffer.byteLength(text) > limits.bytes) broken('too-large');
  // saxes skips a byte order mark. `decodeUtf8` has dropped the only one that XML allows.
  if (text.startsWith('\uFEFF')) broken('not-well-formed');
  const names = scan(text, limits);
  const document = parse(text);
  judge(document.documentElement, names);
  return document;
}

/** Returns the names of all elements in the order of the document. */
function scan(text: string, limits: Limits): string[] {
  const names: string[] = [];
  let depth = 0;
  let nodes = text.split('&').length - 1;
  if (nodes > limits.nodes) broken('too-many');
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => broken('not-well-formed', error.message));
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0' || !/^utf-?8$/i.test(encoding ?? 'utf-8')) broken('encoding', encoding ?? version);
  });
  parser.on('doctype', () => broken('doctype'));
  parser.on('processinginstruction', ({ target }) => broken('processing-instruction', target));
  parser.on('cdata', () => broken('cdata'));
  if (!limits.comments) parser.on('comment', () => broken('comment'));
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth += 1;
    if (depth > mostDepth) broken('too-deep');
    const own = Object.keys(attributes).length;
    nodes += 1 + own;
    if (names.length >= mostElements || own > mostAttributes || nodes > limits.nodes) broken('too-many');
    names.push(`${uri} ${local}`);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(text).close();
  return names;
}

/**
 * Writes two characters as references, because xmldom replaces them by ends of lines, as XML 1.1 does. In XML 1.0 (2.11) they are
 * texts like others, and a signature over them would be wrong. No name may contain them.
 */
export const withoutOtherLineEnds = (text: string): string =>
  text.replaceAll('\u0085', '&#x85;').replaceAll('\u2028', '&#x2028;');

function parse(text: string): Document {
  // xmldom repairs what is wrong and reports it. Nothing here may be repaired.
  const errorHandler = (_level: string, message: string) => broken('not-well-formed', message);
  try {
    const document = new DOMParser({ errorHandler }).parseFromString(withoutOtherLineEnds(text), 'text/xml');
    return document.documentElement ? document : broken('not-well-formed');
  } catch (error) {
    if (error instanceof SamlMessageError) throw error;
    return broken('not-well-formed');
  }
}

/** Compares the elements with those of the other parser, and rejects IDs that occur twice. */
function judge(root: Element, names: readonly string[]): void {
  const ids = new Set<string>();
  let at = 0;
  const visit = (element: Element): void => {
    if (names[at] !== `${element.namespaceURI ?? ''} ${element.localName}`) broken('parsers-differ');
    at += 1;
    for (const { localName, value } of Array.from(element.attributes)) {
      // xml-crypto finds `ID`, `Id` and `id`, with any prefix.
      if (localName.toLowerCase() !== 'id') continue;
      if (ids.has(value)) broken('duplicate-id', value);
      ids.add(value);
    }
    for (const child of Array.from(element.childNodes)) if (isElement(child)) visit(child);
  };
  visit(root);
  if (at !== names.length) broken('parsers-differ');
}

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1;
