import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefixes of API keys (decisions 6.1 "Key material"); `kd_jit_` serves both environments. */
export const secretPrefixes = ['kd_live_', 'kd_test_', 'kd_jit_'] as const;

export type SecretPrefix = (typeof secretPrefixes)[number];

/** The form of a key as a regular expression source; a key of this form may still have a wrong check. */
export const secretPattern = '^(kd_live_|kd_test_|kd_jit_)[0-9A-Za-z]{49}$';

/**
 * The start of a SCIM token (decisions 6.9). The token is made like a key, but is not a key: {@link isWellFormedSecret}
 * is false.
 */
export const scimTokenPrefix = 'scim_';

/** The form of a SCIM token as a regular expression source; one of this form may still have a wrong check. */
export const scimTokenPattern = '^scim_[0-9A-Za-z]{49}$';

/**
 * The start of a wrap token (decisions 6.2). The token stands for a secret until it is exchanged for the secret, and is
 * not a key.
 */
export const wrapTokenPrefix = 'kd_wrap_';

/** The form of a wrap token as a regular expression source; one of this form may still have a wrong check. */
export const wrapTokenPattern = '^kd_wrap_[0-9A-Za-z]{49}$';

/**
 * The start of a key of an operator (ADR 0124). The key is made like an API key, but is not one: it opens the operations of
 * organizations and nothing else.
 */
export const operatorKeyPrefix = 'kd_operator_';

/** The form of a key of an operator as a regular expression source; one of this form may still have a wrong check. */
export const operatorKeyPattern = '^kd_operator_[0-9A-Za-z]{49}$';

/**
 * The start of an access token of a user for the API (ADR 0128). The command line gets one for ten minutes. The token is not a key: it works
 * only with a proof of the key that it is bound to.
 */
export const userTokenPrefix = 'kd_user_';

/** The start of the refresh token that comes with it. */
export const userRefreshTokenPrefix = 'kd_refresh_';

/** The form of an access token of a user as a regular expression source; one of this form may still have a wrong check. */
export const userTokenPattern = '^kd_user_[0-9A-Za-z]{92}$';

/** The start of an initial access token (RFC 7591), with which clients register themselves. */
export const initialAccessTokenPrefix = 'kd_initial_';

/** The start of a registration access token (RFC 7592), with which a client changes its own registration. */
export const registrationAccessTokenPrefix = 'kd_registration_';

const form = new RegExp(secretPattern);
const registeringForm = /^kd_(?:initial|registration)_[0-9A-Za-z]{49}$/;
const scimTokenForm = new RegExp(scimTokenPattern);
const wrapTokenForm = new RegExp(wrapTokenPattern);
const operatorKeyForm = new RegExp(operatorKeyPattern);
const userTokenForm = new RegExp(userTokenPattern);
const signInTokenForm = /^kd_(?:user|refresh)_[0-9A-Za-z]{92}$/;
const familyForm = /^kd_(?:user|refresh)_[0-9A-Za-z]{43}([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The smallest number of base62 digits that holds 256 bits. */
const randomDigits = 43;
const checkDigits = 6;
const randomWords = 8;

/**
 * A new API key, SCIM token, wrap token, key of an operator or token for the registration of clients: prefix, 256 random bits as 43 base62 digits, and 6 check digits (decisions 6.1).
 * Every value of the 256 bits is equally likely. The caller shows it once and stores {@link hashSecret}.
 */
export function newSecret(
  prefix:
    | SecretPrefix
    | typeof scimTokenPrefix
    | typeof wrapTokenPrefix
    | typeof operatorKeyPrefix
    | typeof initialAccessTokenPrefix
    | typeof registrationAccessTokenPrefix,
): string {
  const payload = prefix + base62(randomBytes(randomWords * 4));
  return payload + checkOf(payload);
}

/**
 * A new secret of an OIDC client: 256 random bits as 43 base62 digits, which no encoding of HTTP changes. It opens nothing at
 * the management API, so it has neither the prefix nor the check of a key.
 */
export const newClientSecret = (): string => base62(randomBytes(randomWords * 4));

/**
 * Whether `text` has the form of a key and the right check digits. Says nothing about whether the key
 * exists; one that fails here is unknown without a database read. Takes any string.
 */
export function isWellFormedSecret(text: string): boolean {
  return form.test(text) && hasRightCheck(text);
}

/** Returns whether `text` is well formed ({@link isWellFormedSecret}), or only looks like a key: one that was typed or cut wrongly. */
export function formOfSecret(text: string): 'well-formed' | 'mistyped' | 'other' {
  if (!form.test(text)) return 'other';
  return hasRightCheck(text) ? 'well-formed' : 'mistyped';
}

/** As {@link isWellFormedSecret}, for a SCIM token. */
export function isWellFormedScimToken(text: string): boolean {
  return scimTokenForm.test(text) && hasRightCheck(text);
}

/** As {@link isWellFormedSecret}, for a wrap token. */
export function isWellFormedWrapToken(text: string): boolean {
  return wrapTokenForm.test(text) && hasRightCheck(text);
}

/** As {@link isWellFormedSecret}, for a key of an operator. */
export function isWellFormedOperatorKey(text: string): boolean {
  return operatorKeyForm.test(text) && hasRightCheck(text);
}

/**
 * A new token of a user: prefix, 256 random bits, the family, and 6 check digits. All tokens that come of one sign-in have the same family of
 * 256 random bits. The service stores no family: the holder brings it with each token.
 * @param family undefined begins one
 */
export function newUserToken(
  prefix: typeof userTokenPrefix | typeof userRefreshTokenPrefix,
  family: string | undefined,
): string {
  const random = base62(randomBytes(randomWords * 4));
  const payload = prefix + random + (family ?? base62(randomBytes(randomWords * 4)));
  return payload + checkOf(payload);
}

/** Returns the family of a token of a user; undefined for another text. */
export const familyOfUserToken = (text: string): string | undefined => familyForm.exec(text)?.[1];

/** As {@link isWellFormedSecret}, for an access token of a user. */
export function isWellFormedUserToken(text: string): boolean {
  return userTokenForm.test(text) && hasRightCheck(text);
}

/** As {@link isWellFormedSecret}, for an access token or a refresh token of a user. */
export function isWellFormedSignInToken(text: string): boolean {
  return signInTokenForm.test(text) && hasRightCheck(text);
}

/** As {@link isWellFormedSecret}, for an initial access token or a registration access token. */
export function isWellFormedRegisteringToken(text: string): boolean {
  return registeringForm.test(text) && hasRightCheck(text);
}

function hasRightCheck(text: string): boolean {
  const payloadLength = text.length - checkDigits;
  // The check is not secret (anyone can compute it), so the comparison need not take constant time.
  return text.slice(payloadLength) === checkOf(text.slice(0, payloadLength));
}

/** SHA-256 (32 bytes) of the whole key: what is stored and looked up. The input has 256 random bits,
 * so neither a salt nor a slow hash would add anything. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * The prefix of a key.
 * @throws {TypeError} the text starts with none of {@link secretPrefixes}; never echoes it
 */
export function secretPrefix(secret: string): SecretPrefix {
  const prefix = secretPrefixes.find((candidate) => secret.startsWith(candidate));
  if (prefix === undefined) throw new TypeError('The text does not start with the prefix of an API key.');
  return prefix;
}

/** The last four characters, which lists show so that people can tell keys apart. They are check digits,
 * so they give away less than four characters of the random part. */
export function lastFour(secret: string): string {
  return secret.slice(-4);
}

/** CRC-32 of the ASCII text as six base62 digits, most significant first. */
function checkOf(payload: string): string {
  let rest = crc32(payload);
  let text = '';
  for (let i = 0; i < checkDigits; i++) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The 32 bytes as one number in base 62: long division by 62, one digit at a time. */
function base62(bytes: Buffer): string {
  const words: number[] = [];
  for (let i = 0; i < randomWords; i++) words.push(bytes.readUInt32BE(i * 4));
  let text = '';
  for (let digit = 0; digit < randomDigits; digit++) {
    let remainder = 0;
    for (let i = 0; i < randomWords; i++) {
      // Below 62 * 2^32, so exact in a double.
      const value = remainder * 0x1_0000_0000 + (words[i] ?? 0);
      words[i] = Math.floor(value / 62);
      remainder = value % 62;
    }
    text = digits.charAt(remainder) + text;
  }
  return text;
}
