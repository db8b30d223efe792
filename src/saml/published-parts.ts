import type { PublishedParts } from '../saml-metadata/metadata-refresh.ts';
import type { PublishedSettings } from './entities/service-provider.ts';

/** The parts of a service provider that metadata gives. */
export const publishedParts: PublishedParts<PublishedSettings> = {
  endpoints: ['acsUrls', 'sloUrl', 'sloResponseUrl', 'sloSoapUrl', 'sloBinding'],
  certificates: ['signingCertificates', 'encryptionCertificate'],
  urlsOf: ({ acsUrls, sloUrl, sloResponseUrl, sloSoapUrl }) => [
    ...acsUrls.map(({ url }) => url),
    sloUrl,
    sloResponseUrl,
    sloSoapUrl,
  ],
  pemsOf: ({ signingCertificates, encryptionCertificate }) =>
    encryptionCertificate === null ? signingCertificates : [...signingCertificates, encryptionCertificate],
};
