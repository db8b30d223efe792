import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { webhookSecretPurpose } from '../../../src/webhooks/webhook-requests.ts';
import { newId } from '../../../src/lib/id.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { outdatedValues, replaceValue } from '../../../src/platform/sql/master-keys.ts';
import { resealSecrets } from '../../../src/workers/reseal-secrets.ts';
import { aCallerWith, anIdentity, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { poolOf } from '../../support/pool.ts';
import { hang, type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  aWebhook,
  createWebhook,
  delivering,
  deliveriesOf,
  someEvents,
  soon,
} from '../../support/webhooks.ts';

// security.md 7, and what section 1 says of escalation, for callers who may write webhooks (docs/decisions/0015).

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService(delivering);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const url = 'https://hooks.example.com/keyward';
const denied = (...scopes: string[]) => ({
  status: 403,
  body: { code: 'SCOPE_NOT_GRANTABLE', details: { scopes } },
});
const named = (name: string) => ({ name, url, events: ['identity.created'] });

describe('a key with webhooks.write', () => {
  const writer = async (...scopes: string[]) =>
    (await aCallerWith(service, ['webhooks.write', ...scopes])).caller;

  test.for([
    ['identity.created', 'identities.read'],
    ['credential.used', 'credentials.read'],
    ['user.created', 'directory.read'],
    ['group.member_added', 'groups.read'],
    ['alert.triggered', 'alerts.read'],
    ['webhook.disabled', 'webhooks.read'],
  ] as const)('cannot subscribe to %s unless it holds %s', async ([type, scope]) => {
    const body = { name: 'Spy', url, events: [type] };
    expect(await (await writer()).call('createWebhook', { body })).toMatchObject(denied(scope));
    expect((await (await writer(scope)).call('createWebhook', { body })).status).toBe(201);
  });

  test('cannot subscribe to every event unless it holds every read scope', async () => {
    const client = await writer('identities.*', 'directory.read');
    const { status, body } = await client.call('createWebhook', {
      body: { name: 'Spy', url, events: ['*'] },
    });
    expect(status).toBe(403);
    expect(body.details.scopes).toContain('audit.read');
    expect(body.details.scopes).not.toContain('identities.read');
    const { id } = await createWebhook(service.ours, { ...named('All'), events: ['*'] });
    expect((await service.ours.call('getWebhook', { path: { id } })).body.events).toEqual(['*']);
  });

  test('stores nothing when its call is rejected', async () => {
    const before = await service.sql('select id from webhooks order by id');
    await (await writer()).call('createWebhook', { body: named('Spy') });
    expect(await service.sql('select id from webhooks order by id')).toEqual(before);
  });

  test('cannot redirect the events of another webhook, or add events, without the scopes for them', async () => {
    const { id } = await createWebhook(service.ours, named('Theirs'));
    const client = await writer('credentials.read');
    const change = (body: object) => client.call('updateWebhook', { path: { id }, body });
    expect(await change({ url: 'https://spy.example/' })).toMatchObject(denied('identities.read'));
    expect(await change({ events: ['identity.created', 'credential.used'] })).toMatchObject(
      denied('identities.read'),
    );
    expect(await change({ events: ['user.created'] })).toMatchObject(denied('directory.read'));
    expect(await change({ name: 'Renamed', url: 'https://spy.example/' })).toMatchObject({ status: 403 });
    const { body } = await service.ours.call('getWebhook', { path: { id } });
    expect(body).toMatchObject(named('Theirs'));
  });

  test('can rename and order a webhook of another key, and not silence it', async () => {
    const { id } = await createWebhook(service.ours, named('Theirs'));
    const client = await writer();
    const path = { id };
    const body = { ...named('Renamed'), ordering: 'PER_RESOURCE' };
    expect(await client.call('updateWebhook', { path, body })).toMatchObject({ status: 200, body });
    const acts = ['pauseWebhook', 'resumeWebhook', 'rotateWebhookSecret', 'deleteWebhook'] as const;
    for (const act of acts) expect((await client.call(act, { path })).body.code).toBe('SCOPE_NOT_GRANTABLE');
    const reader = await writer('identities.read', 'credentials.read');
    for (const operation of acts) expect((await reader.call(operation, { path })).status).toBe(200);
  });

  test('narrows a webhook only if it can read the events that end, too', async () => {
    const { id } = await createWebhook(service.ours, named('Both'));
    const body = { events: ['credential.used'] };
    const narrow = async (...scopes: string[]) =>
      (await writer(...scopes)).call('updateWebhook', { path: { id }, body });
    expect(await narrow('credentials.read')).toMatchObject(denied('identities.read'));
    expect(await narrow('credentials.read', 'identities.read')).toMatchObject({ status: 200, body });
  });
});

test('a key with webhooks.read sees only payloads of events that it can read', async () => {
  const { id } = await createWebhook(service.ours, { ...named('People'), events: ['user.created'] });
  await aUser(service.ours, { displayName: 'Grace Canary' });
  await service.sql(
    `update deliveries set status = 'FAILED', next_attempt_at = null, dead_letter_id = new_id('dlq'), dead_lettered_at = now()
      where webhook_id = $1`,
    [id],
  );
  const [delivery] = await deliveriesOf(service, id);
  const deliveryId = delivery?.id ?? '';
  const deadLetterId = delivery?.dead_letter_id ?? '';
  const { caller } = await aCallerWith(service, ['webhooks.read']);
  const { caller: reader } = await aCallerWith(service, ['webhooks.read', 'directory.read']);
  const refusal = {
    status: 403,
    body: { code: 'INSUFFICIENT_SCOPE', details: { required: ['directory.read'] } },
  };
  for (const [operation, path] of [
    ['getDelivery', { id, deliveryId }],
    ['getDeadLetter', { id, deadLetterId }],
  ] as const) {
    expect(await caller.call(operation, { path })).toMatchObject(refusal);
    const shown = await reader.call(operation, { path });
    expect(shown.status).toBe(200);
    expect(JSON.stringify(shown.body.payload)).toContain('Grace Canary');
  }
  for (const operation of ['listDeliveries', 'listDeadLetters'] as const) {
    const { status, body } = await caller.call(operation, { path: { id } });
    expect({ status, count: body.data.length }).toEqual({ status: 200, count: 1 });
    expect(JSON.stringify(body)).not.toContain('Canary');
  }
});

describe('a secret that cannot be decrypted', () => {
  const attemptsOf = (webhookId: string) =>
    service.sql<{ error: string; response_code: number | null; response_body: string | null }>(
      `select a.error, a.response_code, a.response_body from delivery_attempts a
         join deliveries d on d.org_id = a.org_id and d.id = a.delivery_id where d.webhook_id = $1`,
      [webhookId],
    );
  const unreadable = { error: 'SECRET_UNREADABLE', response_code: null, response_body: null };

  test('makes failed attempts, sends nothing, and does not delay other webhooks', async () => {
    const lost = await startReceiver();
    onTestFinished(() => lost.close());
    const { id } = await aWebhook(service, { url: lost.url });
    const { id: healthy } = await aWebhook(service, { url: receiver.url });
    const sealed = createVault([randomBytes(32)]).seal(
      'whsec_AAAA',
      service.organizations.ours.live.orgId,
      webhookSecretPurpose(id),
    );
    await service.sql('update webhooks set secret = $2 where id = $1', [id, sealed]);
    for (let n = 0; n < 30; n++) await anIdentity(service.ours);
    await vi.waitFor(async () => {
      const statuses = (await deliveriesOf(service, id)).map(({ status }) => status);
      expect(statuses).toEqual(Array.from({ length: 30 }, () => 'RETRYING'));
      const others = (await deliveriesOf(service, healthy)).map(({ status }) => status);
      expect(others).toEqual(Array.from({ length: 30 }, () => 'SUCCESS'));
    }, soon);
    const attempts = await attemptsOf(id);
    expect(attempts).toHaveLength(30);
    expect(attempts[0]).toEqual(unreadable);
    expect(lost.received).toEqual([]);

    const { body: tested } = await service.ours.call('testWebhook', { path: { id } });
    expect(tested).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('Rotate it'),
      details: { error: 'SECRET_UNREADABLE', responseCode: null, responseBody: null },
    });

    // A new secret is the way out. It does not wait for the time of grace of a lost secret.
    const { body: rotated } = await service.ours.call('rotateWebhookSecret', { path: { id }, body: {} });
    expect(rotated.previousSecretExpiresAt).toBe(null);
    await anIdentity(service.ours);
    await vi.waitFor(() => expect(lost.received).toHaveLength(1), soon);
    expect(lost.received[0]?.headers['x-service-signature-previous']).toBeUndefined();
  });

  test('includes the secret of another webhook or organization, which signs nothing', async () => {
    const mine = await createWebhook(service.ours, { ...named('Mine'), url: receiver.url });
    const other = await createWebhook(service.ours, named('Other'));
    const foreign = await createWebhook(service.theirs, named('Foreign'));
    for (const { id: from } of [other, foreign]) {
      await service.sql(
        'update webhooks set secret = (select secret from webhooks where id = $2) where id = $1',
        [mine.id, from],
      );
      const { body } = await service.ours.call('testWebhook', { path: { id: mine.id } });
      expect(body.details.error).toBe('SECRET_UNREADABLE');
    }
    // Nor under the id of the other in our own organization.
    await service.sql(`update webhooks set org_id = $1 where id = $2`, [
      service.organizations.ours.live.orgId,
      foreign.id,
    ]);
    const { body } = await service.ours.call('testWebhook', { path: { id: foreign.id } });
    expect(body.details.error).toBe('SECRET_UNREADABLE');
    await service.sql('delete from webhooks where id = any($1)', [[mine.id, other.id, foreign.id]]);
  });
});

describe('a new master key', () => {
  test('reseals secrets at the next start, and then the old key is not needed', async () => {
    const { id } = await createWebhook(service.ours, { ...named('Sealed'), url: receiver.url });
    await service.ours.call('rotateWebhookSecret', { path: { id }, body: {} });
    const lost = await createWebhook(service.ours, named('Lost'));
    await service.sql(`update webhooks set secret = '\\x0102030405060708' where id = $1`, [lost.id]);
    const version = `select version, previous_secret_expires_at from webhooks where id = '${id}'`;
    const before = await service.sql(version);
    const next = randomBytes(32).toString('base64');

    await service.runTask('seal-audit');
    const both = await service.startNode({
      ROLE: 'all',
      MASTER_KEY: `${next},${testMasterKey}`,
      LOG_LEVEL: 'fatal',
    });
    await both.stop();
    const node = await service.startNode({ ROLE: 'api', MASTER_KEY: next });
    onTestFinished(() => node.stop());
    const client = createClient(node.origin, service.ours.key);
    const { body } = await client.call('testWebhook', { path: { id } });
    expect(body).toMatchObject({ status: 'SUCCESS' });
    expect(receiver.received.at(-1)?.headers['x-service-signature-previous']).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await service.sql<{ secret: Buffer; previous: Buffer }>(
      'select secret, previous_secret as previous from webhooks where id = $1',
      [id],
    );
    const vault = createVault([Buffer.from(next, 'base64')]);
    const { orgId } = service.organizations.ours.live;
    for (const sealed of [row?.secret, row?.previous])
      expect(vault.open(sealed ?? Buffer.alloc(0), orgId, webhookSecretPurpose(id))).toMatch(/^whsec_/);
    expect(await service.sql(version)).toEqual(before);

    // Back again, for the tests that follow; and it is told what no key opens.
    const told: unknown[] = [];
    const log = {
      info: (...line: unknown[]) => told.push(line),
      error: (...line: unknown[]) => told.push(line),
    };
    const pool = poolOf(service);
    onTestFinished(() => pool.end());
    const keys = [testMasterKey, next].map((key) => Buffer.from(key, 'base64'));
    await resealSecrets(pool, createVault(keys), log);
    expect(told).toEqual([
      [{ count: expect.any(Number) }, expect.stringMatching(/^signing secrets were sealed again/)],
      [{ count: 1 }, expect.stringContaining('add that key again, or rotate the secrets')],
      [{ count: 1 }, expect.stringMatching(/^previous signing secrets were sealed again/)],
      [{ count: expect.any(Number) }, expect.stringContaining('audit keys were sealed again')],
    ]);
    await service.runTask('seal-audit');
    expect((await service.ours.call('getAuditIntegrity')).body).toMatchObject({ valid: true, unsealed: 0 });
  });
});

test('resealing does not overwrite a value that has changed since it was read', async () => {
  const { id } = await createWebhook(service.ours, named('Rotated meanwhile'));
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const secrets = { table: 'webhooks', key: 'id', owner: 'id', column: 'secret' };
  const secret = async () =>
    (await service.sql<{ secret: Buffer }>('select secret from webhooks where id = $1', [id]))[0]?.secret;
  const first = (await secret()) ?? Buffer.alloc(0);
  const start = Buffer.from('another');
  const { orgId } = service.organizations.ours.live;
  const listed = await outdatedValues(pool, secrets, start, { orgId, key: '' }, 1_000);
  expect(listed.filter(({ key }) => key === id)).toEqual([{ orgId, key: id, owner: id, sealed: first }]);
  const value = { orgId, key: id, owner: id, sealed: Buffer.from('read before the rotation') };
  await replaceValue(pool, secrets, value, Buffer.from('another 1'));
  expect(await secret()).toEqual(first);
  await replaceValue(pool, secrets, { ...value, sealed: first }, Buffer.from('another 2'));
  expect(await secret()).toEqual(Buffer.from('another 2'));
  const left = await outdatedValues(pool, secrets, start, { orgId, key: '' }, 1_000);
  expect(left.filter(({ key }) => key === id)).toEqual([]);
  await service.sql('delete from webhooks where id = $1', [id]);
});

test('a secret rotation during resealing leaves no value under the old key', async () => {
  const { id } = await createWebhook(service.ours, named('Rotated between read and write'));
  const { orgId } = service.organizations.ours.live;
  const old = Buffer.from(testMasterKey, 'base64');
  const next = randomBytes(32);
  const newer = createVault([next, old]);
  const log = { info: () => undefined, error: () => undefined };
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  let rotated = false;
  const rotating = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return async (statement: pg.QueryConfig) => {
        const found = await target.query(statement);
        if (!rotated && /from webhooks/.test(statement.text)) {
          rotated = true;
          const sealed = newer.seal('whsec_rotated', orgId, webhookSecretPurpose(id));
          await service.sql(
            `update webhooks set previous_secret = secret, previous_secret_expires_at = now() + interval '1 h', secret = $2
              where id = $1`,
            [id, sealed],
          );
        }
        return found;
      };
    },
  });
  await resealSecrets(rotating, newer, log);
  expect(rotated).toBe(true);
  const [row] = await service.sql<{ secret: Buffer; previous: Buffer }>(
    'select secret, previous_secret as previous from webhooks where id = $1',
    [id],
  );
  const alone = createVault([next]);
  for (const sealed of [row?.secret, row?.previous])
    expect(alone.open(sealed ?? Buffer.alloc(0), orgId, webhookSecretPurpose(id))).toMatch(/^whsec_/);
  // Back again, for the tests that follow.
  await resealSecrets(pool, createVault([old, next]), log);
  await service.sql('delete from webhooks where id = $1', [id]);
});

test('the clean-up removes a previous secret after its grace period', async () => {
  const { id } = await createWebhook(service.ours, named('Rotated'));
  const previous = async () =>
    (
      await service.sql(
        'select previous_secret as sealed, previous_secret_expires_at as ends from webhooks where id = $1',
        [id],
      )
    )[0];
  await service.ours.call('rotateWebhookSecret', { path: { id }, body: { gracePeriod: 60 } });
  await service.runTask('clean-up');
  expect((await previous())?.['sealed']).toBeInstanceOf(Buffer);
  await service.sql(`update webhooks set previous_secret_expires_at = now() - interval '1 s' where id = $1`, [
    id,
  ]);
  await service.runTask('clean-up');
  expect(await previous()).toEqual({ sealed: null, ends: null });
});

test('a tenant whose webhooks all hang delays no other tenant', { timeout: 60_000 }, async () => {
  const crowd = await startTestService(delivering);
  const tarpit = await startReceiver(hang);
  try {
    for (let at = 0; at < 50; at++) await aWebhook(crowd, { url: tarpit.url });
    await createWebhook(crowd.theirs, { ...named('Well'), url: receiver.url });
    const before = receiver.received.length;
    await someEvents(
      crowd,
      Array.from({ length: 20 }, () => ({ identityId: newId('idn') })),
    );
    // A tenant holds at most half of the 900 places, and these calls take 30 seconds.
    await vi.waitFor(() => expect(tarpit.received).toHaveLength(450), { timeout: 20_000, interval: 50 });
    await anIdentity(crowd.theirs);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 1), soon);
    // It waited for none of them: no attempt without an answer has ended.
    expect(await crowd.sql('select from delivery_attempts where response_code is null')).toEqual([]);
    expect(tarpit.received).toHaveLength(450);
  } finally {
    await crowd.sql('delete from webhooks');
    await tarpit.close();
    await crowd.stop();
  }
});

describe('the database role of the service', () => {
  test('reaches deliveries and attempts only through their parent tables', async () => {
    const client = new pg.Client({
      connectionString: inject('server').service.replace(/\/[^/]*$/, `/${service.database.split('/').pop()}`),
    });
    await client.connect();
    onTestFinished(() => client.end());
    const partitions = await service.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent in ('deliveries'::regclass, 'delivery_attempts'::regclass, 'events'::regclass)`,
    );
    expect(partitions.length).toBeGreaterThan(5);
    for (const { name } of partitions)
      await expect(client.query(`select from ${name} limit 1`)).rejects.toThrow('permission denied');
    await client.query('select from deliveries limit 1');
    await expect(client.query(`update events set type = 'x'`)).rejects.toThrow('permission denied');
    await expect(client.query('drop table deliveries')).rejects.toThrow('must be owner');
  });
});
