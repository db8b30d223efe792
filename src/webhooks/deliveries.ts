import { tenancyOf } from '../platform/entities/owned.ts';
import type { Webhook } from './entities/webhook.ts';
import { Failure, invalid } from '../failure.ts';
import { findDelivery as deliveryBy, type WholeDelivery } from './sql/deliveries.ts';
import {
  lockRedelivery,
  recoverEvents,
  redeliver,
  type Redelivered,
  type RedeliveryLock,
  removeDeadLetter,
  retryNow,
} from './sql/redelivery.ts';
import { wakeDeliverer } from './sql/delivery-queue.ts';
import { timeOf } from '../platform/fields.ts';
import type { Tx } from '../platform/tx.ts';
import { findWebhook, requireNotDisabled } from './webhooks.ts';

/** The most deliveries of one call, so that a call cannot make a storm (security.md section 7). */
const mostRedelivered = 1_000;

export interface TimeRange {
  since: string;
  until?: string;
}

/** @throws {Failure} DELIVERY_NOT_FOUND */
export async function findDelivery(tx: Tx, webhookId: string, id: string): Promise<WholeDelivery> {
  const delivery = await deliveryBy(tx, tenancyOf(tx).orgId, webhookId, { id });
  if (!delivery) throw new Failure('DELIVERY_NOT_FOUND');
  return delivery;
}

/** @throws {Failure} DEAD_LETTER_NOT_FOUND, also when it is older than 30 days */
export async function findDeadLetter(
  tx: Tx,
  webhookId: string,
  deadLetterId: string,
): Promise<WholeDelivery> {
  const delivery = await deliveryBy(tx, tenancyOf(tx).orgId, webhookId, { deadLetterId });
  if (!delivery) throw new Failure('DEAD_LETTER_NOT_FOUND');
  return delivery;
}

/**
 * Tries a delivery now, or makes another one of the event when it is finished.
 * @returns the one that will be tried
 * @throws {Failure} WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_STATE_CONFLICT unless the webhook is active
 */
export async function retryDelivery(tx: Tx, webhookId: string, id: string): Promise<WholeDelivery> {
  const { lock, webhook } = await redeliverable(tx, webhookId);
  await findDelivery(tx, webhookId, id);
  if (webhook.status !== 'ACTIVE') throw new Failure('WEBHOOK_STATE_CONFLICT', { status: webhook.status });
  if (await retryNow(tx, webhook.orgId, id)) {
    await wakeDeliverer(tx);
    return findDelivery(tx, webhookId, id);
  }
  return another(tx, lock, { id });
}

/** @returns the new delivery @throws {Failure} WEBHOOK_NOT_FOUND, DEAD_LETTER_NOT_FOUND, WEBHOOK_STATE_CONFLICT */
export async function replayDeadLetter(
  tx: Tx,
  webhookId: string,
  deadLetterId: string,
): Promise<WholeDelivery> {
  const { lock, webhook } = await redeliverable(tx, webhookId);
  await findDeadLetter(tx, webhookId, deadLetterId);
  requireNotDisabled(webhook);
  return another(tx, lock, { deadLetterId });
}

/** @throws {Failure} WEBHOOK_NOT_FOUND, WEBHOOK_STATE_CONFLICT, VALIDATION_ERROR */
export async function replayDeadLetters(
  tx: Tx,
  webhookId: string,
  range: TimeRange,
): Promise<{ deliveries: number; hasMore: boolean }> {
  const times = timesOf(range, tenancyOf(tx).now);
  const { lock, webhook } = await redeliverable(tx, webhookId);
  requireNotDisabled(webhook);
  const { ids, hasMore } = await redeliver(tx, lock, times, mostRedelivered);
  await wakeDeliverer(tx);
  return { deliveries: ids.length, hasMore };
}

/** Sends again what a webhook has missed. @throws {Failure} WEBHOOK_NOT_FOUND, WEBHOOK_STATE_CONFLICT, VALIDATION_ERROR */
export async function recoverWebhook(
  tx: Tx,
  webhookId: string,
  range: TimeRange,
): Promise<{ deliveries: number; hasMore: boolean }> {
  const times = timesOf(range, tenancyOf(tx).now);
  const { lock, webhook } = await redeliverable(tx, webhookId);
  requireNotDisabled(webhook);
  const made = await recoverEvents(tx, lock, times, mostRedelivered);
  await wakeDeliverer(tx);
  return made;
}

/** @throws {Failure} WEBHOOK_NOT_FOUND, DEAD_LETTER_NOT_FOUND */
export async function deleteDeadLetter(tx: Tx, webhookId: string, id: string): Promise<void> {
  const { lock } = await redeliverable(tx, webhookId);
  if (!(await removeDeadLetter(tx, lock, id))) throw new Failure('DEAD_LETTER_NOT_FOUND');
}

/** Should its status change meanwhile, what is made is held, or ended by `settleDeliveries`. */
async function redeliverable(tx: Tx, webhookId: string): Promise<{ lock: RedeliveryLock; webhook: Webhook }> {
  const lock = await lockRedelivery(tx, tenancyOf(tx).orgId, webhookId);
  return { lock, webhook: await findWebhook(tx, webhookId) };
}

async function another(tx: Tx, lock: RedeliveryLock, which: Redelivered): Promise<WholeDelivery> {
  const { ids } = await redeliver(tx, lock, which, mostRedelivered);
  const [id] = ids;
  if (id === undefined) throw new Failure('DELIVERY_NOT_FOUND');
  await wakeDeliverer(tx);
  return findDelivery(tx, lock.webhookId, id);
}

function timesOf({ since, until }: TimeRange, now: Date): { since: Date; until: Date } {
  const times = { since: timeOf('since', since), until: until === undefined ? now : timeOf('until', until) };
  if (until !== undefined && times.until <= times.since) throw invalid('until', 'must be after since');
  return times;
}
