import { expect, onTestFinished } from 'vitest';
import { claimDeliveries } from '../../../src/webhooks/sql/delivery-queue.ts';
import { recordAttempts } from '../../../src/webhooks/sql/record-attempts.ts';
import { newId } from '../../../src/lib/id.ts';
import { idleClaim } from '../../support/claims.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';
import { aWebhook, someEvents } from '../../support/webhooks.ts';

test('the last success of a webhook is the latest, also if a node records an earlier one after it', async ({
  service,
}) => {
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const { id } = await aWebhook(service, { url: 'https://localhost/hook' });
  await someEvents(service, [{ identityId: newId('idn') }, { identityId: newId('idn') }]);
  const { claimed } = await claimDeliveries(pool, { ...idleClaim, most: 200 });
  expect(claimed).toHaveLength(2);
  const times = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  for (const [n, delivery] of claimed.entries())
    await recordAttempts(pool, [
      {
        orgId: delivery.orgId,
        deliveryId: delivery.id,
        createdAt: delivery.createdAt,
        claimedUntil: delivery.claimedUntil,
        webhookId: delivery.webhookId,
        attempt: 1,
        at: new Date(times[n] ?? ''),
        responseCode: 204,
        latencyMs: 3,
        error: null,
        responseBody: null,
        ordered: false,
      },
    ]);
  const { body } = await service.ours.call('getWebhook', { path: { id } });
  expect(body.stats).toMatchObject({ successfulDeliveries: 2, lastSuccessAt: times[0] });
});
