// RFC 4648 section 6, without padding: how authenticator apps take a secret.
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param alphabet 32 digits; RFC 4648's unless told */
export function base32(bytes: Uint8Array, alphabet: string = digits): string {
  let text = '';
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = ((rest & 0x1f) << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((rest >> (bits - 5)) & 31);
  }
  return bits > 0 ? text + alphabet.charAt((rest << (5 - bits)) & 31) : text;
}

/** Takes what {@link base32} gives, in either case. @throws {RangeError} another character; never echoes it */
export function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let rest = 0;
  let bits = 0;
  let at = 0;
  for (const digit of text.toUpperCase()) {
    const value = digits.indexOf(digit);
    if (value < 0) throw new RangeError('This is not base 32.');
    rest = ((rest & 0xff) << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (rest >> bits) & 0xff;
    }
  }
  return bytes;
}
