// Turns metadata into settings of a service provider. No other file uses the reader of saml-messages.

import { bindings } from '../saml-messages/names.ts';
import {
  readServiceProviderMetadata,
  type ServiceProviderMetadata,
} from '../saml-messages/metadata/service-provider.ts';
import { storedForm } from '../saml-metadata/certificates.ts';
import {
  formatsOf,
  logoutOf,
  type MetadataReading,
  MetadataTrouble,
  readEntity,
  usableAddress,
  usableKeys,
  warningOf,
} from '../saml-metadata/metadata-reading.ts';
import type { NameIdFormat } from '../saml-metadata/names.ts';
import type { PublishedSettings } from './entities/service-provider.ts';

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
  /** Sentences for an administrator about certificates that were left out; null if there are none. */
  warning: string | null;
}

/**
 * Reads the metadata of a service provider.
 * @throws {MetadataTrouble} when it cannot be used
 */
export function readMetadata(xml: string | Uint8Array, reading: MetadataReading): Metadata {
  const read = readEntity(readServiceProviderMetadata, xml, reading);
  return {
    entityId: read.entityId,
    ...settingsOf(read),
    requestsSigned: read.authnRequestsSigned,
    nameIdFormat: formatsOf(read)[0],
    displayName: read.displayName,
    isVerified: read.isVerified,
  };
}

function settingsOf(read: ServiceProviderMetadata): Pick<Metadata, 'settings' | 'warning'> {
  const posts = read.assertionConsumerServices.filter(({ binding }) => binding === bindings.post);
  if (posts.length === 0)
    throw new MetadataTrouble('The metadata has no AssertionConsumerService with the binding HTTP-POST');
  // Without a default of this binding, the first endpoint is it.
  const chosen = Math.max(
    posts.findIndex(({ isDefault }) => isDefault),
    0,
  );
  // We call it ourselves, by https alone. Browsers go where we cannot.
  const soap = read.singleLogoutServices.find(
    ({ binding, location }) => binding === bindings.soap && /^https:/i.test(location),
  );
  const [signing, encryption] = [
    usableKeys(read.signingCertificates),
    usableKeys(read.encryptionCertificates),
  ];
  const settings = {
    acsUrls: posts.map(({ location, index }, at) => ({
      url: usableAddress(location),
      binding: 'HTTP-POST' as const,
      index,
      isDefault: at === chosen,
    })),
    ...logoutOf(read),
    sloSoapUrl: soap ? usableAddress(soap.location) : null,
    signingCertificates: signing.used.map(storedForm),
    encryptionCertificate: encryption.used.map(storedForm)[0] ?? null,
  };
  return { settings, warning: warningOf(signing, encryption) };
}
