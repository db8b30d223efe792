import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import { namespaces } from '../names.ts';
import { childElements, isNamed } from '../xml/shape.ts';
import { textOf } from '../xml/values.ts';

/** A message that was decoded and parsed. Nothing of it is verified: only `accept()` may read it. */
export interface Received {
  binding: 'redirect' | 'post' | 'soap';
  /** The parameter that held the message. SOAP has no parameters. */
  parameter?: Parameter;
  /** The whole document, exactly as it was parsed. */
  xml: string;
  root: Element;
  /** The message: the root, or the content of a SOAP body. */
  message: Element;
  /** The value that a sender wants back unchanged. With SOAP there is none. */
  relayState?: string;
  /** The signature of the redirect binding, and the bytes it covers. */
  querySignature?: QuerySignature;
}

export interface QuerySignature {
  algorithm: string;
  data: Uint8Array;
  value: Uint8Array;
}

/** `SAMLRequest` holds requests, and `SAMLResponse` holds responses. */
export type Parameter = 'SAMLRequest' | 'SAMLResponse';

/**
 * The longest RelayState in bytes. The standard says 80 (SAML bindings sections 3.4.3 and 3.5.3), but products of all
 * vendors send URLs in it.
 */
export const longestRelayState = 1024;

/**
 * Rejects what cannot come back as it was sent (SAML bindings sections 3.4.3 and 3.5.3): browsers write each line break of a
 * form as CR and LF.
 */
export function checkRelayState(relayState: string | undefined): void {
  if (relayState === undefined) return;
  if (Buffer.byteLength(relayState) > longestRelayState) broken('relay-state-too-long');
  if (/\r(?!\n)|(?<!\r)\n/.test(relayState)) broken('relay-state-line-break');
}

/** Two readers could otherwise take one message for a request and for a response. */
export function checkParameter({ parameter }: Received, expected: Parameter): void {
  if (parameter !== undefined && parameter !== expected) broken('parameter-other', parameter);
}

/**
 * Returns the issuer that an unverified message names. Use it only to find the keys of that partner: `checks.ts` compares
 * it with the issuer of the verified message.
 */
export function claimedIssuer({ message }: Received): string {
  const [first] = childElements(message);
  return first && isNamed(first, namespaces.assertion, 'Issuer')
    ? textOf(first)
    : broken('element', 'no Issuer');
}

/** Decodes base64 with padding. White space is allowed, because some products break lines (RFC 4648 section 3.1). */
export function decodeBase64(text: string): Buffer {
  const packed = text.replace(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(packed, 'base64');
  // Buffer.from skips what it does not know, so that two readers could see two messages.
  return packed !== '' && bytes.toString('base64') === packed ? bytes : broken('base64');
}
