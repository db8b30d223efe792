import type {
  Attempt,
  AttemptError,
  DeadLetter,
  DeadLetterDetail,
  Delivery,
  DeliveryDetail,
  Payload,
} from '../../../generated/types/types.gen.ts';
import type { AttemptRow, DeliveryRow, WholeDelivery } from '../sql/deliveries.ts';

const viewAttempt = (attempt: AttemptRow): Attempt => ({
  attempt: attempt.attempt,
  at: attempt.at.toISOString(),
  responseCode: attempt.responseCode,
  latency: attempt.latencyMs === null ? null : `${attempt.latencyMs}ms`,
  error: attempt.error as AttemptError | null,
  responseBody: attempt.responseBody,
});

const event = (row: DeliveryRow) => ({
  eventId: row.eventId,
  eventType: row.eventType,
  eventAt: row.eventAt.toISOString(),
  resourceId: row.resourceId,
  attemptCount: row.attempts,
  lastAttempt: row.lastAttempt && viewAttempt(row.lastAttempt),
});

export const viewDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  ...event(row),
  status: row.status,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  replayOf: row.replayOf,
  deadLetterId: row.deadLetterId,
  createdAt: row.createdAt.toISOString(),
});

/**
 * Returns a dead letter as the API shows it.
 * @throws when the delivery is not a dead letter
 */
export function viewDeadLetter(row: DeliveryRow): DeadLetter {
  const { id: deliveryId, deadLetterId, deadLetteredAt, deadLetterExpiresAt } = row;
  if (deadLetterId === null || deadLetteredAt === null || deadLetterExpiresAt === null)
    throw new Error('The delivery is not a dead letter');
  return {
    id: deadLetterId,
    deliveryId,
    ...event(row),
    failedAt: deadLetteredAt.toISOString(),
    expiresAt: deadLetterExpiresAt.toISOString(),
  };
}

const whole = (delivery: WholeDelivery, webhookId: string): { payload: Payload; attempts: Attempt[] } => ({
  payload: {
    id: delivery.eventId,
    type: delivery.eventType,
    timestamp: delivery.eventAt.toISOString(),
    webhookId,
    data: delivery.data,
  },
  attempts: delivery.attemptsMade.map(viewAttempt),
});

export const viewWholeDelivery = (delivery: WholeDelivery, webhookId: string): DeliveryDetail => ({
  ...viewDelivery(delivery),
  ...whole(delivery, webhookId),
});

export const viewWholeDeadLetter = (delivery: WholeDelivery, webhookId: string): DeadLetterDetail => ({
  ...viewDeadLetter(delivery),
  ...whole(delivery, webhookId),
});
