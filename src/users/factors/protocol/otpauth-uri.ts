import { withoutDisguise } from '../../../lib/shown-text.ts';
import type { TotpForm } from './totp.ts';

interface Labelled extends TotpForm {
  /** Base 32 without padding. */
  secret: string;
  /** Whose service it is, as the app shows it. */
  issuer: string;
  /** Whose account it is: what the person signs in with. */
  account: string;
}

/** A colon parts the issuer from the account, and apps do not agree on what an escaped one is. */
const plain = (text: string): string => encodeURIComponent(withoutDisguise(text).replaceAll(':', ' ').trim());

/**
 * What a QR code tells an authenticator app: the Key Uri Format that Google Authenticator set and the others read
 * (github.com/google/google-authenticator/wiki/Key-Uri-Format). Every parameter is there, also at its default.
 */
export function otpauthUri({ secret, issuer, account, algorithm, digits, periodSeconds }: Labelled): string {
  const parameters = [
    `secret=${secret}`,
    `issuer=${plain(issuer)}`,
    `algorithm=${algorithm}`,
    `digits=${digits}`,
    `period=${periodSeconds}`,
  ];
  return `otpauth://totp/${plain(issuer)}:${plain(account)}?${parameters.join('&')}`;
}
