// Where people may be sent back to. What is registered is compared character by character, so it has one spelling only.

/** What is never part of one: what the URL parser would forgive or drop, and what looks like a pattern. */
const forbidden = /[\s\p{Cc}\\*]/u;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252 section 7.1: a scheme that its owner has, as the reverse of a domain name; so never `javascript` or `data`. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

export const isLoopback = ({ hostname }: { hostname: string }): boolean => loopbackHosts.has(hostname);

/**
 * The rule of decisions 6.7 for one redirect URI.
 * @param native whether the application has schemes of its own
 * @returns what is allowed, when the text is refused
 */
export function refusalOfRedirectUri(text: string, native: boolean): string | undefined {
  if (forbidden.test(text) || !URL.canParse(text))
    return 'must be an absolute URL without white space, \\ and *';
  if (text.includes('#')) return 'must have no fragment';
  const url = new URL(text);
  const ofTheWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!ofTheWeb && !(native && privateScheme.test(url.protocol)))
    return native
      ? 'must be https, http of a loopback address, or of a scheme like com.example.app'
      : 'must be https, or http of a loopback address';
  // Also an empty user, which the parser drops.
  if (ofTheWeb && /^[a-z]+:\/*[^/?]*@/i.test(text)) return 'must have no user and password';
  if (url.protocol === 'http:' && !isLoopback(url))
    return 'must be https unless it is of localhost, 127.0.0.1 or [::1]';
  if (url.hostname.endsWith('.')) return 'must not end its host with a dot';
  // Upper case, default ports, `..` and the like: browsers and relying parties write them in another way.
  if (url.href !== text && url.href !== `${text}/`) return 'must be written as the URL standard writes it';
  return undefined;
}

/** A page or picture that people are shown: https. @returns what is allowed, when the text is refused */
export function refusalOfPage(text: string): string | undefined {
  const refusal = refusalOfRedirectUri(text.split('#', 1)[0] ?? '', false);
  return refusal ?? (text.startsWith('https:') ? undefined : 'must be https');
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
