import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddress } from '../lib/address.ts';

/**
 * Returns the place that an address counts as: an IPv4 address, or the /64 of an IPv6 address. A machine may take a
 * new IPv6 address within its /64 at any time (RFC 8981). Undefined for a text that is not an address.
 */
export function networkOf(address: string): string | undefined {
  // Every request asks, and most come from IPv4.
  if (isIPv4(address)) return address;
  return isAddress(address) ? network(address, { ipv4: 32, ipv6: 64 }) : undefined;
}

/**
 * The subnet that one customer of a provider may hold: the /24 of an IPv4 address, or the /48 of an IPv6 address. Returns the
 * text itself if it is not an address.
 */
export const subnetOf = (address: string): string =>
  isAddress(address) ? network(address, { ipv4: 24, ipv6: 48 }) : address;

/** @param prefix in bits, a multiple of 8; a network of one address is the address */
function network(address: string, prefix: Record<'ipv4' | 'ipv6', number>): string {
  const parsed = ipaddr.process(address);
  const bits = prefix[parsed.kind()];
  const all = parsed.toByteArray();
  if (bits === all.length * 8) return parsed.toString();
  const kept = all.map((byte, at) => (at < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}

/** An address of the network. */
export const addressIn = (network: string): string => network.replace(/\/\d+$/, '');
