import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, anIdentity } from '../../support/builders.ts';
import { leaksOf, serverLog, tablesAsText } from '../../support/canaries.ts';
import type { Client } from '../../support/client.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { aUserCaller, password, signedIn } from '../../support/user-caller.ts';

// Calls of users leave audit rows, events and answers for an Idempotency-Key. They do not leave the cookie.

const ada = { roles: ['ADMIN'], displayName: 'Ada' };

/** The last audit rows of a user, the oldest first. */
const rowsOf = async (client: Client, userId: string) =>
  (await client.call('listAuditLogs', { query: { actorId: userId, limit: 100 } })).body.data.toReversed();

describe('audit rows and events', () => {
  test('name the user as the actor, of a change and of a refusal', async ({ service }) => {
    const { ours } = service;
    const user = await aUserCaller(service, ada);
    const actor = { type: 'USER', id: user.userId, name: 'Ada' };
    const before = (await rowsOf(ours, user.userId)).length;
    const made = await user.client.call('createIdentity', { body: { name: 'bot', type: 'CI_CD' } });
    const owner = { email: 'made-by-ada@example.com', roles: ['OWNER'], sendInvite: false };
    await user.client.call('createUser', { body: owner });
    const missing = { path: { id: 'cred_01kahz5v3be4nr7q2m8x9c0d1e' }, body: {} };
    await user.client.call('revokeCredential', missing);
    await ours.call('updateUser', { path: { userId: user.userId }, body: { roles: ['AUDITOR'] } });
    const refused = await user.client.call('deleteIdentity', { path: { id: made.body.id } });
    expect(refused.status).toBe(403);
    expect((await rowsOf(ours, user.userId)).slice(before)).toMatchObject([
      { action: 'identity.create', actor, result: 'SUCCESS', target: { id: made.body.id } },
      { action: 'user.create', actor, result: 'DENIED', code: 'SCOPE_NOT_GRANTABLE' },
      { action: 'credential.revoke', actor, result: 'FAILURE', code: 'CREDENTIAL_NOT_FOUND' },
      {
        action: 'identity.delete',
        actor,
        result: 'DENIED',
        code: 'INSUFFICIENT_SCOPE',
        target: { id: made.body.id },
        requestId: refused.headers.get('x-request-id'),
        ipAddress: '127.0.0.1',
      },
    ]);
    const [event] = await service.sql<{ data: { createdBy: unknown } }>(
      `select data from events where type = 'identity.created' and data ->> 'identityId' = $1`,
      [made.body.id],
    );
    expect(event?.data.createdBy).toEqual(actor);
  });

  test('are those of the test twin for a change there', async ({ service }) => {
    const user = await aUserCaller(service, ada);
    const twin = user.in(service.oursTest.orgId);
    const before = (await rowsOf(service.ours, user.userId)).length;
    await anIdentity(twin);
    expect(await rowsOf(service.oursTest, user.userId)).toMatchObject([
      { action: 'identity.create', actor: { type: 'USER', id: user.userId, name: 'Ada' }, result: 'SUCCESS' },
    ]);
    expect(await rowsOf(service.ours, user.userId)).toHaveLength(before);
  });
});

describe('an Idempotency-Key of a user', () => {
  const headers = { 'idempotency-key': 'once' };
  const stage = async (service: TestService) => {
    const identityId = await anIdentity(service.ours);
    const create = (client: Client, name = 'key') =>
      client.call('createCredential', { body: { identityId, name }, headers });
    const count = async () =>
      (await service.ours.call('listCredentials', { query: { identityId } })).body.pagination.total;
    return { create, count };
  };

  test('repeats the response to the same session, secret included', async ({ service }) => {
    const { create, count } = await stage(service);
    const { client } = await aUserCaller(service, ada);
    const [first, second] = [await create(client), await create(client)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await create(client, 'other')).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_CONFLICT' },
    });
    expect(await count()).toBe(1);
  });

  describe('of a request that gave a right over the service', () => {
    const powerful = async (service: TestService, client: Client) => {
      const body = { identityId: await anIdentity(service.ours), name: 'key', scopes: ['directory.write'] };
      const create = () => client.call('createCredential', { body, headers });
      expect((await create()).status).toBe(201);
      return create;
    };
    const shown = ({ status, body }: Awaited<ReturnType<Client['call']>>) => [
      status,
      body.code,
      body.credential,
    ];

    test('does not repeat the secret to a user who has lost the right', async ({ service }) => {
      const { userId, client } = await aUserCaller(service, ada);
      const create = await powerful(service, client);
      const role = { path: { userId }, body: { roles: ['DEVELOPER'] } };
      expect((await service.ours.call('updateUser', role)).status).toBe(200);
      expect(shown(await create())).toEqual([403, 'SCOPE_NOT_GRANTABLE', undefined]);
      const [last] = (await rowsOf(service.ours, userId)).toReversed();
      expect(last).toMatchObject({ action: 'credential.create', result: 'DENIED' });
    });

    test('does not repeat the secret to a user who signed in too long ago', async ({ service }) => {
      const { userId, client } = await aUserCaller(service, ada);
      const create = await powerful(service, client);
      const late = `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`;
      await service.sql(late, [userId]);
      expect(shown(await create())).toEqual([403, 'REAUTHENTICATION_REQUIRED', undefined]);
    });

    test('does not repeat the secret to a key that has lost the right', async ({ service }) => {
      const scopes = ['credentials.write', 'directory.write'];
      const { caller, id } = await aCallerWith(service, scopes);
      const create = await powerful(service, caller);
      expect((await create()).headers.get('idempotent-replayed')).toBe('true');
      const fewer = { path: { id }, body: { scopes: ['credentials.write'] } };
      expect((await service.ours.call('updateCredential', fewer)).status).toBe(200);
      expect(shown(await create())).toEqual([403, 'SCOPE_NOT_GRANTABLE', undefined]);
    });
  });

  test('is another request of another session, another user, or another tenant', async ({ service }) => {
    const { create, count } = await stage(service);
    const user = await aUserCaller(service, ada);
    const elsewhere = await signedIn(service, user);
    const other = await aUserCaller(service, ada);
    const secrets = new Set<string>();
    for (const { client } of [user, elsewhere, other]) {
      const { status, headers: sent, body } = await create(client);
      expect([status, sent.get('idempotent-replayed')]).toEqual([201, null]);
      secrets.add(body.credential);
    }
    expect([secrets.size, await count()]).toEqual([3, 3]);
    const inTwin = await user.in(service.oursTest.orgId).call('createIdentity', {
      body: { name: 'bot', type: 'CI_CD' },
      headers,
    });
    const inLive = await user.client.call('createIdentity', {
      body: { name: 'bot', type: 'CI_CD' },
      headers,
    });
    expect(inLive.body.id).not.toBe(inTwin.body.id);
  });

  test('does not give the secret to the next token of the browser, nor to the next user of it', async ({
    service,
  }) => {
    const { create, count } = await stage(service);
    const user = await aUserCaller(service, ada);
    const first = await create(user.client);
    expect(first.status).toBe(201);
    // A change of the password gives the browser another token. The login goes on with its id.
    const page = await user.person.open(`/account/${service.ours.orgId}?section=security`);
    const changed = { password, new_password: 'quiet-lantern-violin-17' };
    await user.person.send(page, changed, '/password');
    const renewed = user.in(service.ours.orgId, user.person.cookies.sent('/'));
    expect((await renewed.call('getMe')).body.id).toBe(user.userId);
    expect(await create(renewed)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
    // The cookie before is worth nothing.
    expect((await create(user.client)).status).toBe(401);
    const other = await aUserCaller(service, ada);
    await user.person.send(await user.person.open(`/logout/${service.ours.orgId}`), {});
    const next = await signedIn(service, other, { person: user.person });
    const answer = await create(next.client);
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(answer.body.credential).not.toBe(first.body.credential);
    expect(await count()).toBe(2);
  });
});

test('the cookie of a user who calls the API is in no table, event, audit row or log', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const node = await startServiceProcess(service, { LOG_LEVEL: 'trace' });
  const at = { ...service, origin: node.origin };
  const user = await aUserCaller(at, ada);
  const cookie = user.person.cookies.get('kd_session') ?? '';
  expect(cookie).toHaveLength(43);
  const told: string[] = [];
  const say = async (client: Client, ...call: Parameters<Client['call']>) => {
    const { status, body, headers } = await client.call(...call);
    told.push(JSON.stringify([body, [...headers]]));
    return status;
  };
  const { orgId } = service.ours;
  const { id } = await aCredential(service.ours, { scopes: ['*'] });
  const bot = { body: { name: 'bot', type: 'CI_CD' }, headers: { 'idempotency-key': 'canary' } };
  expect([
    await say(user.client, 'getMe'),
    await say(user.client, 'createIdentity', bot),
    await say(user.client, 'createIdentity', bot),
    await say(user.client, 'rotateCredential', { path: { id }, body: {} }),
    await say(user.in(service.theirs.orgId), 'getMe'),
    await say(user.in(orgId, { 'sec-fetch-site': 'cross-site' }), 'getMe'),
    await say(user.in(orgId, { authorization: 'Bearer x' }), 'getMe'),
    await say(user.in(cookie.slice(0, 5)), 'getMe'),
    await say(user.client, 'createIdentity', { body: { name: 5 } }),
  ]).toEqual([200, 201, 201, 403, 401, 403, 400, 400, 400]);
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
  const tables = await tablesAsText(service);
  expect(tables).toContain(user.userId);
  expect(
    leaksOf([cookie], { tables, answers: told.join('\n'), log: node.printed(), database: serverLog() }),
  ).toEqual([]);
});
