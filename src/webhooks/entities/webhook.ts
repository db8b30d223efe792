import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

const statuses = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;
const orderings = ['NONE', 'PER_RESOURCE'] as const;
const outcomes = ['SUCCESS', 'FAILED', 'PENDING'] as const;

export type WebhookStatus = (typeof statuses)[number];
export type WebhookOrdering = (typeof orderings)[number];

const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    ...lasting,
    name: p.string(),
    url: p.string(),
    events: p.array(),
    status: p.enum(statuses).default('ACTIVE'),
    ordering: p.enum(orderings).default('NONE'),
    secret: p.blob(),
    previousSecret: p.blob().strictNullable().default(null),
    previousSecretExpiresAt: p.datetime(3).strictNullable().default(null),
    failingSince: p.datetime(3).strictNullable().default(null),
    disabledAt: p.datetime(3).strictNullable().default(null),
    // Only deliveries count, by statements of their own.
    totalDeliveries: p.bigint('number').default(0),
    successfulDeliveries: p.bigint('number').default(0),
    failedDeliveries: p.bigint('number').default(0),
    lastDeliveryAt: p.datetime(3).strictNullable().default(null),
    lastDeliveryStatus: p.enum(outcomes).strictNullable().default(null),
    lastLatencyMs: p.integer().strictNullable().default(null),
    lastSuccessAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** Where events are sent (decisions 6.5). Its secrets are sealed; a deleted one is gone. */
export class Webhook extends WebhookSchema.class {
  /** Resumes the webhook. A repeated call is not an error, and an active webhook that fails goes on failing. */
  resume(): void {
    if (this.status === 'ACTIVE') return;
    this.status = 'ACTIVE';
    this.disabledAt = null;
    this.failingSince = null;
  }

  /** @param previousEnds until when the secret so far is good as well; null ends it at once */
  rotate(secret: Buffer, previousEnds: Date | null): void {
    this.previousSecret = previousEnds === null ? null : this.secret;
    this.previousSecretExpiresAt = previousEnds;
    this.secret = secret;
  }
}
WebhookSchema.setClass(Webhook);
