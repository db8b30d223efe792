import { isIPv4 } from 'node:net';
import { isAddress, normalizeAddress } from '../lib/address.ts';
import { isUnreadableAddress } from '../lib/unreadable-address.ts';

/** An address in brackets or an IPv4 address, and a port (RFC 7239 section 6: `nodename`, `node-port`). */
const node = /^(?:\[(?<six>[0-9a-f:.]+(?:%[\w.~-]+)?)\]|(?<four>[0-9.]+))(?::(?:\d{1,5}|_[\w.-]+))?$/i;

/**
 * Returns the normalized address of one element of `X-Forwarded-For`, in each form of a node of RFC 7239 section 6: an IPv4 address or
 * an IPv6 address in brackets, also with a port, and quoted. A bare IPv6 address is read as well, because proxies write it most often.
 * @returns undefined if the element names no address: `unknown`, an obfuscated identifier, nothing, or anything else
 */
export function addressOfNode(element: string): string | undefined {
  const text = unquoted(element.trim());
  if (text === undefined) return undefined;
  const { six, four } = node.exec(text)?.groups ?? {};
  if (six !== undefined && !six.includes(':')) return undefined;
  if (four !== undefined && !isIPv4(four)) return undefined;
  const address = normalizeAddress(six ?? four ?? text);
  return isAddress(address) && !isUnreadableAddress(address) ? address : undefined;
}

/** A quoted string ends where it begins: its commas have split it before. No address needs a backslash. */
function unquoted(text: string): string | undefined {
  if (!text.includes('"')) return text;
  return /^"([^"\\]*)"$/.exec(text)?.[1];
}
