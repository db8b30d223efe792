/** How a cookie is kept by the browser. */
export interface CookieAttributes {
  /** The public origin: over https cookies are bound to it alone. */
  baseUrl: string;
  /** Which paths it is sent to; below any but `/` it cannot have the prefix `__Host-`. */
  path?: string;
  /** In seconds; without it, until the browser ends. 0 removes it. */
  maxAge?: number;
}

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/**
 * Returns the name of a cookie in the browser. With `__Host-`, no sub-domain and no site over plain HTTP can set the
 * cookie.
 */
export const cookieName = (name: string, baseUrl: string, path = '/'): string =>
  isSecure(baseUrl) && path === '/' ? `__Host-${name}` : name;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const octets = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const pathValue = /^\/[\x21-\x3a\x3c-\x7e]*$/;

/** The value of a `Set-Cookie` header (RFC 6265 section 4.1). No script reads it, and no other site has it sent along. */
export function setCookie(name: string, value: string, attributes: CookieAttributes): string {
  const { baseUrl, path = '/', maxAge } = attributes;
  if (!token.test(name) || !octets.test(value) || !pathValue.test(path))
    throw new Error('a cookie has characters that end it');
  return [
    `${cookieName(name, baseUrl, path)}=${value}`,
    `Path=${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${Math.trunc(maxAge)}`]),
    'HttpOnly',
    ...(isSecure(baseUrl) ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');
}

/**
 * Reads the cookies of a request by their names in the browser. If several cookies have one name and unlike values,
 * none of them is returned. One of them was planted by another program of the same host or a sub-domain. Nothing tells
 * which (RFC 6265 section 8.6). The object has no prototype.
 */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null);
  const unclear = new Set<string>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (name in cookies && cookies[name] !== value) unclear.add(name);
    cookies[name] ??= value;
  }
  for (const name of unclear) delete cookies[name];
  return cookies;
}
