import type { PartnerKey } from '../../support/service-providers.ts';

/** The settings of a service provider of other people. */
export interface Settings {
  /** Our metadata, as it was read last. */
  idpMetadata: string;
  /** Signs, and decrypts. */
  key: PartnerKey;
  /** Is published beside the key that signs, by those that can, and decrypts as well. */
  nextKey?: PartnerKey | undefined;
}

/**
 * A service provider of other people that runs. Its page at /private/ lists who signed in, a line for each of
 * `name_id`, `mail` and `groups`; /sign-out ends the session here and there, and leads to /bye.
 */
export interface ForeignParty {
  origin: string;
  /** Where it publishes its metadata, which is its entity id as well. */
  metadataUrl: string;
  configure: (settings: Settings) => Promise<void>;
}
