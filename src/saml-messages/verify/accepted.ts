import type { Element } from '@xmldom/xmldom';
import { signingMethod, verifies } from '../algorithms.ts';
import { broken, SamlMessageError } from '../error.ts';
import { namespaces } from '../names.ts';
import { checkParameter, type QuerySignature, type Received } from '../receive/received.ts';
import { expectNamed } from '../xml/shape.ts';
import { type Enveloped, rejectOtherSignatures, signatureOf, verifyEnveloped } from './enveloped.ts';
import type { Proof, Trust } from './trust.ts';

declare const judged: unique symbol;

/**
 * A message that may be read. If it has a proof, `element` holds signed bytes only. Only this folder makes them, so the
 * compiler rejects a reader that is given anything else.
 */
export interface Accepted {
  readonly [judged]: true;
  element: Element;
  binding: Received['binding'];
  /** Absent if the message is not signed, or if the partner has no certificate. */
  proof?: Proof;
}

export type MessageName = 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';

/**
 * Accepts a request, or the response to a logout. A signature that is present must verify, also where none is required. The only
 * exception is `ignoreOtherAlgorithms` of {@link Trust}.
 *
 * @throws {SamlMessageError} steps `shape` and `signature`
 */
export function accept(received: Received, name: MessageName, trust: Trust): Accepted {
  const { message, root, xml, querySignature, binding } = received;
  expectNamed(message, namespaces.protocol, name);
  checkParameter(received, name === 'LogoutResponse' ? 'SAMLResponse' : 'SAMLRequest');
  rejectOtherSignatures(root, [message]);
  const signature = signatureOf(message);
  if (signature && binding === 'redirect') broken('signature-on-query');
  // A partner without certificates counts as unsigned. It cannot have required a signature.
  if (trust.certificates.length > 0 && querySignature)
    return accepted(message, binding, verifyQuery(querySignature, trust));
  const verified = trust.certificates.length > 0 && signature ? envelopedIn(xml, message, trust) : undefined;
  if (verified) {
    const { element, ...proof } = verified;
    return accepted(element, binding, proof);
  }
  if (trust.requireSignature)
    broken(querySignature || signature ? 'signature-untrusted' : 'signature-missing');
  if (signature) message.removeChild(signature);
  return accepted(message, binding);
}

/**
 * Verifies the signature of the redirect binding with the first key that fits.
 *
 * @throws {SamlMessageError} rules `signature-algorithm` and `signature-untrusted`
 */
function verifyQuery(
  { algorithm, data, value }: QuerySignature,
  trust: Omit<Trust, 'requireSignature'>,
): Proof {
  const method = signingMethod(algorithm, trust.allowSha1) ?? broken('signature-algorithm', algorithm);
  const certificate = trust.certificates.find(({ publicKey }) => verifies(method, publicKey, data, value));
  return certificate ? { certificate, algorithm } : broken('signature-untrusted');
}

/** Verifies the signature of a message. @returns undefined if it counts as absent */
function envelopedIn(xml: string, message: Element, trust: Trust): Enveloped | undefined {
  try {
    return verifyEnveloped(xml, message, trust);
  } catch (error) {
    const isOther =
      error instanceof SamlMessageError &&
      (error.rule === 'signature-algorithm' || error.rule === 'digest-algorithm');
    if (isOther && trust.ignoreOtherAlgorithms && !trust.requireSignature) return undefined;
    throw error;
  }
}

export const accepted = (element: Element, binding: Received['binding'], proof?: Proof): Accepted =>
  ({
    element,
    binding,
    ...(proof && { proof: { certificate: proof.certificate, algorithm: proof.algorithm } }),
  }) as Accepted;
