import { hash, type X509Certificate } from 'node:crypto';

/** The certificate of a client, as far as decisions know it. */
export interface ClientCertificate {
  /** SHA-256 of the DER, in small hexadecimal digits. */
  thumbprint: string;
  /** When it ends, in milliseconds since 1970. It counts before that time only, also if it was shown earlier. */
  endsAt: number;
}

/** Stands for a certificate that a proxy told of but that cannot be read. It has ended, so it counts for no device. */
export const unreadableCertificate: ClientCertificate = { thumbprint: 'unreadable', endsAt: 0 };

/** Returns what decisions know of a certificate. */
export const clientCertificateOf = ({ raw, validTo }: X509Certificate): ClientCertificate => ({
  thumbprint: hash('sha256', raw, 'hex'),
  endsAt: Date.parse(validTo),
});

/** Whether a certificate counts at a time. A certificate without an end does not count. */
export const isCurrent = (certificate: ClientCertificate | null | undefined, now: Date): boolean =>
  certificate !== null && certificate !== undefined && certificate.endsAt > now.getTime();
