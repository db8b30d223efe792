import { buildServiceProviderMetadata } from '../../saml-messages/build/metadata.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import { bindings, nameIdFormats } from '../../saml-messages/names.ts';
import { acceptedEncryption } from '../../saml-messages/verify/decrypt.ts';
import type { Connection, SamlSettings } from './entities/connection.ts';
import { spAddresses } from './sp-addresses.ts';

/** Identity providers read the metadata again after a day, so that they know a new key long before it signs. */
const cacheSeconds = 86_400;

/** The certificates that are published, in PEM. */
export interface PublishedCertificates {
  /** The certificates of all keys that sign or will, the present one first. */
  signing: readonly string[];
  encryption: readonly string[];
}

/** The parts of a connection that the metadata of Keyward describes. */
export type DescribedConnection = Pick<Connection, 'id'> &
  Pick<SamlSettings, 'signRequests' | 'wantAssertionsSigned' | 'nameIdFormat'>;

/** Writes the signed metadata of Keyward for one connection (SAML metadata section 2.4.4). */
export function spMetadata(
  { id, signRequests, wantAssertionsSigned, nameIdFormat }: DescribedConnection,
  baseUrl: string,
  { signing, encryption }: PublishedCertificates,
  key: SigningKey,
): string {
  const { metadataUrl, acsUrl, sloUrl } = spAddresses(baseUrl, id);
  return buildServiceProviderMetadata(
    {
      entityId: metadataUrl,
      cacheDuration: cacheSeconds,
      nameIdFormats: [nameIdFormats[nameIdFormat]],
      signingCertificates: signing,
      encryptionCertificates: encryption,
      encryptionMethods: acceptedEncryption,
      authnRequestsSigned: signRequests,
      wantAssertionsSigned,
      assertionConsumerServiceUrl: acsUrl,
      singleLogoutServices: [bindings.redirect, bindings.post].map((binding) => ({
        binding,
        location: sloUrl,
      })),
    },
    key,
  );
}
