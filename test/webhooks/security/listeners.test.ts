// security.md 7 for callers who listen: each right is read again while deliveries are sent.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { placeTexts } from '../../../src/webhooks/listener-places.ts';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aCallerWith, anIdentity } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { type ListenerLine, openStream } from '../../support/listeners.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aUserCaller, headersOf } from '../../support/user-caller.ts';
import { aListener, someEvents } from '../../support/webhooks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const notFound = { status: 404, body: { code: 'WEBHOOK_LISTENER_NOT_FOUND' } };
const scopes = ['webhooks.write', 'identities.read'];

describe('a listener of another caller', () => {
  test('is read by no other tenant, and ended by none', async () => {
    const { id } = await aListener(service.ours);
    for (const client of [service.theirs, service.oursTest])
      for (const operation of ['streamWebhookListener', 'deleteWebhookListener'] as const)
        expect(await client.call(operation, { path: { id } })).toMatchObject(notFound);
    expect(await service.sql('select stream_id from webhook_listeners where id = $1', [id])).toEqual([
      { stream_id: null },
    ]);
  });

  test('is not read in the tenant either, with all rights, and a try does not end its stream', async () => {
    const { caller } = await aCallerWith(service, ['*']);
    const listener = await aListener(service.ours);
    const stream = await openStream(service.ours, listener);
    for (const method of ['GET', 'HEAD'])
      expect((await caller.send(method, `/api/v1/webhook-listeners/${listener.id}/deliveries`)).status).toBe(
        404,
      );
    await anIdentity(service.ours, { name: 'still here' });
    expect((await stream.event()).data).toMatchObject({ identityName: 'still here' });
  });

  test('is ended by callers who may read its events', async () => {
    const { id } = await aListener(service.ours);
    const path = { id };
    const { caller: blind } = await aCallerWith(service, ['webhooks.write']);
    expect(await blind.call('deleteWebhookListener', { path })).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_NOT_GRANTABLE', details: { scopes: ['identities.read'] } },
    });
    const { caller } = await aCallerWith(service, scopes);
    expect((await caller.call('deleteWebhookListener', { path })).status).toBe(200);
  });
});

describe('the place of a stream', () => {
  const refusedAfter = (text: string) => ({
    status: 400,
    body: { code: 'VALIDATION_ERROR', details: { after: expect.stringContaining(text) } },
  });

  test('is one that a node gave for this listener', async () => {
    const [mine, other] = [await aListener(service.ours), await aListener(service.ours)];
    const line = await (await openStream(service.ours, other)).next();
    const foreign = line?.id ?? '';
    const bytes = Buffer.from(foreign, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    for (const after of [foreign, bytes.toString('base64url'), foreign.slice(0, 60), 'x', '.'])
      expect(
        await service.ours.call('streamWebhookListener', { path: { id: mine.id }, query: { after } }),
      ).toMatchObject(refusedAfter('of this listener'));
  });

  test('is refused when it is older than ten minutes, because a look would read all events since then', async () => {
    const { id } = await aListener(service.ours);
    const [row] = await service.sql<{ place_key: Buffer; started: string }>(
      'select place_key, started from webhook_listeners where id = $1',
      [id],
    );
    const texts = placeTexts(id, row?.place_key ?? Buffer.alloc(0));
    const place = { read: row?.started ?? '', floor: Date.now() - 3_600_000 };
    const after = texts.textOf({ place, writtenAt: Date.now() - 601_000 });
    expect(
      await service.ours.call('streamWebhookListener', { path: { id }, query: { after } }),
    ).toMatchObject(refusedAfter('ten minutes'));
  });
});

/** A caller whose stream is open, and who reads it. */
interface Reader {
  client: Client;
  id: string;
  identityId: string;
}

const losses: readonly {
  of: string;
  take: (reader: Reader) => Promise<unknown>;
  code: string;
  undo?: () => Promise<unknown>;
}[] = [
  {
    of: 'a revoked key',
    take: ({ id }) => service.ours.call('revokeCredential', { path: { id }, body: { reason: 'lost' } }),
    code: 'UNAUTHORIZED',
  },
  {
    of: 'a suspended key',
    take: ({ id }) => service.ours.call('suspendCredential', { path: { id }, body: { reason: 'lost' } }),
    code: 'UNAUTHORIZED',
  },
  {
    of: 'a key of a suspended identity',
    take: ({ identityId: id }) =>
      service.ours.call('suspendIdentity', { path: { id }, body: { reason: 'lost' } }),
    code: 'UNAUTHORIZED',
  },
  {
    of: 'a key that no longer reads the events',
    take: ({ id }) =>
      service.ours.call('updateCredential', { path: { id }, body: { scopes: ['webhooks.write'] } }),
    code: 'INSUFFICIENT_SCOPE',
  },
  {
    of: 'a key that no longer writes webhooks',
    take: ({ id }) =>
      service.ours.call('updateCredential', { path: { id }, body: { scopes: ['identities.read'] } }),
    code: 'INSUFFICIENT_SCOPE',
  },
  {
    of: 'a key that may come from other addresses only',
    take: ({ id }) =>
      service.ours.call('updateCredential', { path: { id }, body: { allowedIps: ['203.0.113.0/24'] } }),
    code: 'UNAUTHORIZED',
  },
  {
    of: 'a key that a policy refuses',
    take: ({ identityId }) =>
      aPolicy(service.ours, {
        type: 'SCOPE_RESTRICTION',
        parameters: { deniedScopes: ['identities.read'] },
        selector: { identityIds: [identityId] },
      }),
    code: 'POLICY_DENIED',
    undo: () => withoutPolicies(service.ours),
  },
  {
    of: 'a key that conditional access blocks',
    take: ({ identityId }) =>
      anAccessPolicy(service.ours, {
        conditions: { clientTypes: ['machine'], identities: { include: [identityId] } },
      }),
    code: 'POLICY_DENIED',
    undo: () => withoutAccessPolicies(service.ours),
  },
];

describe('a stream ends before the next delivery, and says why, for', () => {
  test.for(losses)('$of', async ({ take, code, undo }) => {
    const { caller: client, id, identityId } = await aCallerWith(service, scopes);
    const listener = await aListener(client);
    const stream = await openStream(client, listener);
    await anIdentity(service.ours, { name: 'seen' });
    expect((await stream.event()).data).toMatchObject({ identityName: 'seen' });
    const taken = (await take({ client, id, identityId })) as { status?: number; body?: unknown };
    expect(taken.status ?? 200, JSON.stringify(taken.body)).toBeLessThan(300);
    onTestFinished(async () => void (await undo?.()));
    await anIdentity(service.ours, { name: 'not seen' });
    const lines = [];
    for (let line = await stream.next(); line; line = await stream.next()) lines.push(line);
    expect(lines).toMatchObject([{ type: 'end', reason: 'REFUSED', code }]);
    expect(JSON.stringify(lines)).not.toContain('not seen');
    const again = await client.call('streamWebhookListener', {
      path: { id: listener.id },
      query: { seconds: 1 },
    });
    expect([again.status, again.body.code]).toEqual([code === 'UNAUTHORIZED' ? 401 : 403, code]);
  });

  test('a user whose session ended, or whose role is gone', async () => {
    for (const take of ['session', 'role'] as const) {
      const { client, userId, person } = await aUserCaller(service, { roles: ['OWNER'] });
      const listener = await aListener(client);
      const stream = await openStream(client, listener, {}, headersOf(person, service.ours.orgId));
      await anIdentity(service.ours, { name: 'seen' });
      expect((await stream.event()).data).toMatchObject({ identityName: 'seen' });
      if (take === 'session') await service.sql('delete from login_sessions where user_id = $1', [userId]);
      else
        expect(
          (await service.ours.call('updateUser', { path: { userId }, body: { roles: ['AUDITOR'] } })).status,
        ).toBe(200);
      await anIdentity(service.ours, { name: 'not seen' });
      expect(await stream.next()).toMatchObject({
        type: 'end',
        reason: 'REFUSED',
        code: take === 'session' ? 'UNAUTHORIZED' : 'INSUFFICIENT_SCOPE',
      });
    }
  });

  test('a key of a suspended organization', async () => {
    const { ours, organizations } = await service.addPair();
    const listener = await aListener(ours);
    const stream = await openStream(ours, listener);
    await stream.next();
    const operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
    expect((await operator.call('suspendOrganization', { path: { id: String(ours.orgId) } })).status).toBe(
      200,
    );
    await someEvents({ sql: service.sql, organizations }, [{ identityId: newId('idn') }]);
    expect(await stream.next()).toMatchObject({ type: 'end', reason: 'REFUSED', code: 'UNAUTHORIZED' });
  });
});

test('a stream is not a use of a session, which ends as if there were none', async () => {
  const { client, userId, person } = await aUserCaller(service, { roles: ['OWNER'] });
  const listener = await aListener(client);
  const stream = await openStream(client, listener, {}, headersOf(person, service.ours.orgId));
  const seenAgo = async (minutes: number) =>
    service.sql(
      'update login_sessions set brief = true, last_seen_at = now() - make_interval(mins => $2) where user_id = $1',
      [userId, minutes],
    );
  const lastSeen = async () =>
    (await service.sql('select last_seen_at from login_sessions where user_id = $1', [userId]))[0];
  await seenAgo(29);
  const before = await lastSeen();
  await anIdentity(service.ours, { name: 'seen' });
  expect((await stream.event()).data).toMatchObject({ identityName: 'seen' });
  expect(await lastSeen()).toEqual(before);
  await seenAgo(31);
  await anIdentity(service.ours, { name: 'not seen' });
  expect(await stream.next()).toMatchObject({ type: 'end', reason: 'REFUSED', code: 'UNAUTHORIZED' });
});

test('a delivery is not a use that policies count', async () => {
  const { caller, identityId } = await aCallerWith(service, scopes);
  const listener = await aListener(caller);
  const stream = await openStream(caller, listener);
  await stream.next();
  const id = await aPolicy(service.ours, {
    type: 'SCOPE_RESTRICTION',
    parameters: { deniedScopes: ['identities.read'] },
    selector: { identityIds: [identityId] },
    mode: 'REPORT_ONLY',
  });
  for (const name of ['one', 'two', 'three']) {
    await anIdentity(service.ours, { name });
    expect((await stream.event()).data).toMatchObject({ identityName: name });
  }
  // The call is counted after the deliveries would have been.
  expect((await caller.call('listIdentities')).status).toBe(200);
  const violations = async () => (await service.ours.call('getPolicy', { path: { id } })).body.violationCount;
  await expect.poll(violations, { timeout: 10_000 }).toBe(1);
  await withoutPolicies(service.ours);
});

test('a client that does not read gets nothing that was signed after the end of the listener', async () => {
  const listener = await aListener(service.ours);
  const { origin, key } = service.ours;
  const request = get(`${origin}/api/v1/webhook-listeners/${listener.id}/deliveries?seconds=600`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.pause();
  const long = { identityId: newId('idn'), identityName: 'x'.repeat(15_000) };
  await someEvents(
    service,
    Array.from({ length: 1_000 }, () => long),
  );
  // Until nothing more comes: all buffers are full, and the node waits.
  let read = 0;
  const isFull = (): boolean => {
    const [before, now] = [read, response.socket.bytesRead];
    read = now;
    return now > 0 && now === before;
  };
  await expect.poll(isFull, { timeout: 20_000, interval: 2_000 }).toBe(true);
  const other = await aListener(service.ours);
  const beside = await openStream(service.ours, other);
  for (const { id } of [listener, other])
    expect((await service.ours.call('deleteWebhookListener', { path: { id } })).status).toBe(200);
  // The node knows the end of both by now. The time of a signature is in whole seconds.
  expect(await beside.end()).toMatchObject({ reason: 'DELETED' });
  const nextSecond = Math.floor(Date.now() / 1_000) + 1;
  await expect.poll(() => Date.now(), { timeout: 5_000 }).toBeGreaterThan(nextSecond * 1_000);
  const lines: ListenerLine[] = [];
  for await (const line of createInterface({ input: response })) lines.push(JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: 'end', reason: 'DELETED' });
  const late = lines.filter(({ headers }) => Number(headers?.['webhook-timestamp'] ?? 0) >= nextSecond);
  expect(late).toEqual([]);
  expect(lines.length).toBeLessThan(1_000);
  // The names are longer than the contract lets names be.
  await service.sql("delete from events where data ->> 'identityName' like 'xxxxx%'");
});

test('a user makes a listener only with a recent sign-in', async () => {
  const { client, userId } = await aUserCaller(service);
  await service.sql(
    "update login_sessions set auth_time = auth_time - interval '6 minutes' where user_id = $1",
    [userId],
  );
  const { status, body } = await client.call('createWebhookListener', {
    body: { events: ['identity.created'] },
  });
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'REAUTHENTICATION_REQUIRED' });
});
