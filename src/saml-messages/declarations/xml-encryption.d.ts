/** The part of xml-encryption that this room uses. The package has no declarations of its own. */

export interface DecryptOptions {
  key: string;
  disallowDecryptionWithInsecureAlgorithm: boolean;
  warnInsecureAlgorithm: boolean;
}

type Callback = (error: Error | null, result?: string) => void;

export function decrypt(xml: string, options: DecryptOptions, callback: Callback): void;
