import { describe, expect } from 'vitest';
import { scopesOf } from '../../../src/users/directory/role.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aPerson } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUserCaller, password } from '../../support/user-caller.ts';
import { aSession } from '../../support/user-sessions.ts';
import { anEmail } from '../../support/users.ts';

/** Creates a user who is signed in by two browsers. */
async function somebody({ ours, origin }: TestService, roles = ['MEMBER']) {
  const email = anEmail();
  const userId = await aUser(ours, { email, password, roles });
  const orgId = ours.orgId ?? '';
  const [here, there] = [aPerson(origin), aPerson(origin, 'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1')];
  for (const person of [here, there]) await person.signIn(orgId, email, password);
  const isSignedIn = async () =>
    Promise.all(
      [here, there].map(async (one) => (await one.open(`/account/${orgId}`)).title === 'Your account'),
    );
  return { userId, here, there, isSignedIn };
}

async function sessionsOf(client: Client, userId: string): Promise<{ id: string; device: string | null }[]> {
  const { body } = await client.call('listUserSessions', { path: { userId } });
  return body.data;
}

const aHelpDesk = async (service: TestService): Promise<Client> =>
  (await aCallerWith(service, scopesOf(['HELPDESK']))).caller;

const revoked = ({ sql }: TestService, userId: string) =>
  sql(
    `select data ->> 'sessionId' as id, data ->> 'reason' as reason, data -> 'revokedBy' ->> 'type' as by
       from events where type = 'session.revoked' and data ->> 'userId' = $1`,
    [userId],
  );

const auditOf = ({ sql }: TestService, userId: string) =>
  sql(
    `select action, target_type as type, result from audit_logs
      where target_id = $1 and action ~ 'session' order by created_at, action`,
    [userId],
  );

describe('listUserSessions', () => {
  test('shows each browser that the user is signed in with, and no secret', async ({ service }) => {
    const { userId } = await somebody(service);
    const { status, body } = await service.ours.call('listUserSessions', { path: { userId } });
    expect([status, body.pagination.total]).toEqual([200, 2]);
    expect(body.data[1]).toEqual({
      id: expect.stringMatching(/^ses_/),
      createdAt: expect.any(String),
      authenticatedAt: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
      amr: ['pwd'],
      connectionId: null,
      ipAddress: '127.0.0.1',
      userAgent: expect.stringContaining('Firefox'),
      device: 'Firefox, Linux',
    });
    expect(body.data[0].device).toBe('Safari, iPhone');
  });

  test('leaves out sessions that have ended by themselves, and those of others', async ({ service }) => {
    const { ours, sql } = service;
    const [ada, bob] = [await aUser(ours), await aUser(ours)];
    const [over, unused, brief, live] = [
      await aSession(sql, ada),
      await aSession(sql, ada),
      await aSession(sql, ada),
      await aSession(sql, ada),
    ];
    await aSession(sql, bob);
    await sql(`update login_sessions set expires_at = now() where id = $1`, [over]);
    await sql(`update login_sessions set last_seen_at = now() - interval '12 hours' where id = $1`, [unused]);
    await sql(
      `update login_sessions set brief = true, last_seen_at = now() - interval '30 minutes' where id = $1`,
      [brief],
    );
    expect((await sessionsOf(ours, ada)).map(({ id }) => id)).toEqual([live]);
  });

  test('pages by cursor, the newest first', async ({ service: { ours, sql } }) => {
    const userId = await aUser(ours);
    const ids: string[] = [];
    for (const at of [1, 2, 3]) {
      const id = await aSession(sql, userId);
      ids.unshift(id);
      await sql(`update login_sessions set created_at = now() + $2 * interval '1 s' where id = $1`, [id, at]);
    }
    const first = await ours.call('listUserSessions', { path: { userId }, query: { limit: 2 } });
    const cursor = first.body.pagination.nextCursor;
    const second = await ours.call('listUserSessions', { path: { userId }, query: { limit: 2, cursor } });
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
    const other = await aUser(ours);
    const foreign = await ours.call('listUserSessions', { path: { userId: other }, query: { cursor } });
    expect(foreign.status).toBe(400);
  });
});

describe('endUserSession', () => {
  test('ends one session, with the caller in the event and the audit log', async ({ service }) => {
    const { userId, isSignedIn } = await somebody(service);
    const [phone] = await sessionsOf(service.ours, userId);
    const sessionId = phone?.id ?? '';
    const call = { path: { userId, sessionId } };
    const { status, body } = await service.ours.call('endUserSession', call);
    expect([status, body]).toEqual([200, { message: 'Session ended', id: sessionId }]);
    expect(await isSignedIn()).toEqual([true, false]);
    const reason = 'ENDED_BY_ADMINISTRATOR';
    expect(await revoked(service, userId)).toEqual([{ id: sessionId, reason, by: 'API_KEY' }]);
    expect(await auditOf(service, userId)).toEqual([
      { action: 'session.revoked', type: 'user', result: 'SUCCESS' },
      { action: 'user.end_session', type: 'user', result: 'SUCCESS' },
    ]);
    const again = await service.ours.call('endUserSession', call);
    expect([again.status, again.body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
  });

  test('ends no session of another user', async ({ service }) => {
    const { ours, sql } = service;
    const [ada, bob] = [await aUser(ours), await aUser(ours)];
    const sessionId = await aSession(sql, bob);
    const { status, body } = await ours.call('endUserSession', { path: { userId: ada, sessionId } });
    expect([status, body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(await sessionsOf(ours, bob)).toHaveLength(1);
  });

  test('rejects a help desk if the user is an administrator', async ({ service }) => {
    const { ours, sql } = service;
    const helpDesk = await aHelpDesk(service);
    const [member, admin] = [await aUser(ours), await aUser(ours, { roles: ['ADMIN'] })];
    const end = async (userId: string) =>
      helpDesk.call('endUserSession', { path: { userId, sessionId: await aSession(sql, userId) } });
    expect((await end(member)).status).toBe(200);
    const { status, body } = await end(admin);
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await sessionsOf(ours, admin)).toHaveLength(1);
  });

  test('ends the session of the caller, whose next request is refused', async ({ service }) => {
    const { client, userId } = await aUserCaller(service);
    const [own] = await sessionsOf(client, userId);
    const { status } = await client.call('endUserSession', { path: { userId, sessionId: own?.id ?? '' } });
    expect(status).toBe(200);
    expect((await client.call('getMe')).status).toBe(401);
  });
});

describe('endUserSessions', () => {
  test('ends all sessions of the user and of no other user, and says how many', async ({ service }) => {
    const { userId, isSignedIn } = await somebody(service);
    const other = await somebody(service);
    const over = await aSession(service.sql, userId);
    await service.sql('update login_sessions set expires_at = now() where id = $1', [over]);
    const { status, body } = await service.ours.call('endUserSessions', { path: { userId } });
    expect([status, body]).toEqual([200, { userId, ended: 2 }]);
    expect(await isSignedIn()).toEqual([false, false]);
    expect(await other.isSignedIn()).toEqual([true, true]);
    expect(await revoked(service, userId)).toHaveLength(3);
    const again = await service.ours.call('endUserSessions', { path: { userId } });
    expect([again.status, again.body.ended]).toEqual([200, 0]);
  });

  test('rejects a help desk if the user has rights by a role or a group', async ({ service }) => {
    const { ours, sql } = service;
    const helpDesk = await aHelpDesk(service);
    const member = await aUser(ours);
    const group = await ours.call('createGroup', { body: { name: 'Keepers', scopes: ['audit.read'] } });
    await ours.call('addGroupMembers', { path: { groupId: group.body.id }, body: { userId: member } });
    for (const userId of [member, await aUser(ours, { roles: ['OWNER'] })]) {
      await aSession(sql, userId);
      const { status, body } = await helpDesk.call('endUserSessions', { path: { userId } });
      expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
      expect(await sessionsOf(ours, userId)).toHaveLength(1);
    }
  });

  test('ends the sessions of an administrator also for an owner who signed in long ago', async ({
    service,
  }) => {
    // A leak must not wait for a sign-in.
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const other = await aUser(service.ours, { roles: ['ADMIN'] });
    await aSession(service.sql, other);
    expect((await client.call('endUserSessions', { path: { userId: other } })).status).toBe(200);
    expect(await sessionsOf(service.ours, other)).toEqual([]);
  });
});
