import { broken } from '../error.ts';
import { flag } from '../xml/values.ts';
import {
  type Endpoint,
  type EntityMetadata,
  endpoint,
  type MetadataOptions,
  named,
  readRole,
} from './entity.ts';

/** The metadata of an identity provider (SAML metadata section 2.4.3). */
export interface IdentityProviderMetadata extends EntityMetadata {
  wantAuthnRequestsSigned: boolean;
  /** At least one. */
  singleSignOnServices: readonly Endpoint[];
}

/**
 * Reads the metadata of an identity provider: at most 512 KB, without DOCTYPE.
 *
 * @throws {SamlMessageError} its `rule` names what is wrong, and its text says so to an administrator
 */
export function readIdentityProviderMetadata(
  source: string | Uint8Array,
  options: MetadataOptions = {},
): IdentityProviderMetadata {
  const { element, facts } = readRole(source, 'IDPSSODescriptor', options);
  const services = named(element, 'SingleSignOnService');
  if (services.length === 0) broken('element', 'no SingleSignOnService');
  return {
    ...facts,
    wantAuthnRequestsSigned: flag(element, 'WantAuthnRequestsSigned'),
    singleSignOnServices: services.map(endpoint),
  };
}
