import { defineEntity, p } from '@mikro-orm/core';
import { pick } from '../../lib/object.ts';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';
import { browserBindings, nameIdFormatNames } from '../../saml-metadata/names.ts';
import type { PendingChange } from '../../saml-metadata/pending-change.ts';

const statuses = ['ACTIVE', 'DISABLED'] as const;
const signatureAlgorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'] as const;
const encryptionAlgorithms = ['aes256-gcm', 'aes128-gcm', 'aes256-cbc'] as const;

export type ServiceProviderStatus = (typeof statuses)[number];

/** An assertion consumer service. Exactly one of a service provider is the default. */
export interface AcsUrl {
  url: string;
  binding: 'HTTP-POST';
  index: number;
  isDefault: boolean;
}

/** An attribute of assertions, and the field of the user that it is taken from. */
export interface AttributeMapping {
  name: string;
  nameFormat: 'basic' | 'uri' | 'unspecified';
  source: string;
}

/** The fields that metadata governs while the service provider has a `metadataUrl`. */
const published = {
  acsUrls: p.json<AcsUrl[]>(),
  sloUrl: p.string().strictNullable(),
  sloResponseUrl: p.string().strictNullable(),
  sloSoapUrl: p.string().strictNullable(),
  sloBinding: p.enum(browserBindings),
  encryptionCertificate: p.string().strictNullable(),
  signingCertificates: p.array(),
};

const settings = {
  name: p.string(),
  logoUri: p.string().strictNullable(),
  status: p.enum(statuses).default('ACTIVE'),
  ...published,
  nameIdFormat: p.enum(nameIdFormatNames),
  nameIdAttribute: p.string().strictNullable(),
  attributeMappings: p.json<AttributeMapping[]>(),
  audiences: p.array(),
  signAssertions: p.boolean(),
  signResponses: p.boolean(),
  encryptAssertions: p.boolean(),
  encryptionAlgorithm: p.enum(encryptionAlgorithms),
  requireSignedRequests: p.boolean(),
  allowSha1: p.boolean(),
  signatureAlgorithm: p.enum(signatureAlgorithms),
  assertionTtl: p.integer(),
  sessionTtl: p.integer(),
  idpInitiated: p.boolean(),
  defaultRelayState: p.string().strictNullable(),
  allowedGroups: p.array().strictNullable(),
  metadataUrl: p.string().strictNullable(),
  metadataSigningCertificate: p.string().strictNullable(),
  signingKeyId: p.string().strictNullable(),
};

type SettingName = keyof typeof settings;
type PublishedName = keyof typeof published;
const settingNames = Object.keys(settings) as SettingName[];
export const publishedNames = Object.keys(published) as PublishedName[];

const ServiceProviderSchema = defineEntity({
  name: 'ServiceProvider',
  tableName: 'saml_service_providers',
  properties: {
    ...lasting,
    ...settings,
    entityId: p.string(),
    pendingChange: p.json<PendingChange<PublishedSettings>>().strictNullable().default(null),
    rejectedChange: p.string().strictNullable().default(null),
    metadataRefreshedAt: p.datetime(3).strictNullable().default(null),
    metadataError: p.string().strictNullable().default(null),
    metadataWarning: p.string().strictNullable().default(null),
    metadataDueAt: p.datetime(3).strictNullable().default(null),
    certificateExpiresAt: p.datetime(3).strictNullable().default(null),
    certificateNoticeAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** An application that signs users in with SAML 2.0 (decisions 6.10). A deleted one is gone. */
export class ServiceProvider extends ServiceProviderSchema.class {
  settings(): ServiceProviderSettings {
    return pick<ServiceProviderSettings, SettingName>(this, settingNames);
  }

  published(): PublishedSettings {
    return pick<PublishedSettings, PublishedName>(this, publishedNames);
  }

  /** Notes that metadata was read and understood, what was left out of it, and when to read it again. */
  refreshed(now: Date, dueAt: Date | null, warning: string | null): void {
    this.metadataRefreshedAt = now;
    this.metadataError = null;
    this.metadataWarning = warning;
    this.metadataDueAt = dueAt;
  }

  /** @param reason one sentence for an administrator */
  refreshFailed(reason: string, dueAt: Date): void {
    this.metadataError = reason.slice(0, 500);
    this.metadataDueAt = dueAt;
  }

  /** Forgets everything that depends on metadata read before. */
  forgetChanges(): void {
    this.pendingChange = null;
    this.rejectedChange = null;
  }
}
ServiceProviderSchema.setClass(ServiceProvider);

/** Everything that callers may set, besides the entity id. */
export type ServiceProviderSettings = Pick<ServiceProvider, SettingName>;

/** The settings that metadata gives. */
export type PublishedSettings = Pick<ServiceProvider, PublishedName>;
