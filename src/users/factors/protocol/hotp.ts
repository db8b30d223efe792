import { createHmac } from 'node:crypto';

export type TotpAlgorithm = 'SHA1' | 'SHA256' | 'SHA512';

export interface CodeForm {
  algorithm: TotpAlgorithm;
  digits: number;
}

/** The code of a counter (RFC 4226 section 5.3; RFC 6238 section 1.2 for the other two hashes). */
export function hotp(key: Uint8Array, counter: number, { algorithm, digits }: CodeForm): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(algorithm, key).update(moving).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}
