import { deflateRawSync } from 'node:zlib';
import { signatureAlgorithms } from '../algorithms.ts';
import type { Parameter } from '../receive/received.ts';
import { element, write } from './element.ts';
import { type SigningKey, signBytes } from './sign.ts';

/** A message on its way: what it is, and what the partner gave to bring back. */
export interface Outgoing {
  parameter: Parameter;
  xml: string;
  relayState?: string;
}

/** Returns the URL that a browser is redirected to (SAML bindings section 3.4.4.1). A query of the endpoint stays. */
export function redirectUrl(endpoint: string, outgoing: Outgoing, key: SigningKey | 'unsigned'): string {
  const pairs: [name: string, value: string][] = [
    [outgoing.parameter, deflateRawSync(outgoing.xml).toString('base64')],
  ];
  if (outgoing.relayState !== undefined) pairs.push(['RelayState', outgoing.relayState]);
  if (key !== 'unsigned') {
    pairs.push(['SigAlg', signatureAlgorithms[key.algorithm]]);
    pairs.push(['Signature', signBytes(Buffer.from(encode(pairs)), key).toString('base64')]);
  }
  return `${endpoint}${endpoint.includes('?') ? '&' : '?'}${encode(pairs)}`;
}

const encode = (pairs: readonly [string, string][]): string =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

/** Returns the fields of the form that a browser submits (SAML bindings section 3.5.4). A page must escape them. */
export const postFields = ({ parameter, xml, relayState }: Outgoing): Readonly<Record<string, string>> => ({
  [parameter]: Buffer.from(xml).toString('base64'),
  ...(relayState !== undefined && { RelayState: relayState }),
});

/**
 * Puts a message into a SOAP 1.1 envelope (SAML bindings section 3.2.2). Send it as `text/xml`.
 *
 * @param xml a message that this folder built. It is not parsed again
 */
export const soapEnvelope = (xml: string): string =>
  write(element('soap:Envelope', {}, element('soap:Body', {}, { written: xml })));
