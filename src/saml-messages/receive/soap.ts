import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import { childElements, childrenOf, isNamed, parts } from '../xml/shape.ts';
import { decodeUtf8, messageLimits, parseStrictly } from '../xml/strict.ts';
import type { Received } from './received.ts';

/**
 * Parses a message of the SOAP binding (SAML bindings section 3.2). The envelope is SOAP 1.1.
 *
 * @throws {SamlMessageError} steps `decode` and `parse`
 */
export function receiveSoap(body: Uint8Array): Received {
  const xml = decodeUtf8(body, messageLimits);
  const root = parseStrictly(xml).documentElement;
  if (!isNamed(root, namespaces.soap, 'Envelope')) broken('soap', root.localName);
  const envelope = childrenOf(root, parts(namespaces.soap, 'Header?', 'Body'), 'soap');
  const header = envelope.optional('Header');
  if (header && childElements(header).some(mustUnderstand)) broken('soap', 'mustUnderstand');
  const [message, second] = childElements(envelope.one('Body'));
  if (!message || second) return broken('soap');
  return { binding: 'soap', xml, root, message };
}

const mustUnderstand = (entry: Element): boolean =>
  Array.from(entry.attributes).some(
    ({ localName, namespaceURI, value }) =>
      namespaceURI === namespaces.soap && localName === 'mustUnderstand' && value !== '0',
  );
