import { randomFillSync } from 'node:crypto';

/** Every prefix an identifier may have: decisions 6.1 "Identifiers", and `req` for a request's own id. */
export const idPrefixes = [
  'org',
  'idn',
  'cred',
  'wh',
  'evt',
  'dlv',
  'dlq',
  'usr',
  'grp',
  'inv',
  'mem',
  'cli',
  'agt',
  'scp',
  'rsc',
  'sp',
  'fed',
  'fsl',
  'cap',
  'cad',
  'cab',
  'loc',
  'sct',
  'pol',
  'aud',
  'ano',
  'alt',
  'alr',
  'alc',
  'rst',
  'prv',
  'key',
  'ses',
  'sgn',
  'psk',
  'soc',
  'trc',
  'tst',
  'opk',
  'iat',
  'req',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** Crockford's base 32 in lower case; its ASCII order is its numeric order, so ids sort by time. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
/** 26 digits hold 130 bits and a UUID has 128, so the first digit is at most 7. */
const body = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const bodyLength = 26;

/** A UUIDv7 ends in 10 bytes of version, variant and randomness; one system call fills 512 of them. */
const tailBytes = 10;
const pool = new Uint8Array(tailBytes * 512);
let used = pool.length;

let lastTime = -1;
let lastTimeText = '';

/**
 * A new identifier: `<prefix>_` and a UUIDv7 (RFC 9562 section 5.7) as 26 Crockford base32 digits.
 *
 * Ids of different milliseconds sort in time order as text with collation "C"; ids of the same
 * millisecond do not. 74 bits are random; an id is a name, never a secret.
 *
 * @param now milliseconds since 1970, for tests and imports; the process clock otherwise
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  if (now !== lastTime) {
    lastTimeText = timeText(now);
    lastTime = now;
  }
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += tailBytes;
  // RFC 9562 section 4: version 7 is the high half of byte 6, variant 10 the high bits of byte 8.
  pool[start] = 0x70 | (byteAt(start) & 0x0f);
  pool[start + 2] = 0x80 | (byteAt(start + 2) & 0x3f);
  return `${prefix}_${lastTimeText}${fiveBytes(start)}${fiveBytes(start + 5)}`;
}

/**
 * The identifier of something that has another name already, which a digest of that name makes. It has no time in it.
 * @param digest 26 bytes or more
 */
export function idOfDigest(prefix: IdPrefix, digest: Uint8Array): string {
  const text = [...digest.subarray(0, bodyLength)].map((byte, at) =>
    digits.charAt(byte % (at === 0 ? 8 : 32)),
  );
  return `${prefix}_${text.join('')}`;
}

/**
 * Whether `text` is an identifier with this prefix, written as {@link newId} writes it (lower case).
 * The version bits are not checked, so that an operator may choose an id (`BOOTSTRAP_ORG_ID`).
 */
export function isId(prefix: IdPrefix, text: string): boolean {
  const start = prefix.length + 1;
  return text.length === start + bodyLength && text.startsWith(`${prefix}_`) && body.test(text.slice(start));
}

/** Whether `text` is an identifier of any kind: what is not may be anything, a secret pasted by mistake too. */
export function isAnyId(text: string): boolean {
  return idPrefixes.some((prefix) => isId(prefix, text));
}

/** 48 bits of milliseconds as 10 digits. */
function timeText(now: number): string {
  let rest = now;
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** 40 bits of the pool as 8 digits. */
function fiveBytes(start: number): string {
  const a = byteAt(start);
  const b = byteAt(start + 1);
  const c = byteAt(start + 2);
  const d = byteAt(start + 3);
  const e = byteAt(start + 4);
  return (
    digits.charAt(a >> 3) +
    digits.charAt(((a & 7) << 2) | (b >> 6)) +
    digits.charAt((b >> 1) & 31) +
    digits.charAt(((b & 1) << 4) | (c >> 4)) +
    digits.charAt(((c & 15) << 1) | (d >> 7)) +
    digits.charAt((d >> 2) & 31) +
    digits.charAt(((d & 3) << 3) | (e >> 5)) +
    digits.charAt(e & 31)
  );
}

function byteAt(index: number): number {
  return pool[index] ?? 0;
}
