import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: what the cookie of a browser holds, and nothing but its hash is stored. */
const form = /^[A-Za-z0-9_-]{43}$/;

export const newBrowserToken = (): string => randomBytes(32).toString('base64url');

/**
 * Tells whether a cookie can be a token at all. A cookie that is broken, or too long, is not a token and costs no
 * look-up.
 */
export const isBrowserToken = (text: string | undefined): text is string =>
  text !== undefined && form.test(text);

export const hashBrowserToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Returns the content of the hidden field `csrf` of a form. Only the holder of the browser's cookie can make it, and
 * it works for one form alone.
 * @param form the id of the sign-in, or the name of the form
 */
export const csrfOf = (token: string, form: string): string =>
  createHmac('sha256', token).update(form).digest('base64url');

export function isCsrfOf(token: string, form: string, given: string | undefined): boolean {
  const expected = Buffer.from(csrfOf(token, form));
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
