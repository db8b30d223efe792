// Turns metadata into settings of a service provider. No other file uses the reader of saml-messages.

import { quoted, SamlMessageError } from '../saml-messages/error.ts';
import { bindings, nameIdFormats } from '../saml-messages/names.ts';
import type { Endpoint } from '../saml-messages/metadata/entity.ts';
import {
  readServiceProviderMetadata,
  type ServiceProviderMetadata,
} from '../saml-messages/metadata/service-provider.ts';
import { refusalOfKey, storedForm } from './certificates.ts';
import { refusalOfSamlEndpoint } from './endpoint-url.ts';
import type { NameIdFormat, PublishedSettings } from './entities/service-provider.ts';

/** Why metadata is not used, in a sentence for an administrator. Quotes at most names and addresses of the metadata. */
export class MetadataTrouble extends Error {
  override readonly name = 'MetadataTrouble';
}

/** The parts of metadata that this room uses. */
export interface Metadata {
  entityId: string;
  settings: PublishedSettings;
  /** Whether it says `AuthnRequestsSigned`. A published key alone does not mean so. */
  requestsSigned: boolean;
  /** The first format that this service knows. */
  nameIdFormat: NameIdFormat | undefined;
  displayName: string | undefined;
  /** Whether the pinned certificate signed it; false without one. */
  isVerified: boolean;
}

/** How to read metadata. */
export interface MetadataReading {
  /** The entity that is wanted, where the metadata may describe several. */
  entityId?: string | undefined;
  /** In PEM. Without its signature the metadata is refused. */
  pinnedCertificate: string | null;
  /** The time of Postgres. */
  now: Date;
}

/**
 * Reads the metadata of a service provider.
 * @throws {MetadataTrouble} when it cannot be used
 */
export function readMetadata(
  xml: string | Uint8Array,
  { entityId, pinnedCertificate, now }: MetadataReading,
): Metadata {
  const read = parsed(xml, {
    ...(entityId === undefined ? {} : { entityId }),
    ...(pinnedCertificate === null ? {} : { pinnedCertificates: [pinnedCertificate] }),
  });
  if (read.validUntil && read.validUntil <= now)
    throw new MetadataTrouble(`The metadata was valid until ${read.validUntil.toISOString()}`);
  if (!/^[\x21-\x7e]{1,1024}$/.test(read.entityId))
    throw new MetadataTrouble('The entity id of the metadata is not a URI of at most 1024 characters');
  return {
    entityId: read.entityId,
    settings: settingsOf(read),
    requestsSigned: read.authnRequestsSigned,
    nameIdFormat: read.nameIdFormats.flatMap((urn) => formats.get(urn.trim()) ?? [])[0],
    displayName: read.displayName,
    isVerified: read.isVerified,
  };
}

function parsed(
  xml: string | Uint8Array,
  options: Parameters<typeof readServiceProviderMetadata>[1],
): ServiceProviderMetadata {
  try {
    return readServiceProviderMetadata(xml, options);
  } catch (error) {
    if (error instanceof SamlMessageError) throw new MetadataTrouble(error.message, { cause: error });
    throw error;
  }
}

const formats: ReadonlyMap<string, NameIdFormat> = new Map([
  [nameIdFormats.persistent, 'persistent'],
  [nameIdFormats.emailAddress, 'emailAddress'],
  [nameIdFormats.transient, 'transient'],
  [nameIdFormats.unspecified, 'unspecified'],
]);

function settingsOf(read: ServiceProviderMetadata): PublishedSettings {
  const posts = read.assertionConsumerServices.filter(({ binding }) => binding === bindings.post);
  if (posts.length === 0)
    throw new MetadataTrouble('The metadata has no AssertionConsumerService with the binding HTTP-POST');
  // Without a default of this binding, the first endpoint is it.
  const chosen = Math.max(
    posts.findIndex(({ isDefault }) => isDefault),
    0,
  );
  const slo =
    read.singleLogoutServices.find(({ binding }) => binding === bindings.redirect) ??
    read.singleLogoutServices.find(({ binding }) => binding === bindings.post);
  // We call it ourselves, by https alone. Browsers go where we cannot.
  const soap = read.singleLogoutServices.find(
    ({ binding, location }) => binding === bindings.soap && /^https:/i.test(location),
  );
  for (const certificate of [...read.signingCertificates, ...read.encryptionCertificates]) {
    const refusal = refusalOfKey(certificate);
    if (refusal !== undefined)
      throw new MetadataTrouble(`The certificate ${certificate.subject} of the metadata ${refusal}`);
  }
  return {
    acsUrls: posts.map(({ location, index }, at) => ({
      url: usable(location),
      binding: 'HTTP-POST',
      index,
      isDefault: at === chosen,
    })),
    sloUrl: addressOf(slo),
    sloResponseUrl: slo?.responseLocation === undefined ? null : usable(slo.responseLocation),
    sloSoapUrl: addressOf(soap),
    sloBinding: slo?.binding === bindings.post ? 'HTTP-POST' : 'HTTP-Redirect',
    signingCertificates: read.signingCertificates.map(storedForm),
    encryptionCertificate: read.encryptionCertificates.map(storedForm)[0] ?? null,
  };
}

const addressOf = (endpoint: Endpoint | undefined): string | null =>
  endpoint === undefined ? null : usable(endpoint.location);

function usable(location: string): string {
  const allowed = refusalOfSamlEndpoint(location);
  if (allowed === undefined) return location;
  throw new MetadataTrouble(`The endpoint ${quoted(location)} of the metadata ${allowed}`);
}
