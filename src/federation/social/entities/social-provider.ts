import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters, tenancyOf } from '../../../platform/entities/owned.ts';

export const socialProviderKinds = [
  'google',
  'github',
  'microsoft',
  'apple',
  'gitlab',
  'linkedin',
  'facebook',
  'oidc',
] as const;
const linkings = ['NONE', 'EXPLICIT'] as const;

export type SocialProviderKind = (typeof socialProviderKinds)[number];
export type AccountLinking = (typeof linkings)[number];

const SocialProviderSchema = defineEntity({
  name: 'SocialProvider',
  tableName: 'social_providers',
  properties: {
    ...lasting,
    provider: p.enum(socialProviderKinds),
    name: p.string(),
    clientId: p.string(),
    clientSecret: p.blob().strictNullable().default(null),
    issuer: p.string().strictNullable().default(null),
    scopes: p.array(),
    enabled: p.boolean().default(true),
    allowSignUp: p.boolean().default(true),
    accountLinking: p.enum(linkings).default('EXPLICIT'),
    allowedDomains: p.array().default([]),
    updatedBy: p.string().strictNullable(),
  },
  filters: lastingFilters,
});

/** A provider whose accounts people sign in with (decisions 6.6). Its secret is sealed; a deleted one is gone. */
export class SocialProvider extends SocialProviderSchema.class {}
SocialProviderSchema.setClass(SocialProvider);

const SocialLinkSchema = defineEntity({
  name: 'SocialLink',
  tableName: 'social_links',
  properties: {
    orgId: p
      .string()
      .primary()
      .onCreate((_row, tx) => tenancyOf(tx).orgId),
    providerId: p.string().primary(),
    subject: p.string().primary(),
    userId: p.string(),
    createdAt: p.datetime(3).onCreate((_row: object, tx) => tenancyOf(tx).now),
    lastUsedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/**
 * The link of a user with an account of a social provider or a connection. The key is the provider's identifier
 * of the account. An e-mail address is never the key, unless a SAML connection names its users by address.
 */
export class SocialLink extends SocialLinkSchema.class {}
SocialLinkSchema.setClass(SocialLink);
