import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  releaseDeliveries,
} from '../../../src/webhooks/sql/delivery-queue.ts';
import { type AttemptResult, recordAttempts } from '../../../src/webhooks/sql/record-attempts.ts';
import { idleClaim } from '../../support/claims.ts';
import { poolOf } from '../../support/pool.ts';
import { test, type TestService } from '../../support/service.ts';
import { aWebhook, deliveriesOf, someEvents } from '../../support/webhooks.ts';

const ended = (delivery: ClaimedDelivery, error: string | null): AttemptResult => ({
  ...delivery,
  deliveryId: delivery.id,
  attempt: delivery.attempts + 1,
  at: delivery.now,
  responseCode: null,
  latencyMs: 1,
  error,
  responseBody: null,
});

/** A delivery that one process has claimed, and when its lease was over another one. */
async function claimedTwice(service: TestService) {
  const pool = poolOf(service);
  const { id: webhookId } = await aWebhook(service, { url: 'https://localhost/hook' });
  await someEvents(service, [{ identityId: newId('idn') }]);
  const claim = async (): Promise<ClaimedDelivery> => {
    const { claimed } = await claimDeliveries(pool, idleClaim);
    const mine = claimed.find((delivery) => delivery.webhookId === webhookId);
    if (!mine) throw new Error('nothing was claimed');
    return mine;
  };
  const first = await claim();
  await service.sql(`update deliveries set claimed_until = now() - interval '1 s' where webhook_id = $1`, [
    webhookId,
  ]);
  return { pool, webhookId, first, second: await claim() };
}

test('a late result or release is ignored after another process has claimed the delivery', async ({
  service,
}) => {
  const { pool, webhookId, first, second } = await claimedTwice(service);
  await recordAttempts(pool, [ended(first, 'TIMEOUT')]);
  await releaseDeliveries(pool, [first]);
  expect(await deliveriesOf(service, webhookId)).toMatchObject([
    { status: 'PENDING', attempts: 0, claimed_until: second.claimedUntil },
  ]);
  await recordAttempts(pool, [ended(first, 'TIMEOUT'), ended(second, null)]);
  expect(await deliveriesOf(service, webhookId)).toMatchObject([{ status: 'SUCCESS', attempts: 1 }]);
  await pool.end();
});

test('a late result counts if no other process has claimed the delivery', async ({ service }) => {
  const { pool, webhookId, second } = await claimedTwice(service);
  await recordAttempts(pool, [ended(second, 'TIMEOUT')]);
  expect(await deliveriesOf(service, webhookId)).toMatchObject([{ status: 'RETRYING', attempts: 1 }]);
  await pool.end();
});
