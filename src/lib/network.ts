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

/**
 * The subnet that one customer of a provider may hold: the /24 of an IPv4 address, or the /48 of an IPv6 address. Returns the
 * text itself if it is not an address.
 */
export function subnetOf(address: string): string {
  if (!isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  const kept = parsed.kind() === 'ipv4' ? 3 : 6;
  const bytes = parsed.toByteArray().map((byte, at) => (at < kept ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${kept * 8}`;
}

/** An address of the network. */
export const addressIn = (network: string): string => network.replace(/\/\d+$/, '');
