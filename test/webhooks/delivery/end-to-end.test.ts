import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { accept, type Receiver, refuse, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createWebhook, delivering, soon } from '../../support/webhooks.ts';

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService(delivering);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

describe('a webhook that was created over the API', () => {
  test('is sent a signed event for a change, and its stats and deliveries show it', async () => {
    const { ours } = service;
    const { url, received } = receiver;
    const { id, signingSecret } = await createWebhook(ours, { url, events: ['credential.rotated'] });
    const path = { id };
    const credential = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id: credential.id } });

    await expect.poll(() => received.length, soon).toBe(1);
    const [delivered] = received;
    const headers = delivered?.headers ?? {};
    const signed = createHmac('sha256', signingSecret)
      .update(`${String(headers['x-service-timestamp'])}.`)
      .update(delivered?.raw ?? '');
    expect(headers['x-service-signature']).toBe(signed.digest('hex'));
    expect(delivered?.body).toMatchObject({
      type: 'credential.rotated',
      webhookId: id,
      data: { credentialId: credential.id, reason: 'MANUAL' },
    });

    const stats = async () => (await ours.call('getWebhook', { path })).body.stats;
    await expect.poll(stats, soon).toMatchObject({
      totalDeliveries: 1,
      successfulDeliveries: 1,
      failedDeliveries: 0,
      lastDeliveryStatus: 'SUCCESS',
      lastSuccessAt: expect.any(String),
      lastLatencyMs: expect.any(Number),
    });
    const { body } = await ours.call('listDeliveries', { path });
    expect(body.data).toMatchObject([
      {
        status: 'SUCCESS',
        attemptCount: 1,
        lastAttempt: { responseCode: 204, error: null, responseBody: '' },
      },
    ]);
    const { body: whole } = await ours.call('getDelivery', { path: { id, deliveryId: body.data[0].id } });
    expect(whole.payload).toEqual(delivered?.body);
  });

  test('is sent at its resumption what was held, and by a retry what failed', async () => {
    const { ours } = service;
    const own = await startReceiver(refuse);
    try {
      const { id } = await createWebhook(ours, { url: own.url, events: ['credential.created'] });
      const path = { id };
      await ours.call('pauseWebhook', { path });
      await aCredential(ours);
      const only = async () => (await ours.call('listDeliveries', { path })).body.data[0];
      expect((await only()).status).toBe('HELD');
      await ours.call('resumeWebhook', { path });
      await expect.poll(only, soon).toMatchObject({ status: 'RETRYING', lastAttempt: { responseCode: 500 } });
      own.answer(accept);
      await ours.call('retryDelivery', { path: { id, deliveryId: (await only()).id } });
      await expect.poll(only, soon).toMatchObject({ status: 'SUCCESS', attemptCount: 2 });
    } finally {
      await own.close();
    }
  });
});
