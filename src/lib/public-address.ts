import ipaddr from 'ipaddr.js';
import { isAddress, normalizeAddress } from './address.ts';

/** Azure answers every machine of its own here with keys and settings: a metadata service that looks public. */
const platform = '168.63.129.16';

/**
 * Returns whether an address belongs to the public internet. Private, loopback, link-local, metadata, documentation,
 * multicast and reserved ranges do not. Neither does IPv6 that carries IPv4 (6to4, Teredo, NAT64), because it may lead
 * to such a range. Text that is not an address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = normalizeAddress(text);
  if (!isAddress(address) || address === platform) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is global unicast (RFC 4291 section 2.4): what is left may carry IPv4, as ::127.0.0.1 does.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1;
}
