import { createHmac } from 'node:crypto';
import { afterAll, describe, expect } from 'vitest';
import { eventFault } from '../../support/event-schemas.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, test } from '../../support/service.ts';
import { createWebhook, deliveriesOf } from '../../support/webhooks.ts';

const receivers: Receiver[] = [];
const receiver = async (...reply: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...reply);
  receivers.push(started);
  return started;
};
afterAll(() => Promise.all(receivers.map((each) => each.close())));

describe('testWebhook', () => {
  test('sends a signed test event, and returns the answer of the endpoint', async ({ service }) => {
    const { ours, sql } = service;
    const { url, received } = await receiver((response) => response.writeHead(200).end('x'.repeat(3000)));
    const { id, signingSecret } = await createWebhook(ours, { url });
    const { status, body } = await ours.call('testWebhook', { path: { id } });
    expect([status, body]).toEqual([
      200,
      {
        status: 'SUCCESS',
        message: expect.any(String),
        details: {
          responseCode: 200,
          latency: expect.stringMatching(/^\d+ms$/),
          responseBody: 'x'.repeat(1024),
          error: null,
        },
      },
    ]);
    expect(received).toHaveLength(1);
    const [delivered] = received;
    if (!delivered) throw new Error('nothing came');
    const { headers, raw, body: sent } = delivered;
    expect(eventFault(sent)).toBeUndefined();
    expect(sent).toMatchObject({
      type: 'webhook.test',
      webhookId: id,
      data: { webhookId: id, environment: 'live' },
    });
    const signed = createHmac('sha256', signingSecret)
      .update(`${String(headers['x-service-timestamp'])}.`)
      .update(raw);
    expect(headers['x-service-signature']).toBe(signed.digest('hex'));
    expect(await deliveriesOf(service, id)).toEqual([]);
    expect((await ours.call('getWebhook', { path: { id } })).body.stats.totalDeliveries).toBe(0);
    expect(
      await sql('select action, result from audit_logs where target_id = $1 order by created_at', [id]),
    ).toEqual([
      { action: 'webhook.create', result: 'SUCCESS' },
      { action: 'webhook.test', result: 'SUCCESS' },
    ]);
  });

  test('answers 200 with FAILED if the endpoint rejects the event, also while paused or disabled', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { url } = await receiver((response) => response.writeHead(302, { location: '/' }).end('elsewhere'));
    const { id } = await createWebhook(ours, { url });
    for (const state of ['ACTIVE', 'PAUSED', 'DISABLED']) {
      await sql('update webhooks set status = $2 where id = $1', [id, state]);
      const { status, body } = await ours.call('testWebhook', { path: { id } });
      expect([status, body.status, body.details]).toMatchObject([
        200,
        'FAILED',
        { responseCode: 302, responseBody: 'elsewhere', error: 'HTTP_STATUS' },
      ]);
    }
    const { id: nowhere } = await createWebhook(ours);
    const { body } = await ours.call('testWebhook', { path: { id: nowhere } });
    expect(body).toMatchObject({
      status: 'FAILED',
      details: { responseCode: null, responseBody: null, error: 'CONNECTION_REFUSED' },
    });
  });

  test('does not call a private address, even if the stored webhook names one', async () => {
    const service = await startTestService({ EGRESS_ALLOW: '' });
    try {
      const { id } = await createWebhook(service.ours, { url: 'https://hooks.example.com/' });
      await service.sql(`update webhooks set url = 'https://127.0.0.1:9/' where id = $1`, [id]);
      const { body } = await service.ours.call('testWebhook', { path: { id } });
      expect(body.details.error).toBe('BLOCKED_ADDRESS');
    } finally {
      await service.stop();
    }
  });

  test('holds no row lock while the endpoint is slow', async ({ service: { ours } }) => {
    let finish = (): void => undefined;
    const { url, received } = await receiver((response) => {
      finish = () => response.writeHead(204).end();
    });
    const { id } = await createWebhook(ours, { url });
    const tested = ours.call('testWebhook', { path: { id } });
    await expect.poll(() => received.length).toBe(1);
    expect((await ours.call('updateWebhook', { path: { id }, body: { name: 'renamed' } })).status).toBe(200);
    finish();
    expect((await tested).body.status).toBe('SUCCESS');
  });

  test('allows ten calls a minute for each webhook', async ({ service: { ours, sql } }) => {
    const { id } = await createWebhook(ours);
    const call = () => ours.call('testWebhook', { path: { id } });
    for (let n = 0; n < 10; n++) expect((await call()).status).toBe(200);
    const refused = await call();
    expect([refused.status, refused.body.code, refused.body.details.limit]).toEqual([
      429,
      'RATE_LIMITED',
      10,
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await sql(`update webhooks set test_window_started_at = now() - interval '61 s' where id = $1`, [id]);
    expect((await call()).status).toBe(200);
  });
});
