import { createHmac, generateKeyPairSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import {
  type SignatureAlgorithmName,
  signatureAlgorithms,
  signingMethod,
  signs,
} from '../../src/saml-messages/algorithms.ts';
import { buildAuthnRequest } from '../../src/saml-messages/build/authn-request.ts';
import { write } from '../../src/saml-messages/build/element.ts';
import { encryptAssertion } from '../../src/saml-messages/build/encrypt.ts';
import { buildLogoutRequest } from '../../src/saml-messages/build/logout.ts';
import {
  buildResponse,
  type Protection,
  type ResponseContent,
} from '../../src/saml-messages/build/response.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { type Certificate, readCertificate } from '../../src/saml-messages/certificate.ts';
import { checkResponse } from '../../src/saml-messages/checks.ts';
import { SamlMessageError } from '../../src/saml-messages/error.ts';
import { hashAlgorithms } from '../../src/saml-messages/hash-algorithms.ts';
import { bindings, nameIdFormats, namespaces } from '../../src/saml-messages/names.ts';
import { readAuthnRequest } from '../../src/saml-messages/read/authn-request.ts';
import { readLogoutRequest } from '../../src/saml-messages/read/logout.ts';
import { readResponse } from '../../src/saml-messages/read/response.ts';
import { receivePost } from '../../src/saml-messages/receive/post.ts';
import type { Parameter, Received } from '../../src/saml-messages/receive/received.ts';
import { selfSignedCertificate } from '../../src/saml-messages/self-signed.ts';
import { accept } from '../../src/saml-messages/verify/accepted.ts';
import { acceptResponse, type ResponseTrust } from '../../src/saml-messages/verify/response.ts';

/** The time of every message of these tests. */
export const now = new Date('2026-11-23T12:00:00Z');
export const inSeconds = (seconds: number): Date => new Date(+now + seconds * 1000);

export const idp = 'https://idp.example/metadata';
export const sp = 'https://sp.example/metadata';
export const sso = 'https://idp.example/sso';
export const slo = 'https://idp.example/slo';
export const acs = 'https://sp.example/acs';

/** A key with its certificate. */
export interface Party extends SigningKey {
  privatePem: string;
  trusted: Certificate;
}

export async function party(name: string, algorithm: SignatureAlgorithmName = 'rsa-sha256'): Promise<Party> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = await selfSignedCertificate(keys, name, now);
  const privatePem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return {
    privateKey: keys.privateKey,
    privatePem,
    certificate,
    algorithm,
    trusted: readCertificate(certificate),
  };
}

/** A partner, which is known, and a stranger, which has a key that is not trusted. */
export const [partner, stranger] = await Promise.all([party('partner'), party('stranger')]);

export const attacker = 'attacker@example.com';
export const victim = 'victim@example.com';

export const responseContent: ResponseContent = {
  id: '_response',
  issuer: idp,
  issueInstant: now,
  destination: acs,
  inResponseTo: '_request',
  assertion: {
    id: '_assertion',
    nameId: { value: attacker, format: nameIdFormats.emailAddress },
    audiences: [sp],
    notBefore: inSeconds(-60),
    notOnOrAfter: inSeconds(300),
    authnInstant: now,
    sessionIndex: '_session',
    sessionNotOnOrAfter: inSeconds(28_800),
    authnContextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    attributes: [{ name: 'groups', values: ['users', 'guests'] }],
  },
};

/** Builds a good response of the partner. */
export const goodResponse = async (
  protection: Partial<Protection> = {},
  content: ResponseContent = responseContent,
): Promise<string> =>
  buildResponse(content, { key: partner, signAssertion: true, signResponse: false, ...protection });

export const authnRequestContent = {
  id: '_request',
  issuer: sp,
  issueInstant: now,
  destination: sso,
  assertionConsumerServiceUrl: acs,
  nameIdFormat: nameIdFormats.persistent,
};

export const goodAuthnRequest = (): string => buildAuthnRequest(authnRequestContent, partner);

export const goodLogoutRequest = (): string =>
  buildLogoutRequest(
    {
      id: '_logout',
      issuer: sp,
      issueInstant: now,
      destination: slo,
      nameId: { value: attacker, format: nameIdFormats.emailAddress },
      sessionIndexes: ['_session'],
      notOnOrAfter: inSeconds(300),
    },
    partner,
  );

export const posted = (xml: string, parameter: Parameter = 'SAMLRequest'): Received =>
  receivePost({ parameter, message: Buffer.from(xml).toString('base64') });

const trust = { certificates: [partner.trusted], requireSignature: true };

/** Returns the user that a response names, once everything was verified and checked. */
export async function userOfResponse(
  xml: string,
  more: Partial<ResponseTrust> = {},
): Promise<string | undefined> {
  const accepted = await acceptResponse(posted(xml, 'SAMLResponse'), {
    certificates: [partner.trusted],
    ...more,
  });
  const response = readResponse(accepted);
  checkResponse(response, {
    now,
    issuer: idp,
    receivedAt: [acs],
    skewSeconds: 60,
    maxAgeSeconds: 300,
    audience: sp,
    inResponseTo: '_request',
  });
  return response.assertion?.nameId?.value;
}

/** Returns the address that a signed AuthnRequest names. */
export const acsOfRequest = (xml: string): string | undefined =>
  readAuthnRequest(accept(posted(xml), 'AuthnRequest', trust)).assertionConsumerServiceUrl;

/** Returns the user that a signed LogoutRequest names. */
export const userOfLogout = (xml: string): string =>
  readLogoutRequest(accept(posted(xml), 'LogoutRequest', trust)).nameId.value;

/** Returns the rule that something breaks, or what came of it if it breaks none. Other errors fail the test. */
export async function ruleBrokenBy(run: () => unknown): Promise<string> {
  try {
    return `accepted: ${JSON.stringify(await run())}`;
  } catch (error) {
    if (error instanceof SamlMessageError) return error.rule;
    throw error;
  }
}

export const assertionIn = (xml: string): string => found(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/);
export const signatureIn = (xml: string): string => found(xml, /<ds:Signature [\s\S]*?<\/ds:Signature>/);

function found(xml: string, pattern: RegExp): string {
  const [text] = pattern.exec(xml) ?? [];
  if (text === undefined) throw new Error(`${pattern} is not in ${xml}`);
  return text;
}

/** Replaces a text that must be there. */
export function replaced(xml: string, from: string | RegExp, to: string): string {
  const made = xml.replace(from, () => to);
  if (made === xml) throw new Error(`${from} is not in ${xml}`);
  return made;
}

/** Options of a signer that this service never uses. */
export interface OddSigning {
  privateKey?: Party['privateKey'];
  certificate?: string;
  algorithm?: string;
  digest?: string;
  transforms?: string[];
  canonicalization?: string;
  /** A secret for HMAC, instead of a private key. */
  secret?: string;
  /** The element to sign, and the one after which the signature is put. */
  xpath?: string;
  after?: string;
  keyInfo?: string;
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs with options that a hostile or an old signer could choose. */
export function oddlySigned(xml: string, odd: OddSigning = {}): string {
  const algorithm = odd.algorithm ?? signatureAlgorithms['rsa-sha256'];
  class Signer {
    getSignature = (info: string): string =>
      odd.secret === undefined
        ? signs(
            signingMethod(algorithm, true) ?? { hash: 'sha256', keyType: 'rsa' },
            odd.privateKey ?? partner.privateKey,
            Buffer.from(info),
          ).toString('base64')
        : createHmac('sha1', odd.secret).update(info).digest('base64');
    verifySignature = (): boolean => false;
    getAlgorithmName = (): string => algorithm;
  }
  const signer = new SignedXml({
    privateKey: 'given to the algorithm',
    ...(odd.certificate && { publicCert: odd.certificate }),
    ...(odd.keyInfo && { getKeyInfoContent: () => odd.keyInfo as string }),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: odd.canonicalization ?? exclusive,
  });
  signer.SignatureAlgorithms = { [algorithm]: Signer };
  signer.HashAlgorithms = hashAlgorithms(true);
  signer.addReference({
    xpath: odd.xpath ?? '/*',
    transforms: odd.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: odd.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: odd.after ?? '/*/*[1]', action: 'after' },
  });
  return signer.getSignedXml();
}

/**
 * Puts a name that is encrypted for a certificate into a LogoutRequest that is not signed (SAML core section 2.2.4).
 * @param placed puts it beside the plain name, or instead of it
 */
export function withEncryptedName(
  xml: string,
  certificate: string,
  placed: (name: string, encrypted: string) => string = (_name, encrypted) => encrypted,
): string {
  const [name = ''] = /<saml:NameID[\s\S]*<\/saml:NameID>/.exec(xml) ?? [];
  const plain = replaced(name, '<saml:NameID', `<saml:NameID xmlns:saml="${namespaces.assertion}"`);
  const encrypted = write(encryptAssertion(plain, { certificate, algorithm: 'aes256-gcm' }))
    .replaceAll('EncryptedAssertion', 'EncryptedID')
    .replace(/<saml:EncryptedID[^>]*>/, `<saml:EncryptedID xmlns:saml="${namespaces.assertion}">`);
  return replaced(xml, name, placed(name, encrypted));
}

/** Deflates and encodes a message for the redirect binding. */
export const deflated = (xml: string | Uint8Array): string => deflateRawSync(xml).toString('base64');

export const postBinding = bindings.post;
