import { X509Certificate } from 'node:crypto';
import { addressMatcher } from '../../lib/address.ts';
import {
  type ClientCertificate,
  clientCertificateOf,
  unreadableCertificate,
} from '../../lib/client-certificate.ts';

/** A byte sequence of RFC 8941 section 3.3.5, as RFC 9440 section 2.1 puts a certificate into `Client-Cert`. */
const byteSequence = /^:([A-Za-z0-9+/]+={0,2}):$/;

/** Longer than any certificate that clients present (RFC 9440 section 3.2 lets a service bound it). */
const longest = 16_384;

/** A request, as far as its certificate is concerned. */
interface Carried {
  /** The direct peer, never an address that a header names. */
  peer: string;
  /** The value of `Client-Cert`. Several headers come as one value with commas, and are refused. */
  header: string | readonly string[] | undefined;
}

/**
 * Returns a function that tells the client certificate of a request. The header is believed from these proxies only. Being trusted
 * for `X-Forwarded-For` is not enough: such a proxy may pass on the `Client-Cert` of its own client (RFC 9440 section 4).
 * A header that is there but cannot be read is `unreadableCertificate`, so that a certificate that was shown elsewhere does not count in its
 * place. A proxy whose client has shown none leaves the header out, empty, or an empty sequence.
 */
export function clientCertificateReader(
  proxies: readonly string[],
): (carried: Carried) => ClientCertificate | undefined {
  const isProxy = addressMatcher(proxies);
  return ({ peer, header }) => {
    if (header === undefined || !isProxy(peer)) return undefined;
    if (typeof header !== 'string') return unreadableCertificate;
    const text = header.trim();
    return text === '' || text === '::' ? undefined : (certificateIn(text) ?? unreadableCertificate);
  };
}

function certificateIn(header: string): ClientCertificate | undefined {
  const [, text] = byteSequence.exec(header.slice(0, longest)) ?? [];
  if (text === undefined || header.length > longest) return undefined;
  const der = Buffer.from(text, 'base64');
  // Only one text stands for one certificate.
  if (der.toString('base64') !== text) return undefined;
  const certificate = parsed(der);
  // One certificate in DER, with nothing behind it, and not PEM.
  return certificate?.raw.equals(der) ? clientCertificateOf(certificate) : undefined;
}

function parsed(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
