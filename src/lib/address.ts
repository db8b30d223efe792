import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { isUnreadableAddress } from './unreadable-address.ts';

type Family = 'ipv4' | 'ipv6';
type Range = { readonly address: string; readonly bits: number; readonly family: Family };

/** The prefix `::ffff:0:0/96` of IPv4-mapped IPv6 addresses (RFC 4291 section 2.5.5.2). */
const mappedBits = 96;
const prefixLength = /^(0|[1-9]\d{0,2})$/;

/**
 * Returns one spelling per address, so that addresses can be compared and counted as text. An IPv4-mapped IPv6 address
 * becomes IPv4. Other IPv6 addresses get the form of RFC 5952 (lower case, shortest). A zone (`%eth0`) is dropped.
 * Other text is returned unchanged: check text from outside with {@link isAddress}.
 */
export function normalizeAddress(text: string): string {
  if (!text.includes(':')) return text;
  // The form in which Node gives an IPv4 peer of a socket that listens for both families.
  const written = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : '';
  if (isIPv4(written)) return written;
  const zone = text.indexOf('%');
  const address = zone === -1 ? text : text.slice(0, zone);
  if (!isIPv6(address)) return text;
  // The URL standard's serializer writes the groups of RFC 5952, a mapped address in hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Whether the text is an IPv4 or IPv6 address. One with a zone is not: it means nothing elsewhere, and
 * Postgres's `inet` refuses it. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/**
 * Whether the text is an address or a CIDR range (RFC 4632, RFC 4291 section 2.3). Bits to the right of the
 * prefix must be zero (`10.0.0.1/8` is refused), as Postgres's `cidr` demands: it is most often a mistake.
 */
export function isCidr(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/**
 * Returns one spelling per range, so that all readers take it for the same range. Postgres takes `::ffff:10.0.0.0/104`
 * for a range of IPv6, which holds no IPv4. It becomes `10.0.0.0/8`. Addresses are normalized by
 * {@link normalizeAddress}.
 * @returns undefined when the text is not a CIDR in the sense of {@link isCidr}
 */
export function normalizeCidr(text: string): string | undefined {
  const range = rangeOf(text);
  if (range === undefined) return undefined;
  return text.includes('/') ? `${range.address}/${range.bits}` : range.address;
}

/**
 * Returns a function that says whether an address lies in one of the ranges. IPv4-mapped IPv6 equals IPv4 on both
 * sides. Text that is not an address lies in no range, and neither does an address that stands for an unreadable one. No range holds the
 * other family (`::/0` holds no IPv4).
 *
 * @throws {RangeError} one of the ranges is not a CIDR in the sense of {@link isCidr}
 */
export function addressMatcher(cidrs: readonly string[]): (address: string) => boolean {
  if (cidrs.length === 0) return () => false;
  // One list per family, because a list with ::ffff:0:0/96 in it would hold IPv4 as well.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const range = rangeOf(cidr);
    if (range === undefined) throw new RangeError(`Not an address or CIDR range: ${cidr.slice(0, 64)}`);
    lists[range.family].addSubnet(range.address, range.bits, range.family);
  }
  return (text) => {
    const address = normalizeAddress(text);
    const version = isIP(address);
    if (version === 4) return lists.ipv4.check(address, 'ipv4');
    return version === 6 && !isUnreadableAddress(address) && lists.ipv6.check(address, 'ipv6');
  };
}

/**
 * Whether every address of one range lies in the other. Both are CIDR ranges or addresses; IPv4-mapped ranges equal IPv4.
 *
 * @throws {RangeError} one of them is not a CIDR in the sense of {@link isCidr}
 */
export function rangeHolds(outer: string, inner: string): boolean {
  const [around, within] = [rangeOf(outer), rangeOf(inner)];
  if (around === undefined || within === undefined) throw new RangeError('Not an address or CIDR range');
  return (
    around.family === within.family && around.bits <= within.bits && addressMatcher([outer])(within.address)
  );
}

/** Whether the address is one of the machine itself: 127.0.0.0/8 or ::1, mapped or not. */
export function isLoopback(address: string): boolean {
  const plain = normalizeAddress(address);
  return plain === '::1' || (plain.startsWith('127.') && isIPv4(plain));
}

/**
 * Returns whether the host of a URL is a name that the machine has for itself. Other names that lead here do not count.
 */
export function isThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** The range that a text means, in IPv4 terms if it is IPv4-mapped; undefined if it means none. */
function rangeOf(text: string): Range | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  if (!isAddress(address)) return undefined;
  const written = isIPv4(address) ? 32 : 128;
  const length = slash === -1 ? String(written) : text.slice(slash + 1);
  if (!prefixLength.test(length) || Number(length) > written) return undefined;
  const bits = Number(length);
  if (!hostBitsAreZero(address, bits)) return undefined;
  const plain = normalizeAddress(address);
  if (!isIPv4(plain)) return { address: plain, bits, family: 'ipv6' };
  return { address: plain, bits: written === 32 ? bits : bits - mappedBits, family: 'ipv4' };
}

/** A mapped address has set bits just before its last 32, so a prefix shorter than 96 fails here. */
function hostBitsAreZero(address: string, bits: number): boolean {
  return bytesOf(address).every((byte, index) => {
    const hostBits = Math.min(8, Math.max(0, (index + 1) * 8 - bits));
    return (byte & (2 ** hostBits - 1)) === 0;
  });
}

/** The 4 or 16 bytes of a valid address. */
function bytesOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
