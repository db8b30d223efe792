import { setTimeout as wait } from 'node:timers/promises';
import { batched } from '../platform/batch.ts';
import { sendWebhook } from './webhook-requests.ts';
import { createAlarm } from '../platform/alarm.ts';
import type { Log } from '../platform/log.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  parkDeliveries,
  type QueueName,
  releaseDeliveries,
} from './sql/delivery-queue.ts';
import { type AttemptResult, type LongFailing, recordAttempts } from './sql/record-attempts.ts';
import { codeOfError, noTracer, type Span, type Tracer, withSpan } from '../platform/tracing.ts';
import type { Vault } from '../platform/vault.ts';
import { type DelivererDatabase, disableLongFailing } from './disable-webhook.ts';

export interface Deliverer {
  /** Looks for deliveries at once, and again in a moment. */
  ring: () => void;
  /** Takes nothing more, gives what is being sent a while, and gives back what is not finished by then. */
  stop(): Promise<void>;
}

export interface DelivererParts {
  database: DelivererDatabase;
  outgoing: Pick<Outgoing, 'send'>;
  vault: Pick<Vault, 'open'>;
  log: Log;
  tracer?: Tracer;
  /** Tells how an attempt ended, SUCCESS or the code of its failure; how long it took; and how late it began. */
  attempted: (outcome: string, seconds: number, lateSeconds: number) => void;
}

/**
 * Deliveries that one process sends at once: in all, to one webhook, and to one that fails (decisions 6.5). A
 * tenant holds at most as many places as are free. So webhooks that hang never take the last place, however
 * many tenants have them.
 */
const mostSending = 900;
const slots = 20;
const failingSlots = 5;
/** A retry becomes due without a notification. Its shortest delay is a minute, so a second more is little. */
const lookEveryMs = 1_000;
/**
 * If changes are simultaneous, only one notifies. The others may not yet be committed then; after this time they are
 * visible.
 */
const lookAgainMs = 100;
/** Attempts that end at nearly the same time are followed by one claim and not by many. */
const gatherMs = 1;
const drainMs = 10_000;

/** Starts to send what is owed to webhooks; looks again whenever something may have become due. */
export function startDeliverer(parts: DelivererParts): Deliverer {
  const { database, log, tracer = noTracer } = parts;
  const { pool } = database;
  const stopping = new AbortController();
  const ending = new AbortController();
  const wake = createAlarm();
  const sending = new Map<string, number>();
  const sendingOfTenants = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  const crowded = new Set<string>();
  /** Whether a tenant got less than it has due: each attempt that ends makes room for it. */
  let scarce = false;
  /** Where the last claim was cut: there were more webhooks with something due than it looks at. */
  let after: QueueName | undefined;
  const disabling = new Map<string, Promise<void>>();
  const record = batched(
    async (results: AttemptResult[]) => {
      for (const webhook of await recordAttempts(pool, results)) disable(webhook);
      return results.map(() => undefined);
    },
    { inFlight: 2, most: 200 },
  );

  /** Its own transaction, for which no other webhook waits; the next failure asks for it again, should it fail. */
  const disable = (webhook: LongFailing): void => {
    const { webhookId } = webhook;
    if (disabling.has(webhookId)) return;
    const made = disableLongFailing(database, webhook, stopping.signal)
      .catch((error: unknown) => log.error({ err: error, ...webhook }, 'a webhook could not be disabled'))
      .finally(() => disabling.delete(webhookId));
    disabling.set(webhookId, made);
  };

  const attempt = async (
    delivery: ClaimedDelivery,
    claimedAt: number,
    span: Span | undefined,
  ): Promise<void> => {
    const { orgId, webhookId } = delivery;
    count(sending, webhookId, 1);
    count(sendingOfTenants, orgId, 1);
    try {
      const result = await tryOnce(parts, delivery, claimedAt, ending.signal);
      await (result ? record(result) : releaseDeliveries(pool, [delivery]));
      const outcome = result ? (result.error ?? 'SUCCESS') : 'BROKEN_OFF';
      span?.end({
        attributes: { 'keyward.delivery.outcome': outcome },
        error: outcome === 'SUCCESS' ? undefined : outcome,
      });
    } catch (error) {
      // Nothing is lost: when the lease is over, it is sent again.
      span?.end({ error: codeOfError(error) });
      log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be attempted or recorded');
    } finally {
      count(sending, webhookId, -1);
      count(sendingOfTenants, orgId, -1);
      const wasCrowded = crowded.delete(webhookId);
      if (wasCrowded || delivery.ordered || scarce) wake.ring();
    }
  };

  /**
   * Begins a trace for the attempt. The trace of the change is not known any more: to store it would cost each event and
   * each delivery a column (ADR 0078).
   */
  const startAttempt = (delivery: ClaimedDelivery, claimedAt: number): Promise<void> => {
    const span = tracer.start('delivery', 'consumer', {
      'keyward.event.type': delivery.eventType,
      'keyward.event.id': delivery.eventId,
      'keyward.delivery.id': delivery.id,
      'keyward.delivery.attempt': delivery.attempts + 1,
    });
    return withSpan(span, () => attempt(delivery, claimedAt, span));
  };

  /** @returns whether there may be more to do at once */
  const takeSome = async (): Promise<boolean> => {
    const most = mostSending - attempts.size;
    if (most <= 0) return false;
    const before = new Map(sending);
    const beforeOfTenants = new Map(sendingOfTenants);
    const { claimed, blocked, next } = await claimDeliveries(pool, {
      most,
      sending: before,
      slots,
      failingSlots,
      sendingOfTenants: beforeOfTenants,
      after,
    });
    after = next;
    const claimedAt = performance.now();
    for (const delivery of claimed) {
      const made = startAttempt(delivery, claimedAt);
      attempts.add(made);
      void made.finally(() => attempts.delete(made));
    }
    // Attempts that have ended since the claim made no room in it: there may be more deliveries than it took.
    for (const { orgId, webhookId, slots: its } of claimed) {
      if (count(before, webhookId, 1) >= its) crowded.add(webhookId);
      count(beforeOfTenants, orgId, 1);
    }
    const free = most - claimed.length - blocked.length;
    scarce = [...beforeOfTenants.values()].some((held) => held >= free);
    if (blocked.length > 0) await parkDeliveries(pool, blocked);
    return blocked.length > 0 || next !== undefined;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const more = await takeSome().catch((error: unknown) => {
        log.warn({ err: error }, 'deliveries could not be claimed; trying again');
        return false;
      });
      if (!more) await wake.within(lookEveryMs);
      await wait(gatherMs);
    }
  };
  const running = run();

  return {
    ring() {
      wake.ring();
      setTimeout(wake.ring, lookAgainMs).unref();
    },
    async stop() {
      stopping.abort();
      wake.ring();
      await running;
      const deadline = setTimeout(() => ending.abort(), drainMs);
      await Promise.all(attempts);
      clearTimeout(deadline);
      await Promise.all(disabling.values());
    },
  };
}

/** Counts up or down, and forgets what is at nothing. @returns what it is now */
function count(of: Map<string, number>, id: string, by: 1 | -1): number {
  const now = (of.get(id) ?? 0) + by;
  if (now > 0) of.set(id, now);
  else of.delete(id);
  return now;
}

/**
 * Makes one attempt.
 * @returns undefined when it was broken off, which does not count as an attempt
 */
async function tryOnce(
  parts: DelivererParts,
  delivery: ClaimedDelivery,
  claimedAt: number,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const {
    orgId,
    id,
    createdAt,
    claimedUntil,
    webhookId,
    url,
    eventId,
    eventType,
    eventAt,
    data,
    ordered,
    now,
  } = delivery;
  if (data === null) throw new Error('The event of the delivery no longer exists');
  const attempt = delivery.attempts + 1;
  const began = performance.now();
  // By Postgres's clock, as the schedule is.
  const at = new Date(now.getTime() + began - claimedAt);
  const ended = (end: Pick<AttemptResult, 'responseCode' | 'error' | 'responseBody'>): AttemptResult => {
    const latencyMs = Math.round(performance.now() - began);
    parts.attempted(end.error ?? 'SUCCESS', latencyMs / 1000, delivery.lateSeconds);
    return {
      orgId,
      deliveryId: id,
      createdAt,
      claimedUntil,
      webhookId,
      attempt,
      at,
      latencyMs,
      ordered,
      ...end,
    };
  };
  try {
    const event = { id: eventId, type: eventType, at: eventAt, data };
    const sent = { ...delivery, deliveryId: id, attempt, at, event };
    const { responseCode, error, responseBody } = await sendWebhook(parts, url, sent, { signal });
    return ended({ responseCode, error, responseBody });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
