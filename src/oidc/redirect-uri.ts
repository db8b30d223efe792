// The addresses that users may be sent back to. Registered addresses are compared character by character, so each has
// only one spelling.

import { isLoopbackHost } from '../lib/loopback-host.ts';

/**
 * The characters that are never part of an address: those that the URL parser would forgive or drop, and those of
 * patterns.
 */
const forbidden = /[\s\p{Cc}\\*]/u;
/** RFC 8252 section 7.1: a scheme that its owner has, as the reverse of a domain name; so never `javascript` or `data`. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Schemes without a dot that known applications have (docs/oidc-clients.md has the list). The scheme has no owner, so any application on a
 * device may claim it. PKCE makes a caught code useless, and the engine asks users of native clients for consent each time (RFC 8252
 * section 8.6). Other names are refused, because one may be a scheme of a browser, of today or of tomorrow.
 */
const knownSchemes: ReadonlySet<string> = new Set([
  'cursor:',
  'jetbrains:',
  'obsidian:',
  'raycast:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'windsurf:',
  'zed:',
]);

const isOfNativeApps = (protocol: string): boolean =>
  privateScheme.test(protocol) || knownSchemes.has(protocol);

/**
 * The rule of decisions 6.7 for one redirect URI.
 * @param native whether the application has schemes of its own
 * @returns what is allowed, when the text is refused
 */
export function refusalOfRedirectUri(text: string, native: boolean): string | undefined {
  if (forbidden.test(text) || !URL.canParse(text))
    return 'must be an absolute URL without white space, \\ or *';
  if (text.includes('#')) return 'must not have a fragment';
  const url = new URL(text);
  const ofTheWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!ofTheWeb && !(native && isOfNativeApps(url.protocol)))
    return native
      ? 'must be https, http with a loopback address, a scheme such as com.example.app, or a known scheme such as vscode'
      : 'must be https, or http with a loopback address';
  // Also an empty user, which the parser drops.
  if (ofTheWeb && /^[a-z]+:\/*[^/?]*@/i.test(text)) return 'must not have a user or a password';
  if (url.protocol === 'http:' && !isLoopbackHost(url))
    return 'must be https, unless the host is localhost, 127.0.0.1 or [::1]';
  if (url.hostname.endsWith('.')) return 'must not have a dot at the end of the host';
  // Upper case, default ports, `..` and the like: browsers and relying parties write them in another way.
  if (url.href !== text && url.href !== `${text}/`)
    return 'must have the form of the URL standard, for example a host in lowercase and no default port';
  return undefined;
}

/** A page or picture that people are shown: https. @returns what is allowed, when the text is refused */
export function refusalOfPage(text: string): string | undefined {
  const refusal = refusalOfRedirectUri(text.split('#', 1)[0] ?? '', false);
  return refusal ?? (text.startsWith('https:') ? undefined : 'must be https');
}

/** The parameters that we add to an address (OpenID Connect Core section 4), or that would tell the client where to go. */
const ofInitiation = ['iss', 'login_hint', 'target_link_uri'];

/** The address at which a client begins a sign-in. @returns what is allowed, when the text is refused */
export function refusalOfInitiation(text: string): string | undefined {
  const refusal = refusalOfRedirectUri(text, false);
  if (refusal !== undefined) return refusal;
  const { searchParams } = new URL(text);
  return ofInitiation.some((name) => searchParams.has(name))
    ? `must not have the parameters ${ofInitiation.join(', ')}`
    : undefined;
}

/** The origin of scripts (RFC 6454), as browsers send it. @returns what is allowed, when the text is refused */
export function refusalOfOrigin(text: string): string | undefined {
  const refusal = refusalOfRedirectUri(text, false);
  if (refusal !== undefined) return refusal;
  return new URL(text).origin === text ? undefined : 'must be an origin such as https://app.example.com';
}

/** An API (RFC 8707 section 2). @returns what is allowed, when the text is refused */
export function refusalOfResource(text: string): string | undefined {
  const absolute = /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}\\#]+$/iu.test(text) && URL.canParse(text);
  const code = /^(javascript|data|vbscript|blob):/i.test(text);
  return absolute && !code ? undefined : 'must be an absolute URI without a fragment';
}
