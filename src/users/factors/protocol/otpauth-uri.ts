import { withoutDisguise } from '../../../lib/shown-text.ts';
import type { TotpForm } from './totp.ts';

interface Labelled extends TotpForm {
  /** Base 32 without padding. */
  secret: string;
  /** The name of the service, as the app shows it. */
  issuer: string;
  /** The account: the name that the user signs in with. */
  account: string;
}

/** A colon parts the issuer from the account, and apps do not agree on what an escaped one is. */
const plain = (text: string): string => encodeURIComponent(withoutDisguise(text).replaceAll(':', ' ').trim());

/**
 * Returns the text of a QR code for an authenticator app, in the Key Uri Format. Google Authenticator set this
 * format, and other apps read it (github.com/google/google-authenticator/wiki/Key-Uri-Format). Every parameter
 * is there, also at its default.
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
