import { isLoopbackHost } from '../lib/loopback-host.ts';

/** The URL standard allows more. A `;` or `,` in a host would end the directive of a policy that names it (CSP 3 section 2.2). */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * The rule for an address of a partner that browsers are sent to. Unlike redirect URIs it may have any spelling:
 * products compare it with what they published, character by character.
 * @returns what is allowed, when the text is refused
 */
export function refusalOfSamlEndpoint(text: string): string | undefined {
  if (!/^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(text) || !URL.canParse(text) || text.length > 2048)
    return 'must be an absolute https URL';
  if (text.includes('#')) return 'must not have a fragment';
  if (/^[a-z]+:\/*[^/?]*@/i.test(text)) return 'must not have a user or a password';
  const url = new URL(text);
  if (!plainHost.test(url.hostname))
    return 'must have a host of letters, digits, hyphens, underscores and dots';
  if (url.protocol === 'http:' && !isLoopbackHost(url))
    return 'must be https, unless the host is localhost, 127.0.0.1 or [::1]';
  return undefined;
}
