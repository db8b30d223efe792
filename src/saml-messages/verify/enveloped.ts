import type { Document, Element } from '@xmldom/xmldom';
import { type Reference, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import {
  digestMethods,
  envelopedSignature,
  exclusiveCanonicalization,
  type SigningMethod,
  signingMethod,
  verifies,
} from '../algorithms.ts';
import type { Certificate } from '../certificate.ts';
import { broken, SamlMessageError } from '../error.ts';
import { hashAlgorithms } from '../hash-algorithms.ts';
import { namespaces } from '../names.ts';
import { childElements, childrenOf, isNamed, parts } from '../xml/shape.ts';
import { type Limits, messageLimits, parseStrictly, withoutOtherLineEnds } from '../xml/strict.ts';
import { idOf, optional, required, textOf } from '../xml/values.ts';

export interface EnvelopedOptions {
  /** The only keys that count. KeyInfo of the message is never read. */
  certificates: readonly Certificate[];
  /** Where the schema puts the signature: after Issuer in messages and assertions, first in metadata. */
  place?: 'after-issuer' | 'first';
  allowSha1?: boolean;
  limits?: Limits;
}

/** An element that was made of signed bytes, and of nothing else. */
export interface Enveloped {
  element: Element;
  /** The exact bytes that the signature covers, in canonical form. */
  xml: string;
  certificate: Certificate;
  algorithm: string;
}

const { signature: ds } = namespaces;

/**
 * Verifies the signature that is a child of an element, and returns the element parsed again from the signed bytes.
 *
 * @param xml the whole document that the element is part of, exactly as it was parsed
 * @throws {SamlMessageError} step `signature`
 */
export function verifyEnveloped(xml: string, element: Element, options: EnvelopedOptions): Enveloped {
  const signature = signatureOf(element, options.place) ?? broken('signature-missing', element.localName);
  const id = idOf(element);
  const { algorithm, method } = judgeForm(signature, id, options.allowSha1);
  const { signed, certificate } = check(xml, signature, algorithm, method, options);
  const root = parseStrictly(signed, options.limits ?? messageLimits).documentElement;
  const isSame =
    root.localName === element.localName &&
    root.namespaceURI === element.namespaceURI &&
    root.getAttributeNode('ID')?.value === id;
  if (!isSame) broken('signature-reference', root.localName);
  return { element: root, xml: signed, certificate, algorithm };
}

/** Returns the signature of an element, if it stands where the schema puts it. */
export function signatureOf(
  element: Element,
  place: 'after-issuer' | 'first' = 'after-issuer',
): Element | undefined {
  const children = childElements(element);
  const signatures = children.filter((one) => isNamed(one, ds, 'Signature'));
  if (signatures.length === 0) return undefined;
  const hasIssuer =
    place === 'after-issuer' && children.some((one) => isNamed(one, namespaces.assertion, 'Issuer'));
  return signatures.length === 1 && children.indexOf(signatures[0] as Element) === (hasIssuer ? 1 : 0)
    ? signatures[0]
    : broken('signature-place', element.localName);
}

/** Rejects every signature that is not a child of one of these elements. */
export function rejectOtherSignatures(root: Element, parents: readonly Element[]): void {
  const visit = (element: Element): void => {
    for (const child of childElements(element)) {
      if (isNamed(child, ds, 'Signature') && !parents.includes(element))
        broken('signature-place', element.localName);
      visit(child);
    }
  };
  visit(root);
}

/** Reads what the signature says about itself. Nothing of it is signed yet, so all of it must be what is expected. */
function judgeForm(
  signature: Element,
  id: string,
  allowSha1 = false,
): { algorithm: string; method: SigningMethod } {
  const form = childrenOf(signature, parts(ds, 'SignedInfo', 'SignatureValue', 'KeyInfo?'), 'signature-form');
  base64Of(form.one('SignatureValue'));
  const info = childrenOf(
    form.one('SignedInfo'),
    parts(ds, 'CanonicalizationMethod', 'SignatureMethod', 'Reference'),
    'signature-reference',
  );
  boundPrefixes(form.one('SignedInfo'));
  const canonicalization = required(info.one('CanonicalizationMethod'), 'Algorithm');
  if (canonicalization !== exclusiveCanonicalization) broken('signature-transform', canonicalization);
  const algorithm = required(info.one('SignatureMethod'), 'Algorithm');
  const method = signingMethod(algorithm, allowSha1) ?? broken('signature-algorithm', algorithm);
  const reference = info.one('Reference');
  if (required(reference, 'URI') !== `#${id}`) broken('signature-reference', required(reference, 'URI'));
  judgeReference(reference, allowSha1);
  return { algorithm, method };
}

const mostPrefixes = 32;

/** Canonicalization compares each element with each prefix that InclusiveNamespaces lists. */
function boundPrefixes(element: Element): void {
  const lists = (one: Element): string[] => [
    ...(optional(one, 'PrefixList') ?? '').split(/\s+/),
    ...childElements(one).flatMap(lists),
  ];
  const count = lists(element).filter((prefix) => prefix !== '').length;
  if (count > mostPrefixes) broken('prefix-list', `${count} prefixes`);
}

function judgeReference(reference: Element, allowSha1: boolean): void {
  const parted = childrenOf(
    reference,
    parts(ds, 'Transforms', 'DigestMethod', 'DigestValue'),
    'signature-form',
  );
  const transforms = childrenOf(parted.one('Transforms'), parts(ds, 'Transform+'), 'signature-transform')
    .all('Transform')
    .map((transform) => required(transform, 'Algorithm'));
  // SAML core section 5.4.4 allows these two. Without the second one, the default would be inclusive canonicalization.
  const [first, second, third] = transforms;
  if (first !== envelopedSignature || second !== exclusiveCanonicalization || third !== undefined)
    broken('signature-transform', transforms.join(' '));
  const digest = required(parted.one('DigestMethod'), 'Algorithm');
  if (!Object.hasOwn(digestMethods(allowSha1), digest)) broken('digest-algorithm', digest);
  base64Of(parted.one('DigestValue'));
}

/** Buffer.from skips what is not base64, so another reader could see another value. */
function base64Of(element: Element): Buffer {
  const text = textOf(element).replace(/\s+/g, '');
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : broken('signature-form', element.localName);
}

/**
 * Verifies as xml-crypto does, without searches whose result is not needed. The package walks through the whole document for each
 * search, which takes longer than the rest of the verification.
 */
class SignatureVerifier extends SignedXml {
  readonly #signedInfo: Element;
  readonly #listsPrefixes: boolean;

  constructor(signature: Element) {
    super({ publicCert: 'given to the algorithm', getCertFromKeyInfo: () => null });
    this.#signedInfo =
      childElements(signature).find((one) => isNamed(one, ds, 'SignedInfo')) ?? broken('signature-form');
    this.#listsPrefixes = holds(this.#signedInfo, 'InclusiveNamespaces');
  }

  /** Only a list of prefixes needs the namespaces of ancestors (https://www.w3.org/TR/xml-exc-c14n/#sec-Specification). */
  override getCanonSignedInfoXml(document: Document): string {
    return this.#listsPrefixes
      ? super.getCanonSignedInfoXml(document)
      : this.getCanonXml([exclusiveCanonicalization], this.#signedInfo, { ancestorNamespaces: [] });
  }

  /** A root has no ancestors. */
  override getCanonReferenceXml(document: Document, reference: Reference, element: Element): string {
    const isRoot = element === document.documentElement;
    return super.getCanonReferenceXml(
      document,
      isRoot ? { ...reference, xpath: undefined } : reference,
      element,
    );
  }
}

const holds = (element: Element, localName: string): boolean =>
  childElements(element).some((child) => child.localName === localName || holds(child, localName));

function check(
  xml: string,
  signature: Element,
  algorithm: string,
  method: SigningMethod,
  { certificates, allowSha1 = false }: EnvelopedOptions,
): { signed: string; certificate: Certificate } {
  let verifiedBy: Certificate | undefined;
  const known = (signedInfo: string, value: string): Certificate | undefined => {
    const [data, bytes] = [Buffer.from(signedInfo), Buffer.from(value, 'base64')];
    return certificates.find(({ publicKey }) => verifies(method, publicKey, data, bytes));
  };
  // One run with all keys: canonical forms and digests are the same for each of them.
  class Verifier implements SignatureAlgorithm {
    verifySignature(signedInfo: string, _key: unknown, value: string): boolean {
      verifiedBy = known(signedInfo, value);
      return verifiedBy !== undefined;
    }
    getSignature(): never {
      throw new Error('This algorithm only verifies');
    }
    getAlgorithmName = (): string => algorithm;
  }
  const verifier = new SignatureVerifier(signature);
  verifier.SignatureAlgorithms = { [algorithm]: Verifier };
  verifier.HashAlgorithms = hashAlgorithms(allowSha1);
  // The library searches the whole document for each name. SAML has one name (SAML core section 1.3.4).
  verifier.idAttributes = ['ID'];
  let isGood = false;
  try {
    verifier.loadSignature(signature);
    // The library makes the canonical form of the whole message before it looks at the key. A stranger who has no key shall not
    // make it do so. The library repeats this check on the document that it parses itself, and that result counts.
    const signedInfo = verifier.getCanonSignedInfoXml(signature.ownerDocument);
    isGood =
      known(signedInfo, verifier.signatureValue) !== undefined &&
      verifier.checkSignature(withoutOtherLineEnds(xml));
  } catch (error) {
    if (error instanceof SamlMessageError) throw error;
  }
  const signed = verifier.getSignedReferences();
  return isGood && verifiedBy && signed.length === 1
    ? { signed: signed[0] as string, certificate: verifiedBy }
    : broken('signature-untrusted');
}
