import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { claimDeliveries, parkDeliveries } from '../../../src/webhooks/sql/delivery-queue.ts';
import { idleClaim } from '../../support/claims.ts';
import { holding } from '../../support/held-rows.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';
import { aWebhook, deliveriesOf, someEvents } from '../../support/webhooks.ts';

test('parking does not wait for a delivery that another statement holds, and leaves it due', async ({
  service,
}) => {
  const { id } = await aWebhook(service, { url: 'https://localhost/hook', ordering: 'PER_RESOURCE' });
  const identityId = newId('idn');
  await someEvents(
    service,
    Array.from({ length: 3 }, () => ({ identityId })),
  );
  const pool = poolOf(service);
  const { blocked } = await claimDeliveries(pool, idleClaim);
  expect(blocked).toHaveLength(2);
  const letGo = await holding(service, 'select from deliveries where id = $1 for update', [blocked[0]?.id]);
  await parkDeliveries(pool, blocked);
  await letGo();
  const due = new Map((await deliveriesOf(service, id)).map((one) => [one.id, one.next_attempt_at]));
  expect(due.get(blocked[0]?.id ?? '')).toBeInstanceOf(Date);
  expect(due.get(blocked[1]?.id ?? '')).toBe(Number.POSITIVE_INFINITY);
  await pool.end();
});
