import pg from 'pg';
import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { test, type TestService } from '../../support/service.ts';
import { aFailedDelivery, createWebhook, deliveriesOf, someEvents, soon } from '../../support/webhooks.ts';

const long = '2020-01-01T00:00:00.000Z';
const subscribed = { events: ['identity.created'] };
const lastAttempt = {
  attempt: 1,
  at: expect.stringMatching(/Z$/),
  responseCode: 503,
  latency: '12ms',
  error: 'HTTP_STATUS',
  responseBody: 'down',
};

const idsOf = (list: { data: { id: string }[] }): string[] => list.data.map(({ id }) => id);
/** Several dead letters of one webhook, the oldest first. */
async function deadLetters({ ours, sql }: TestService, howMany: number) {
  const { id: webhookId } = await createWebhook(ours, { events: ['alert.triggered'] });
  const made = [];
  for (let n = 0; n < howMany; n++) {
    const one = await aFailedDelivery(ours, webhookId);
    await sql(`update deliveries set dead_lettered_at = now() - make_interval(hours => $2) where id = $1`, [
      one.id,
      howMany - n,
    ]);
    made.push(one);
  }
  return { webhookId, made };
}
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('listDeliveries', () => {
  test('shows what one change owed in the order in which it was owed', async ({ service }) => {
    const { id } = await createWebhook(service.ours, subscribed);
    await someEvents(
      service,
      Array.from({ length: 5 }, () => ({ identityId: newId('idn') })),
    );
    const owed = await deliveriesOf(service, id);
    const { body } = await service.ours.call('listDeliveries', { path: { id } });
    expect(idsOf(body)).toEqual(owed.map((one) => one.id).toReversed());
  });

  test('shows the newest first, by status, type and time', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await createWebhook(ours, subscribed);
    await someEvents(
      service,
      [1, 2, 3].map(() => ({ identityId: newId('idn') })),
    );
    const rows = await deliveriesOf(service, id);
    await partitionBefore(service, 'deliveries');
    await sql(`update deliveries set created_at = created_at - interval '1 hour' where id = $1`, [
      rows[1]?.id,
    ]);
    await sql(`update deliveries set status = 'SUCCESS', next_attempt_at = null where id = $1`, [
      rows[2]?.id,
    ]);
    const list = async (query: Record<string, string | number> = {}) => {
      const { status, body } = await ours.call('listDeliveries', { path: { id }, query });
      expect(status).toBe(200);
      return body;
    };
    const whole = await list();
    expect(whole.pagination.total).toBe(3);
    expect(idsOf(whole).at(-1)).toBe(rows[1]?.id);
    expect(whole.data.find((each: { id: string }) => each.id === rows[0]?.id)).toEqual({
      id: rows[0]?.id,
      eventId: rows[0]?.event_id,
      eventType: 'identity.created',
      eventAt: expect.stringMatching(/Z$/),
      resourceId: rows[0]?.resource_id,
      status: 'PENDING',
      attemptCount: 0,
      nextAttemptAt: rows[0]?.next_attempt_at?.toISOString(),
      lastAttempt: null,
      replayOf: null,
      deadLetterId: null,
      createdAt: rows[0]?.created_at.toISOString(),
    });
    expect(idsOf(await list({ status: 'SUCCESS' }))).toEqual([rows[2]?.id]);
    expect(idsOf(await list({ to: hoursAgo(0.5) }))).toEqual([rows[1]?.id]);
    expect((await list({ from: hoursAgo(0.5) })).pagination.total).toBe(2);
    expect((await list({ eventType: 'user.created' })).data).toEqual([]);
    expect((await list({ limit: 2, page: 2 })).data).toHaveLength(1);
    for (const query of [{ from: 'yesterday' }, { from: '1999-01-01T00:00:00Z' }, { status: 'LOST' }])
      expect((await ours.call('listDeliveries', { path: { id }, query: query as never })).status).toBe(400);
  });
});

describe('getDelivery', () => {
  test('shows what is sent and every attempt', async ({ service: { ours } }) => {
    const { id: deliveryId, webhookId } = await aFailedDelivery(ours);
    const { status, body } = await ours.call('getDelivery', { path: { id: webhookId, deliveryId } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: deliveryId,
      status: 'FAILED',
      attemptCount: 1,
      attempts: [lastAttempt],
      lastAttempt,
    });
    expect(body.payload).toEqual({
      id: body.eventId,
      type: 'identity.created',
      timestamp: body.eventAt,
      webhookId,
      data: expect.objectContaining({ identityId: body.resourceId, environment: 'live' }),
    });
  });

  test('knows only those of its webhook', async ({ service: { ours } }) => {
    const { id: deliveryId } = await aFailedDelivery(ours);
    const { id } = await createWebhook(ours);
    const { status, body } = await ours.call('getDelivery', { path: { id, deliveryId } });
    expect([status, body.code]).toEqual([404, 'DELIVERY_NOT_FOUND']);
  });
});

describe('retryDelivery', () => {
  test('tries at once what waits for its next attempt', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await createWebhook(ours, subscribed);
    await someEvents(service, [{ identityId: newId('idn') }]);
    await sql(
      `update deliveries set status = 'RETRYING', attempts = 1, next_attempt_at = now() + interval '12 h' where webhook_id = $1`,
      [id],
    );
    const [row] = await deliveriesOf(service, id);
    const { status, body } = await ours.call('retryDelivery', { path: { id, deliveryId: row?.id ?? '' } });
    expect([status, body.id, body.status]).toEqual([200, row?.id, 'RETRYING']);
    expect(Date.parse(body.nextAttemptAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await deliveriesOf(service, id)).toHaveLength(1);
  });

  test('makes another one of what is finished, and removes its dead letter', async ({ service }) => {
    const { ours } = service;
    const { id: deliveryId, webhookId, deadLetterId } = await aFailedDelivery(ours);
    const path = { id: webhookId, deliveryId, deadLetterId };
    const { status, body } = await ours.call('retryDelivery', { path });
    expect(status).toBe(200);
    const first = (await ours.call('getDelivery', { path })).body;
    expect(first).toMatchObject({ status: 'FAILED', deadLetterId: null });
    expect(body).toMatchObject({
      status: 'PENDING',
      attemptCount: 0,
      replayOf: deliveryId,
      eventId: first.eventId,
      eventAt: first.eventAt,
      resourceId: first.resourceId,
    });
    expect(body.id).not.toBe(deliveryId);
    expect((await ours.call('getDeadLetter', { path })).body.code).toBe('DEAD_LETTER_NOT_FOUND');
  });

  test('sends nothing while the webhook is paused', async ({ service: { ours } }) => {
    const { id: deliveryId, webhookId: id } = await aFailedDelivery(ours);
    await ours.call('pauseWebhook', { path: { id } });
    const { status, body } = await ours.call('retryDelivery', { path: { id, deliveryId } });
    expect([status, body.code, body.details]).toEqual([409, 'WEBHOOK_STATE_CONFLICT', { status: 'PAUSED' }]);
  });
});

describe('listDeadLetters', () => {
  test('shows the latest first, and none that is 30 days old', async ({ service }) => {
    const { ours, sql } = service;
    const { webhookId: id, made } = await deadLetters(service, 3);
    await sql(`update deliveries set dead_lettered_at = now() - interval '30 days' where id = $1`, [
      made[0]?.id,
    ]);
    const { body } = await ours.call('listDeadLetters', { path: { id } });
    expect(idsOf(body)).toEqual([made[2]?.deadLetterId, made[1]?.deadLetterId]);
    expect(body.data[0]).toMatchObject({ deliveryId: made[2]?.id, attemptCount: 1, lastAttempt });
    expect(Date.parse(body.data[0].expiresAt) - Date.parse(body.data[0].failedAt)).toBe(30 * 86_400_000);
    const old = { id, deadLetterId: made[0]?.deadLetterId ?? '' };
    for (const operation of ['getDeadLetter', 'replayDeadLetter', 'deleteDeadLetter'] as const)
      expect((await ours.call(operation, { path: old })).body.code).toBe('DEAD_LETTER_NOT_FOUND');
    const other = await ours.call('listDeadLetters', { path: { id }, query: { eventType: 'user.created' } });
    expect(other.body.data).toEqual([]);
  });
});

describe('getDeadLetter', () => {
  test('shows the payload and every attempt', async ({ service: { ours } }) => {
    const { webhookId: id, deadLetterId, id: deliveryId } = await aFailedDelivery(ours);
    const { body } = await ours.call('getDeadLetter', { path: { id, deadLetterId } });
    expect(body).toMatchObject({
      id: deadLetterId,
      deliveryId,
      attempts: [lastAttempt],
      payload: { webhookId: id },
    });
    const { body: delivery } = await ours.call('getDelivery', { path: { id, deliveryId } });
    expect(body.payload).toEqual(delivery.payload);
  });
});

describe('replayDeadLetter', () => {
  test('makes one delivery, also under parallel calls', async ({ service }) => {
    const { ours } = service;
    const { webhookId: id, deadLetterId, id: deliveryId } = await aFailedDelivery(ours);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ours.call('replayDeadLetter', { path: { id, deadLetterId } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      status: 'PENDING',
      replayOf: deliveryId,
    });
    expect(await deliveriesOf(service, id)).toHaveLength(2);
  });

  test('holds it when the webhook is paused', async ({ service: { ours } }) => {
    const { webhookId: id, deadLetterId } = await aFailedDelivery(ours);
    await ours.call('pauseWebhook', { path: { id } });
    const { body } = await ours.call('replayDeadLetter', { path: { id, deadLetterId } });
    expect(body.status).toBe('HELD');
  });
});

describe('replayDeadLetters', () => {
  test('delivers those of the time, the oldest first', async ({ service }) => {
    const { ours } = service;
    const { webhookId: id, made } = await deadLetters(service, 4);
    const body = { since: hoursAgo(3.5), until: hoursAgo(1.5) };
    const answer = await ours.call('replayDeadLetters', { path: { id }, body });
    expect([answer.status, answer.body]).toEqual([200, { deliveries: 2, hasMore: false }]);
    const left = await ours.call('listDeadLetters', { path: { id } });
    expect(idsOf(left.body)).toEqual([made[3]?.deadLetterId, made[0]?.deadLetterId]);
    const again = (await deliveriesOf(service, id)).slice(4);
    expect(again.map((row) => row.event_id)).toEqual(
      (await deliveriesOf(service, id)).slice(1, 3).map((row) => row.event_id),
    );
  });

  test('stops at a thousand and says that some are left', async ({ service }) => {
    const { ours, sql } = service;
    const { webhookId: id } = await deadLetters(service, 1);
    await sql(
      `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, dead_letter_id, dead_lettered_at)
       select org_id, new_id('dlv'), webhook_id, event_id, event_type, event_at, status, new_id('dlq'), now()
         from deliveries, generate_series(1, 1000) where webhook_id = $1`,
      [id],
    );
    const replay = () => ours.call('replayDeadLetters', { path: { id }, body: { since: long } });
    expect((await replay()).body).toEqual({ deliveries: 1000, hasMore: true });
    expect((await replay()).body).toEqual({ deliveries: 1, hasMore: false });
    expect((await replay()).body).toEqual({ deliveries: 0, hasMore: false });
  });

  test('refuses a time that ends before it starts', async ({ service: { ours } }) => {
    const { id } = await createWebhook(ours);
    for (const operation of ['replayDeadLetters', 'recoverWebhook'] as const) {
      for (const [field, body] of [
        ['until', { since: hoursAgo(1), until: hoursAgo(2) }],
        ['since', { since: 'yesterday' }],
        ['since', {}],
      ] as const) {
        const answer = await ours.call(operation, { path: { id }, body });
        expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
      }
    }
  });
});

describe('deleteDeadLetter', () => {
  test('removes it, and the delivery stays as one that failed', async ({ service: { ours } }) => {
    const { webhookId: id, deadLetterId, id: deliveryId } = await aFailedDelivery(ours);
    const path = { id, deadLetterId, deliveryId };
    const { status, body } = await ours.call('deleteDeadLetter', { path });
    expect([status, body]).toEqual([200, { message: 'Dead letter deleted', id: deadLetterId }]);
    expect((await ours.call('deleteDeadLetter', { path })).status).toBe(404);
    expect((await ours.call('getDelivery', { path })).body).toMatchObject({
      status: 'FAILED',
      deadLetterId: null,
    });
  });
});

describe('recoverWebhook', () => {
  test('owes what was missed since the webhook is there, and nothing twice', async ({ service }) => {
    const { ours, sql } = service;
    await someEvents(service, [{ identityId: newId('idn') }]);
    const { id } = await createWebhook(ours, subscribed);
    const [delivered, pending, failed] = await someEvents(
      service,
      [1, 2, 3].map(() => ({ identityId: newId('idn') })),
    );
    await sql(`update deliveries set status = 'SUCCESS' where webhook_id = $1 and event_id = $2`, [
      id,
      delivered,
    ]);
    await sql(
      `update deliveries set status = 'FAILED', dead_letter_id = new_id('dlq'), dead_lettered_at = now()
        where webhook_id = $1 and event_id = $2`,
      [id, failed],
    );
    await sql(`update webhooks set status = 'DISABLED' where id = $1`, [id]);
    const [missed] = await someEvents(service, [{ identityId: newId('idn') }]);
    await ours.call('resumeWebhook', { path: { id } });

    const recover = () => ours.call('recoverWebhook', { path: { id }, body: { since: long } });
    expect((await recover()).body).toEqual({ deliveries: 2, hasMore: false });
    const open = (await deliveriesOf(service, id)).filter(({ status }) => status === 'PENDING');
    expect(new Set(open.map((row) => row.event_id))).toEqual(new Set([pending, failed, missed]));
    expect((await ours.call('listDeadLetters', { path: { id } })).body.data).toEqual([]);
    expect((await recover()).body).toEqual({ deliveries: 0, hasMore: false });
  });

  test('looks at each of many deliveries once, and lets attempts be recorded meanwhile', async ({
    service,
  }) => {
    const { ours, sql, organizations } = service;
    const { id } = await createWebhook(ours, subscribed);
    for (let n = 0; n < 50; n++)
      await someEvents(
        service,
        Array.from({ length: 200 }, () => ({ identityId: newId('idn') })),
      );
    await sql(
      `update deliveries set status = 'FAILED', dead_letter_id = new_id('dlq'), dead_lettered_at = now() where webhook_id = $1`,
      [id],
    );
    const [oldest] = await deliveriesOf(service, id);
    const other = new pg.Client(service.database);
    await other.connect();
    try {
      // Another transaction holds the oldest dead letter, so the recovery waits in the middle.
      await other.query('begin');
      await other.query('select 1 from deliveries where id = $1 for update', [oldest?.id]);
      const recovered = ours.call('recoverWebhook', { path: { id }, body: { since: long } });
      await expect
        .poll(
          () =>
            sql(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          soon,
        )
        .toHaveLength(1);
      // As recording attempts locks it.
      await sql(`select 1 from webhooks where org_id = $1 and id = $2 for no key update nowait`, [
        organizations.ours.live.orgId,
        id,
      ]);
      await other.query('commit');
      expect((await recovered).body).toEqual({ deliveries: 1000, hasMore: true });
    } finally {
      await other.end();
    }
  });
});
