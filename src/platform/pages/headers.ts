/** Nothing inline, nothing of others but the logo of the organization, and no other site may frame it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page that shows and does nothing: without scripts and forms, framed by pages of ours only. */
const inertPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  // The page keeps our origin, so that the stylesheet is not one of another site (Cross-Origin-Resource-Policy).
  'sandbox allow-same-origin',
].join('; ');

/**
 * The headers of every hosted page, besides those of every answer. There is no `form-action`: browsers hold the redirects
 * that follow a form against it, and they lead to the application that asked for the sign-in. With a referrer policy of
 * `no-referrer` browsers would send `Origin: null` with our own forms. There is no `Cross-Origin-Opener-Policy`:
 * applications that sign in by a popup would lose the window that opened it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept, Accept-Language, Cookie',
};

/** The headers of a page that the dashboard frames. They replace those of every page. */
export const framedHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': inertPolicy,
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Sec-Fetch-Dest, Sec-Fetch-Site',
};
