// How the people of a tenant may sign in (decisions 6.6): six objects and their defaults.
import type { Locale } from './locale.ts';
import { defaultPasswordPolicy, type PasswordPolicy } from './password-policy.ts';

/** The rules for passwords, and the consequences of wrong tries. */
export interface PasswordPolicyConfig extends PasswordPolicy {
  /** After so many days a password must be changed at the next sign-in; null: never. */
  maxAgeDays: number | null;
  /** So many failures within the window lock a person out for the duration. */
  lockoutThreshold: number;
  lockoutWindowSeconds: number;
  lockoutDurationSeconds: number;
  resetTokenTtlSeconds: number;
}

export interface TotpConfig {
  /** Whether codes may be set up and are accepted at all. */
  enabled: boolean;
  /**
   * OPTIONAL: users who set up a factor are asked for it; REQUIRED: all users set one up; OFF: only a step-up asks for
   * one.
   */
  enforcement: 'OPTIONAL' | 'REQUIRED' | 'OFF';
  /** The name that authenticator apps show above the code. */
  issuer: string;
  /** This, the digits and the period are of new set-ups; an app that has its secret cannot be told to change. */
  algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  digits: 6 | 8;
  periodSeconds: number;
  /** How many steps before and after the present one are accepted. */
  window: number;
  /** How many recovery codes are handed out. */
  recoveryCodes: number;
  /** Wrong codes after which a challenge ends. */
  maxAttempts: number;
}

type Preference = 'required' | 'preferred' | 'discouraged';

export interface WebauthnConfig {
  enabled: boolean;
  /** Whether a passkey alone signs in; else it is a second factor. */
  passwordless: boolean;
  /** Null: the host of the base URL; see `relyingPartyOf`. */
  rpId: string | null;
  rpName: string;
  /** Null: that of the base URL; see `relyingPartyOf`. */
  origins: readonly string[] | null;
  userVerification: Preference;
  residentKey: Preference;
  attestation: 'none' | 'indirect' | 'direct';
  authenticatorAttachment: 'platform' | 'cross-platform' | null;
  /** The models of authenticators that may be registered; null: all. */
  allowedAaguids: readonly string[] | null;
  timeoutMs: number;
}

export interface MagicLinkConfig {
  enabled: boolean;
  ttlSeconds: number;
  /** To one address. */
  maxPerHour: number;
  /** Whether a link works only in the browser that asked for it. */
  bindToBrowser: boolean;
  /** Whether an address without a user makes a new user. */
  allowSignUp: boolean;
  /** Where a link may lead besides our own pages, compared exactly. */
  redirectAllowlist: readonly string[];
}

/** Whether and how people create an account themselves. */
export interface RegistrationConfig {
  enabled: boolean;
  /** In lower case, compared exactly; empty for every domain. */
  allowedDomains: readonly string[];
  /** How many accounts in 24 hours. */
  maxPerDay: number;
}

/** The look of the pages and mails of an organization. */
export interface Branding {
  /** Its name, above everything. */
  displayName: string;
  /** https, or a data URL of a PNG, JPEG, WebP or GIF. */
  logoUri: string | null;
  /** The colour of buttons and, where there is no text, of accents: `#rrggbb` in lower case. */
  primaryColor: string;
  /** Behind the card, in light mode: `#rrggbb` in lower case. */
  backgroundColor: string;
  /** Where people find help: an https or mailto address. */
  supportUri: string | null;
  /** The language for users who ask for none of our languages. */
  locale: Locale;
}

export interface AuthConfig {
  passwordPolicy: PasswordPolicyConfig;
  totp: TotpConfig;
  webauthn: WebauthnConfig;
  magicLink: MagicLinkConfig;
  registration: RegistrationConfig;
  branding: Branding;
}

export type AuthConfigName = keyof AuthConfig;

/** One of the objects, with its author and time; version 0 if it was never set. */
export interface Configured<Name extends AuthConfigName> {
  config: AuthConfig[Name];
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** The colours of our own style sheet. */
export const defaultColors = { primaryColor: '#1f4fd8', backgroundColor: '#f4f5f8' } as const;

/** The fields of one object that are set. */
export type SetOf<Name extends AuthConfigName> = Partial<AuthConfig[Name]>;

/** For each object what it is where `set` says nothing, together with what it says. */
export const withDefaults: {
  readonly [Name in AuthConfigName]: (set: SetOf<Name>, organizationName: string) => AuthConfig[Name];
} = {
  passwordPolicy: (set) => ({
    ...defaultPasswordPolicy,
    maxAgeDays: null,
    lockoutThreshold: 10,
    lockoutWindowSeconds: 3600,
    lockoutDurationSeconds: 900,
    resetTokenTtlSeconds: 3600,
    ...set,
  }),
  totp: (set, organizationName) => ({
    enabled: true,
    enforcement: 'OPTIONAL',
    issuer: labelOf(organizationName),
    // Many apps read no other one, and say nothing of it.
    algorithm: 'SHA1',
    digits: 6,
    periodSeconds: 30,
    window: 1,
    recoveryCodes: 10,
    maxAttempts: 5,
    ...set,
  }),
  webauthn: (set, organizationName) => ({
    enabled: true,
    passwordless: true,
    rpId: null,
    rpName: organizationName,
    origins: null,
    // A user without a password must prove more than that they hold the authenticator.
    userVerification: (set.passwordless ?? true) ? 'required' : 'preferred',
    residentKey: 'preferred',
    attestation: 'none',
    authenticatorAttachment: null,
    allowedAaguids: null,
    timeoutMs: 60_000,
    ...set,
  }),
  magicLink: (set) => ({
    enabled: false,
    ttlSeconds: 600,
    maxPerHour: 5,
    bindToBrowser: true,
    allowSignUp: false,
    redirectAllowlist: [],
    ...set,
  }),
  registration: (set) => ({ enabled: false, allowedDomains: [], maxPerDay: 100, ...set }),
  branding: (set, organizationName) => ({
    displayName: organizationName,
    logoUri: null,
    ...defaultColors,
    supportUri: null,
    locale: 'en',
    ...set,
  }),
};

/** A label of an `otpauth` URI has no colon in it: that separates the issuer from the account. */
const labelOf = (name: string): string => name.replaceAll(':', ' ').trim() || 'Keyward';

/** Returns the relying party of WebAuthn. Passkeys belong to its id, and are used on its origins alone. */
export function relyingPartyOf(
  { rpId, rpName, origins }: Pick<WebauthnConfig, 'rpId' | 'rpName' | 'origins'>,
  baseUrl: string,
): { id: string; name: string; origins: string[] } {
  const { hostname, origin } = new URL(baseUrl);
  // Our pages are always in the list, also if the base URL was another one when the other origins were set.
  return { id: rpId ?? hostname, name: rpName, origins: [...new Set([origin, ...(origins ?? [])])] };
}
