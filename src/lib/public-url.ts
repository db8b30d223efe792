import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const longest = 2048;

/**
 * Returns whether a port may be called. Among the ports of old services only 443 may be. A URL could otherwise make us
 * call the mail servers of others.
 */
export const isCallablePort = (port: number): boolean => port === 443 || port > 1023;

/** Tells whether an address may be called at a port; without an address, whether any address may be. */
export type MayReach = (address: string | undefined, port: number) => boolean;

const mayReachPublic: MayReach = (address, port) =>
  isCallablePort(port) && (address === undefined || isPublicAddress(address));

/**
 * The rule of decisions 6.5 for addresses that we are told to call: https, at most 2048 characters, no user, no
 * fragment, a host that can exist, and no address in it that is not public, however it is spelled.
 * @param mayReach that of {@link Outgoing} heeds `EGRESS_ALLOW`
 * @returns what is allowed, when the text is refused. A name says nothing about its addresses, which are looked at
 *   whenever it is called; its port is judged here.
 */
export function refusalOfUrl(text: string, mayReach: MayReach = mayReachPublic): string | undefined {
  if (text.length > longest) return `at most ${longest} characters`;
  // The pattern keeps out what the URL parser would forgive: white space, backslashes, missing slashes.
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return 'an absolute https:// URL';
  if (text.includes('#')) return 'an https:// URL without a fragment';
  const url = new URL(text);
  if (/^https:\/*[^/?]*@/i.test(text)) return 'an https:// URL without user and password';
  if (!isPossibleHost(hostOf(url)))
    return 'a URL whose host can exist: labels of 1 to 63 letters, digits and inner hyphens, such as hooks.example.com';
  if (url.href.length > longest) return `at most ${longest} characters, encoded`;
  const address = addressIn(url);
  if (mayReach(address, portOf(url))) return undefined;
  return address === undefined || isPublicAddress(address)
    ? 'a URL with port 443 or a port above 1023, such as https://hooks.example.com:8443/'
    : 'a URL of a public address';
}

/** A label as name servers and resolvers take it: RFC 1123 section 2.1, and the underscore that some hosts have all the same. */
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Tells whether a host can ever be called: an address, or a name that a resolver can look up (RFC 1035 section 2.3.4).
 * @param host as {@link hostOf} returns it: in small letters and in ASCII
 */
function isPossibleHost(host: string): boolean {
  if (isIP(host) !== 0) return true;
  // RFC 7686 section 2: these names are not of the DNS.
  return host.length <= 253 && host.split('.').every((one) => label.test(one)) && !/(^|\.)onion$/.test(host);
}

/**
 * The address that stands in a URL itself; undefined when it has a name that must be looked up.
 * The URL parser has turned every spelling (`127.1`, `0x7f000001`, `[::ffff:7f00:1]`) into the usual one.
 */
function addressIn(url: URL): string | undefined {
  const host = hostOf(url);
  // RFC 6761 section 6.3: these names are always loopback, and no name server can change that.
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1';
  return isIP(host) === 0 ? undefined : host;
}

/** Returns the port of an https URL. 0 is not 443, so callers must not take it for a missing port. */
export const portOf = ({ port }: { port: string }): number => (port === '' ? 443 : Number(port));

/** The host of a URL without the brackets of IPv6 and the dot that ends a full name. */
export function hostOf({ hostname }: { hostname: string }): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}
