import { flag } from '../xml/values.ts';
import {
  type EntityMetadata,
  type IndexedEndpoint,
  indexedEndpoints,
  type MetadataOptions,
  named,
  readRole,
} from './entity.ts';
import { broken } from '../error.ts';

/** The metadata of a service provider (SAML metadata section 2.4.4). */
export interface ServiceProviderMetadata extends EntityMetadata {
  /** Whether it signs its AuthnRequests. A published key alone does not mean so. */
  authnRequestsSigned: boolean;
  wantAssertionsSigned: boolean;
  /** At least one; exactly one is the default. */
  assertionConsumerServices: readonly IndexedEndpoint[];
}

/**
 * Reads the metadata of a service provider: at most 512 KB, without DOCTYPE.
 *
 * @throws {SamlMessageError} its `rule` names what is wrong, and its text says so to an administrator
 */
export function readServiceProviderMetadata(
  source: string | Uint8Array,
  options: MetadataOptions = {},
): ServiceProviderMetadata {
  const { element, facts } = readRole(source, 'SPSSODescriptor', options);
  const consumers = named(element, 'AssertionConsumerService');
  if (consumers.length === 0) broken('element', 'no AssertionConsumerService');
  return {
    ...facts,
    authnRequestsSigned: flag(element, 'AuthnRequestsSigned'),
    wantAssertionsSigned: flag(element, 'WantAssertionsSigned'),
    assertionConsumerServices: indexedEndpoints(consumers),
  };
}
