import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { AlertRule } from '../entities/alert.ts';
import { OidcClient } from '../entities/oidc-client.ts';
import { OidcScope } from '../entities/oidc-scope.ts';
import { Policy } from '../entities/policy.ts';
import { SocialProvider } from '../entities/social-provider.ts';
import { Webhook } from '../entities/webhook.ts';
import { Failure } from '../failure.ts';
import { countLiveOfIdentity, countLiveOfTenant } from '../queries/count-live-credentials.ts';
import { countQuota } from '../queries/count-quota.ts';
import { countScimTokens } from '../queries/count-scim-tokens.ts';

export type Quotas = Pick<
  Config,
  | 'maxIdentities'
  | 'maxCredentials'
  | 'maxCredentialsPerIdentity'
  | 'maxScimTokens'
  | 'maxWebhooks'
  | 'maxPolicies'
  | 'maxOidcClients'
  | 'maxOidcScopes'
>;

/** @throws {Failure} QUOTA_EXCEEDED when one more identity is too many; the tenant must be locked */
export async function requireRoomForIdentity(
  em: EntityManager,
  orgId: string,
  quotas: Quotas,
): Promise<void> {
  requireRoom('identities', await countQuota(em, orgId, 'identities'), quotas.maxIdentities);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more live credential is too many; the tenant must be locked */
export async function requireRoomForCredential(
  em: EntityManager,
  orgId: string,
  identityId: string,
  quotas: Quotas,
): Promise<void> {
  // Only where those seem too many is it asked which of them the clock has ended.
  if ((await countQuota(em, orgId, 'credentials')) >= quotas.maxCredentials)
    requireRoom('live credentials', await countLiveOfTenant(em, orgId), quotas.maxCredentials);
  const ofIdentity = await countLiveOfIdentity(em, orgId, identityId);
  requireRoom('live credentials of the identity', ofIdentity, quotas.maxCredentialsPerIdentity);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more live SCIM token is too many; the tenant must be locked */
export async function requireRoomForScimToken(
  em: EntityManager,
  orgId: string,
  quotas: Quotas,
): Promise<void> {
  requireRoom('live SCIM tokens', await countScimTokens(em, orgId), quotas.maxScimTokens);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more webhook is too many; the tenant must be locked */
export async function requireRoomForWebhook(em: EntityManager, quotas: Quotas): Promise<void> {
  requireRoom('webhooks', await em.count(Webhook), quotas.maxWebhooks);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more policy is too many; the tenant must be locked */
export async function requireRoomForPolicy(em: EntityManager, quotas: Quotas): Promise<void> {
  requireRoom('policies', await em.count(Policy), quotas.maxPolicies);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more client is too many; the tenant must be locked */
export async function requireRoomForOidcClient(em: EntityManager, quotas: Quotas): Promise<void> {
  requireRoom('OIDC clients', await em.count(OidcClient), quotas.maxOidcClients);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more custom scope is too many; the tenant must be locked */
export async function requireRoomForOidcScope(em: EntityManager, quotas: Quotas): Promise<void> {
  requireRoom('custom scopes', await em.count(OidcScope), quotas.maxOidcScopes);
}

/** Every event is held against every rule. */
const mostAlertRules = 100;

/** @throws {Failure} QUOTA_EXCEEDED when one more alert rule is too many; the tenant must be locked */
export async function requireRoomForAlertRule(em: EntityManager): Promise<void> {
  requireRoom('alert rules', await em.count(AlertRule), mostAlertRules);
}

/** All that are enabled stand on one page. */
const mostSocialProviders = 100;

/** @throws {Failure} QUOTA_EXCEEDED when one more social provider is too many; the tenant must be locked */
export async function requireRoomForSocialProvider(em: EntityManager): Promise<void> {
  requireRoom('social providers', await em.count(SocialProvider), mostSocialProviders);
}

function requireRoom(of: string, current: number, limit: number): void {
  if (current >= limit) throw new Failure('QUOTA_EXCEEDED', { limit, current, of });
}
