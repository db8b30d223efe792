import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import { checkParameter, type Received } from '../receive/received.ts';
import { childElements, expectNamed, isNamed } from '../xml/shape.ts';
import { parseStrictly } from '../xml/strict.ts';
import { type Accepted, accepted } from './accepted.ts';
import { type Decryption, decryptElement } from './decrypt.ts';
import { rejectOtherSignatures, signatureOf, verifyEnveloped } from './enveloped.ts';
import type { Trust } from './trust.ts';

/** The requirements for an identity provider, from the connection that an administrator configured. */
export interface ResponseTrust extends Omit<Trust, 'requireSignature'> {
  requireSignedResponse?: boolean;
  requireSignedAssertion?: boolean;
  requireEncryption?: boolean;
  decryption?: Decryption;
  /** Is given each text before it is parsed or verified once more, and may reject if that is too much work. */
  spend?: (xml: string) => Promise<void>;
}

export interface AcceptedResponse {
  response: Accepted;
  /** Absent if the response says why there is none. It is always covered by a signature, its own or the response's. */
  assertion?: Accepted;
}

/** The text that an element belongs to, as it was parsed. */
interface Placed {
  element: Element;
  xml: string;
}

/**
 * Accepts a response with at most one assertion. If there is an assertion, it or the response must be signed. A response
 * without an assertion may be unsigned: it can only end a sign-in.
 *
 * @throws {SamlMessageError} steps `shape`, `signature` and `decrypt`
 */
export async function acceptResponse(received: Received, trust: ResponseTrust): Promise<AcceptedResponse> {
  const { message, root, xml, binding } = received;
  expectNamed(message, namespaces.protocol, 'Response');
  checkParameter(received, 'SAMLResponse');
  // The redirect binding cannot carry responses (SAML profiles section 4.1.2).
  if (binding === 'redirect') broken('binding', binding);
  const plain = onlyAssertion(message);
  rejectOtherSignatures(root, plain ? [message, plain] : [message]);
  const signed = signatureOf(message) ? verifyEnveloped(xml, message, trust) : undefined;
  if (!signed && trust.requireSignedResponse) broken('signature-missing', 'Response');
  const outer: Placed = signed ?? { element: message, xml };
  const response = accepted(outer.element, binding, signed);

  const inner = await find(outer, trust, signed !== undefined);
  if (!inner) return { response };
  if (signed) await trust.spend?.(inner.xml);
  const own = signatureOf(inner.element) ? verifyEnveloped(inner.xml, inner.element, trust) : undefined;
  if (!own && trust.requireSignedAssertion) broken('signature-missing', 'Assertion');
  if (!own && !signed) return broken('signature-missing');
  return { response, assertion: accepted(own?.element ?? inner.element, binding, own ?? signed) };
}

/** Rejects every second assertion, at any depth: the reader must never have a choice. */
function onlyAssertion(response: Element): Element | undefined {
  const everywhere = descendants(response).filter(({ localName, namespaceURI }) =>
    [`${namespaces.assertion} Assertion`, `${namespaces.assertion} EncryptedAssertion`].includes(
      `${namespaceURI} ${localName}`,
    ),
  );
  const [only, second] = everywhere;
  if (second || (only && only.parentNode !== response)) broken('assertion-count');
  return only && isNamed(only, namespaces.assertion, 'Assertion') ? only : undefined;
}

const descendants = (element: Element): Element[] =>
  childElements(element).flatMap((child) => [child, ...descendants(child)]);

async function find(
  { element, xml }: Placed,
  trust: ResponseTrust,
  isSigned: boolean,
): Promise<Placed | undefined> {
  const children = childElements(element);
  const plain = children.find((one) => isNamed(one, namespaces.assertion, 'Assertion'));
  if (plain) return trust.requireEncryption ? broken('not-encrypted') : { element: plain, xml };
  const encrypted = children.find((one) => isNamed(one, namespaces.assertion, 'EncryptedAssertion'));
  if (!encrypted) return undefined;
  // CBC is open to an attacker who sends variants of a message. A signature leaves none.
  const { privateKeys, allowCbc = false } = trust.decryption ?? { privateKeys: [] };
  const text = await decryptElement(encrypted, { privateKeys, allowCbc: allowCbc && isSigned });
  await trust.spend?.(text);
  const root = parseStrictly(text).documentElement;
  expectNamed(root, namespaces.assertion, 'Assertion');
  if (descendants(root).some((one) => isNamed(one, namespaces.assertion, 'Assertion')))
    broken('assertion-count');
  rejectOtherSignatures(root, [root]);
  return { element: root, xml: text };
}
