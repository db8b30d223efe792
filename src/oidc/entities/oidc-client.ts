import { defineEntity, p } from '@mikro-orm/core';
import { pick } from '../../lib/object.ts';
import { tokenAlgorithms } from '../token-key.ts';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';
import { clientOrigins } from '../client-origin.ts';

const statuses = ['ACTIVE', 'DISABLED'] as const;
const applicationTypes = ['web', 'spa', 'native', 'machine'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
const accessTokenFormats = ['jwt', 'opaque'] as const;
const subjectTypes = ['public', 'pairwise'] as const;
const profiles = ['FAPI2'] as const;

export type OidcClientStatus = (typeof statuses)[number];
export type ApplicationType = (typeof applicationTypes)[number];
export type AuthMethod = (typeof authMethods)[number];
export type GrantType =
  | 'authorization_code'
  | 'refresh_token'
  | 'client_credentials'
  | 'urn:ietf:params:oauth:grant-type:device_code'
  | 'urn:ietf:params:oauth:grant-type:token-exchange'
  | 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** An authorization server of another system that a client may get identity assertions for. */
export interface AssertionAudience {
  issuer: string;
  /** How the other server names the client. */
  clientId: string;
  /** The client here that the other server signs users in with. */
  signInClientId: string;
  scopes: string[];
  resources: string[];
}

const settings = {
  name: p.string(),
  description: p.string().strictNullable(),
  logoUri: p.string().strictNullable(),
  clientUri: p.string().strictNullable(),
  initiateLoginUri: p.string().strictNullable(),
  status: p.enum(statuses).default('ACTIVE'),
  applicationType: p.enum(applicationTypes),
  redirectUris: p.array(),
  postLogoutRedirectUris: p.array(),
  grantTypes: p.array().$type<GrantType[]>(),
  scopes: p.array(),
  tokenEndpointAuthMethod: p.enum(authMethods),
  idTokenSignedResponseAlg: p.enum(tokenAlgorithms),
  jwks: p.json<{ keys: Record<string, unknown>[] }>().strictNullable(),
  jwksUri: p.string().strictNullable(),
  requirePkce: p.boolean(),
  accessTokenFormat: p.enum(accessTokenFormats),
  accessTokenSigningAlg: p.enum(tokenAlgorithms),
  accessTokenTtl: p.integer(),
  idTokenTtl: p.integer(),
  idTokenClaims: p.boolean(),
  refreshTokenTtl: p.integer(),
  refreshTokenRotation: p.boolean(),
  refreshReuseWindow: p.integer(),
  consentRequired: p.boolean(),
  allowedOrigins: p.array(),
  backchannelLogoutUri: p.string().strictNullable(),
  subjectType: p.enum(subjectTypes),
  dpopBoundAccessTokens: p.boolean(),
  resources: p.array(),
  servedResources: p.array(),
  assertionAudiences: p.json<AssertionAudience[]>(),
  allowedGroups: p.array().strictNullable(),
  requirePushedAuthorizationRequests: p.boolean(),
  requireSignedRequestObject: p.boolean(),
  requireIssuerAudience: p.boolean(),
  profile: p.enum(profiles).strictNullable(),
};

type SettingName = keyof typeof settings;
const settingNames = Object.keys(settings) as SettingName[];

const OidcClientSchema = defineEntity({
  name: 'OidcClient',
  tableName: 'oidc_clients',
  properties: {
    ...lasting,
    ...settings,
    secretHash: p.blob().strictNullable().default(null),
    previousSecretHash: p.blob().strictNullable().default(null),
    previousSecretExpiresAt: p.datetime(3).strictNullable().default(null),
    secretRotatedAt: p.datetime(3).strictNullable().default(null),
    servedResourcesCopied: p.boolean().default(false),
    origin: p.enum(clientOrigins).default('ADMINISTRATOR'),
    documentFreshUntil: p.datetime(3).strictNullable().default(null),
    documentStaleUntil: p.datetime(3).strictNullable().default(null),
    documentTriedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: {
    ...lastingFilters,
    // No operation of the management API may find a client of a stranger.
    administered: { name: 'administered', cond: { origin: 'ADMINISTRATOR' }, default: true },
  },
});

/** An application that signs people in, or that gets tokens for itself (decisions 6.7). A deleted one is gone. */
export class OidcClient extends OidcClientSchema.class {
  settings(): OidcClientSettings {
    return pick<OidcClientSettings, SettingName>(this, settingNames);
  }

  /** @param previousEnds until when the secret so far is good as well; null ends it at once */
  rotate(secretHash: Buffer, now: Date, previousEnds: Date | null): void {
    const keeps = previousEnds !== null && this.secretHash !== null;
    this.previousSecretHash = keeps ? this.secretHash : null;
    this.previousSecretExpiresAt = keeps ? previousEnds : null;
    this.secretHash = secretHash;
    this.secretRotatedAt = now;
  }

  /** Until when the secret before the last rotation is good; null when it is not. */
  secretGraceAt(now: Date): Date | null {
    const ends = this.previousSecretExpiresAt;
    return ends !== null && ends > now ? ends : null;
  }

  /** Forgets all secrets of the client, so that none of them authenticates any longer. */
  forgetSecret(): void {
    this.secretHash = null;
    this.previousSecretHash = null;
    this.previousSecretExpiresAt = null;
    this.secretRotatedAt = null;
  }
}
OidcClientSchema.setClass(OidcClient);

/** All settings of a client. */
export type OidcClientSettings = Pick<OidcClient, SettingName>;

/** Whether it authenticates with a secret, whether or not it has one already. */
export const usesSecret = ({
  tokenEndpointAuthMethod: method,
}: {
  tokenEndpointAuthMethod: AuthMethod;
}): boolean => method === 'client_secret_basic' || method === 'client_secret_post';
