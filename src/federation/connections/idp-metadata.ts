import {
  type IdentityProviderMetadata,
  readIdentityProviderMetadata,
} from '../../saml-messages/metadata/identity-provider.ts';
import { refusalOfLength, storedForm } from '../../saml-metadata/certificates.ts';
import {
  browserEndpointOf,
  formatsOf,
  logoutOf,
  type MetadataReading,
  MetadataTrouble,
  readEntity,
  usableAddress,
  usableKeys,
  warningOf,
} from '../../saml-metadata/metadata-reading.ts';
import type { PublishedParts } from '../../saml-metadata/metadata-refresh.ts';
import type { NameIdFormat } from '../../saml-metadata/names.ts';
import type { PublishedSettings } from './entities/connection.ts';

/** The parts of the metadata of an identity provider that this room uses. */
export interface IdpMetadata {
  entityId: string;
  settings: PublishedSettings;
  /** The first format that names a user for longer than a sign-in. */
  nameIdFormat: NameIdFormat | undefined;
  /** Whether the pinned certificate signed it; false without one. */
  isVerified: boolean;
  /** Sentences for an administrator about certificates that were left out; null if there are none. */
  warning: string | null;
}

/**
 * Reads the metadata of an identity provider.
 * @throws {MetadataTrouble} when it cannot be used
 */
export function readIdpMetadata(xml: string | Uint8Array, reading: MetadataReading): IdpMetadata {
  const read = readEntity(readIdentityProviderMetadata, xml, reading);
  return {
    entityId: read.entityId,
    ...settingsOf(read),
    nameIdFormat: formatsOf(read).find((format) => format !== 'transient'),
    isVerified: read.isVerified,
  };
}

function settingsOf(read: IdentityProviderMetadata): Pick<IdpMetadata, 'settings' | 'warning'> {
  const sso = browserEndpointOf(read.singleSignOnServices);
  if (!sso)
    throw new MetadataTrouble(
      'The metadata has no SingleSignOnService with the binding HTTP-Redirect or HTTP-POST',
    );
  if (read.signingCertificates.length === 0)
    throw new MetadataTrouble('The metadata has no certificate that verifies signatures');
  const signing = usableKeys(read.signingCertificates);
  const certificates = signing.used.map(storedForm);
  const refusal = refusalOfLength(certificates);
  if (refusal !== undefined) throw new MetadataTrouble(`The signing certificates of the metadata ${refusal}`);
  const settings = {
    ssoUrl: usableAddress(sso.location),
    ssoBinding: sso.binding,
    ...logoutOf(read),
    certificates,
  };
  return { settings, warning: warningOf(signing) };
}

/** The parts of a connection that metadata gives. */
export const publishedParts: PublishedParts<PublishedSettings> = {
  endpoints: ['ssoUrl', 'ssoBinding', 'sloUrl', 'sloResponseUrl', 'sloBinding'],
  certificates: ['certificates'],
  urlsOf: ({ ssoUrl, sloUrl, sloResponseUrl }) => [ssoUrl, sloUrl, sloResponseUrl],
  pemsOf: ({ certificates }) => certificates,
};
