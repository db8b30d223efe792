import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import type { Webhook } from '../entities/webhook.ts';
import { Failure, RateLimited } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { type Outgoing, OutgoingFailure, type OutgoingFailureCode } from '../outgoing.ts';
import { countWebhookTest } from '../queries/count-webhook-test.ts';
import { type Vault, VaultError } from '../vault.ts';
import { webhookRequest } from './webhook-requests.ts';
import { findWebhook } from './webhooks.ts';

export interface TestOutcome {
  message: string;
  /** Null when no answer came. */
  responseCode: number | null;
  latencyMs: number;
  responseBody: string | null;
  /** Null when it succeeded. */
  error: OutgoingFailureCode | 'HTTP_STATUS' | 'SECRET_UNREADABLE' | null;
}

/** What an endpoint answers shows its insides to whoever may test it (security.md section 2). */
const keepBytes = 1_024;
const mostPerMinute = 10;

/**
 * Sends `webhook.test` once and waits for what comes of it, whatever the status of the webhook. Must not run in a
 * transaction: an endpoint may take 30 seconds.
 * @throws {Failure} WEBHOOK_NOT_FOUND, RATE_LIMITED
 */
export async function testWebhook(
  em: EntityManager,
  id: string,
  { vault, outgoing }: { vault: Vault; outgoing: Pick<Outgoing, 'send'> },
): Promise<{ webhook: Webhook; outcome: TestOutcome }> {
  const { orgId, now, environment } = tenancyOf(em);
  const webhook = await findWebhook(em, id);
  await requireFewTests(em, webhook);
  const { name, secret, previousSecret, previousSecretExpiresAt } = webhook;
  const inGrace = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  const message = 'This is a test event; nothing has happened';
  const request = () =>
    webhookRequest(vault, {
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
    });
  return { webhook, outcome: await outcomeOf(outgoing, webhook.url, request) };
}

async function requireFewTests(em: EntityManager, { orgId, id }: Webhook): Promise<void> {
  const window = await countWebhookTest(em, orgId, id);
  if (!window) throw new Failure('WEBHOOK_NOT_FOUND');
  if (window.count <= mostPerMinute) return;
  throw new RateLimited({ limit: mostPerMinute, remaining: 0, resetAt: window.resetAt }, window.secondsLeft);
}

async function outcomeOf(
  outgoing: Pick<Outgoing, 'send'>,
  url: string,
  request: () => { headers: Record<string, string>; body: Buffer },
): Promise<TestOutcome> {
  const started = performance.now();
  try {
    const { status, body, latencyMs } = await outgoing.send(url, { method: 'POST', ...request(), keepBytes });
    const accepted = status >= 200 && status < 300;
    return {
      message: accepted
        ? 'The endpoint accepted the test event'
        : `The endpoint answered ${status}; it must answer 2xx, and redirects are not followed`,
      responseCode: status,
      latencyMs: Math.round(latencyMs),
      responseBody: body,
      error: accepted ? null : 'HTTP_STATUS',
    };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const latencyMs = Math.round(performance.now() - started);
    return { ...failure, responseCode: null, latencyMs, responseBody: null };
  }
}

/** @returns undefined for what is a fault of ours */
function failureOf(error: unknown): Pick<TestOutcome, 'message' | 'error'> | undefined {
  if (error instanceof OutgoingFailure) return { message: error.message, error: error.code };
  if (!(error instanceof VaultError)) return undefined;
  const message = 'Nothing was sent: the signing secret cannot be opened; rotate it, or ask the operator';
  return { message, error: 'SECRET_UNREADABLE' };
}
