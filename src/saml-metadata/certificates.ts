import { invalid } from '../failure.ts';
import { type Certificate, readCertificate } from '../saml-messages/certificate.ts';
import { SamlMessageError } from '../saml-messages/error.ts';

const leastBits = 2048;
const mostBits = 8192;
/** A verification takes as long as its exponent: 0.05 ms for 65,537, and 6 ms for one of 3,072 bits. */
const mostExponent = 0xff_ff_ff_ffn;

/** The certificates of a partner in PEM, by what they are for. */
export interface Certificates {
  signingCertificates: readonly string[];
  encryptionCertificate: string | null;
  metadataSigningCertificate: string | null;
}

/**
 * Reads a certificate of a caller.
 * @returns the certificate in the one form in which it is stored
 * @throws {Failure} VALIDATION_ERROR unless it is a certificate with an RSA key of 2048 to 8192 bits
 */
export function certificateOf(field: string, text: string): string {
  try {
    const certificate = readCertificate(text);
    const refusal = refusalOfKey(certificate);
    if (refusal === undefined) return storedForm(certificate);
    throw invalid(field, refusal);
  } catch (error) {
    if (error instanceof SamlMessageError) throw invalid(field, 'must be one certificate in PEM');
    throw error;
  }
}

/**
 * Returns the one form in which a certificate is stored and compared: PEM without the line break at its end. Lists of
 * MikroORM lose this line break. With it, a stored certificate would differ from the same certificate in metadata, and each
 * refresh would find a change.
 */
export const storedForm = ({ pem }: Pick<Certificate, 'pem'>): string => pem.trimEnd();

/**
 * The most characters of the signing certificates of an identity provider. Lists and exports show them all. Ten certificates with the largest
 * keys fit.
 */
const mostCharacters = 32_768;

/** @returns what is allowed, when the signing certificates are too long to be shown in lists */
export function refusalOfLength(stored: readonly string[]): string | undefined {
  const sum = stored.reduce((characters, pem) => characters + pem.length, 0);
  return sum > mostCharacters ? 'must have at most 32768 characters together, as PEM' : undefined;
}

/** @returns what is allowed, when signatures of the key are not believed, or nothing is encrypted for it */
export function refusalOfKey({ publicKey }: Certificate): string | undefined {
  const { modulusLength: bits = 0, publicExponent = 0n } = publicKey.asymmetricKeyDetails ?? {};
  if (publicExponent > mostExponent) return 'must hold a key whose public exponent has at most 32 bits';
  const fits = publicKey.asymmetricKeyType === 'rsa' && bits >= leastBits && bits <= mostBits;
  return fits ? undefined : `must hold an RSA key of ${leastBits} to ${mostBits} bits`;
}

export type CertificateUse = 'SIGNING' | 'ENCRYPTION' | 'METADATA';

/** The facts in a certificate of a partner. */
export interface CertificateFacts {
  use: CertificateUse;
  /** The SHA-256 of the certificate in hexadecimal. */
  fingerprint: string;
  subject: string;
  notBefore: Date;
  expiresAt: Date;
  pem: string;
}

/** Reads the certificates of a partner. */
export function certificatesOf(of: Partial<Certificates>): CertificateFacts[] {
  const facts = (use: CertificateUse, pem: string): CertificateFacts => {
    const { fingerprint, subject, notBefore, notAfter } = readCertificate(pem);
    return { use, fingerprint, subject, notBefore, expiresAt: notAfter, pem: storedForm({ pem }) };
  };
  return [
    ...(of.signingCertificates ?? []).map((pem) => facts('SIGNING', pem)),
    ...(of.encryptionCertificate ? [facts('ENCRYPTION', of.encryptionCertificate)] : []),
    ...(of.metadataSigningCertificate ? [facts('METADATA', of.metadataSigningCertificate)] : []),
  ];
}

/** When the first certificate expires; null without one. */
export function firstExpiryOf(certificates: readonly CertificateFacts[]): Date | null {
  const ends = certificates.map(({ expiresAt }) => expiresAt.getTime());
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

export const dayMs = 86_400_000;
/** Days before the expiry, as for credentials (decisions 6.14). */
const noticeDays = [30, 14, 7, 1] as const;

/** The next time after `since` at which one of these certificates is to be told of; null if there is none. */
export function nextNoticeOf(certificates: readonly CertificateFacts[], since: Date): Date | null {
  const times = certificates
    .flatMap(({ expiresAt }) => noticeDays.map((days) => expiresAt.getTime() - days * dayMs))
    .filter((time) => time > since.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** A certificate that a notice is due for. */
export interface DueNotice extends CertificateFacts {
  daysLeft: number;
  severity: 'MEDIUM' | 'HIGH';
}

const urgentDays = 7;

/**
 * Finds the certificates whose notice was due, and not others that happen to expire within the month.
 * @param since when the first of these notices was due
 */
export function dueNotices(certificates: readonly CertificateFacts[], since: Date, now: Date): DueNotice[] {
  const expiring = certificates.filter(
    ({ expiresAt }) =>
      expiresAt > now &&
      noticeDays.some((days) => {
        const at = expiresAt.getTime() - days * dayMs;
        return at >= since.getTime() && at <= now.getTime();
      }),
  );
  return expiring.map((one) => {
    const daysLeft = Math.ceil((one.expiresAt.getTime() - now.getTime()) / dayMs);
    return { ...one, daysLeft, severity: daysLeft <= urgentDays ? 'HIGH' : 'MEDIUM' };
  });
}
