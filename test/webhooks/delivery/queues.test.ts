import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { accept, hang, type Receiver, refuse, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aWebhook, deliveriesOf, delivering, someEvents, soon } from '../../support/webhooks.ts';

let service: TestService;
const receivers: Receiver[] = [];
const receiver = async (...reply: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const started = await startReceiver(...reply);
  receivers.push(started);
  return started;
};
const statuses = async (webhookId: string): Promise<string[]> =>
  (await deliveriesOf(service, webhookId)).map(({ status }) => status);
const due = (webhookId: string) =>
  service.sql(`update deliveries set next_attempt_at = now() where webhook_id = $1 and status = 'RETRYING'`, [
    webhookId,
  ]);

beforeAll(async () => {
  service = await startTestService({ ...delivering, LOG_LEVEL: 'fatal' });
});
afterAll(async () => {
  for (const each of receivers) await each.close();
  await service.stop();
});

describe('one endpoint that hangs', () => {
  test('delays none of fifty others, and gets only twenty deliveries at a time', {
    timeout: 60_000,
  }, async () => {
    const slow = await receiver(hang);
    const fast = await receiver();
    const { id } = await aWebhook(service, { url: slow.url });
    const happens = (times: number) =>
      someEvents(
        service,
        Array.from({ length: times }, () => ({ identityId: newId('idn') })),
      );
    await happens(25);
    await expect.poll(() => slow.received.length, soon).toBe(20);
    const others = [];
    for (let at = 0; at < 50; at++) others.push(await aWebhook(service, { url: fast.url }));
    const rounds = 6;
    for (let round = 0; round < rounds; round++) await happens(1);
    await expect
      .poll(() => fast.received.length, { timeout: 20_000, interval: 50 })
      .toBe(others.length * rounds);
    // All were sent while the first twenty hung: had they waited for one of those, its attempt would have ended.
    const ended = await service.sql(
      'select from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.webhook_id = $1',
      [id],
    );
    expect(ended).toEqual([]);
    const underWay = (await deliveriesOf(service, id)).filter(({ claimed_until: until }) => until !== null);
    expect(underWay).toHaveLength(20);
    expect([slow.received.length, slow.mostAtOnce]).toEqual([20, 20]);
    await service.sql('delete from webhooks where id = $1', [id]);
    await service.sql(`delete from webhooks where url = $1`, [fast.url]);
    await slow.close();
  });
});

describe('an ordered webhook', () => {
  test('gets the events of one resource one after the other, and other events meanwhile', async () => {
    const hook = await receiver(refuse);
    const { id } = await aWebhook(service, { url: hook.url, ordering: 'PER_RESOURCE' });
    const [one, two] = [newId('idn'), newId('idn')];
    const first = await someEvents(service, [{ identityId: one }, { identityId: one }, { identityId: one }]);
    await expect.poll(() => hook.received.length, soon).toBe(1);
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING', 'PENDING', 'PENDING']);

    const [other] = await someEvents(service, [{ identityId: two }]);
    await expect.poll(() => hook.received.length, soon).toBe(2);
    expect(hook.received.map(({ body }) => body.id)).toEqual([first[0], other]);

    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING', 'PENDING', 'PENDING', 'RETRYING']);
    hook.answer(accept);
    await due(id);
    await expect.poll(() => statuses(id), soon).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(hook.received.map(({ body }) => body.id).filter((event) => first.includes(event))).toEqual([
      first[0],
      ...first,
    ]);
  });

  test('stops waiting when its ordering is turned off', async () => {
    const hook = await receiver((response, { body }) =>
      response.writeHead(body.data.identityName === 'no 0' ? 500 : 204).end(),
    );
    const { id } = await aWebhook(service, { url: hook.url, ordering: 'PER_RESOURCE' });
    const identityId = newId('idn');
    await someEvents(service, [{ identityId }, { identityId }, { identityId }]);
    await expect
      .poll(() => deliveriesOf(service, id), soon)
      .toMatchObject([{ attempts: 1 }, { next_attempt_at: Infinity }, { next_attempt_at: Infinity }]);
    await service.ours.call('updateWebhook', { path: { id }, body: { ordering: 'NONE' } });
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING', 'SUCCESS', 'SUCCESS']);
  });

  test('continues with the next delivery after one becomes a dead letter', async () => {
    const hook = await receiver((response, { body }) =>
      response.writeHead(body.data.identityName === 'no 0' ? 500 : 204).end(),
    );
    const { id } = await aWebhook(service, { url: hook.url, ordering: 'PER_RESOURCE' });
    const identityId = newId('idn');
    await someEvents(service, [{ identityId }, { identityId }]);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect
        .poll(() => deliveriesOf(service, id), soon)
        .toMatchObject([{ attempts: attempt }, { attempts: 0 }]);
      await due(id);
    }
    await expect.poll(() => statuses(id), soon).toEqual(['FAILED', 'SUCCESS']);
  });

  test('keeps the order of hundreds of events of a few resources', { timeout: 60_000 }, async () => {
    const hook = await receiver((response) => setImmediate(() => response.writeHead(204).end()));
    const { id } = await aWebhook(service, { url: hook.url, ordering: 'PER_RESOURCE' });
    const resources = Array.from({ length: 5 }, () => newId('idn'));
    const events = resources.flatMap((identityId) => Array.from({ length: 40 }, () => ({ identityId })));
    await someEvents(service, events);
    await expect
      .poll(async () => (await statuses(id)).every((status) => status === 'SUCCESS'), {
        timeout: 40_000,
        interval: 100,
      })
      .toBe(true);
    for (const identityId of resources) {
      const names = hook.received
        .filter(({ body }) => body.data.identityId === identityId)
        .map(({ body }) => Number(body.data.identityName.slice(3)));
      expect(names).toEqual(names.toSorted((a, b) => a - b));
      expect(names).toHaveLength(40);
    }
  });
});

describe('a webhook', () => {
  const set = (id: string, status: string) =>
    service.sql('update webhooks set status = $2 where id = $1', [id, status]);

  test('gets nothing while paused, and every delivery after it is active again', async () => {
    const hook = await receiver(refuse);
    const { id } = await aWebhook(service, { url: hook.url });
    await someEvents(service, [{ identityId: newId('idn') }]);
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING']);
    await set(id, 'PAUSED');
    hook.answer(accept);
    await due(id);
    await someEvents(service, [{ identityId: newId('idn') }]);
    const witness = await receiver();
    await aWebhook(service, { url: witness.url });
    await someEvents(service, [{ identityId: newId('idn') }]);
    await expect.poll(() => witness.received.length, soon).toBe(1);
    expect(await statuses(id)).toEqual(['RETRYING', 'PENDING', 'PENDING']);
    expect(hook.received).toHaveLength(1);
    await set(id, 'ACTIVE');
    await expect.poll(() => statuses(id), soon).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  test('gets nothing after its deletion, and its open deliveries are cancelled', async () => {
    const hook = await receiver(refuse);
    const { id } = await aWebhook(service, { url: hook.url });
    await someEvents(service, [{ identityId: newId('idn') }]);
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING']);
    await service.sql('delete from webhooks where id = $1', [id]);
    await service.runTask('clean-up');
    expect(await statuses(id)).toEqual(['CANCELLED']);
  });

  test('is disabled after failing for 120 hours, with an event, alert, audit row and dead letters', async () => {
    const hook = await receiver(refuse);
    const { id } = await aWebhook(service, { url: hook.url });
    const watch = await receiver();
    await aWebhook(service, { url: watch.url, events: ['webhook.disabled', 'alert.triggered'] });
    await someEvents(service, [{ identityId: newId('idn') }]);
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING']);

    const fail = async (since: string) => {
      await service.sql(`update webhooks set failing_since = now() - $2::interval where id = $1`, [
        id,
        since,
      ]);
      await someEvents(service, [{ identityId: newId('idn') }]);
    };
    await fail('119 hours');
    await expect.poll(() => statuses(id), soon).toEqual(['RETRYING', 'RETRYING']);
    await fail('121 hours');
    await expect.poll(() => statuses(id), soon).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(await service.sql('select * from webhooks where id = $1', [id])).toMatchObject([
      { status: 'DISABLED', total_deliveries: '3', failed_deliveries: '3' },
    ]);
    expect((await deliveriesOf(service, id)).every(({ dead_letter_id: dead }) => dead !== null)).toBe(true);
    await expect
      .poll(() => new Set(watch.received.map(({ body }) => body.type)), soon)
      .toEqual(new Set(['alert.triggered', 'webhook.disabled']));
    expect(
      await service.sql(`select actor_type, target_id from audit_logs where action = 'webhook.disable'`),
    ).toEqual([{ actor_type: 'SYSTEM', target_id: id }]);
    await someEvents(service, [{ identityId: newId('idn') }]);
    expect(await statuses(id)).toHaveLength(3);
  });
});

describe('a delivery that a node has claimed', () => {
  test('is sent by another node after the lease ends, and not before', async () => {
    const hook = await receiver();
    const { id } = await aWebhook(service, { url: hook.url });
    await service.sql(`update webhooks set status = 'PAUSED' where id = $1`, [id]);
    await someEvents(service, [{ identityId: newId('idn') }, { identityId: newId('idn') }]);
    await service.sql(
      `update deliveries set status = 'PENDING', next_attempt_at = now(),
              claimed_until = now() + case when id = (select min(id) from deliveries where webhook_id = $1) then interval '50 seconds' else interval '-1 second' end
        where webhook_id = $1`,
      [id],
    );
    await service.sql(`update webhooks set status = 'ACTIVE' where id = $1`, [id]);
    await expect.poll(async () => (await statuses(id)).toSorted(), soon).toEqual(['PENDING', 'SUCCESS']);
    await service.sql('update deliveries set claimed_until = now() where webhook_id = $1', [id]);
    await expect.poll(() => statuses(id), soon).toEqual(['SUCCESS', 'SUCCESS']);
  });
});
