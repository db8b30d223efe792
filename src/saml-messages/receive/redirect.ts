import { inflateRawSync } from 'node:zlib';
import { broken } from '../error.ts';
import { decodeUtf8, type Limits, messageLimits, parseStrictly } from '../xml/strict.ts';
import { checkRelayState, decodeBase64, type QuerySignature, type Received } from './received.ts';

const known = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding'] as const;
type Known = (typeof known)[number];

const deflateEncoding = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';
const longestQuery = 512 * 1024;

/**
 * Decodes and parses a message of the redirect binding (SAML bindings section 3.4.4.1).
 *
 * @param query the query string exactly as it was received, without `?`. The signature covers its bytes, so a query that
 *   was parsed and written again would not do.
 * @throws {SamlMessageError} steps `decode` and `parse`
 */
export function receiveRedirect(query: string, limits: Limits = messageLimits): Received {
  const raw = rawParameters(query);
  if (raw.has('SAMLRequest') && raw.has('SAMLResponse')) broken('parameter-ambiguous');
  const parameter = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  const message = decoded(raw, parameter) || broken('parameter-missing', 'SAMLRequest or SAMLResponse');
  const encoding = decoded(raw, 'SAMLEncoding');
  if (encoding !== undefined && encoding !== deflateEncoding) broken('deflate', encoding);
  const relayState = decoded(raw, 'RelayState');
  checkRelayState(relayState);
  const xml = decodeUtf8(inflate(decodeBase64(message), limits), limits);
  const root = parseStrictly(xml, limits).documentElement;
  const querySignature = signatureOf(raw, parameter);
  return {
    binding: 'redirect',
    parameter,
    xml,
    root,
    message: root,
    ...(relayState !== undefined && { relayState }),
    ...(querySignature && { querySignature }),
  };
}

/** Returns the known parameters as they were written. */
function rawParameters(query: string): ReadonlyMap<Known, string> {
  if (query.length > longestQuery) broken('too-large');
  const found = new Map<Known, string>();
  for (const pair of query.split('&')) {
    const [written = '', ...rest] = pair.split('=');
    const name = known.find((one) => one === decode(written));
    if (name === undefined) continue;
    // `SAML%52equest` is the same parameter to some readers, and another one to others.
    if (name !== written || rest.length === 0) broken('parameter-encoding', name);
    if (found.has(name)) broken('parameter-repeated', name);
    found.set(name, rest.join('='));
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return broken('parameter-encoding');
  }
}

const decoded = (raw: ReadonlyMap<Known, string>, name: Known): string | undefined => {
  const value = raw.get(name);
  return value === undefined ? undefined : decode(value);
};

function inflate(bytes: Buffer, limits: Limits): Buffer {
  let read: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    // A kilobyte can inflate to a megabyte. Inflating stops at the limit.
    const options = { maxOutputLength: limits.bytes, info: true };
    read = inflateRawSync(bytes, options) as unknown as typeof read;
  } catch {
    return broken('deflate');
  }
  // Other readers could take what follows the end for a second message.
  return read.engine.bytesWritten === bytes.length ? read.buffer : broken('deflate');
}

/** The signed bytes are the parameters as they were written, in the order of SAML bindings section 3.4.4.1. */
function signatureOf(raw: ReadonlyMap<Known, string>, parameter: Known): QuerySignature | undefined {
  const [value, algorithm] = [decoded(raw, 'Signature'), decoded(raw, 'SigAlg')];
  if (value === undefined && algorithm === undefined) return undefined;
  if (!value || !algorithm) return broken('signature-incomplete');
  const signed = [parameter, 'RelayState' as const, 'SigAlg' as const]
    .filter((name) => raw.has(name))
    .map((name) => `${name}=${raw.get(name)}`);
  return { algorithm, data: Buffer.from(signed.join('&')), value: decodeBase64(value) };
}
