import ipaddr from 'ipaddr.js';
import { isAddress } from './address.ts';

/**
 * What counts as one place to come from: an IPv4 address, or the /64 of an IPv6 address, within which a machine takes a
 * new one whenever it likes (RFC 8981). Undefined for what is no address.
 */
export function networkOf(address: string): string | undefined {
  if (!isAddress(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, at) => (at < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/64`;
}

/** An address of the network. */
export const addressIn = (network: string): string => network.replace(/\/\d+$/, '');
