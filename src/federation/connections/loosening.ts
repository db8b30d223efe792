import {
  ifGains,
  ifGainsOrEmpty,
  ifGainsOrNull,
  ifHigher,
  ifNot,
  ifOff,
  ifOn,
  type Loosens,
  loosensBy,
  never,
} from '../../lib/loosening.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { Connection } from './entities/connection.ts';
import type { SocialProvider } from '../social/entities/social-provider.ts';

/** The fields of a connection. A field that is not here decides which provider is believed, and about which users. So any change of it loosens. */
const ofConnections: Readonly<Partial<Record<keyof Connection | 'domains', Loosens>>> = {
  name: never,
  status: ifNot('DISABLED'),
  enforced: ifOff,
  jitProvisioning: ifOn,
  accountLinking: ifNot('NONE'),
  trustEmail: ifOn,
  trustMfa: ifOn,
  acceptAssertions: ifOn,
  groupMapping: ifGains,
  allowedGroups: ifGainsOrNull,
  maxSessionSeconds: ifHigher,
  logoutUpstream: never,
  product: never,
  certificates: ifGains,
  signRequests: ifOff,
  wantAssertionsSigned: ifOff,
  wantEncrypted: ifOff,
  allowIdpInitiated: ifOn,
  clockSkewSeconds: ifHigher,
  pkce: ifOff,
  domains: ifGains,
};

/** Tells whether changes of a connection give anything to anyone: another way in, another key, or less protection. */
export const loosensConnection = (changes: readonly FieldChange[]): boolean =>
  loosensBy(ofConnections, changes);

const ofProviders: Readonly<Partial<Record<keyof SocialProvider, Loosens>>> = {
  name: never,
  enabled: ifOn,
  allowSignUp: ifOn,
  accountLinking: ifNot('NONE'),
  allowedDomains: ifGainsOrEmpty,
};

/** The same for a social provider. */
export const loosensSocialProvider = (changes: readonly FieldChange[]): boolean =>
  loosensBy(ofProviders, changes);
