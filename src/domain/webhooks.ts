import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { Webhook, type WebhookOrdering, type WebhookStatus } from '../entities/webhook.ts';
import type { FieldChange } from '../events.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { newSigningSecret } from '../lib/webhook-signature.ts';
import type { Outgoing } from '../outgoing.ts';
import { cancelDeliveries } from '../queries/cancel-deliveries.ts';
import { holdDeliveries } from '../queries/hold-deliveries.ts';
import { lockFanOut } from '../queries/lock-fan-out.ts';
import { lockTenant } from '../queries/lock-tenant.ts';
import { unholdDeliveries } from '../queries/unhold-deliveries.ts';
import { wakeDeliverer } from '../queries/wake-deliverer.ts';
import type { Vault } from '../vault.ts';
import { assignChanges } from './fields.ts';
import type { Grantor } from './grants.ts';
import { type Quotas, requireRoomForWebhook } from './quotas.ts';
import { requireVersion, touch } from './versions.ts';
import { webhookSecretPurpose } from './webhook-requests.ts';

export interface NewWebhook {
  name: string;
  url: string;
  events: string[];
  ordering: WebhookOrdering;
}

type Way = Pick<Outgoing, 'mayReach'>;

interface IfMatch {
  ifMatch: string | undefined;
}

/** @throws {Failure} WEBHOOK_NOT_FOUND */
export async function findWebhook(em: EntityManager, id: string): Promise<Webhook> {
  const webhook = await em.findOne(Webhook, { id });
  if (!webhook) throw new Failure('WEBHOOK_NOT_FOUND');
  return webhook;
}

/** @throws {Failure} WEBHOOK_NOT_FOUND, PRECONDITION_FAILED; the row stays locked until the transaction ends */
export async function lockWebhook(
  em: EntityManager,
  id: string,
  { ifMatch }: IfMatch = { ifMatch: undefined },
): Promise<Webhook> {
  const webhook = await em.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!webhook) throw new Failure('WEBHOOK_NOT_FOUND');
  requireVersion(webhook, ifMatch);
  return webhook;
}

/** The webhooks of the tenant, the newest first. */
export async function listWebhooks(
  em: EntityManager,
  filter: { status?: WebhookStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ webhooks: Webhook[]; total: number }> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [webhooks, total] = await em.findAndCount(Webhook, filter, { limit, offset, orderBy: [...orderBy] });
  return { webhooks, total };
}

/**
 * @returns the webhook, and its signing secret, which is shown once and kept sealed
 * @throws {Failure} VALIDATION_ERROR, QUOTA_EXCEEDED
 */
export async function createWebhook(
  em: EntityManager,
  input: NewWebhook,
  grantor: Grantor,
  { vault, outgoing, quotas }: { vault: Vault; outgoing: Way; quotas: Quotas },
): Promise<{ webhook: Webhook; secret: string }> {
  const { orgId } = tenancyOf(em);
  requirePublicUrl(input.url, outgoing);
  await lockTenant(em, orgId);
  await requireRoomForWebhook(em, quotas);
  const id = newId('wh');
  const secret = newSigningSecret();
  const sealed = vault.seal(secret, orgId, webhookSecretPurpose(id));
  const webhook = em.create(Webhook, { ...input, id, secret: sealed, createdBy: grantor.actor.id });
  return { webhook, secret };
}

/** What is pending is sent to the new address, too. @throws {Failure} WEBHOOK_NOT_FOUND, VALIDATION_ERROR */
export async function updateWebhook(
  em: EntityManager,
  id: string,
  change: Partial<NewWebhook>,
  outgoing: Way,
  condition: IfMatch,
): Promise<{ webhook: Webhook; changes: FieldChange[] }> {
  const { url } = change;
  if (url !== undefined) requirePublicUrl(url, outgoing);
  const webhook = await lockWebhook(em, id, condition);
  const changes = assignChanges<NewWebhook>(webhook, change);
  // The specification's PUT changes updatedAt, whatever it was sent (4.6).
  touch(webhook, tenancyOf(em).now);
  return { webhook, changes };
}

/** What was not delivered is cancelled. @throws {Failure} WEBHOOK_NOT_FOUND */
export async function deleteWebhook(em: EntityManager, id: string, condition: IfMatch): Promise<Webhook> {
  const { orgId } = tenancyOf(em);
  await lockFanOut(em, orgId);
  const webhook = await lockWebhook(em, id, condition);
  await cancelDeliveries(em, orgId, id);
  em.remove(webhook);
  return webhook;
}

/** Holds what is owed from now on; twice is no error. @throws {Failure} WEBHOOK_NOT_FOUND, WEBHOOK_STATE_CONFLICT */
export async function pauseWebhook(em: EntityManager, id: string, condition: IfMatch): Promise<Webhook> {
  const { orgId } = tenancyOf(em);
  await lockFanOut(em, orgId);
  const webhook = await lockWebhook(em, id, condition);
  requireNotDisabled(webhook);
  if (webhook.status === 'PAUSED') return webhook;
  webhook.status = 'PAUSED';
  await holdDeliveries(em, orgId, id);
  return webhook;
}

/** Delivers what was held; also one that was disabled is active again. @throws {Failure} WEBHOOK_NOT_FOUND */
export async function resumeWebhook(em: EntityManager, id: string, condition: IfMatch): Promise<Webhook> {
  const { orgId } = tenancyOf(em);
  await lockFanOut(em, orgId);
  const webhook = await lockWebhook(em, id, condition);
  if (!webhook.resume()) return webhook;
  await unholdDeliveries(em, orgId, id);
  await wakeDeliverer(em);
  return webhook;
}

/**
 * @param gracePeriod for how many seconds the old secret signs as well
 * @returns the webhook, and its new signing secret, which is shown once and kept sealed
 * @throws {Failure} WEBHOOK_NOT_FOUND
 */
export async function rotateWebhookSecret(
  em: EntityManager,
  id: string,
  { gracePeriod, ifMatch }: { gracePeriod: number } & IfMatch,
  vault: Vault,
): Promise<{ webhook: Webhook; secret: string }> {
  const { orgId, now } = tenancyOf(em);
  const webhook = await lockWebhook(em, id, { ifMatch });
  const secret = newSigningSecret();
  const ends = gracePeriod === 0 ? null : new Date(now.getTime() + gracePeriod * 1000);
  webhook.rotate(vault.seal(secret, orgId, webhookSecretPurpose(id)), ends);
  return { webhook, secret };
}

/** Nothing is sent to a disabled one before it is resumed. @throws {Failure} WEBHOOK_STATE_CONFLICT */
export function requireNotDisabled({ status }: Webhook): void {
  if (status === 'DISABLED') throw new Failure('WEBHOOK_STATE_CONFLICT', { status });
}

/** A name says nothing about its addresses; those are looked at whenever it is called. */
function requirePublicUrl(url: string, { mayReach }: Way): void {
  const allowed = refusalOfUrl(url, mayReach);
  if (allowed !== undefined) throw invalid('url', `must be ${allowed}`);
}
