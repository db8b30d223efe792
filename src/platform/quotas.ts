import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { AlertRule } from '../risk/entities/alert.ts';
import { OidcClient } from '../oidc/entities/oidc-client.ts';
import { OidcScope } from '../oidc/entities/oidc-scope.ts';
import { Policy } from '../policies/entities/policy.ts';
import { SocialProvider } from '../federation/entities/social-provider.ts';
import { Webhook } from '../webhooks/entities/webhook.ts';
import { Failure } from '../failure.ts';
import { countLiveOfIdentity, countLiveOfTenant } from '../credentials/sql/count-live-credentials.ts';
import { countQuota } from './sql/count-quota.ts';
import { lockTenant } from './sql/lock-tenant.ts';
import { countScimTokens } from '../scim/sql/count-scim-tokens.ts';

export type Quotas = Pick<
  Config,
  | 'maxIdentities'
  | 'maxUsers'
  | 'maxGroups'
  | 'maxCredentials'
  | 'maxCredentialsPerIdentity'
  | 'maxScimTokens'
  | 'maxWebhooks'
  | 'maxPolicies'
  | 'maxOidcClients'
  | 'maxOidcScopes'
  | 'rateLimitMaxPerMinute'
>;

/** @throws {Failure} QUOTA_EXCEEDED when one more identity is too many; the tenant must be locked */
export async function requireRoomForIdentity(
  em: EntityManager,
  orgId: string,
  quotas: Quotas,
): Promise<void> {
  requireRoom('identities', await countQuota(em, orgId, 'identities'), quotas.maxIdentities);
}

/** What bounds the users of a tenant. */
export type UserQuota = Pick<Quotas, 'maxUsers'>;

/** What bounds the groups of a tenant. */
export type GroupQuota = Pick<Quotas, 'maxGroups'>;

/** So many below the limit creations begin to wait for each other: more do not run at the same time. */
const nearTheLimit = 100;

/** Counts, with the tenant locked if the limit is near. A directory that brings a million users waits for no lock before. */
async function countNear(
  em: EntityManager,
  orgId: string,
  kind: 'users' | 'groups',
  limit: number,
): Promise<number> {
  const current = await countQuota(em, orgId, kind);
  if (current + nearTheLimit < limit) return current;
  await lockTenant(em, orgId);
  return countQuota(em, orgId, kind);
}

/** Requires room for one more user. Takes the tenant's lock if the limit is near. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForUser(
  em: EntityManager,
  orgId: string,
  { maxUsers }: UserQuota,
): Promise<void> {
  requireRoom('users', await countNear(em, orgId, 'users', maxUsers), maxUsers);
}

/** Tells whether a user who signs up has room. Takes the tenant's lock if the limit is near. */
export const hasRoomForUser = async (
  em: EntityManager,
  orgId: string,
  { maxUsers }: UserQuota,
): Promise<boolean> => (await countNear(em, orgId, 'users', maxUsers)) < maxUsers;

/** Requires room for one more group. Takes the tenant's lock if the limit is near. @throws {Failure} QUOTA_EXCEEDED */
export async function requireRoomForGroup(
  em: EntityManager,
  orgId: string,
  { maxGroups }: GroupQuota,
): Promise<void> {
  requireRoom('groups', await countNear(em, orgId, 'groups', maxGroups), maxGroups);
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
