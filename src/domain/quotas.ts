import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { Webhook } from '../entities/webhook.ts';
import { Failure } from '../failure.ts';
import { countQuota } from '../queries/count-quota.ts';
import { countScimTokens } from '../queries/count-scim-tokens.ts';

export type Quotas = Pick<
  Config,
  'maxIdentities' | 'maxCredentials' | 'maxCredentialsPerIdentity' | 'maxScimTokens' | 'maxWebhooks'
>;

/** @throws {Failure} QUOTA_EXCEEDED when one more identity is too many; the tenant must be locked */
export async function requireRoomForIdentity(
  em: EntityManager,
  orgId: string,
  quotas: Quotas,
): Promise<void> {
  const { identities } = await countQuota(em, orgId, null);
  requireRoom('identities', identities, quotas.maxIdentities);
}

/** @throws {Failure} QUOTA_EXCEEDED when one more live credential is too many; the tenant must be locked */
export async function requireRoomForCredential(
  em: EntityManager,
  orgId: string,
  identityId: string,
  quotas: Quotas,
): Promise<void> {
  const { credentials, ofIdentity } = await countQuota(em, orgId, identityId);
  requireRoom('live credentials', credentials, quotas.maxCredentials);
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

function requireRoom(of: string, current: number, limit: number): void {
  if (current >= limit) throw new Failure('QUOTA_EXCEEDED', { limit, current, of });
}
