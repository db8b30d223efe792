// The part of xml-crypto that this room and its tests use. Only tests sign with it. `xmldom.d.ts` beside this file says why it is
// declared here.

import type { Document, Element, Node } from '@xmldom/xmldom';

export interface SignatureAlgorithm {
  getSignature(signedInfo: string, privateKey: unknown): string;
  verifySignature(signedInfo: string, key: unknown, signatureValue: string): boolean;
  getAlgorithmName(): string;
}

export interface HashAlgorithm {
  getHash(xml: string): string;
  getAlgorithmName(): string;
}

type Algorithms<A> = Record<string, new () => A>;

/** A reference of a signature, as far as this room knows it. */
export interface Reference {
  /** The path to the referenced element, for the package. */
  xpath?: string | undefined;
}

export class SignedXml {
  constructor(options: {
    privateKey?: unknown;
    publicCert?: string;
    signatureAlgorithm?: string;
    canonicalizationAlgorithm?: string;
    getCertFromKeyInfo?: (keyInfo: Node) => null;
    getKeyInfoContent?: (options: { prefix?: string | null }) => string | null;
  });
  SignatureAlgorithms: Algorithms<SignatureAlgorithm>;
  HashAlgorithms: Algorithms<HashAlgorithm>;
  /** The names of attributes that a reference may point to. */
  idAttributes: string[];
  loadSignature(signature: Element): void;
  /** The value of the loaded signature in base64. The package calls it private. */
  readonly signatureValue: string;
  /** Returns the canonical form of SignedInfo, whose bytes are signed. The package calls it private; the version is exact. */
  getCanonSignedInfoXml(document: Document): string;
  /** Returns the canonical form of the element of a reference. The package calls it private. */
  getCanonReferenceXml(document: Document, reference: Reference, element: Element): string;
  /** Returns the canonical form of an element. The package calls it private. */
  getCanonXml(algorithms: string[], element: Element, options: { ancestorNamespaces: [] }): string;
  /** Returns false, or throws, if the signature is wrong. */
  checkSignature(xml: string): boolean;
  /** Returns the canonical bytes that were verified, after `checkSignature` has returned true. */
  getSignedReferences(): string[];
  addReference(reference: { xpath: string; transforms: string[]; digestAlgorithm: string }): void;
  computeSignature(
    xml: string,
    options: {
      prefix: string;
      location: { reference: string; action: 'append' | 'prepend' | 'before' | 'after' };
    },
  ): void;
  getSignedXml(): string;
}

/** https://www.w3.org/TR/xml-exc-c14n/ */
export class ExclusiveCanonicalization {
  process(element: Element, options: object): string;
}
