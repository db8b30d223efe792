/** The element of DER that begins at an offset (X.690, section 8.1). */
function elementAt(bytes: Uint8Array, offset: number): { tag: number; start: number; end: number } {
  const tag = bytes[offset] ?? 0;
  let length = bytes[offset + 1] ?? 0;
  let start = offset + 2;
  if (length >= 0x80) {
    const count = length - 0x80;
    length = 0;
    for (let at = 0; at < count; at++) length = length * 256 + (bytes[start++] ?? 0);
  }
  return { tag, start, end: start + length };
}

const versionTag = 0xa0;
const integerTag = 2;

/** Returns the serial number of a certificate in PEM (RFC 5280 section 4.1), in hexadecimal; undefined if it has none. */
export function serialOf(pem: string): string | undefined {
  const base64 = pem.replaceAll(/-----[^-]*-----|\s/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const certificate = elementAt(bytes, 0);
  let part = elementAt(bytes, elementAt(bytes, certificate.start).start);
  if (part.tag === versionTag) part = elementAt(bytes, part.end);
  if (part.tag !== integerTag) return undefined;
  return Array.from(bytes.slice(part.start, part.end), (byte) => byte.toString(16).padStart(2, '0')).join(
    ':',
  );
}
