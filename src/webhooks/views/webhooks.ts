import type {
  EventSubscription,
  Webhook as WebhookBody,
  WebhookTest,
  WebhookWithSecret,
  WebhookWithStats,
} from '../../../generated/types/types.gen.ts';
import type { Webhook } from '../entities/webhook.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const view = (webhook: Webhook): Omit<WebhookBody, 'signingSecret'> => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  // The row holds only subscriptions that requests may ask for.
  events: webhook.events as EventSubscription[],
  status: webhook.status,
  ordering: webhook.ordering,
  previousSecretExpiresAt: iso(webhook.previousSecretExpiresAt),
  failingSince: iso(webhook.failingSince),
  disabledAt: iso(webhook.disabledAt),
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
  createdBy: webhook.createdBy,
});

export const viewWebhook = (webhook: Webhook): WebhookBody => ({
  ...view(webhook),
  signingSecret: 'whsec_********',
});

/** @param deadLetters how many there are, as `countDeadLetters` counts */
export const viewWebhookWithStats = (webhook: Webhook, deadLetters: number): WebhookWithStats => ({
  ...viewWebhook(webhook),
  stats: {
    totalDeliveries: webhook.totalDeliveries,
    successfulDeliveries: webhook.successfulDeliveries,
    failedDeliveries: webhook.failedDeliveries,
    lastDeliveryAt: iso(webhook.lastDeliveryAt),
    lastDeliveryStatus: webhook.lastDeliveryStatus,
    lastLatencyMs: webhook.lastLatencyMs,
    lastSuccessAt: iso(webhook.lastSuccessAt),
    deadLetters,
  },
});

/** With the whole secret, which no other view has. */
export const viewWebhookWithSecret = (webhook: Webhook, secret: string): WebhookWithSecret => ({
  ...view(webhook),
  signingSecret: secret,
});

interface Outcome {
  message: string;
  responseCode: number | null;
  latencyMs: number;
  responseBody: string | null;
  error: WebhookTest['details']['error'];
}

export const viewWebhookTest = (outcome: Outcome): WebhookTest => ({
  status: outcome.error === null ? 'SUCCESS' : 'FAILED',
  message: outcome.message,
  details: {
    responseCode: outcome.responseCode,
    latency: `${outcome.latencyMs}ms`,
    responseBody: outcome.responseBody,
    error: outcome.error,
  },
});
