import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { AuditLog } from '../../../generated/types/types.gen.ts';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { anIdentity, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aCommandLine, type CommandLine, publicUrl } from '../../support/command-line.ts';
import { aGroup } from '../../support/groups.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

// Users call the API by the command line (docs/decisions/0128). The tests of every operation are in test/contract/visitors/command-line.ts.

const lineOf = async (service: TestService, roles: string[], scope = '*'): Promise<CommandLine> =>
  aCommandLine(service, { userId: await aUser(service.ours, { roles }) }, { scope });

const outcomeOf = async ({ client }: Pick<CommandLine, 'client'>, id: 'getMe' | 'listWebhooks' = 'getMe') => {
  const { status, body } = await client.call(id);
  return status < 300 ? status : [status, body.code];
};
const unauthorized = [401, 'UNAUTHORIZED'];
const forbidden = [403, 'INSUFFICIENT_SCOPE'];

describe('the rights of a user with the command line', () => {
  test('are those that the roles and groups have now and the token has, too', async ({ service }) => {
    const { ours } = service;
    const line = await lineOf(service, ['MEMBER'], 'webhooks.read identities.*');
    expect(await outcomeOf(line, 'listWebhooks')).toEqual(forbidden);
    const groupId = await aGroup(ours, { scopes: ['webhooks.read', 'credentials.read'] });
    await ours.call('addGroupMembers', { path: { groupId }, body: { userIds: [line.userId] } });
    expect(await outcomeOf(line, 'listWebhooks')).toBe(200);
    expect((await line.client.call('getMe')).body.scopes).toEqual(['webhooks.read']);
    const path = { userId: line.userId };
    await ours.call('updateUser', { path, body: { roles: ['ADMIN'] } });
    expect((await line.client.call('getMe')).body.scopes.toSorted()).toEqual([
      'identities.read',
      'identities.write',
      'webhooks.read',
    ]);
    await ours.call('updateUser', { path, body: { roles: ['MEMBER'] } });
    await ours.call('removeGroupMember', { path: { groupId, userId: line.userId } });
    expect(await outcomeOf(line, 'listWebhooks')).toEqual(forbidden);
  });

  test('bound what the user gives: an owner with a narrow token gives no more', async ({ service }) => {
    const line = await lineOf(service, ['OWNER'], 'credentials.write identities.read');
    const identityId = await anIdentity(service.ours, { allowedScopes: ['*'] });
    const give = async (scopes: string[]) => {
      const body = { identityId, name: 'key', scopes };
      const { status, body: told } = await line.client.call('createCredential', { body });
      return [status, told.code];
    };
    expect(await give(['*'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await give(['webhooks.read'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await give(['identities.read'])).toEqual([201, undefined]);
  });

  test('open the test twin with a token of the live tenant, and no live tenant with one of the test tenant', async ({
    service,
  }) => {
    const { ours, oursTest } = service;
    const line = await lineOf(service, ['OWNER']);
    expect((await line.in(oursTest.orgId).call('getMe')).body).toMatchObject({
      id: line.userId,
      environment: 'test',
    });
    const tester = await aCommandLine(
      service,
      { userId: await aUser(oursTest, { roles: ['OWNER'] }) },
      { at: oursTest },
    );
    expect(await outcomeOf(tester)).toBe(200);
    expect(await outcomeOf({ client: tester.in(ours.orgId) })).toEqual(unauthorized);
  });

  test('are not judged by the bounds of keys: what the user gives lasts as long as the user', async ({
    service,
  }) => {
    const line = await lineOf(service, ['OWNER']);
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    await service.sql('update users set expires_at = $2 where id = $1', [line.userId, ends]);
    const identityId = await anIdentity(service.ours);
    const body = { identityId, name: 'key', scopes: ['identities.read'] };
    const { status, body: told } = await line.client.call('createCredential', { body });
    expect([status, told.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
    const within = await line.client.call('createCredential', { body: { ...body, expiresAt: ends } });
    expect(within.status).toBe(201);
  });
});

describe('the token of the command line', () => {
  test('ends at once with what it rests on, on each node', async ({ service }) => {
    const { ours, sql, origin } = service;
    const node = await service.startNode({ BASE_URL: publicUrl(origin, `${origin}/`).slice(0, -1) });
    const ends: [what: string, end: (line: CommandLine) => Promise<unknown>][] = [
      ['user', ({ userId }) => ours.call('suspendUser', { path: { userId }, body: {} })],
      ['erased user', ({ userId }) => ours.call('deleteUser', { path: { userId } })],
      [
        'time of the user',
        ({ userId }) => sql('update users set expires_at = now() where id = $1', [userId]),
      ],
      ['sessions', ({ userId }) => ours.call('endUserSessions', { path: { userId } })],
      ['sign-out', async ({ browser }) => browser.send(await browser.open(`/logout/${ours.orgId ?? ''}`))],
      [
        'idle session',
        ({ userId }) =>
          sql(
            `update login_sessions set last_seen_at = now() - interval '12 hours 1 second' where user_id = $1`,
            [userId],
          ),
      ],
      [
        'grant',
        ({ userId }) => sql(`delete from oidc_artifacts where model = 'Grant' and user_id = $1`, [userId]),
      ],
      [
        'time of the token',
        ({ userId }) =>
          sql(`update oidc_artifacts set expires_at = now() where model = 'AccessToken' and user_id = $1`, [
            userId,
          ]),
      ],
    ];
    for (const [what, end] of ends) {
      const line = await lineOf(service, ['ADMIN']);
      // The proof names the public address, which both nodes have.
      const there = createClient(node.origin, undefined, ours.orgId, (method, url) =>
        line.headers(method, url, ours.orgId),
      );
      expect([what, await outcomeOf(line), await outcomeOf({ client: there })]).toEqual([what, 200, 200]);
      await end(line);
      expect([what, await outcomeOf(line), await outcomeOf({ client: there })]).toEqual([
        what,
        unauthorized,
        unauthorized,
      ]);
      expect([what, (await line.refresh()).status]).toEqual([
        what,
        what.startsWith('time of the token') ? 200 : 400,
      ]);
    }
    await node.stop();
  });

  test('is that of the user who allowed it, and not of another user in the same browser', async ({
    service,
  }) => {
    const line = await lineOf(service, ['ADMIN']);
    const other = await aUser(service.ours, { roles: ['OWNER'] });
    await service.sql('update login_sessions set user_id = $2 where user_id = $1', [line.userId, other]);
    expect(await outcomeOf(line)).toEqual(unauthorized);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
  });

  test('does not keep the session of the browser from ending, and says nothing of where the browser is', async ({
    service,
  }) => {
    const line = await lineOf(service, ['ADMIN']);
    await service.sql(
      `update login_sessions set last_seen_at = now() - interval '11 hours', front = '{"address": "203.0.113.9"}' where user_id = $1`,
      [line.userId],
    );
    expect(await outcomeOf(line)).toBe(200);
    expect((await line.refresh()).status).toBe(200);
    const read = `select last_seen_at < now() - interval '10 hours' as idle, front from login_sessions where user_id = $1`;
    expect(await service.sql(read, [line.userId])).toEqual([
      { idle: true, front: { address: '203.0.113.9' } },
    ]);
    const brief = `update login_sessions set brief = true, last_seen_at = now() - interval '31 minutes' where user_id = $1`;
    await service.sql(brief, [line.userId]);
    expect(await outcomeOf(line)).toEqual(unauthorized);
  });

  test('ends seven days after the sign-in, though the session of the browser was renewed', async ({
    service,
  }) => {
    const line = await lineOf(service, ['ADMIN']);
    const grants = `from oidc_artifacts where model = 'Grant' and user_id = $1`;
    const lasting = `select expires_at between now() + interval '6 days 23 hours' and now() + interval '7 days' as week ${grants}`;
    expect(await service.sql(lasting, [line.userId])).toEqual([{ week: true }]);
    expect((await line.refresh()).status).toBe(200);
    expect(await service.sql(lasting, [line.userId])).toEqual([{ week: true }]);
    await service.sql(`update oidc_artifacts set expires_at = now() where model = 'Grant' and user_id = $1`, [
      line.userId,
    ]);
    expect(await outcomeOf(line)).toEqual(unauthorized);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
  });

  test('is refused in an organization that an operator has suspended', async ({ service }) => {
    const pair = await service.addPair(service.origin);
    const at = { ...service, ...pair };
    const line = await lineOf(at, ['OWNER']);
    expect(await outcomeOf(line)).toBe(200);
    const operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
    await operator.call('suspendOrganization', { path: { id: String(pair.ours.orgId) } });
    expect(await outcomeOf(line)).toEqual(unauthorized);
    expect((await line.refresh()).status).not.toBe(200);
    await operator.call('resumeOrganization', { path: { id: String(pair.ours.orgId) } });
    expect(await outcomeOf(line)).toBe(200);
  });
});

describe('an Idempotency-Key of the command line', () => {
  test('repeats its response after a refresh, and not for another sign-in of the user', async ({
    service,
  }) => {
    const line = await lineOf(service, ['OWNER']);
    const other = await aCommandLine(service, line, { browser: line.browser });
    const identityId = await anIdentity(service.ours);
    const call = {
      body: { identityId, name: 'key', scopes: ['identities.read'] },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await line.client.call('createCredential', call);
    expect(first.status).toBe(201);
    for (let times = 0; times < 3; times++) {
      expect((await line.refresh()).status).toBe(200);
      const again = await line.client.call('createCredential', call);
      expect([again.status, again.body.credential]).toEqual([201, first.body.credential]);
    }
    const elsewhere = await other.client.call('createCredential', call);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.credential).not.toBe(first.body.credential);
  });

  test('repeats no secret to a token that was narrowed since', async ({ service }) => {
    const line = await lineOf(service, ['OWNER']);
    const identityId = await anIdentity(service.ours);
    const call = {
      body: { identityId, name: 'key', scopes: ['identities.read'] },
      headers: { 'idempotency-key': randomUUID() },
    };
    expect((await line.client.call('createCredential', call)).status).toBe(201);
    await line.refresh({ scope: 'credentials.write' });
    const { status, body } = await line.client.call('createCredential', call);
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
  });
});

describe('conditional access', () => {
  test('judges keyward:admin with the client type native, at each request and at the sign-in', async ({
    service,
  }) => {
    const { ours } = service;
    const line = await lineOf(service, ['ADMIN']);
    const page = await aUserCaller(service, { roles: ['ADMIN'] });
    await anAccessPolicy(ours, {
      conditions: { applications: { include: ['keyward:admin'] }, clientTypes: ['native'] },
      acknowledgeLockout: true,
    });
    expect(await outcomeOf(line)).toEqual([403, 'ACCESS_BLOCKED']);
    expect(await outcomeOf(page)).toBe(200);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
    await expect(lineOf(service, ['ADMIN'])).rejects.toThrow(/access_denied|no token/);
    await withoutAccessPolicies(ours);
    expect(await outcomeOf(line)).toBe(200);
  });

  test('asks for a proof that the user gives by signing in again, and not by a later proof in the browser', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const line = await lineOf(service, ['ADMIN']);
    await anAccessPolicy(ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { applications: { include: ['keyward:admin'] } },
      acknowledgeLockout: true,
    });
    const asked = async () => {
      const { status, body } = await line.client.call('getMe');
      return [status, body.code, body.details];
    };
    const refused = [
      403,
      'REAUTHENTICATION_REQUIRED',
      { required: ['MFA'], command: expect.stringContaining('keyward login') },
    ];
    expect(await asked()).toEqual(refused);
    const proving = `update login_sessions set amr = '{pwd,otp,mfa}', auth_time = now() where user_id = $1`;
    await sql(proving, [line.userId]);
    expect(await asked()).toEqual(refused);
    const again = await aCommandLine(service, line, { browser: line.browser });
    expect(await outcomeOf(again)).toBe(200);
    await sql(`update login_sessions set amr = '{pwd}' where user_id = $1`, [line.userId]);
    expect(await outcomeOf(again)).toEqual(refused.slice(0, 2));
    await withoutAccessPolicies(ours);
  });

  test('about native clients does not shorten the session of the browser', async ({ service }) => {
    const { ours, sql } = service;
    const line = await lineOf(service, ['ADMIN']);
    await anAccessPolicy(ours, {
      decision: 'ALLOW',
      session: { persistent: false },
      conditions: { applications: { include: ['keyward:admin'] }, clientTypes: ['native'] },
      acknowledgeLockout: true,
    });
    expect(await outcomeOf(line)).toBe(200);
    const brief = 'select brief from login_sessions where user_id = $1';
    expect(await sql(brief, [line.userId])).toEqual([{ brief: false }]);
    await withoutAccessPolicies(ours);
  });
});

describe('what is recorded of the command line', () => {
  test('names the user, and the program in userAgent', async ({ service }) => {
    const line = await lineOf(service, ['DEVELOPER']);
    const headers = { 'user-agent': 'keyward/1.0' };
    const { body } = await line.in(service.ours.orgId, headers).call('createIdentity', {
      body: { name: 'bot', type: 'CI_CD' },
    });
    const { body: log } = await service.ours.call('listAuditLogs', {
      query: { targetId: body.id, action: 'identity.create' },
    });
    expect(log.data).toMatchObject([
      { actor: { type: 'USER', id: line.userId }, userAgent: 'keyward/1.0', result: 'SUCCESS' },
    ]);
  });

  test('names the client, of a change and of a refusal, and the seal covers it', async ({ service }) => {
    const { ours, sql } = service;
    const line = await lineOf(service, ['ADMIN']);
    const page = await aUserCaller(service, { roles: ['ADMIN'] });
    const body = { name: 'bot', type: 'CI_CD' } as const;
    await line.client.call('createIdentity', { body });
    await line.client.call('revokeCredential', { path: { id: 'cred_01kahz5v3be4nr7q2m8x9c0d1e' }, body: {} });
    await page.client.call('createIdentity', { body });
    const rowsOf = async (userId: string) =>
      ((await ours.call('listAuditLogs', { query: { actorId: userId, limit: 100 } })).body.data as AuditLog[])
        .filter(({ action }) => ['identity.create', 'credential.revoke'].includes(action))
        .map(({ action, result, clientId }) => ({ action, result, clientId }));
    expect(await rowsOf(line.userId)).toEqual([
      { action: 'credential.revoke', result: 'FAILURE', clientId: 'keyward-cli' },
      { action: 'identity.create', result: 'SUCCESS', clientId: 'keyward-cli' },
    ]);
    expect(await rowsOf(page.userId)).toEqual([
      { action: 'identity.create', result: 'SUCCESS', clientId: null },
    ]);
    await service.runTask('seal-audit');
    const valid = async () => (await ours.call('getAuditIntegrity')).body.valid;
    expect(await valid()).toBe(true);
    const forging = `update audit_personal set content = replace(content, $1, $2) where content like '%' || $1 || '%'`;
    await sql(forging, ['"clientId":"keyward-cli"', '"clientId":"keyward-cl1"']);
    expect(await valid()).toBe(false);
    await sql(forging, ['"clientId":"keyward-cl1"', '"clientId":"keyward-cli"']);
    expect(await valid()).toBe(true);
  });
});
