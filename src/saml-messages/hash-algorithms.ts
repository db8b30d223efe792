import { createHash } from 'node:crypto';
import type { HashAlgorithm, SignedXml } from 'xml-crypto';
import { digestMethods } from './algorithms.ts';

/** Returns the allowed digests in the form of xml-crypto. Its own table has SHA-1, and lacks SHA-384. */
export const hashAlgorithms = (allowSha1 = false): SignedXml['HashAlgorithms'] =>
  Object.fromEntries(
    Object.entries(digestMethods(allowSha1)).map(([uri, name]) => [uri, hashAlgorithm(uri, name)]),
  );

const hashAlgorithm = (uri: string, name: string): (new () => HashAlgorithm) =>
  class {
    getHash = (xml: string): string => createHash(name).update(xml, 'utf8').digest('base64');
    getAlgorithmName = (): string => uri;
  };
