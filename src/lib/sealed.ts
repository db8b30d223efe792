import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// sealed = nonce (12), tag (16), then as many bytes as the text has
const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/**
 * Seals a text so that only a holder of the key can open it or change it.
 * @param whose the owner that the seal is bound to; opening needs the same owner
 */
export function sealUnder(key: Buffer, text: string, whose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(whose));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]);
}

/** @throws when it was sealed with another key or for something else, or was changed */
export function openUnder(key: Buffer, sealed: Buffer, whose: string): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(whose));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
