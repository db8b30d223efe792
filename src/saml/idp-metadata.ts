import { buildIdentityProviderMetadata, type Organization } from '../saml-messages/build/metadata.ts';
import { bindings, nameIdFormats } from '../saml-messages/names.ts';
import type { SamlSigningKey } from './saml-keys.ts';

/** Service providers read the metadata again after a day, so that they know a new key long before it signs. */
const cacheSeconds = 86_400;

/**
 * The height of logos on our own pages, and a width with room for a word. The schema demands a size. Readers choose by it only
 * among several logos.
 */
const logoSize = { width: 160, height: 40 } as const;

/** The entity id of a tenant, which is the address of its metadata. @param baseUrl the public origin */
export const idpEntityId = (baseUrl: string, orgId: string): string =>
  `${baseUrl}/api/saml/${orgId}/metadata`;

/** The address that logout messages of all bindings go to. */
export const sloLocation = (baseUrl: string, orgId: string): string => `${baseUrl}/api/saml/${orgId}/slo`;

/**
 * Writes the signed metadata of a tenant (SAML metadata section 2.4.3).
 * @param certificates in PEM: those of all keys that sign or will, the present one first
 */
export function idpMetadata(
  { baseUrl, orgId, name, logoUri }: { baseUrl: string; orgId: string; name: string; logoUri: string | null },
  certificates: readonly string[],
  key: SamlSigningKey,
): string {
  const location = `${baseUrl}/api/saml/${orgId}/sso`;
  const organization: Organization = {
    name,
    url: baseUrl,
    ...(logoUri !== null && { logo: { url: logoUri, ...logoSize } }),
  };
  return buildIdentityProviderMetadata(
    {
      entityId: idpEntityId(baseUrl, orgId),
      cacheDuration: cacheSeconds,
      nameIdFormats: [
        nameIdFormats.persistent,
        nameIdFormats.emailAddress,
        nameIdFormats.transient,
        nameIdFormats.unspecified,
      ],
      organization,
      signingCertificates: certificates,
      singleSignOnServices: [bindings.redirect, bindings.post].map((binding) => ({ binding, location })),
      singleLogoutServices: [bindings.redirect, bindings.post].map((binding) => ({
        binding,
        location: sloLocation(baseUrl, orgId),
      })),
      wantAuthnRequestsSigned: false,
    },
    { privateKey: key.privateKey, certificate: key.certificate, algorithm: 'rsa-sha256' },
  );
}
