import { Stripe } from 'stripe';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isId, newId } from '../../../src/lib/id.ts';
import { anIdentity } from '../../support/builders.ts';
import { eventFault } from '../../support/event-schemas.ts';
import { accept, type Received, type Receiver, refuse, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aWebhook, deliveriesOf, delivering, someEvents, soon } from '../../support/webhooks.ts';

let service: TestService;
const receivers: Receiver[] = [];
const receiver = async (...reply: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...reply);
  receivers.push(started);
  return started;
};

beforeAll(async () => {
  service = await startTestService(delivering);
});
afterAll(async () => {
  for (const each of receivers) await each.close();
  await service.stop();
});

const anEvent = async (): Promise<string> =>
  (await someEvents(service, [{ identityId: newId('idn') }]))[0] ?? '';

describe('an event', () => {
  test('reaches a subscriber, in the envelope of the contract', async () => {
    const { url, received } = await receiver();
    const { id } = await aWebhook(service, { url });
    const identityId = await anIdentity(service.ours);

    await expect.poll(() => received.length, soon).toBe(1);
    const [{ body, headers } = { body: {}, headers: {} as Received['headers'] }] = received;
    expect(eventFault(body)).toBeUndefined();
    expect(body).toMatchObject({ type: 'identity.created', webhookId: id, data: { identityId } });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-service-event-id': body.id,
      'x-service-event-type': 'identity.created',
      'x-service-event-version': '1',
      'x-service-attempt': '1',
      'webhook-id': body.id,
    });
    await expect
      .poll(() => deliveriesOf(service, id), soon)
      .toMatchObject([{ status: 'SUCCESS', attempts: 1 }]);
    const [delivery] = await deliveriesOf(service, id);
    expect(delivery?.id).toBe(headers['x-service-delivery-id']);
    expect(isId('dlv', delivery?.id ?? '')).toBe(true);
    const [stats] = await service.sql('select * from webhooks where id = $1', [id]);
    expect(stats).toMatchObject({
      total_deliveries: '1',
      successful_deliveries: '1',
      failed_deliveries: '0',
      last_delivery_status: 'SUCCESS',
      failing_since: null,
      version: 1,
    });
  });

  test('does not reach a webhook without the subscription, or another tenant', async () => {
    const other = await receiver();
    const { id } = await aWebhook(service, { url: other.url, events: ['identity.revoked'] });
    await anIdentity(service.theirs);
    await anIdentity(service.oursTest);
    const mine = await receiver();
    await aWebhook(service, { url: mine.url });
    await anIdentity(service.ours);
    await expect.poll(() => mine.received.length, soon).toBe(1);
    expect(other.received).toEqual([]);
    expect(await deliveriesOf(service, id)).toEqual([]);
  });

  test('has a signature that two independent libraries accept, and reject with another secret', async () => {
    const { url, received } = await receiver();
    const { secret } = await aWebhook(service, { url });
    await anEvent();
    await expect.poll(() => received.length, soon).toBe(1);
    const [{ raw, headers } = { raw: Buffer.alloc(0), headers: {} }] = received;

    const standard = headers as Record<string, string>;
    expect(new StandardWebhook(secret).verify(raw, standard)).toMatchObject({ type: 'identity.created' });
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(() => new StandardWebhook(other).verify(raw, standard)).toThrow('No matching signature');

    const stripe = (key: string) =>
      new Stripe('sk_test_none').webhooks.constructEvent(
        raw,
        `t=${standard['x-service-timestamp']},v1=${standard['x-service-signature']}`,
        key,
      );
    expect(stripe(secret)).toMatchObject({ type: 'identity.created' });
    expect(() => stripe(other)).toThrow();
  });
});

/** Seconds from a failure to the next attempt (service-api 6.4). */
const ladder = [60, 300, 1_800, 7_200, 43_200];

describe('a failing endpoint', () => {
  test('gets six attempts, never early, before the delivery becomes a dead letter', async () => {
    const { url, received } = await receiver(refuse);
    const { id } = await aWebhook(service, { url });
    await anEvent();
    for (const [step, seconds] of ladder.entries()) {
      await expect
        .poll(() => deliveriesOf(service, id), soon)
        .toMatchObject([{ status: 'RETRYING', attempts: step + 1, claimed_until: null }]);
      const [waits] = await service.sql<{ seconds: number; left: number }>(
        `select extract(epoch from d.next_attempt_at - a.at)::float8 - a.latency_ms / 1000.0 as seconds,
                extract(epoch from d.next_attempt_at - clock_timestamp())::float8 as left
           from deliveries d join delivery_attempts a on a.delivery_id = d.id
          where d.webhook_id = $1 order by a.attempt desc limit 1`,
        [id],
      );
      expect(waits?.seconds).toBeGreaterThanOrEqual(seconds);
      // From when it was written down, which a busy machine does later. A millisecond is added, and the column rounds.
      expect(waits?.left).toBeLessThan(seconds + 0.002);
      await service.sql('update deliveries set next_attempt_at = now() where webhook_id = $1', [id]);
    }
    await expect
      .poll(() => deliveriesOf(service, id), soon)
      .toMatchObject([{ status: 'FAILED', attempts: 6 }]);
    const [dead] = await deliveriesOf(service, id);
    expect(isId('dlq', dead?.dead_letter_id ?? '')).toBe(true);
    expect(dead).toMatchObject({ next_attempt_at: null, claimed_until: null });
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(new Set(received.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(
      await service.sql(
        `select attempt, response_code, error, response_body from delivery_attempts
          where delivery_id = $1 order by attempt`,
        [dead?.id],
      ),
    ).toEqual(
      [1, 2, 3, 4, 5, 6].map((attempt) => ({
        attempt,
        response_code: 500,
        error: 'HTTP_STATUS',
        response_body: 'out of order',
      })),
    );
    expect(await service.sql('select * from webhooks where id = $1', [id])).toMatchObject([
      { total_deliveries: '1', failed_deliveries: '1', last_delivery_status: 'FAILED' },
    ]);
  });

  test('is marked as failing until it accepts a delivery', async () => {
    const hook = await receiver(refuse);
    const { id } = await aWebhook(service, { url: hook.url });
    await anEvent();
    const failing = async () =>
      (
        await service.sql<{ failing_since: Date | null }>(
          'select failing_since from webhooks where id = $1',
          [id],
        )
      )[0]?.failing_since;
    await expect.poll(failing, soon).toBeInstanceOf(Date);
    hook.answer(accept);
    await service.sql('update deliveries set next_attempt_at = now() where webhook_id = $1', [id]);
    await expect.poll(failing, soon).toBeNull();
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'SUCCESS', attempts: 2 }]);
  });

  test('fails if it redirects, and succeeds with any 2xx status', async () => {
    const target = await receiver();
    const { url } = await receiver((response) => response.writeHead(307, { location: target.url }).end());
    const good = await receiver((response) => response.writeHead(299).end());
    const { id } = await aWebhook(service, { url });
    const { id: other } = await aWebhook(service, { url: good.url });
    await anEvent();
    await expect.poll(() => deliveriesOf(service, id), soon).toMatchObject([{ status: 'RETRYING' }]);
    await expect.poll(() => deliveriesOf(service, other), soon).toMatchObject([{ status: 'SUCCESS' }]);
    expect(target.received).toEqual([]);
  });

  test('fails with any status that is not 2xx, also with one that no RFC has, which its attempt shows', async () => {
    const { url } = await receiver((response) => response.writeHead(799).end());
    const { id } = await aWebhook(service, { url });
    await anEvent();
    await expect.poll(() => deliveriesOf(service, id), soon).toMatchObject([{ status: 'RETRYING' }]);
    const { status, body } = await service.ours.call('listDeliveries', { path: { id } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ lastAttempt: { responseCode: 799 } }]);
  });

  test('is not called at a private address, and the attempt counts as failed', async () => {
    const { id } = await aWebhook(service, { url: 'https://10.0.0.1/hook' });
    await anEvent();
    await expect
      .poll(() => deliveriesOf(service, id), soon)
      .toMatchObject([{ status: 'RETRYING', attempts: 1 }]);
    expect(
      await service.sql(
        `select a.error, a.response_code from delivery_attempts a join deliveries d on d.id = a.delivery_id
          where d.webhook_id = $1`,
        [id],
      ),
    ).toEqual([{ error: 'BLOCKED_ADDRESS', response_code: null }]);
  });
});
