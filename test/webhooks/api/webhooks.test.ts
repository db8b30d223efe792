import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { newId } from '../../../src/lib/id.ts';
import { aCallerWith } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aFailedDelivery, createWebhook, deliveriesOf, someEvents } from '../../support/webhooks.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const whole = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
const masked = 'whsec_********';
const noStats = {
  totalDeliveries: 0,
  successfulDeliveries: 0,
  failedDeliveries: 0,
  lastDeliveryAt: null,
  lastDeliveryStatus: null,
  lastLatencyMs: null,
  lastSuccessAt: null,
  deadLetters: 0,
};
const wanted = {
  name: 'Secret store',
  url: 'https://hooks.example.com/keyward',
  events: ['credential.rotated'],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ EGRESS_ALLOW: '' });
});
afterAll(() => service.stop());

const make = (fields: Record<string, unknown> = {}) => createWebhook(service.ours, { ...wanted, ...fields });

describe('createWebhook', () => {
  test('answers every field, the whole secret among them, and keeps it sealed', async () => {
    const { caller, id: createdBy } = await aCallerWith(service, ['webhooks.write', 'credentials.read']);
    const { status, body, headers } = await caller.call('createWebhook', { body: wanted });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      ...wanted,
      status: 'ACTIVE',
      ordering: 'NONE',
      signingSecret: whole,
      previousSecretExpiresAt: null,
      failingSince: null,
      disabledAt: null,
      createdAt: time,
      updatedAt: time,
      createdBy,
    });
    expect(Buffer.from(body.signingSecret.slice(6), 'base64')).toHaveLength(32);
    const [row] = await service.sql<{ whole: string }>(
      `select encode(secret, 'escape') || w::text as whole from webhooks w where id = $1`,
      [body.id],
    );
    expect(row?.whole).not.toContain(body.signingSecret.slice(6, 30));
  });

  test('takes every type of event that is sent, and all of them', async () => {
    const types = Object.keys(document.webhooks).filter((type) => type !== 'webhook.test');
    for (const events of [['*'], types]) expect(await make({ events })).toMatchObject({ events });
  });

  test('refuses what is not allowed, by field', async () => {
    const refused: [field: string, change: object][] = [
      ['name', { name: 'x' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: undefined }],
      ['url', { url: undefined }],
      ['events', { events: undefined }],
      ['events', { events: [] }],
      ['events', { events: ['identity.created', 'identity.created'] }],
      ['events', { events: Array.from({ length: 129 }, (_, at) => `identity.e${at}`) }],
      ['events.1', { events: ['identity.created', 'identity.exploded'] }],
      ['events.0', { events: ['webhook.test'] }],
      ['ordering', { ordering: 'SOMETIMES' }],
      ['signingSecret', { signingSecret: 'whsec_mine' }],
    ];
    for (const [field, change] of refused) {
      const { status, body } = await service.ours.call('createWebhook', { body: { ...wanted, ...change } });
      expect([field, status, body.code, Object.keys(body.details)]).toEqual([
        field,
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
  });

  test.for([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    'https://user@hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://localhost/',
    'https://localhost./',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fc00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[64:ff9b::7f00:1]/',
    'https://①②⑦.0.0.1/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:1023/',
    'https://8.8.8.8:25/',
    'https://hooks..example/',
    'https://-hooks.example/',
    `https://${'a'.repeat(64)}.example/`,
  ])('refuses %s', async (url) => {
    const { status, body } = await service.ours.call('createWebhook', { body: { ...wanted, url } });
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', ['url']]);
    const { id } = await make();
    expect((await service.ours.call('updateWebhook', { path: { id }, body: { url } })).status).toBe(400);
  });

  test.each(['https://bücher.example/', 'https://hooks.example.com/größe'])(
    'tells how %s is written, at creation and change',
    async (url) => {
      const { id } = await make();
      for (const { status, body } of [
        await service.ours.call('createWebhook', { body: { ...wanted, url } }),
        await service.ours.call('updateWebhook', { path: { id }, body: { url } }),
      ]) {
        expect([status, body.details.url]).toEqual([400, expect.stringContaining('xn--bcher-kva.example')]);
      }
      const body = { ...wanted, url: new URL(url).href };
      expect((await service.ours.call('createWebhook', { body })).status).toBe(201);
    },
  );

  test('tells which ports are called, and takes others where an operator allows them', async () => {
    const refused = async (origin: string, url: string) => {
      const { key, orgId } = service.organizations.ours.live;
      const body = { ...wanted, url };
      return (await createClient(origin, key, orgId).call('createWebhook', { body })).body.details?.url;
    };
    const sentence =
      'must be a URL with port 443 or a port above 1023, such as https://hooks.example.com:8443/';
    expect(await refused(service.origin, 'https://hooks.example.com:25/')).toBe(sentence);
    expect(await refused(service.origin, 'https://hooks.example.com:1024/')).toBeUndefined();
    // A name may have an address inside, and its port is one that the operator allows there.
    const node = await service.startNode({ EGRESS_ALLOW: '10.0.0.0/8:444' });
    expect(await refused(node.origin, 'https://hooks.example.com:444/')).toBeUndefined();
    expect(await refused(node.origin, 'https://hooks.example.com:25/')).toBe(sentence);
    await node.stop();
  });

  test('refuses a URL of more than 2048 characters', async () => {
    const start = 'https://hooks.example.com/';
    const call = (length: number) =>
      service.ours.call('createWebhook', { body: { ...wanted, url: start.padEnd(length, 'x') } });
    expect((await call(2048)).status).toBe(201);
    const { status, body } = await call(2049);
    expect([status, Object.keys(body.details)]).toEqual([400, ['url']]);
  });

  test('answers the same secret again to the same Idempotency-Key', async () => {
    const send = () =>
      service.ours.call('createWebhook', { body: wanted, headers: { 'idempotency-key': 'once' } });
    const first = await send();
    const again = await send();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('needs webhooks.write, and reading webhooks.read', async () => {
    const { caller: reader } = await aCallerWith(service, ['webhooks.read']);
    const { caller: writer } = await aCallerWith(service, ['webhooks.write']);
    expect((await reader.call('createWebhook', { body: wanted })).status).toBe(403);
    expect((await writer.call('listWebhooks')).status).toBe(403);
    expect((await reader.call('listWebhooks')).status).toBe(200);
  });
});

describe('getWebhook', () => {
  test('shows the secret masked, and stats', async () => {
    const { id } = await make();
    const { status, body, headers } = await service.ours.call('getWebhook', { path: { id } });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({ id, ...wanted, signingSecret: masked, stats: noStats });
  });
});

describe('listWebhooks', () => {
  test('shows pages, newest first, with stats and no secret', async () => {
    const { theirs } = service;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await createWebhook(theirs, wanted)).id);
    const { body } = await theirs.call('listWebhooks', { query: { limit: 2 } });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(body.data[0]).toMatchObject({ signingSecret: masked, stats: noStats });
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
    await theirs.call('pauseWebhook', { path: { id: ids[2] ?? '' } });
    const paused = await theirs.call('listWebhooks', { query: { status: 'PAUSED' } });
    expect(paused.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
  });

  test('finds those that fail and those with dead letters, and counts the dead letters of each', async () => {
    const { oursTest, sql } = service;
    const [failing = '', paused = '', fine = ''] = await Promise.all(
      [0, 1, 2].map(async () => (await createWebhook(oursTest, wanted)).id),
    );
    await sql(`update webhooks set failing_since = now() where id = any ($1)`, [[failing, paused]]);
    await oursTest.call('pauseWebhook', { path: { id: paused } });
    for (const id of [paused, paused, fine]) await aFailedDelivery(oursTest, id);
    await sql(
      `update deliveries set dead_lettered_at = now() - interval '31 days' where webhook_id = $1 and dead_letter_id is not null`,
      [fine],
    );
    const found = async (query: Record<string, boolean | string>) => {
      const { body } = await oursTest.call('listWebhooks', { query });
      return body.data.map(({ id, stats }: { id: string; stats: { deadLetters: number } }) => [
        id,
        stats.deadLetters,
      ]);
    };
    expect(await found({ failing: true })).toEqual([[failing, 0]]);
    expect(await found({ failing: true, status: 'PAUSED' })).toEqual([]);
    expect(await found({ hasDeadLetters: true })).toEqual([[paused, 2]]);
    expect(await found({ failing: false, hasDeadLetters: false })).toHaveLength(3);
    const { body } = await oursTest.call('getWebhook', { path: { id: paused } });
    expect(body.stats.deadLetters).toBe(2);
  });
});

describe('updateWebhook', () => {
  test('keeps what is left out, masks the secret, and changes updatedAt', async () => {
    const { id } = await make();
    const path = { id };
    const before = (await service.ours.call('getWebhook', { path })).body;
    const { status, body, headers } = await service.ours.call('updateWebhook', {
      path,
      body: { events: ['credential.expired'] },
    });
    expect(status).toBe(200);
    const { stats: _, ...rest } = before;
    expect(body).toEqual({ ...rest, events: ['credential.expired'], updatedAt: time });
    expect(body.signingSecret).toBe(masked);
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(headers.get('etag')).toBe('"2"');
    const { body: same } = await service.ours.call('updateWebhook', { path, body: { name: body.name } });
    expect(Date.parse(same.updatedAt)).toBeGreaterThan(Date.parse(body.updatedAt));
    const [row] = await service.sql<{ content: string }>(
      `select content from audit_personal where audit_id in (select id from audit_logs where target_id = $1 and action = 'webhook.update')
        order by created_at limit 1`,
      [id],
    );
    expect(JSON.parse(row?.content ?? '')).toMatchObject({ changes: [{ field: 'events' }] });
  });

  test('refuses another version than the one that was read', async () => {
    const { id } = await make();
    const answer = await service.ours.call('updateWebhook', {
      path: { id },
      body: { name: 'another' },
      headers: { 'if-match': '"7"' },
    });
    expect([answer.status, answer.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });
});

describe('deleteWebhook', () => {
  test('cancels what was not delivered, and there is no webhook any more', async () => {
    const { id } = await make({ events: ['identity.created'] });
    await someEvents(service, [{ identityId: newId('idn') }]);
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'PENDING' }]);
    const { status, body } = await service.ours.call('deleteWebhook', { path: { id } });
    expect([status, body]).toEqual([200, { message: 'Webhook deleted', id }]);
    await service.runTask('clean-up');
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'CANCELLED', next_attempt_at: null }]);
    await someEvents(service, [{ identityId: newId('idn') }]);
    expect(await deliveriesOf(service, id)).toHaveLength(1);
    const again = await service.ours.call('deleteWebhook', { path: { id } });
    expect([again.status, again.body.code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  });
});
