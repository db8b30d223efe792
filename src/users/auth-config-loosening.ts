import type { AuthConfig, AuthConfigName } from '../lib/auth-config.ts';
import type { FieldChange } from '../platform/events.ts';
import {
  ifBelow,
  ifGains,
  ifGainsOrEmpty,
  ifGainsOrNull,
  ifHigher,
  ifLoses,
  ifLower,
  ifNot,
  ifOff,
  ifOn,
  type Loosens,
  loosensBy,
  never,
} from '../lib/loosening.ts';

/** The settings of sign-in, and which changes let in more. A setting that is not here loosens with any change. */
const settings: { readonly [Name in AuthConfigName]: Partial<Record<keyof AuthConfig[Name], Loosens>> } = {
  passwordPolicy: {
    minLength: ifLower,
    maxLength: never,
    requireUppercase: ifOff,
    requireLowercase: ifOff,
    requireNumber: ifOff,
    requireSymbol: ifOff,
    minCharacterTypes: ifLower,
    disallowCommon: ifOff,
    disallowUserInfo: ifOff,
    disallowRepetition: ifOff,
    customBlockedWords: ifLoses,
    disallowBreached: ifOff,
    historyCount: ifLower,
    maxAgeDays: ifHigher,
    lockoutThreshold: ifHigher,
    lockoutWindowSeconds: ifLower,
    lockoutDurationSeconds: ifLower,
    resetTokenTtlSeconds: ifHigher,
  },
  totp: {
    enabled: ifOff,
    enforcement: ifBelow('OFF', 'OPTIONAL', 'REQUIRED'),
    issuer: never,
    algorithm: never,
    digits: ifLower,
    periodSeconds: ifHigher,
    window: ifHigher,
    recoveryCodes: ifHigher,
    maxAttempts: ifHigher,
  },
  // `enabled` and `rpId` loosen in both directions: a passkey is a way in, and a second factor.
  webauthn: {
    passwordless: ifOn,
    rpName: never,
    origins: (from, to) => to !== null && (from === null || ifGains(from, to)),
    userVerification: ifBelow('discouraged', 'preferred', 'required'),
    residentKey: never,
    attestation: ifBelow('none', 'indirect', 'direct'),
    authenticatorAttachment: (from) => from !== null,
    allowedAaguids: ifGainsOrNull,
    timeoutMs: never,
  },
  magicLink: {
    enabled: ifOn,
    ttlSeconds: ifHigher,
    maxPerHour: ifHigher,
    bindToBrowser: ifOff,
    allowSignUp: ifOn,
    redirectAllowlist: ifGains,
  },
  registration: {
    enabled: ifOn,
    allowedDomains: ifGainsOrEmpty,
    maxPerDay: ifHigher,
  },
  branding: {
    displayName: never,
    logoUri: never,
    primaryColor: never,
    backgroundColor: never,
    // Users look for help there, and tell their codes.
    supportUri: ifNot(null),
    locale: never,
  },
};

/** Tells whether changes of one of the six objects let in more users or strangers, or with less proof. */
export const loosensAuthConfig = (name: AuthConfigName, changes: readonly FieldChange[]): boolean =>
  loosensBy(settings[name], changes);
