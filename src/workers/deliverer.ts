import { setTimeout as wait } from 'node:timers/promises';
import { batched } from '../batch.ts';
import type { Database } from '../database/open.ts';
import { webhookRequest } from '../domain/webhook-requests.ts';
import { createAlarm } from '../lib/alarm.ts';
import type { Log } from '../log.ts';
import { type Outgoing, OutgoingFailure } from '../outgoing.ts';
import { type ClaimedDelivery, claimDeliveries } from '../queries/claim-deliveries.ts';
import { parkDeliveries } from '../queries/park-deliveries.ts';
import { type AttemptResult, type LongFailing, recordAttempts } from '../queries/record-attempts.ts';
import { releaseDeliveries } from '../queries/release-deliveries.ts';
import type { Vault } from '../vault.ts';
import { disableLongFailing } from './disable-webhook.ts';
import { listen } from './listen.ts';

export interface Deliverer {
  /** Takes nothing more, gives what is being sent a while, and gives back what is not finished by then. */
  stop(): Promise<void>;
}

export interface DelivererParts {
  database: Pick<Database, 'orm' | 'pool'>;
  outgoing: Pick<Outgoing, 'send'>;
  vault: Pick<Vault, 'open'>;
  log: Log;
  /** Tells how an attempt ended, SUCCESS or the code of its failure; how long it took; and how late it began. */
  attempted: (outcome: string, seconds: number, lateSeconds: number) => void;
}

/** What one process sends at a time, and of it to one webhook; less to one that fails (decisions 6.5). */
const mostSending = 500;
const slots = 20;
const failingSlots = 5;
/** A retry is due without a word from anybody. Its shortest delay is a minute, of which this is little. */
const lookEveryMs = 1_000;
/** What ends at nearly the same time is followed by one claim and not by many. */
const gatherMs = 5;
const drainMs = 10_000;

/** Starts to send what is owed to webhooks; looks again whenever something may have become due. */
export function startDeliverer(parts: DelivererParts): Deliverer {
  const { database, log } = parts;
  const { pool } = database;
  const stopping = new AbortController();
  const ending = new AbortController();
  const wake = createAlarm();
  const sending = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  const crowded = new Set<string>();
  const disabling = new Set<Promise<void>>();
  const record = batched(
    async (results: AttemptResult[]) => {
      for (const webhook of await recordAttempts(pool, results)) disable(webhook);
      return results.map(() => undefined);
    },
    { inFlight: 2, most: 200 },
  );

  /** Its own transaction, for which no other webhook waits; the next failure asks for it again, should it fail. */
  const disable = (webhook: LongFailing): void => {
    const made = disableLongFailing(database, webhook)
      .catch((error: unknown) => log.error({ err: error, ...webhook }, 'a webhook could not be disabled'))
      .finally(() => disabling.delete(made));
    disabling.add(made);
  };

  const attempt = async (delivery: ClaimedDelivery, claimedAt: number): Promise<void> => {
    const { webhookId } = delivery;
    sending.set(webhookId, (sending.get(webhookId) ?? 0) + 1);
    try {
      const result = await tryOnce(parts, delivery, claimedAt, ending.signal);
      await (result ? record(result) : releaseDeliveries(pool, [delivery]));
    } catch (error) {
      // Nothing is lost: when the lease is over, it is sent again.
      log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be attempted or recorded');
    } finally {
      const left = (sending.get(webhookId) ?? 1) - 1;
      if (left > 0) sending.set(webhookId, left);
      else sending.delete(webhookId);
      if (crowded.delete(webhookId) || delivery.ordered || attempts.size >= mostSending) wake.ring();
    }
  };

  /** @returns whether there may be more to do at once */
  const takeSome = async (): Promise<boolean> => {
    const most = mostSending - attempts.size;
    if (most <= 0) return false;
    const { claimed, blocked } = await claimDeliveries(pool, { most, sending, slots, failingSlots });
    const claimedAt = performance.now();
    for (const delivery of claimed) {
      const made = attempt(delivery, claimedAt);
      attempts.add(made);
      void made.finally(() => attempts.delete(made));
    }
    for (const { webhookId, slots: its } of claimed) {
      if ((sending.get(webhookId) ?? 0) >= its) crowded.add(webhookId);
    }
    if (blocked.length > 0) await parkDeliveries(pool, blocked);
    return blocked.length > 0;
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
  const listening = listen(pool, 'keyward_deliveries', wake.ring, stopping.signal);
  const running = run();

  return {
    async stop() {
      stopping.abort();
      wake.ring();
      await Promise.all([running, listening]);
      const deadline = setTimeout(() => ending.abort(), drainMs);
      await Promise.all(attempts);
      clearTimeout(deadline);
      await Promise.all(disabling);
    },
  };
}

/** @returns undefined when it was broken off, which is no attempt */
async function tryOnce(
  { outgoing, vault, attempted }: DelivererParts,
  delivery: ClaimedDelivery,
  claimedAt: number,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const { orgId, id, createdAt, webhookId, url, eventId, eventType, eventAt, data, ordered, now } = delivery;
  if (data === null) throw new Error('The event of the delivery is gone');
  const attempt = delivery.attempts + 1;
  const began = performance.now();
  // By Postgres's clock, as the schedule is.
  const at = new Date(now.getTime() + began - claimedAt);
  const { headers, body } = webhookRequest(vault, {
    ...delivery,
    deliveryId: id,
    attempt,
    at,
    event: { id: eventId, type: eventType, at: eventAt, data },
  });
  const ended = (end: Pick<AttemptResult, 'responseCode' | 'error' | 'responseBody'>): AttemptResult => {
    const latencyMs = Math.round(performance.now() - began);
    attempted(end.error ?? 'SUCCESS', latencyMs / 1000, delivery.lateSeconds);
    return { orgId, deliveryId: id, createdAt, webhookId, attempt, at, latencyMs, ordered, ...end };
  };
  try {
    const { status, body: responseBody } = await outgoing.send(url, {
      method: 'POST',
      headers,
      body,
      signal,
    });
    // A redirect is not followed, and no success.
    const error = status >= 200 && status <= 299 ? null : 'HTTP_STATUS';
    return ended({ responseCode: status, error, responseBody });
  } catch (error) {
    if (error instanceof OutgoingFailure)
      return ended({ responseCode: null, error: error.code, responseBody: null });
    if (signal.aborted) return undefined;
    throw error;
  }
}
