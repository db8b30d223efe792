import { isLoopback } from '../oidc/redirect-uri.ts';

/**
 * The rule for an address of a service provider that browsers are sent to. Unlike redirect URIs it may have any spelling:
 * products compare it with what they published, character by character.
 * @returns what is allowed, when the text is refused
 */
export function refusalOfSamlEndpoint(text: string): string | undefined {
  if (!/^https?:\/\/[^\s\p{Cc}\\<>"]+$/iu.test(text) || !URL.canParse(text) || text.length > 2048)
    return 'must be an absolute https URL';
  if (text.includes('#')) return 'must not have a fragment';
  if (/^[a-z]+:\/*[^/?]*@/i.test(text)) return 'must not have a user or a password';
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url))
    return 'must be https, unless the host is localhost, 127.0.0.1 or [::1]';
  return undefined;
}
