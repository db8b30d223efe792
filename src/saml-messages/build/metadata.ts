import { announcedAlgorithms } from '../algorithms.ts';
import { bindings, namespaces } from '../names.ts';
import type { Endpoint } from '../metadata/entity.ts';
import { type Built, element, write } from './element.ts';
import { keyInfoOf, newMessageId } from './parts.ts';
import { type SigningKey, signed } from './sign.ts';

/** The part of a description that both roles have. */
interface Entity {
  entityId: string;
  /** For how long partners may keep it, in seconds. */
  cacheDuration: number;
  nameIdFormats: readonly string[];
  singleLogoutServices: readonly Endpoint[];
  organization?: Organization;
}

/** Who runs the entity. Partners show these names. */
export interface Organization {
  name: string;
  url: string;
  /** An https or data URL of a picture, with its size in pixels, which the schema demands. */
  logo?: { url: string; width: number; height: number };
}

export interface IdentityProviderDescription extends Entity {
  /** In PEM. While one certificate replaces another, both are listed: the one in use first. */
  signingCertificates: readonly string[];
  singleSignOnServices: readonly Endpoint[];
  wantAuthnRequestsSigned: boolean;
}

export interface ServiceProviderDescription extends Entity {
  signingCertificates: readonly string[];
  encryptionCertificates: readonly string[];
  /** The algorithms that it decrypts. Without them, a partner takes its own, which may be weak. */
  encryptionMethods: readonly string[];
  authnRequestsSigned: boolean;
  assertionConsumerServiceUrl: string;
  wantAssertionsSigned: boolean;
}

/** Builds signed metadata. The order of elements is that of the schema (SAML metadata section 2.4.3). */
export const buildIdentityProviderMetadata = (about: IdentityProviderDescription, key: SigningKey): string =>
  published(
    about,
    element(
      'md:IDPSSODescriptor',
      {
        protocolSupportEnumeration: namespaces.protocol,
        WantAuthnRequestsSigned: about.wantAuthnRequestsSigned,
      },
      displayOf(about),
      ...about.signingCertificates.map((one) => keyOf(one, 'signing')),
      ...about.singleLogoutServices.map((one) => endpointOf('md:SingleLogoutService', one)),
      ...about.nameIdFormats.map((one) => element('md:NameIDFormat', {}, one)),
      ...about.singleSignOnServices.map((one) => endpointOf('md:SingleSignOnService', one)),
    ),
    key,
  );

/** Builds signed metadata (SAML metadata section 2.4.4). */
export const buildServiceProviderMetadata = (about: ServiceProviderDescription, key: SigningKey): string =>
  published(
    about,
    element(
      'md:SPSSODescriptor',
      {
        protocolSupportEnumeration: namespaces.protocol,
        AuthnRequestsSigned: about.authnRequestsSigned,
        WantAssertionsSigned: about.wantAssertionsSigned,
      },
      displayOf(about),
      ...about.signingCertificates.map((one) => keyOf(one, 'signing')),
      ...about.encryptionCertificates.map((one) => keyOf(one, 'encryption', about.encryptionMethods)),
      ...about.singleLogoutServices.map((one) => endpointOf('md:SingleLogoutService', one)),
      ...about.nameIdFormats.map((one) => element('md:NameIDFormat', {}, one)),
      element('md:AssertionConsumerService', {
        Binding: bindings.post,
        Location: about.assertionConsumerServiceUrl,
        index: 0,
        isDefault: true,
      }),
    ),
    key,
  );

function published({ entityId, cacheDuration, organization }: Entity, role: Built, key: SigningKey): string {
  const attributes = {
    ID: newMessageId(),
    entityID: entityId,
    cacheDuration: `PT${Math.floor(cacheDuration)}S`,
  };
  const entity = element(
    'md:EntityDescriptor',
    attributes,
    algorithmSupport(),
    role,
    organization && organizationOf(organization),
  );
  return write(signed(entity, key, 'first'));
}

/**
 * SAML metadata profile for algorithm support 1.0, sections 2.2 to 2.5. Some products sign with SHA-1 unless metadata says what is
 * accepted. They look here if the role says nothing.
 */
const algorithmSupport = (): Built =>
  element(
    'md:Extensions',
    {},
    ...announcedAlgorithms.digests.map((one) => element('alg:DigestMethod', { Algorithm: one })),
    ...announcedAlgorithms.signatures.map((one) => element('alg:SigningMethod', { Algorithm: one })),
  );

/** SAML metadata section 2.3.2.1. The language is a guess, but the schema demands one. */
const organizationOf = ({ name, url }: Organization): Built =>
  element(
    'md:Organization',
    {},
    element('md:OrganizationName', { 'xml:lang': 'en' }, name),
    element('md:OrganizationDisplayName', { 'xml:lang': 'en' }, name),
    element('md:OrganizationURL', { 'xml:lang': 'en' }, url),
  );

/** SAML metadata extensions for login and discovery user interface, sections 2.1.2 and 2.1.5. */
function displayOf({ organization }: Entity): Built | undefined {
  if (!organization) return undefined;
  const { name, logo } = organization;
  return element(
    'md:Extensions',
    {},
    element(
      'mdui:UIInfo',
      {},
      element('mdui:DisplayName', { 'xml:lang': 'en' }, name),
      logo && element('mdui:Logo', { height: logo.height, width: logo.width }, logo.url),
    ),
  );
}

const keyOf = (certificate: string, use: 'signing' | 'encryption', methods: readonly string[] = []): Built =>
  element(
    'md:KeyDescriptor',
    { use },
    keyInfoOf(certificate),
    ...methods.map((one) => element('md:EncryptionMethod', { Algorithm: one })),
  );

const endpointOf = (
  name: 'md:SingleLogoutService' | 'md:SingleSignOnService',
  { binding, location, responseLocation }: Endpoint,
): Built => element(name, { Binding: binding, Location: location, ResponseLocation: responseLocation });
