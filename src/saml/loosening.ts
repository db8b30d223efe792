import { isDeepStrictEqual } from 'node:util';
import {
  ifGains,
  ifGainsOrNull,
  ifHigher,
  ifNot,
  ifOff,
  ifOn,
  type Loosens,
  loosensAmong,
  loosensBy,
  never,
} from '../lib/loosening.ts';
import type { FieldChange } from '../platform/events.ts';
import { publishedNames, type ServiceProviderSettings } from './entities/service-provider.ts';

/** Fields with which users can sign in in more ways or at more places, or it is believed with another key. */
const giving: Partial<Record<keyof ServiceProviderSettings, Loosens>> = {
  ...Object.fromEntries(publishedNames.map((name): [string, Loosens] => [name, () => true])),
  status: ifNot('DISABLED'),
  // The first place is the default.
  acsUrls: (from, to) => ifGains(from, to) || !isDeepStrictEqual(firstOf(from), firstOf(to)),
  sloUrl: ifNot(null),
  sloResponseUrl: ifNot(null),
  sloSoapUrl: ifNot(null),
  signingCertificates: ifGains,
  metadataUrl: ifNot(null),
  metadataSigningCertificate: () => true,
};

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** The other fields. A field in neither list loosens with any change. */
const others: Partial<Record<keyof ServiceProviderSettings, Loosens>> = {
  name: never,
  logoUri: never,
  attributeMappings: ifGains,
  audiences: ifGains,
  signAssertions: ifOff,
  signResponses: ifOff,
  encryptAssertions: ifOff,
  encryptionAlgorithm: never,
  requireSignedRequests: ifOff,
  allowSha1: ifOn,
  signatureAlgorithm: never,
  assertionTtl: ifHigher,
  sessionTtl: ifHigher,
  idpInitiated: ifOn,
  defaultRelayState: ifNot(null),
  allowedGroups: ifGainsOrNull,
  signingKeyId: never,
};

/** Tells whether users can sign in to a service provider in more ways or at more places than before, or it is believed with another key. */
export const givesMore = (changes: readonly FieldChange[]): boolean => loosensAmong(giving, changes);

/** Tells whether a service provider gets more than before, elsewhere, for longer, or with less protection. */
export const loosensProvider = (changes: readonly FieldChange[]): boolean =>
  loosensBy({ ...giving, ...others }, changes);
