import { tenancyOf } from '../platform/entities/owned.ts';
import type { Webhook } from './entities/webhook.ts';
import { Failure, RateLimited } from '../failure.ts';
import { newId } from '../lib/id.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { countWebhookTest } from './sql/webhooks.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { sendWebhook, type WebhookAnswer } from './webhook-requests.ts';
import { findWebhook } from './webhooks.ts';

export interface TestOutcome extends WebhookAnswer {
  message: string;
  latencyMs: number;
}

/**
 * The most bytes of a response that are kept. The response of an endpoint shows its insides to every caller who may
 * test it (security.md section 2).
 */
const keepBytes = 1_024;
const mostPerMinute = 10;

/**
 * Sends `webhook.test` once and waits for the outcome, in every status of the webhook. Must not run in a transaction:
 * an endpoint may take 30 seconds.
 * @throws {Failure} WEBHOOK_NOT_FOUND, RATE_LIMITED
 */
export async function testWebhook(
  tx: Tx,
  id: string,
  parts: { vault: Vault; outgoing: Pick<Outgoing, 'send'> },
): Promise<{ webhook: Webhook; outcome: TestOutcome }> {
  const { orgId, now, environment } = tenancyOf(tx);
  const webhook = await findWebhook(tx, id);
  await requireFewTests(tx, webhook);
  const { name, secret, previousSecret, previousSecretExpiresAt } = webhook;
  const inGrace = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  const message = 'This is a test event; nothing has changed';
  const attempt = {
    orgId,
    webhookId: id,
    secret: Buffer.from(secret),
    previousSecret: inGrace && previousSecret !== null ? Buffer.from(previousSecret) : null,
    deliveryId: newId('dlv'),
    attempt: 1,
    at: now,
    event: {
      id: newId('evt'),
      type: 'webhook.test',
      at: now,
      data: { webhookId: id, webhookName: name, message, environment },
    },
  };
  const started = performance.now();
  const answer = await sendWebhook(parts, webhook.url, attempt, { keepBytes });
  const latencyMs = Math.round(performance.now() - started);
  return { webhook, outcome: { ...answer, message: messageOf(answer), latencyMs } };
}

function messageOf({ error, responseCode, message }: WebhookAnswer): string {
  if (error === null) return 'The endpoint accepted the test event';
  if (error === 'HTTP_STATUS')
    return `The endpoint responded with ${responseCode}; it must respond with 2xx, and redirects are not followed`;
  if (error === 'SECRET_UNREADABLE')
    return 'Nothing was sent, because the signing secret cannot be decrypted. Rotate it, or ask the operator.';
  return message ?? error;
}

async function requireFewTests(tx: Tx, { orgId, id }: Webhook): Promise<void> {
  const window = await countWebhookTest(tx, orgId, id);
  if (!window) throw new Failure('WEBHOOK_NOT_FOUND');
  if (window.count <= mostPerMinute) return;
  throw new RateLimited({ limit: mostPerMinute, remaining: 0, resetAt: window.resetAt }, window.secondsLeft);
}
