/**
 * The kinds of secrets of Keyward: an API key, a key of an operator, a token with which clients of OpenID Connect are registered, a token of a
 * directory, a token of a user for the command line, or one that stands for another secret.
 */
export type SecretKind =
  | 'API_KEY'
  | 'OPERATOR_KEY'
  | 'REGISTRATION_TOKEN'
  | 'SCIM_TOKEN'
  | 'USER_TOKEN'
  | 'WRAP_TOKEN';

const kinds: Readonly<Record<string, SecretKind>> = {
  kd_live_: 'API_KEY',
  kd_test_: 'API_KEY',
  kd_jit_: 'API_KEY',
  kd_operator_: 'OPERATOR_KEY',
  kd_initial_: 'REGISTRATION_TOKEN',
  kd_registration_: 'REGISTRATION_TOKEN',
  kd_user_: 'USER_TOKEN',
  kd_refresh_: 'USER_TOKEN',
  scim_: 'SCIM_TOKEN',
  kd_wrap_: 'WRAP_TOKEN',
};
const form =
  /^(?:(kd_live_|kd_test_|kd_jit_|kd_operator_|kd_initial_|kd_registration_|scim_|kd_wrap_)[0-9A-Za-z]{43}|(kd_user_|kd_refresh_)[0-9A-Za-z]{86})([0-9A-Za-z]{6})$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns the kind of a text that has the form and the check digits of a secret of Keyward, and nothing else before or
 * behind it; undefined for other text. Sends no request: only the service knows whether the secret exists, or is valid.
 */
export function secretKind(text: string): SecretKind | undefined {
  const [, prefix, ofUser = '', check] = form.exec(text) ?? [];
  return check !== undefined && check === checkOf(text.slice(0, -6)) ? kinds[prefix ?? ofUser] : undefined;
}

/** Whether this text has the form and the check digits of an API key (`kd_live_…`, `kd_test_…`, `kd_jit_…`). */
export const isKeywardKey = (text: string): boolean => secretKind(text) === 'API_KEY';

/** The CRC-32 of zlib over ASCII text, as six digits of base 62. */
function checkOf(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = ~crc >>> 0;
  let check = '';
  for (let digit = 0; digit < 6; digit += 1) {
    check = digits.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}
