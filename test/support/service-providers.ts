// tsyringe, which @peculiar/x509 stands on, needs it first.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata';
import { generateKeyPairSync, randomUUID, webcrypto } from 'node:crypto';
import { Name, X509CertificateGenerator } from '@peculiar/x509';
import { buildServiceProviderMetadata } from '../../src/saml-messages/build/metadata.ts';
import { bindings } from '../../src/saml-messages/names.ts';
import { selfSignedCertificate } from '../../src/saml-messages/self-signed.ts';
import type { Client } from './client.ts';
import { databaseOf } from './service.ts';

/** A key pair of a service provider, and its certificate in PEM. */
export interface PartnerKey {
  privateKey: ReturnType<typeof generateKeyPairSync>['privateKey'];
  certificate: string;
}

/** @param now when the certificate is made; it lasts for ten years */
export async function aPartnerKey(name = 'partner', now = new Date()): Promise<PartnerKey> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = await selfSignedCertificate(pair, name, now);
  return { privateKey: pair.privateKey, certificate: certificate.trimEnd() };
}

/** A certificate with a subject of any length, as partners may have one. */
export async function aCertificateOf(commonName: string, notAfter: Date): Promise<string> {
  const signingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await webcrypto.subtle.generateKey({ ...signingAlgorithm, ...size }, false, [
    'sign',
    'verify',
  ]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: new Name([{ CN: [{ utf8String: commonName }] }]),
    notBefore: new Date(notAfter.getTime() - 365 * 86_400_000),
    notAfter,
    signingAlgorithm,
    keys,
  });
  return certificate.toString('pem');
}

/** A certificate with a key of an elliptic curve, as products publish one beside an RSA key. */
export async function anEcCertificate(commonName: string): Promise<string> {
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, false, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${commonName}`,
    notBefore: new Date(),
    notAfter: new Date(Date.now() + 365 * 86_400_000),
    signingAlgorithm,
    keys,
  });
  return certificate.toString('pem');
}

/** Returns the day ten years ago on which a certificate was made that expires so many days from now. */
export function madeToExpireIn(days: number): Date {
  const made = new Date(Date.now() + days * 86_400_000);
  made.setUTCFullYear(made.getUTCFullYear() - 10);
  return made;
}

/** A service provider that is registered by hand, unless the fields say otherwise. */
export async function aServiceProvider(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<Record<string, never> & { id: string; entityId: string }> {
  const id = randomUUID();
  const usual = {
    name: 'Wiki',
    entityId: `https://app.example.com/${id}`,
    acsUrl: 'https://app.example.com/acs',
  };
  const byMetadata = 'metadataXml' in fields || 'metadataUrl' in fields;
  const body = byMetadata ? fields : { ...usual, ...fields };
  const { status, body: made } = await client.call('createServiceProvider', { body });
  if (status !== 201) throw new Error(`no service provider: ${JSON.stringify(made)}`);
  return made;
}

/** The name of the change that {@link aPendingServiceProvider} waits with. The example of the contract names it. */
export const pendingChangeId = '0b8ae1b1b3b0e2b6b5a8b6b1d9c5a3a2c1d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3';

/** A service provider whose metadata cannot be reached, and that waits with a change. */
export async function aPendingServiceProvider(client: Client): Promise<string> {
  const { id } = await aServiceProvider(client);
  const change = {
    id: pendingChangeId,
    reasons: ['NEW_ENDPOINT_HOST'],
    settings: { sloUrl: 'https://login.example.com/slo' },
    detectedAt: '2026-01-15T10:30:00.000Z',
  };
  await databaseOf(client)(
    'update saml_service_providers set metadata_url = $1, pending_change = $2 where id = $3',
    ['https://127.0.0.1:1/metadata', JSON.stringify(change), id],
  );
  return id;
}

/** A SAML key of the tenant that waits until it is activated. */
export async function anUpcomingSamlKey(client: Client): Promise<string> {
  for (let tries = 0; tries < 3; tries++) {
    const { body } = await client.call('rotateSigningKeys', { body: { use: 'SAML' } });
    const waiting = body.data.find(({ status }: { status: string }) => status === 'UPCOMING');
    if (waiting) return waiting.id;
  }
  throw new Error('no key waits');
}

/** The metadata of a service provider in a test. */
interface Said {
  entityId: string;
  signing?: readonly string[];
  encryption?: readonly string[];
  acsUrl?: string;
  sloUrl?: string;
  /** Without it the metadata is not signed. */
  signedBy?: PartnerKey;
}

/** Metadata of several entities, as federations publish it. */
export const groupOf = (...entities: string[]): string =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`;

let anyKey: Promise<PartnerKey> | undefined;

/** The metadata of a service provider. */
export async function metadataOf({
  entityId,
  signing = [],
  encryption = [],
  acsUrl = 'https://app.example.com/acs',
  sloUrl,
  signedBy,
}: Said): Promise<string> {
  anyKey ??= aPartnerKey('any');
  const key = signedBy ?? (await anyKey);
  const xml = buildServiceProviderMetadata(
    {
      entityId,
      cacheDuration: 86_400,
      nameIdFormats: [],
      signingCertificates: signing,
      encryptionCertificates: encryption,
      encryptionMethods: [],
      authnRequestsSigned: true,
      assertionConsumerServiceUrl: acsUrl,
      singleLogoutServices: sloUrl === undefined ? [] : [{ binding: bindings.redirect, location: sloUrl }],
      wantAssertionsSigned: true,
    },
    { ...key, algorithm: 'rsa-sha256' },
  );
  return signedBy ? xml : xml.replace(/<ds:Signature[\s>].*?<\/ds:Signature>/s, '');
}
