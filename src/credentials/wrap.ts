import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// sealed = nonce (12), tag (16), then as many bytes as the text has
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** The token has 256 random bits, so a key made of it needs neither a salt nor time. */
const keyOf = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, '', 'keyward wrapping', 32));

/**
 * Seals a text so that only a holder of the token can open it: neither a thief of the database nor, with the master
 * key, the operator can.
 * @param whose the owner that the seal is bound to; opening needs the same owner
 */
export function sealWith(token: string, text: string, whose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(token), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(whose));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]);
}

/** @throws when it was sealed with another token or for something else, or was changed */
export function openWith(token: string, sealed: Buffer, whose: string): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyOf(token), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(whose));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
