// Secrets that must be read back later (signing secrets, keys, passwords for others) are kept sealed.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** Seals texts with AES-256-GCM. What was sealed for one organization and purpose opens for no other. */
export interface Vault {
  /** @param purpose what and whose it is, as `webhook-secret:whk_…`: never changes for the row it is kept in */
  seal: (text: string, orgId: string, purpose: string) => Buffer;
  /** @throws {VaultError} it was sealed for something else or under a key that is not there, or was changed */
  open: (sealed: Buffer, orgId: string, purpose: string) => string;
  /** How everything begins that is sealed under the first key, and nothing that is under another. */
  readonly start: Buffer;
  /** The ids of its keys, eight hexadecimal digits each; the first seals. They tell nothing about the keys. */
  readonly keyIds: readonly string[];
}

/** Something sealed cannot be opened. It is a fault of the installation, so the caller of the API sees 500. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

// sealed = form (1), key id (4), nonce (12), tag (16), then as many bytes as the text has
const form = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;
const algorithm = 'aes-256-gcm';

/**
 * @param masterKeys 32 bytes each; the first seals, all open, so a new key is put before the old one
 * @throws {RangeError} there is no key, or one has another length
 */
export function createVault(masterKeys: readonly Buffer[]): Vault {
  const keys = masterKeys.map((key) => {
    if (key.length !== 32) throw new RangeError('A master key has 32 bytes.');
    return {
      // Node takes four times as long with a Buffer.
      key: createSecretKey(derive(key, 'keyward vault: key')),
      id: derive(key, 'keyward vault: id').subarray(0, keyIdBytes),
    };
  });
  const [first] = keys;
  if (first === undefined) throw new RangeError('There is no master key.');

  const head = Buffer.concat([Buffer.of(form), first.id]);

  return {
    start: head,
    keyIds: keys.map(({ id }) => id.toString('hex')),
    seal(text, orgId, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, first.key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(head, orgId, purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), content]);
    },

    open(sealed, orgId, purpose) {
      if (sealed.length < headBytes + nonceBytes + tagBytes || sealed[0] !== form) {
        throw new VaultError('The value is not sealed, but it should be.');
      }
      const head = sealed.subarray(0, headBytes);
      const fitting = keys.find(({ id }) => id.equals(head.subarray(1)));
      if (fitting === undefined) {
        throw new VaultError(
          'A value is sealed under a master key that is not in MASTER_KEY: add that key again.',
        );
      }
      const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
      const content = sealed.subarray(headBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, fitting.key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(boundTo(head, orgId, purpose));
      decipher.setAuthTag(sealed.subarray(headBytes + nonceBytes, headBytes + nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new VaultError('A sealed value was changed, or belongs to another organization or purpose.', {
          cause: error,
        });
      }
    },
  };
}

/** Neither the encryption nor the id in the clear uses the master key itself, which others may be derived from. */
const derive = (key: Buffer, use: string): Buffer => createHmac('sha256', key).update(use).digest();

/** JSON, so that no two pairs of organization and purpose have the same bytes. */
const boundTo = (head: Buffer, orgId: string, purpose: string): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([orgId, purpose]))]);
