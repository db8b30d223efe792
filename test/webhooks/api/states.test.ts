import pg from 'pg';
import { describe, expect } from 'vitest';
import { isId, newId } from '../../../src/lib/id.ts';
import { anIdentity } from '../../support/builders.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { createWebhook, deliveriesOf, someEvents } from '../../support/webhooks.ts';

const subscribed = { events: ['identity.created'] };
const anEvent = (service: TestService) => someEvents(service, [{ identityId: newId('idn') }]);
const disable = ({ sql }: TestService, id: string) =>
  sql(
    `update webhooks set status = 'DISABLED', disabled_at = now(), failing_since = now() - interval '5 days' where id = $1`,
    [id],
  );

describe('fan-out', () => {
  test('creates a delivery in the same transaction for each subscribed webhook, and for no other', async ({
    service,
  }) => {
    const { ours, theirs, oursTest } = service;
    const hooks = await Promise.all([
      createWebhook(ours, subscribed),
      createWebhook(ours, { events: ['*'] }),
      createWebhook(ours, { events: ['user.created'] }),
      createWebhook(theirs, subscribed),
      createWebhook(oursTest, { events: ['*'] }),
    ]);
    const identityId = await anIdentity(ours);
    // Who subscribes to everything is told as well that our key was used.
    const owedTo = async (id: string) =>
      (await deliveriesOf(service, id)).filter((row) => row.event_type !== 'credential.used');
    const owed = await Promise.all(hooks.map(({ id }) => owedTo(id)));
    expect(owed.map((rows) => rows.length)).toEqual([1, 1, 0, 0, 0]);
    const [row] = owed[0] ?? [];
    expect(isId('dlv', row?.id ?? '')).toBe(true);
    expect(row).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      event_type: 'identity.created',
      resource_id: identityId,
    });
  });

  test('keeps the order of the events of one statement', async ({ service }) => {
    const { id } = await createWebhook(service.ours, subscribed);
    const ids = await someEvents(
      service,
      Array.from({ length: 200 }, () => ({ identityId: newId('idn') })),
    );
    expect((await deliveriesOf(service, id)).map((row) => row.event_id)).toEqual(ids);
  });

  test('makes valid ids that sort by time', async ({ service: { sql } }) => {
    const before = newId('dlv', Date.now() - 5_000);
    const rows = await sql<{ id: string }>(`select new_id('dlv') as id from generate_series(1, 1000)`);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1000);
    for (const { id } of rows) expect(isId('dlv', id)).toBe(true);
    expect(rows.every(({ id }) => id > before && id < newId('dlv', Date.now() + 5_000))).toBe(true);
  });
});

describe('pauseWebhook', () => {
  test('holds existing and new deliveries, and resumeWebhook releases them in order', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await createWebhook(ours, subscribed);
    const path = { id };
    await anEvent(service);
    await anEvent(service);
    await sql(
      `update deliveries set status = 'RETRYING', attempts = 1, next_attempt_at = now() + interval '5 minutes'
        where webhook_id = $1 and position = (select min(position) from deliveries where webhook_id = $1)`,
      [id],
    );
    const before = await deliveriesOf(service, id);
    const paused = await ours.call('pauseWebhook', { path });
    expect([paused.status, paused.body.status, paused.body.signingSecret]).toEqual([
      200,
      'PAUSED',
      'whsec_********',
    ]);
    expect((await ours.call('pauseWebhook', { path })).status).toBe(200);
    await anEvent(service);
    const shown = async (query: { status?: 'HELD' | 'PENDING' } = {}) => {
      const { data } = (await ours.call('listDeliveries', { path, query })).body;
      return (data as { status: string; nextAttemptAt: string | null }[]).map(({ status, nextAttemptAt }) => [
        status,
        nextAttemptAt !== null,
      ]);
    };
    const held = Array.from({ length: 3 }, () => ['HELD', false]);
    expect(await shown()).toEqual(held);
    expect(await shown({ status: 'HELD' })).toEqual(held);
    expect(await shown({ status: 'PENDING' })).toEqual([]);

    const resumed = await ours.call('resumeWebhook', { path });
    expect(resumed.body.status).toBe('ACTIVE');
    expect((await ours.call('resumeWebhook', { path })).status).toBe(200);
    expect(await shown()).toEqual([
      ['PENDING', true],
      ['PENDING', true],
      ['RETRYING', true],
    ]);
    // A retry that waited goes on waiting.
    expect((await deliveriesOf(service, id)).slice(0, 2)).toEqual(before);
  });

  test('does not wait for an open transaction, and the clean-up cancels a delivery from it', async ({
    service,
  }) => {
    const { ours, database } = service;
    // The webhook gets every use of a key. If an operation waited for the open transaction, every verification would wait too.
    const { id } = await createWebhook(ours, { events: ['*'] });
    const other = new pg.Client(database);
    await other.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into events (org_id, id, type, data)
         select org_id, new_id('evt'), type, data from events where type = 'credential.used' and org_id = $1 limit 1`,
        [ours.orgId],
      );
      for (const operation of ['pauseWebhook', 'resumeWebhook', 'deleteWebhook'] as const)
        expect((await ours.call(operation, { path: { id } })).status).toBe(200);
      await other.query('commit');
    } finally {
      await other.end();
    }
    expect((await deliveriesOf(service, id)).some(({ status }) => status === 'PENDING')).toBe(true);
    await service.runTask('clean-up');
    expect(new Set((await deliveriesOf(service, id)).map(({ status }) => status))).toEqual(
      new Set(['CANCELLED']),
    );
  });
});

describe('resumeWebhook', () => {
  test('enables a disabled webhook, which until then gets no deliveries and cannot be paused or replayed', async ({
    service,
  }) => {
    const { ours } = service;
    const { id } = await createWebhook(ours, subscribed);
    const path = { id };
    await disable(service, id);
    await anEvent(service);
    expect(await deliveriesOf(service, id)).toEqual([]);
    for (const [operation, body] of [
      ['pauseWebhook', undefined],
      ['recoverWebhook', { since: '2026-01-15T10:30:00.000Z' }],
      ['replayDeadLetters', { since: '2026-01-15T10:30:00.000Z' }],
    ] as const) {
      const refused = await ours.call(operation, { path, ...(body ? { body } : {}) });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        409,
        'WEBHOOK_STATE_CONFLICT',
        { status: 'DISABLED' },
      ]);
    }
    const { body } = await ours.call('resumeWebhook', { path });
    expect(body).toMatchObject({ status: 'ACTIVE', disabledAt: null, failingSince: null });
    await anEvent(service);
    expect(await deliveriesOf(service, id)).toHaveLength(1);
  });
});

describe('rotateWebhookSecret', () => {
  test('returns the new secret in full, and keeps the old one for a day', async ({
    service: { ours, sql },
  }) => {
    const { id, signingSecret } = await createWebhook(ours);
    const { status, body, headers } = await ours.call('rotateWebhookSecret', { path: { id } });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(body.signingSecret).not.toBe(signingSecret);
    expect(Date.parse(body.previousSecretExpiresAt) - Date.parse(body.updatedAt)).toBe(86_400_000);
    const { body: later } = await ours.call('rotateWebhookSecret', {
      path: { id },
      body: { gracePeriod: 0 },
    });
    expect(later.previousSecretExpiresAt).toBeNull();
    expect(await sql('select previous_secret from webhooks where id = $1', [id])).toEqual([
      { previous_secret: null },
    ]);
  });

  test('rejects an invalid grace period', async ({ service: { ours } }) => {
    const { id } = await createWebhook(ours);
    for (const gracePeriod of [-1, 604_801, 1.5, '60']) {
      const { status, body } = await ours.call('rotateWebhookSecret', {
        path: { id },
        body: { gracePeriod },
      });
      expect([gracePeriod, status, Object.keys(body.details)]).toEqual([gracePeriod, 400, ['gracePeriod']]);
    }
  });
});

describe('createWebhook', () => {
  test('enforces the limit under parallel calls, and allows another webhook after a deletion', async () => {
    const service = await startTestService({ MAX_WEBHOOKS: '3' });
    try {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () =>
          service.ours.call('createWebhook', {
            body: { name: 'one', url: 'https://127.0.0.1:9/', events: ['*'] },
          }),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(3);
      for (const { status, body } of answers.filter((answer) => answer.status !== 201))
        expect([status, body.code, body.details.limit]).toEqual([409, 'QUOTA_EXCEEDED', 3]);
      await service.ours.call('deleteWebhook', { path: { id: made[0]?.body.id } });
      expect(await createWebhook(service.ours)).toMatchObject({ status: 'ACTIVE' });
    } finally {
      await service.stop();
    }
  });
});
