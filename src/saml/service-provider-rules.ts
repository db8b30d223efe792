import { invalid } from '../failure.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { isClaimSource } from '../oidc/claim-source.ts';
import { refusalOfPage } from '../oidc/redirect-uri.ts';
import { refusalOfSamlEndpoint } from '../saml-metadata/endpoint-url.ts';
import type { ServiceProviderSettings } from './entities/service-provider.ts';
import type { SourceWay } from '../saml-metadata/given-metadata.ts';

/**
 * Everything that a service provider must be that does not depend on other rows.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireSound(
  provider: ServiceProviderSettings,
  { mayReach }: Pick<SourceWay, 'mayReach'>,
): void {
  requireEndpoints(provider, mayReach);
  const logo = provider.logoUri === null ? undefined : refusalOfPage(provider.logoUri);
  if (logo !== undefined) throw invalid('logoUri', logo);
  requireIdentifier(provider);
  requireSigning(provider);
  const names = new Set<string>();
  for (const [at, { name, source }] of provider.attributeMappings.entries()) {
    if (names.has(name)) throw invalid(`attributeMappings.${at}.name`, 'must be unique among the attributes');
    names.add(name);
    if (!isClaimSource(source))
      throw invalid(
        `attributeMappings.${at}.source`,
        'must be a field of a user, groups, or attributes.<name>',
      );
  }
}

function requireEndpoints(provider: ServiceProviderSettings, mayReach: SourceWay['mayReach']): void {
  const { acsUrls, sloUrl, sloResponseUrl, sloSoapUrl, metadataUrl } = provider;
  for (const [at, { url }] of acsUrls.entries()) {
    const allowed = refusalOfSamlEndpoint(url);
    if (allowed !== undefined) throw invalid(acsUrls.length === 1 ? 'acsUrl' : `acsUrls.${at}.url`, allowed);
  }
  for (const [field, url] of Object.entries({ sloUrl, sloResponseUrl })) {
    const allowed = url === null ? undefined : refusalOfSamlEndpoint(url);
    if (allowed !== undefined) throw invalid(field, allowed);
  }
  // The service calls these itself.
  for (const [field, url] of Object.entries({ sloSoapUrl, metadataUrl })) {
    const allowed = url === null ? undefined : refusalOfUrl(url, mayReach);
    if (allowed !== undefined) throw invalid(field, `must be ${allowed}`);
  }
  if (sloResponseUrl !== null && sloUrl === null) throw invalid('sloResponseUrl', 'requires sloUrl');
}

function requireIdentifier({ nameIdFormat, nameIdAttribute }: ServiceProviderSettings): void {
  if (nameIdAttribute === null) return;
  if (nameIdFormat !== 'unspecified')
    throw invalid('nameIdAttribute', 'requires nameIdFormat: unspecified, or must be null');
  if (!isClaimSource(nameIdAttribute) || nameIdAttribute === 'groups' || nameIdAttribute === 'roles')
    throw invalid('nameIdAttribute', 'must be a field of a user with one value, or attributes.<name>');
}

function requireSigning(provider: ServiceProviderSettings): void {
  if (!provider.signAssertions && !provider.signResponses)
    throw invalid('signAssertions', 'must be true, unless signResponses is true');
  if (provider.encryptAssertions && provider.encryptionCertificate === null)
    throw invalid('encryptAssertions', 'requires encryptionCertificate');
  if (provider.requireSignedRequests && provider.signingCertificates.length === 0)
    throw invalid('requireSignedRequests', 'requires a certificate in signingCertificates');
  if (provider.metadataSigningCertificate !== null && provider.metadataUrl === null)
    throw invalid('metadataSigningCertificate', 'requires metadataUrl');
}
