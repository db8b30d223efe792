import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';

/**
 * The addresses of clients whose address a proxy did not tell readably (docs/decisions/0096). IANA has given this part of the
 * reserved 0100::/8 to no purpose, so no real client has such an address. It fits no range that a user writes, not even `::/0`.
 */
export const unreadableNetwork = '100:6b64::/32';
const prefix = '100:6b64:';

/** Returns whether a normalized address stands for a client whose address could not be read. */
export const isUnreadableAddress = (address: string): boolean => address.startsWith(prefix);

/**
 * Returns the address that stands for the unreadable clients of a proxy. Each proxy has its own /64, so that each has buckets of its own.
 * @param peer a normalized address. The groups after the prefix are an IPv4 address, or 32 bits of a hash of an IPv6 address
 */
export function unreadableAddressOf(peer: string): string {
  const bytes = isIPv4(peer)
    ? Buffer.from(peer.split('.').map(Number))
    : hash('sha256', peer, 'buffer').subarray(0, 4);
  const groups = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)].map((group) => group.toString(16));
  // The serializer of the URL standard shortens zeros as RFC 5952 demands.
  return new URL(`http://[${prefix}${groups.join(':')}::]`).hostname.slice(1, -1);
}
