import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { newId } from '../../../src/lib/id.ts';
import { aCallerWith, aCredential, anIdentity, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { type OpenedStream, openStream } from '../../support/listeners.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aListener, someEvents } from '../../support/webhooks.ts';

/** Creates an identity, and tells the name of it that an event has. */
const named = async (name: string): Promise<string> => {
  await anIdentity(service.ours, { name });
  return name;
};
const nameOf = async (stream: OpenedStream): Promise<unknown> =>
  ((await stream.event()).data as { identityName: string }).identityName;

let service: TestService;
/** Another node on the same database. */
let second: Awaited<ReturnType<TestService['startNode']>>;
beforeAll(async () => {
  service = await startTestService();
  second = await service.startNode();
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

describe('createWebhookListener', () => {
  test('shows the signing secret once, and keeps it sealed', async () => {
    const { id, signingSecret, connectBefore } = await aListener(service.ours);
    expect(signingSecret).toMatch(/^whsec_/);
    expect(Date.parse(connectBefore)).toBeGreaterThan(Date.now());
    const [row] = await service.sql<{ secret: Buffer; created_by: string }>(
      'select secret, created_by from webhook_listeners where id = $1',
      [id],
    );
    expect(row?.secret.toString('latin1')).not.toContain(signingSecret);
    const { body } = await service.ours.call('listAuditLogs', { query: { targetId: id } });
    expect(body.data).toMatchObject([{ action: 'webhook_listener.create', result: 'SUCCESS' }]);
    expect(JSON.stringify(body)).not.toContain(signingSecret);
  });

  /** The scope that reads the resources of each family of events. */
  const scopes: Readonly<Record<string, string>> = {
    access: 'conditional_access.read',
    alert: 'alerts.read',
    anomaly: 'anomalies.read',
    credential: 'credentials.read',
    domain: 'federation.read',
    federation: 'federation.read',
    group: 'groups.read',
    identity: 'identities.read',
    key: 'keys.read',
    oidc_client: 'oidc.read',
    oidc_consent: 'directory.read',
    policy: 'policies.read',
    service_provider: 'saml.read',
    session: 'directory.read',
    user: 'directory.read',
    webhook: 'webhooks.read',
  };

  test('is refused for each event of the contract without the permission that reads it', async () => {
    const { caller } = await aCallerWith(service, ['webhooks.write']);
    const types = document.components.schemas.EventSubscription.enum.filter((type) => type !== '*');
    expect(types.length).toBeGreaterThan(50);
    for (const type of types) {
      const { status, body } = await caller.call('createWebhookListener', { body: { events: [type] } });
      expect({ type, status, code: body.code, scopes: body.details?.scopes }).toEqual({
        type,
        status: 403,
        code: 'SCOPE_NOT_GRANTABLE',
        scopes: [scopes[type.split('.')[0] ?? '']],
      });
    }
  });

  test('needs webhooks.write, and every permission that reads for *', async () => {
    const { caller: reader } = await aCallerWith(service, ['webhooks.read', 'identities.read']);
    const body = { events: ['identity.created'] };
    expect((await reader.call('createWebhookListener', { body })).body.code).toBe('INSUFFICIENT_SCOPE');
    const { caller } = await aCallerWith(service, ['webhooks.write', 'identities.read']);
    expect((await caller.call('createWebhookListener', { body })).status).toBe(201);
    const all = await caller.call('createWebhookListener', { body: { events: ['*'] } });
    expect(all.body.details.scopes).toContain('audit.read');
  });

  test('gives a tenant 20 listeners, also if they are asked for at once', async () => {
    const { ours } = await service.addPair();
    const made = await Promise.all(
      Array.from({ length: 24 }, () => ours.call('createWebhookListener', { body: { events: ['*'] } })),
    );
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code, body.details.limit])).toEqual(
      Array.from({ length: 4 }, () => [409, 'QUOTA_EXCEEDED', 20]),
    );
    const [first] = made.filter(({ status }) => status === 201);
    await ours.call('deleteWebhookListener', { path: { id: first?.body.id } });
    expect((await ours.call('createWebhookListener', { body: { events: ['*'] } })).status).toBe(201);
  });
});

describe('streamWebhookListener', () => {
  test('sends each event signed, in their order, and none of before', async () => {
    await named('before');
    const listener = await aListener(service.ours);
    const one = await named('one');
    const stream = await openStream(service.ours, listener);
    expect(await stream.next()).toMatchObject({ type: 'heartbeat', id: expect.any(String) });
    const first = await stream.event();
    expect(first).toMatchObject({
      type: 'identity.created',
      webhookId: listener.id,
      data: { identityName: one },
    });
    expect(first.line.headers).toMatchObject({
      'X-Service-Event-Id': first.id,
      'X-Service-Event-Type': 'identity.created',
      'X-Service-Delivery-Id': first.line.deliveryId,
      'webhook-id': first.id,
    });
    await aCredential(service.ours);
    const two = await named('two');
    // The identity of the credential, and nothing of the credential.
    expect((await stream.event()).type).toBe('identity.created');
    expect(await nameOf(stream)).toBe(two);
  });

  test('goes on after the last line on another node, with what happened in between', async () => {
    const listener = await aListener(service.ours);
    const stream = await openStream(service.ours, listener);
    await named('first');
    const { line } = await stream.event();
    await named('not read');
    await stream.close();
    await named('in between');
    const there = createClient(second.origin, service.ours.key);
    const next = await openStream(there, listener, { after: line.id });
    expect([await nameOf(next), await nameOf(next)]).toEqual(['not read', 'in between']);
    await named('after');
    const last = await next.event();
    expect(last.data).toMatchObject({ identityName: 'after' });
    await next.close();
    const again = await openStream(service.ours, listener, { after: last.line.id });
    await named('last');
    expect(await nameOf(again)).toBe('last');
  });

  test('sends an event whose transaction commits after later ones', async () => {
    const listener = await aListener(service.ours);
    const stream = await openStream(service.ours, listener);
    const slow = await held();
    await slow.insert('late');
    await named('early');
    const { data, line } = await stream.event();
    expect(data).toMatchObject({ identityName: 'early' });
    await slow.commit();
    expect(await nameOf(stream)).toBe('late');
    await stream.close();
    // The same between two streams.
    const resumed = await openStream(service.ours, listener, { after: line.id });
    expect(await nameOf(resumed)).toBe('late');
  });

  test('sends hundreds of events of one moment once each, also over several streams', async () => {
    const listener = await aListener(service.ours);
    const ids = await someEvents(
      service,
      Array.from({ length: 130 }, () => ({ identityId: 'idn_01kahz5v3be4nr7q2m8x9c0d1e' })),
    );
    const seen: string[] = [];
    let after: Record<string, string> = {};
    while (seen.length < ids.length) {
      const stream = await openStream(service.ours, listener, after);
      for (let at = 0; at < 47 && seen.length < ids.length; at++) {
        const { id, line } = await stream.event();
        seen.push(id);
        after = { after: line.id };
      }
      await stream.close();
    }
    expect(seen).toEqual(ids.toSorted());
    await named('next');
    expect(await nameOf(await openStream(service.ours, listener, after))).toBe('next');
  });

  test('is replaced by a newer stream of the listener', async () => {
    const listener = await aListener(service.ours);
    const stream = await openStream(service.ours, listener);
    const newer = await openStream(createClient(second.origin, service.ours.key), listener);
    expect(await stream.end()).toMatchObject({ type: 'end', reason: 'REPLACED' });
    await named('here');
    expect(await nameOf(newer)).toBe('here');
  });

  test('lasts as long as it is asked for, and says where to go on', async () => {
    const listener = await aListener(service.ours);
    const stream = await openStream(service.ours, listener, { seconds: '1' });
    const last = await stream.end();
    expect(last).toMatchObject({ type: 'end', reason: 'TIME' });
    await named('later');
    expect(await nameOf(await openStream(service.ours, listener, { after: last?.id ?? '' }))).toBe('later');
  });

  test('ends when its node stops', async () => {
    const node = await service.startNode();
    const listener = await aListener(service.ours);
    const stream = await openStream(createClient(node.origin, service.ours.key), listener);
    const first = await stream.next();
    await node.stop();
    expect(await stream.end()).toMatchObject({ type: 'end', reason: 'STOPPING' });
    await named('moved');
    expect(await nameOf(await openStream(service.ours, listener, { after: first?.id ?? '' }))).toBe('moved');
  });

  test('tells uses of credentials, which no webhook asks for', async () => {
    const { ours } = await service.addPair();
    const { id, secret } = await aCredential(ours);
    const listener = await aListener(ours, ['credential.used']);
    const stream = await openStream(ours, listener);
    await verify(ours, secret);
    // The key of the caller is used as well.
    const about: unknown[] = [];
    do about.push(((await stream.event()).data as { credentialId: string }).credentialId);
    while (about.at(-1) !== id);
    expect(about).toContain(id);
  });

  test('counts no use of the key that reads it', async () => {
    const { caller, id } = await aCallerWith(service, ['webhooks.write', 'identities.read']);
    const listener = await aListener(caller);
    const stream = await openStream(caller, listener);
    const uses = async () =>
      (await service.sql('select usage_count, window_count from credentials where id = $1', [id]))[0];
    await stream.next();
    const before = await uses();
    for (const name of ['one', 'two', 'three']) {
      await named(name);
      expect(await nameOf(stream)).toBe(name);
    }
    expect(await uses()).toEqual(before);
  });
});

test('streamWebhookListener lasts from a second to an hour', async () => {
  const { id } = await aListener(service.ours);
  for (const seconds of ['0', '3601', '1.5', ''])
    expect(
      await service.ours.call('streamWebhookListener', { path: { id }, query: { seconds } }),
    ).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { seconds: expect.any(String) } },
    });
});

describe('listWebhookListeners', () => {
  test('shows who listens, the newest first, without secrets', async () => {
    const { ours } = await service.addPair();
    const [one, two] = [await aListener(ours), await aListener(ours, ['*'])];
    const { body } = await ours.call('listWebhookListeners', { query: { limit: 1 } });
    expect(body).toMatchObject({
      data: [{ id: two.id, events: ['*'] }],
      pagination: { total: 2, hasMore: true },
    });
    const next = await ours.call('listWebhookListeners', { query: { limit: 1, page: 2 } });
    expect(next.body.data).toMatchObject([{ id: one.id }]);
    expect(JSON.stringify([body, next.body])).not.toContain('whsec_');
  });
});

describe('a listener without a stream', () => {
  test('is gone after a minute', async () => {
    const { ours, sql } = service;
    const listener = await aListener(ours);
    const kept = await aListener(ours);
    await openStream(ours, kept);
    await sql("update webhook_listeners set seen_at = now() - interval '71 seconds' where id = $1", [
      listener.id,
    ]);
    const { status, body } = await ours.call('streamWebhookListener', { path: { id: listener.id } });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'WEBHOOK_LISTENER_NOT_FOUND' });
    await service.runTask('sweep-requests');
    expect(
      await sql('select id from webhook_listeners where id = any ($1)', [[listener.id, kept.id]]),
    ).toEqual([{ id: kept.id }]);
  });

  test('has a minute from the end of its stream', async () => {
    const { ours, sql } = service;
    const listener = await aListener(ours);
    const stream = await openStream(ours, listener);
    await sql("update webhook_listeners set seen_at = now() - interval '50 seconds' where id = $1", [
      listener.id,
    ]);
    await stream.close();
    await expect
      .poll(async () =>
        sql("select from webhook_listeners where id = $1 and seen_at > now() - interval '20 s'", [
          listener.id,
        ]),
      )
      .toHaveLength(1);
  });
});

describe('deleteWebhookListener', () => {
  test('ends the stream, on another node too', async () => {
    const listener = await aListener(service.ours);
    const stream = await openStream(createClient(second.origin, service.ours.key), listener);
    const path = { id: listener.id };
    expect(await service.ours.call('deleteWebhookListener', { path })).toMatchObject({
      status: 200,
      body: { id: listener.id },
    });
    expect(await stream.end()).toMatchObject({ type: 'end', reason: 'DELETED' });
    expect((await service.ours.call('deleteWebhookListener', { path })).status).toBe(404);
  });
});

/** A transaction of a node that goes on. */
async function held() {
  const { sql, organizations } = service;
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  const client = new pg.Client({
    connectionString: withDatabase(inject('server').service, name),
    application_name: 'keyward',
  });
  await client.connect();
  onTestFinished(() => client.end());
  const own: TestService['sql'] = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  return {
    async insert(name: string): Promise<void> {
      await client.query('begin');
      await someEvents({ sql: own, organizations }, [{ identityId: newId('idn'), identityName: name }]);
    },
    commit: () => client.query('commit'),
  };
}
