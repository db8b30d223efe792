import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { test, type TestService } from '../../support/service.ts';
import { aFailedDelivery, createWebhook, deliveriesOf, someEvents } from '../../support/webhooks.ts';

const subscribed = { events: ['identity.created'] };
const anEvent = (service: TestService) => someEvents(service, [{ identityId: newId('idn') }]);

/** Makes what a webhook was owed that much older, and the partitions it then belongs to. */
async function age({ sql }: TestService, webhookId: string, days: number): Promise<void> {
  const weeks = await sql<{ name: string; starts: Date; ends: Date }>(
    `select to_char(starts at time zone 'UTC', '"deliveries_"YYYYMMDD') as name, starts, starts + interval '1 week' as ends
       from (select distinct date_trunc('week', created_at - make_interval(days => $2), 'UTC') as starts
               from deliveries where webhook_id = $1) as week`,
    [webhookId, days],
  );
  if (weeks.length === 0) throw new Error('no week');
  for (const { name, starts, ends } of weeks) {
    const [from, to] = [starts.toISOString(), ends.toISOString()];
    await sql(
      `create table if not exists ${name} partition of deliveries for values from ('${from}') to ('${to}')`,
    );
  }
  await sql(
    `update deliveries set created_at = created_at - make_interval(days => $2), event_at = event_at - make_interval(days => $2)
      where webhook_id = $1`,
    [webhookId, days],
  );
}

describe('a delivery of a paused webhook', () => {
  test('becomes a dead letter after 30 days, with or without an attempt', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await createWebhook(ours, subscribed);
    await anEvent(service);
    await anEvent(service);
    await sql(
      `update deliveries set status = 'RETRYING', attempts = 1
        where webhook_id = $1 and position = (select min(position) from deliveries where webhook_id = $1)`,
      [id],
    );
    await ours.call('pauseWebhook', { path: { id } });
    await age(service, id, 29);
    await service.runTask('clean-up');
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(['RETRYING', 'PENDING']);
    await age(service, id, 2);
    await service.runTask('clean-up');
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
    expect((await ours.call('listDeadLetters', { path: { id } })).body.pagination.total).toBe(2);
    expect((await ours.call('getWebhook', { path: { id } })).body.stats).toMatchObject({
      totalDeliveries: 2,
      failedDeliveries: 2,
    });
  });
});

describe('a delivery whose event is gone', () => {
  const moveEvent = ({ sql }: TestService, webhookId: string, days: number) =>
    sql(`update deliveries set event_at = now() - make_interval(days => $2) where webhook_id = $1`, [
      webhookId,
      days,
    ]);

  test('is cancelled, and cannot be shown or retried', async ({ service }) => {
    const { ours } = service;
    const { id } = await createWebhook(ours, subscribed);
    await anEvent(service);
    const [row] = await deliveriesOf(service, id);
    const path = { id, deliveryId: row?.id ?? '' };
    await moveEvent(service, id, 62);
    await service.runTask('clean-up');
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'CANCELLED', next_attempt_at: null }]);
    expect((await ours.call('listDeliveries', { path })).body.data).toEqual([]);
    expect((await ours.call('getDelivery', { path })).body.code).toBe('DELIVERY_NOT_FOUND');
    expect((await ours.call('retryDelivery', { path })).body.code).toBe('DELIVERY_NOT_FOUND');
  });

  test('stops being a dead letter at the time that expiresAt announced', async ({ service }) => {
    const { ours } = service;
    const { id: deliveryId, deadLetterId, webhookId: id } = await aFailedDelivery(ours);
    const path = { id, deliveryId, deadLetterId };
    // Replayed late, and given up once more.
    await moveEvent(service, id, 50);
    const { data } = (await ours.call('listDeadLetters', { path })).body;
    expect(Math.round((Date.parse(data[0].expiresAt) - Date.now()) / 86_400_000)).toBe(12);
    await moveEvent(service, id, 62);
    expect((await ours.call('listDeadLetters', { path })).body.data).toEqual([]);
    const body = { since: '2020-01-01T00:00:00.000Z' };
    expect((await ours.call('replayDeadLetters', { path, body })).body.deliveries).toBe(0);
    for (const operation of ['getDeadLetter', 'replayDeadLetter', 'deleteDeadLetter'] as const)
      expect((await ours.call(operation, { path })).body.code).toBe('DEAD_LETTER_NOT_FOUND');
  });
});
