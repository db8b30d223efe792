import { hash, type KeyObject } from 'node:crypto';
import {
  digestMethods,
  digestOf,
  envelopedSignature,
  exclusiveCanonicalization,
  type SignatureAlgorithmName,
  signatureAlgorithms,
  signingMethod,
  signs,
} from '../algorithms.ts';
import { type Built, canonical, element } from './element.ts';
import { keyInfoOf } from './parts.ts';

/** A key of ours, and the certificate that partners know it by. */
export interface SigningKey {
  /** An RSA private key. */
  privateKey: KeyObject;
  /** In PEM. It is published beside the signature, because some partners choose by it. */
  certificate: string;
  algorithm: SignatureAlgorithmName;
}

/**
 * Signs an element, which must have an `ID`. The signature stands after Issuer, the first child, or first in metadata (SAML
 * core section 5.4, SAML metadata section 3).
 */
export function signed(
  root: Built,
  key: SigningKey,
  place: 'after-issuer' | 'first' = 'after-issuer',
): Built {
  const info = signedInfoOf(root, key.algorithm);
  const value = signBytes(Buffer.from(canonical(info)), key).toString('base64');
  const signature = element(
    'ds:Signature',
    {},
    info,
    element('ds:SignatureValue', {}, value),
    keyInfoOf(key.certificate),
  );
  return { ...root, children: root.children.toSpliced(place === 'first' ? 0 : 1, 0, signature) };
}

/** XML Signature section 4.4, as SAML core section 5.4 restricts it. */
function signedInfoOf(root: Built, algorithm: SignatureAlgorithmName): Built {
  const id = root.attributes.find(([name]) => name === 'ID')?.[1];
  const digest = digestMethods()[digestOf[algorithm]];
  if (id === undefined || digest === undefined) throw new Error(`${root.name} cannot be signed`);
  return element(
    'ds:SignedInfo',
    {},
    element('ds:CanonicalizationMethod', { Algorithm: exclusiveCanonicalization }),
    element('ds:SignatureMethod', { Algorithm: signatureAlgorithms[algorithm] }),
    element(
      'ds:Reference',
      { URI: `#${id}` },
      element(
        'ds:Transforms',
        {},
        element('ds:Transform', { Algorithm: envelopedSignature }),
        element('ds:Transform', { Algorithm: exclusiveCanonicalization }),
      ),
      element('ds:DigestMethod', { Algorithm: digestOf[algorithm] }),
      element('ds:DigestValue', {}, hash(digest, canonical(root), 'base64')),
    ),
  );
}

/** Signs bytes, as the redirect binding does. */
export function signBytes(data: Uint8Array, key: SigningKey): Buffer {
  const method = signingMethod(signatureAlgorithms[key.algorithm]);
  if (!method) throw new Error(`${key.algorithm} is not an algorithm of ours`);
  return signs(method, key.privateKey, data);
}
