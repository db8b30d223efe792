import { defineEntity, p } from '@mikro-orm/core';
import { pick } from '../../../lib/object.ts';
import { lasting, lastingFilters } from '../../../platform/entities/owned.ts';
import {
  type BrowserBinding,
  browserBindings,
  type NameIdFormat,
  nameIdFormatNames,
} from '../../../saml-metadata/names.ts';
import type { PendingChange } from '../../../saml-metadata/pending-change.ts';

const types = ['OIDC', 'SAML'] as const;
const statuses = ['ACTIVE', 'DISABLED'] as const;
const healths = ['UNKNOWN', 'HEALTHY', 'FAILING'] as const;
const linkings = ['NONE', 'VERIFIED_DOMAIN', 'EXPLICIT'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

export type ConnectionType = (typeof types)[number];
export type ConnectionStatus = (typeof statuses)[number];
export type ConnectionHealth = (typeof healths)[number];

/** Where the value of a field of a user comes from: the first of the claims that has one, or a fixed value. */
export interface AttributeSource {
  from?: string[];
  constant?: string;
  lowerCase?: boolean;
}

/** A group as the identity provider names it, and the group here whose members its members become. */
export interface GroupMapping {
  value: string;
  groupId: string;
}

/** The properties that callers set for a connection of any type. */
const common = {
  name: p.string(),
  status: p.enum(statuses).default('ACTIVE'),
  enforced: p.boolean(),
  jitProvisioning: p.boolean(),
  accountLinking: p.enum(linkings),
  trustEmail: p.boolean(),
  trustMfa: p.boolean(),
  attributeMapping: p.json<Record<string, AttributeSource>>(),
  groupsClaim: p.string(),
  groupMapping: p.json<GroupMapping[]>(),
  allowedGroups: p.array().strictNullable(),
  maxSessionSeconds: p.integer().strictNullable(),
  logoutUpstream: p.boolean().default(false),
  product: p.string().strictNullable().default(null),
};

/** The properties that callers set for a connection by OpenID Connect. */
const oidc = {
  discoveryUrl: p.string().strictNullable().default(null),
  clientId: p.string().strictNullable().default(null),
  tokenEndpointAuthMethod: p.enum(authMethods).strictNullable().default(null),
  scopes: p.array().strictNullable().default(null),
  pkce: p.boolean().strictNullable().default(null),
  userInfo: p.boolean().strictNullable().default(null),
  acceptAssertions: p.boolean().strictNullable().default(null),
};

/** The properties of a connection by SAML that metadata governs. */
const published = {
  ssoUrl: p.string().strictNullable().default(null),
  ssoBinding: p.enum(browserBindings).strictNullable().default(null),
  sloUrl: p.string().strictNullable().default(null),
  sloResponseUrl: p.string().strictNullable().default(null),
  sloBinding: p.enum(browserBindings).strictNullable().default(null),
  certificates: p.array().strictNullable().default(null),
};

/** The properties that callers set for a connection by SAML. */
const saml = {
  ...published,
  metadataUrl: p.string().strictNullable().default(null),
  metadataSigningCertificate: p.string().strictNullable().default(null),
  signRequests: p.boolean().strictNullable().default(null),
  wantAssertionsSigned: p.boolean().strictNullable().default(null),
  wantEncrypted: p.boolean().strictNullable().default(null),
  nameIdFormat: p.enum(nameIdFormatNames).strictNullable().default(null),
  subjectAttribute: p.string().strictNullable().default(null),
  allowIdpInitiated: p.boolean().strictNullable().default(null),
  clockSkewSeconds: p.integer().strictNullable().default(null),
};

type CommonName = keyof typeof common;
type OidcName = keyof typeof oidc;
const commonNames = Object.keys(common) as CommonName[];
const oidcNames = Object.keys(oidc) as OidcName[];
const samlNames = Object.keys(saml) as (keyof SamlSettings)[];
export const publishedNames = Object.keys(published) as (keyof PublishedSettings)[];

const ConnectionSchema = defineEntity({
  name: 'Connection',
  tableName: 'federation_connections',
  properties: {
    ...lasting,
    type: p.enum(types),
    ...common,
    issuer: p.string().strictNullable().default(null),
    ...oidc,
    clientSecret: p.blob().strictNullable().default(null),
    idpEntityId: p.string().strictNullable().default(null),
    ...saml,
    pendingChange: p.json<PendingChange<PublishedSettings>>().strictNullable().default(null),
    rejectedChange: p.string().strictNullable().default(null),
    certificateExpiresAt: p.datetime(3).strictNullable().default(null),
    certificateNoticeAt: p.datetime(3).strictNullable().default(null),
    metadataError: p.string().strictNullable().default(null),
    metadataWarning: p.string().strictNullable().default(null),
    // Written by statements, without a new version.
    health: p.enum(healths).default('UNKNOWN'),
    lastTestedAt: p.datetime(3).strictNullable().default(null),
    lastLoginAt: p.datetime(3).strictNullable().default(null),
    lastError: p.string().strictNullable().default(null),
    metadataRefreshedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** An identity provider of a company (decisions 6.11). A deleted one is gone. */
export class Connection extends ConnectionSchema.class {
  settings(): ConnectionSettings {
    return pick<ConnectionSettings, CommonName>(this, commonNames);
  }

  /** Whether the identity provider is not known yet (ADR 0122). The table has empty texts for it then. */
  isDraft(): boolean {
    return this.idpEntityId === '';
  }

  oidcSettings(): OidcSettings {
    return pick<OidcSettings, OidcName>(this, oidcNames);
  }

  /** The settings of a connection by SAML. The table holds each of them for this type. */
  samlSettings(): SamlSettings {
    return pick(this as unknown as SamlSettings, samlNames);
  }

  /** The settings that metadata gives, as {@link samlSettings}. */
  published(): PublishedSettings {
    return pick(this as unknown as PublishedSettings, publishedNames);
  }

  /** Forgets everything that depends on metadata read before. */
  forgetChanges(): void {
    this.pendingChange = null;
    this.rejectedChange = null;
  }
}
ConnectionSchema.setClass(Connection);

export type ConnectionSettings = Pick<Connection, CommonName>;
export type OidcSettings = Pick<Connection, OidcName>;

/**
 * The settings that metadata gives to a connection by SAML. The columns are null for other types, and these
 * types are not.
 */
export interface PublishedSettings {
  ssoUrl: string;
  ssoBinding: BrowserBinding;
  sloUrl: string | null;
  sloResponseUrl: string | null;
  sloBinding: BrowserBinding;
  /** In PEM. */
  certificates: string[];
}

/** The settings that callers set for a connection by SAML. */
export interface SamlSettings extends PublishedSettings {
  metadataUrl: string | null;
  metadataSigningCertificate: string | null;
  signRequests: boolean;
  wantAssertionsSigned: boolean;
  wantEncrypted: boolean;
  nameIdFormat: NameIdFormat;
  subjectAttribute: string | null;
  allowIdpInitiated: boolean;
  clockSkewSeconds: number;
}
