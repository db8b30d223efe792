import type { KeyObject } from 'node:crypto';

/** The part of xml-encryption that this room uses. The package has no declarations of its own. */

export interface EncryptOptions {
  /** The library only gives it to `publicEncrypt()` of Node, which takes keys that are parsed already. */
  rsa_pub: KeyObject;
  /** The certificate in PEM, which is published beside the encrypted key. */
  pem: string;
  encryptionAlgorithm: string;
  keyEncryptionAlgorithm: string;
  keyEncryptionDigest: 'sha1' | 'sha256' | 'sha512';
  disallowEncryptionWithInsecureAlgorithm: boolean;
  warnInsecureAlgorithm: boolean;
}

export interface DecryptOptions {
  key: string;
  disallowDecryptionWithInsecureAlgorithm: boolean;
  warnInsecureAlgorithm: boolean;
}

type Callback = (error: Error | null, result?: string) => void;

export function encrypt(content: string, options: EncryptOptions, callback: Callback): void;
export function decrypt(xml: string, options: DecryptOptions, callback: Callback): void;
