import type { FilterQuery } from '@mikro-orm/postgresql';
import { lockForChange } from '../platform/locked.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { Webhook, type WebhookOrdering, type WebhookStatus } from './entities/webhook.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import { newSigningSecret } from './webhook-signature.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { unparkDeliveries, wakeDeliverer } from './sql/delivery-queue.ts';
import { webhooksWithDeadLetters } from './sql/troubled-webhooks.ts';
import { type Vault, VaultError } from '../platform/vault.ts';
import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { assignChanges } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { requireUnreplaced, type Seen } from '../platform/replacing.ts';
import { type IfMatch, touch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import { webhookSecretPurpose } from './webhook-requests.ts';
import { loosensWebhook } from './loosening.ts';
import { requireMaySend, requireMaySilence } from './webhook-rights.ts';

export interface NewWebhook {
  name: string;
  url: string;
  events: string[];
  ordering: WebhookOrdering;
}

type Way = Pick<Outgoing, 'mayReach'>;

/** @throws {Failure} WEBHOOK_NOT_FOUND */
export async function findWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await tx.findOne(Webhook, { id });
  if (!webhook) throw new Failure('WEBHOOK_NOT_FOUND');
  return webhook;
}

/** @throws {Failure} WEBHOOK_NOT_FOUND, PRECONDITION_FAILED; the row stays locked until the transaction ends */
const lockWebhook = (tx: Tx, id: string, condition: IfMatch): Promise<Webhook> =>
  lockForChange(tx, Webhook, id, condition, 'WEBHOOK_NOT_FOUND');

export interface WebhookFilter {
  status?: WebhookStatus;
  failing?: boolean;
  hasDeadLetters?: boolean;
}

/** The webhooks of the tenant, the newest first. */
export async function listWebhooks(
  tx: Tx,
  { status, failing, hasDeadLetters }: WebhookFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ webhooks: Webhook[]; total: number }> {
  const filter: FilterQuery<Webhook>[] = [];
  if (status !== undefined) filter.push({ status });
  if (failing) filter.push({ status: 'ACTIVE', failingSince: { $ne: null } });
  if (hasDeadLetters) filter.push({ id: { $in: await webhooksWithDeadLetters(tx, tenancyOf(tx).orgId) } });
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [webhooks, total] = await tx.findAndCount(
    Webhook,
    { $and: filter },
    { limit, offset, orderBy: [...orderBy] },
  );
  return { webhooks, total };
}

/**
 * @returns the webhook, and its signing secret, which is shown once and kept sealed
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function createWebhook(
  tx: Tx,
  input: NewWebhook,
  grantor: Grantor,
  { vault, outgoing, quotas }: { vault: Vault; outgoing: Way; quotas: Quotas },
): Promise<{ webhook: Webhook; secret: string }> {
  const { orgId } = tenancyOf(tx);
  requirePublicUrl(input.url, outgoing);
  requireMaySend(grantor, input.events);
  // It goes on telling after the key has ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const lock = await lockTenant(tx, orgId);
  await requireRoom(lock, 'webhooks', () => tx.count(Webhook), quotas.maxWebhooks);
  const id = newId('wh');
  const secret = newSigningSecret();
  const sealed = vault.seal(secret, orgId, webhookSecretPurpose(id));
  const webhook = tx.create(Webhook, { ...input, id, secret: sealed, createdBy: grantor.actor.id });
  return { webhook, secret };
}

/**
 * Changes a webhook. Pending deliveries are sent to the new address, too. A change of neither url nor events needs no
 * right to read events.
 * @throws {Failure} WEBHOOK_NOT_FOUND, VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE
 */
export async function updateWebhook(
  tx: Tx,
  id: string,
  change: Partial<NewWebhook>,
  grantor: Grantor,
  outgoing: Way,
  condition: IfMatch,
): Promise<{ webhook: Webhook; changes: FieldChange[] }> {
  const { url } = change;
  if (url !== undefined) requirePublicUrl(url, outgoing);
  const webhook = await lockWebhook(tx, id, condition);
  const { events: before } = webhook;
  const changes = assignChanges<NewWebhook>(webhook, change);
  // Open deliveries of the old types are sent to the new address.
  if (changes.some(({ field }) => field === 'url'))
    requireMaySend(grantor, [...new Set([...before, ...webhook.events])]);
  else if (changes.some(({ field }) => field === 'events')) {
    requireMaySilence(grantor, webhook.events);
    requireMaySilence(grantor, before);
  }
  if (loosensWebhook(changes)) await requireWithinOwnBounds(tx, grantor, unbounded);
  if (changes.some(({ field }) => field === 'ordering') && webhook.ordering === 'NONE') {
    await unparkDeliveries(tx, webhook.orgId, id);
    await wakeDeliverer(tx);
  }
  // The specification's PUT always changes updatedAt, also without a change (4.6).
  touch(webhook, tenancyOf(tx).now);
  return { webhook, changes };
}

/**
 * Nothing more is sent; what was not delivered is cancelled by `settleDeliveries`.
 * @throws {Failure} WEBHOOK_NOT_FOUND, SCOPE_NOT_GRANTABLE
 */
export async function deleteWebhook(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id, condition);
  requireMaySilence(grantor, webhook.events);
  tx.remove(webhook);
  return webhook;
}

/**
 * Holds open and future deliveries. A repeated call is not an error. No delivery is changed, because there may be very
 * many: claims skip a webhook that is not active.
 * @throws {Failure} WEBHOOK_NOT_FOUND, SCOPE_NOT_GRANTABLE, WEBHOOK_STATE_CONFLICT
 */
export async function pauseWebhook(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id, condition);
  requireMaySilence(grantor, webhook.events);
  requireNotDisabled(webhook);
  webhook.status = 'PAUSED';
  return webhook;
}

/**
 * Delivers what was held; also one that was disabled is active again.
 * @throws {Failure} WEBHOOK_NOT_FOUND, SCOPE_NOT_GRANTABLE (its receiver reads the events again)
 */
export async function resumeWebhook(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<Webhook> {
  const webhook = await lockWebhook(tx, id, condition);
  requireMaySend(grantor, webhook.events);
  webhook.resume();
  await wakeDeliverer(tx);
  return webhook;
}

/**
 * Gives a webhook a new signing secret. If rotations are parallel, one wins and the others are refused.
 * @param gracePeriod for how many seconds the old secret signs as well
 * @param seen the secret as it was when the request came
 * @returns the webhook, and its new signing secret, which is shown once and kept sealed
 * @throws {Failure} WEBHOOK_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE,
 * WEBHOOK_STATE_CONFLICT (another request rotated it at the same time)
 */
export async function rotateWebhookSecret(
  tx: Tx,
  id: string,
  { gracePeriod, ifMatch, seen }: { gracePeriod: number; seen: Seen | undefined } & IfMatch,
  grantor: Grantor,
  vault: Vault,
): Promise<{ webhook: Webhook; secret: string }> {
  const { orgId, now } = tenancyOf(tx);
  const webhook = await lockWebhook(tx, id, { ifMatch });
  await requireUnreplaced(tx, seen, 'WEBHOOK_STATE_CONFLICT');
  // The receiver believes every sender that signs with it.
  requireMaySend(grantor, webhook.events);
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const secret = newSigningSecret();
  // Without the key of the old one nothing can be signed with it, and a new secret is the way out of that.
  const keeps = gracePeriod > 0 && canOpen(webhook, vault);
  const ends = keeps ? new Date(now.getTime() + gracePeriod * 1000) : null;
  webhook.rotate(vault.seal(secret, orgId, webhookSecretPurpose(id)), ends);
  return { webhook, secret };
}

function canOpen({ orgId, id, secret }: Webhook, vault: Vault): boolean {
  try {
    return vault.open(Buffer.from(secret), orgId, webhookSecretPurpose(id)) !== '';
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
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
