// Parts that the benches of SAML share: two parties with keys, and messages of the size that products send.
import { generateKeyPairSync } from 'node:crypto';
import { buildAuthnRequest } from '../../src/saml-messages/build/authn-request.ts';
import { redirectUrl } from '../../src/saml-messages/build/bindings.ts';
import {
  buildResponse,
  type Protection,
  type ResponseContent,
} from '../../src/saml-messages/build/response.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { type Certificate, readCertificate } from '../../src/saml-messages/certificate.ts';
import { nameIdFormats } from '../../src/saml-messages/names.ts';
import { selfSignedCertificate } from '../../src/saml-messages/self-signed.ts';

const now = new Date();
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const sso = 'https://idp.example/sso';

/** A key with its certificate. */
export interface Party extends SigningKey {
  trusted: Certificate;
}

export async function newParty(name: string): Promise<Party> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = await selfSignedCertificate(keys, name, now);
  return {
    privateKey: keys.privateKey,
    certificate,
    algorithm: 'rsa-sha256',
    trusted: readCertificate(certificate),
  };
}

/** The statements of a product about a user. */
export const responseContent: ResponseContent = {
  id: '_response',
  issuer: 'https://idp.example/metadata',
  issueInstant: now,
  destination: 'https://sp.example/acs',
  inResponseTo: '_request',
  assertion: {
    id: '_assertion',
    nameId: { value: 'ada@example.com', format: nameIdFormats.emailAddress },
    audiences: ['https://sp.example/metadata'],
    notBefore: inSeconds(-60),
    notOnOrAfter: inSeconds(300),
    authnInstant: now,
    sessionIndex: '_session',
    sessionNotOnOrAfter: inSeconds(28_800),
    authnContextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    attributes: [
      { name: 'email', values: ['ada@example.com'] },
      { name: 'givenName', values: ['Ada'] },
      { name: 'surname', values: ['Lovelace'] },
      { name: 'groups', values: ['staff', 'engineers', 'administrators'] },
    ],
  },
};

export const respond = (protection: Protection): string => buildResponse(responseContent, protection);

const authnRequest = {
  id: '_request',
  issuer: 'https://sp.example/metadata',
  issueInstant: now,
  destination: sso,
  assertionConsumerServiceUrl: 'https://sp.example/acs',
  nameIdFormat: nameIdFormats.persistent,
};

/** A signed request as a form sends it: base64. */
export const postedRequest = (key: SigningKey): string =>
  Buffer.from(buildAuthnRequest(authnRequest, key)).toString('base64');

/** A signed request as an address sends it: the raw query. */
export const queriedRequest = (key: SigningKey): string =>
  new URL(
    redirectUrl(sso, { parameter: 'SAMLRequest', xml: buildAuthnRequest(authnRequest, 'by-query') }, key),
  ).search.slice(1);
