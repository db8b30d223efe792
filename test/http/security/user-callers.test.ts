import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aGroup } from '../../support/groups.ts';
import { aPerson } from '../../support/person.ts';
import { sendRaw } from '../../support/raw.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUserCaller, signedIn, type UserCaller } from '../../support/user-caller.ts';

// Users call the API by the session of their browser (docs/users-and-the-api.md). The tests of every operation are in
// test/contract/visitors/users.ts.

const ada = { roles: ['ADMIN'], displayName: 'Ada' };
const outcomeOf = async (client: Client, ...call: Parameters<Client['call']>) => {
  const { status, body } = await client.call(...call);
  return status < 300 ? status : [status, body.code];
};
const unauthorized = [401, 'UNAUTHORIZED'];
const forbidden = [403, 'INSUFFICIENT_SCOPE'];
const setRoles = async ({ ours }: TestService, { userId }: UserCaller, roles: string[]) => {
  const { status } = await ours.call('updateUser', { path: { userId }, body: { roles } });
  expect(status).toBe(200);
};

describe('the rights of a user', () => {
  test('are those of the roles at each request', async ({ service }) => {
    const user = await aUserCaller(service, { roles: ['AUDITOR'] });
    const read = () => outcomeOf(user.client, 'listCredentials');
    const write = () => outcomeOf(user.client, 'createIdentity', { body: { name: 'bot', type: 'CI_CD' } });
    expect([await read(), await write()]).toEqual([200, forbidden]);
    await setRoles(service, user, ['DEVELOPER']);
    expect([await read(), await write()]).toEqual([200, 201]);
    await setRoles(service, user, ['MEMBER']);
    expect([await read(), await write()]).toEqual([forbidden, forbidden]);
    expect((await user.client.call('getMe')).body).toMatchObject({ roles: ['MEMBER'], scopes: [] });
  });

  test('are those of the groups that the user is in at each request', async ({ service }) => {
    const { ours } = service;
    const user = await aUserCaller(service, { roles: ['MEMBER'] });
    const groupId = await aGroup(ours, { scopes: ['webhooks.read', 'deploy.production'] });
    const read = () => outcomeOf(user.client, 'listWebhooks');
    expect(await read()).toEqual(forbidden);
    await ours.call('addGroupMembers', { path: { groupId }, body: { userIds: [user.userId] } });
    expect(await read()).toBe(200);
    expect((await user.client.call('getMe')).body.scopes).toEqual(['deploy.production', 'webhooks.read']);
    await ours.call('updateGroup', { path: { groupId }, body: { scopes: ['webhooks.write'] } });
    expect(await read()).toEqual(forbidden);
    await ours.call('updateGroup', { path: { groupId }, body: { scopes: ['webhooks.read'] } });
    expect(await read()).toBe(200);
    await ours.call('removeGroupMember', { path: { groupId, userId: user.userId } });
    expect(await read()).toEqual(forbidden);
  });

  test('are not those of a group of the same user in another tenant', async ({ service }) => {
    const { oursTest } = service;
    const user = await aUserCaller(service, { roles: ['MEMBER'] });
    const group = await aGroup(oursTest, { scopes: ['webhooks.read'] });
    const added = await oursTest.call('addGroupMembers', {
      path: { groupId: group },
      body: { userIds: [user.userId] },
    });
    expect(added.status).toBe(404);
    expect(await outcomeOf(user.in(oursTest.orgId), 'listWebhooks')).toEqual(forbidden);
  });

  test('bound what the user gives: no role and no key with more', async ({ service }) => {
    const admin = await aUserCaller(service, ada);
    const grown = await admin.client.call('createUser', {
      body: { email: 'owner-by-admin@example.com', roles: ['OWNER'], sendInvite: false },
    });
    expect([grown.status, grown.body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    const own = { path: { userId: admin.userId }, body: { roles: ['OWNER'] } };
    expect(await outcomeOf(admin.client, 'updateUser', own)).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    const identityId = await anIdentity(admin.client);
    const key = (scopes: string[]) =>
      outcomeOf(admin.client, 'createCredential', { body: { identityId, name: 'key', scopes } });
    expect(await key(['*'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await key(['credentials.read'])).toBe(201);
    const developer = await aUserCaller(service, { roles: ['DEVELOPER'] });
    const { id } = await aCredential(service.ours, { scopes: ['directory.write'] });
    const rotated = await outcomeOf(developer.client, 'rotateCredential', { path: { id }, body: {} });
    expect(rotated).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
  });
});

describe('the session', () => {
  test('ends with the user: a suspended or deleted one is refused at the next request', async ({
    service,
  }) => {
    const { ours } = service;
    const [suspended, deleted] = [await aUserCaller(service, ada), await aUserCaller(service, ada)];
    for (const user of [suspended, deleted]) expect(await outcomeOf(user.client, 'getMe')).toBe(200);
    await ours.call('suspendUser', { path: { userId: suspended.userId }, body: {} });
    await ours.call('deleteUser', { path: { userId: deleted.userId } });
    for (const user of [suspended, deleted])
      expect(await outcomeOf(user.client, 'getMe')).toEqual(unauthorized);
    await ours.call('reactivateUser', { path: { userId: suspended.userId }, body: {} });
    expect(await outcomeOf(suspended.client, 'getMe')).toEqual(unauthorized);
  });

  test('ends for a user whose time is over, before any task has run', async ({ service }) => {
    const user = await aUserCaller(service);
    await service.sql(`update users set expires_at = now() where id = $1`, [user.userId]);
    expect(await outcomeOf(user.client, 'getMe')).toEqual(unauthorized);
  });

  test('ends when the user signs out, in the test twin as well', async ({ service }) => {
    const user = await aUserCaller(service);
    const { orgId } = service.ours;
    const twin = user.in(service.oursTest.orgId);
    expect(await outcomeOf(twin, 'getMe')).toBe(200);
    const out = await user.person.send(await user.person.open(`/logout/${orgId}`), {});
    expect(out.title).toBe('You’re signed out');
    for (const client of [user.client, twin]) expect(await outcomeOf(client, 'getMe')).toEqual(unauthorized);
  });

  test.for([
    ['seven days', `expires_at = now()`],
    ['twelve hours without use', `last_seen_at = now() - interval '12 hours 1 second'`],
  ])('ends after %s', async ([, change], { service }) => {
    const user = await aUserCaller(service);
    await service.sql(`update login_sessions set ${change} where user_id = $1`, [user.userId]);
    for (const orgId of [service.ours.orgId, service.oursTest.orgId])
      expect(await outcomeOf(user.in(orgId), 'getMe')).toEqual(unauthorized);
  });

  test('is used by calls of the API: they keep it from ending', async ({ service }) => {
    const user = await aUserCaller(service);
    const idle = `update login_sessions set last_seen_at = now() - interval '11 hours' where user_id = $1`;
    await service.sql(idle, [user.userId]);
    expect(await outcomeOf(user.client, 'getMe')).toBe(200);
    const [{ recent } = {}] = await service.sql<{ recent: boolean }>(
      `select last_seen_at > now() - interval '1 minute' as recent from login_sessions where user_id = $1`,
      [user.userId],
    );
    expect(recent).toBe(true);
  });

  test('is not mixed with a key: a cookie of a browser beside a key is refused, dead or alive', async ({
    service,
  }) => {
    const { ours, theirs } = service;
    const user = await aUserCaller(service);
    const signedOut = aPerson(service.origin);
    await signedOut.open(`/login/${theirs.orgId}`);
    const ask = (cookie: string) =>
      outcomeOf(user.in(ours.orgId, { cookie, authorization: `Bearer ${ours.key ?? ''}` }), 'getMe');
    const live = user.person.cookies.sent('/').cookie ?? '';
    const neverSignedIn = signedOut.cookies.sent('/').cookie ?? '';
    expect(neverSignedIn).toContain('kd_session=');
    for (const cookie of [live, neverSignedIn, `kd_session=${'A'.repeat(43)}`])
      expect(await ask(cookie)).toEqual([400, 'VALIDATION_ERROR']);
    // Values that no browser of ours has, and other cookies of the origin, say nothing.
    for (const cookie of ['kd_session=', 'kd_session=x', 'theme=dark']) expect(await ask(cookie)).toBe(200);
  });

  test('is nothing with a cookie that is invalid, unknown, or planted beside it', async ({ service }) => {
    const user = await aUserCaller(service);
    const own = user.person.cookies.sent('/').cookie ?? '';
    const unknown = `kd_session=${'A'.repeat(43)}`;
    const asked = (cookie: string) => outcomeOf(user.in(service.ours.orgId, { cookie }), 'getMe');
    for (const cookie of ['kd_session=', 'kd_session=x', unknown, `${unknown}; ${own}`, `${own}; ${unknown}`])
      expect([cookie.length, await asked(cookie)]).toEqual([cookie.length, unauthorized]);
    // One value that is sent twice names one browser.
    for (const cookie of [own, `${own}; ${own}`, `theme=dark; ${own}`]) expect(await asked(cookie)).toBe(200);
    // Two lines of the header are one header.
    const headers = {
      cookie: [unknown, own],
      'keyward-tenant': service.ours.orgId ?? '',
      'sec-fetch-site': 'same-origin',
    };
    const planted = await sendRaw(service.origin, { path: '/api/v1/me', headers });
    expect(planted.status).toBe(401);
  });
});

describe('the tenants of a session', () => {
  test('are its own and the test twin of a live one, with the data of each alone', async ({ service }) => {
    const { ours, oursTest } = service;
    const user = await aUserCaller(service, ada);
    const [live, twin] = [user.client, user.in(oursTest.orgId)];
    const [inLive, inTwin] = [await anIdentity(live), await anIdentity(twin)];
    const get = (client: Client, id: string) => outcomeOf(client, 'getIdentity', { path: { id } });
    expect([await get(live, inLive), await get(twin, inTwin)]).toEqual([200, 200]);
    expect(await get(twin, inLive)).toEqual([404, 'IDENTITY_NOT_FOUND']);
    expect(await get(live, inTwin)).toEqual([404, 'IDENTITY_NOT_FOUND']);
    expect([await get(ours, inLive), await get(oursTest, inTwin)]).toEqual([200, 200]);
    const { body } = await twin.call('createCredential', { body: { identityId: inTwin, name: 'key' } });
    expect(body.credential).toMatch(/^kd_test_/);
    expect((await twin.call('getMe')).body).toMatchObject({
      id: user.userId,
      orgId: oursTest.orgId,
      environment: 'test',
      organization: { liveOrgId: ours.orgId, testOrgId: oursTest.orgId },
    });
  });

  test('are the test tenant alone for a session of the test tenant', async ({ service }) => {
    const { ours, oursTest } = service;
    const user = await aUserCaller(service, { roles: ['OWNER'] }, oursTest);
    expect((await user.client.call('getMe')).body).toMatchObject({
      orgId: oursTest.orgId,
      environment: 'test',
    });
    expect(await outcomeOf(user.in(ours.orgId), 'getMe')).toEqual(unauthorized);
    expect(await outcomeOf(user.in(service.theirs.orgId), 'getMe')).toEqual(unauthorized);
  });

  test('are opened by the own session of the test tenant first, while it lasts', async ({ service }) => {
    const { ours, oursTest } = service;
    const owner = await aUserCaller(service);
    const tester = await aUserCaller(service, { roles: ['MEMBER'] }, oursTest);
    // One browser, signed in to both tenants.
    const both = await signedIn(service, tester, { at: oursTest, person: owner.person });
    const whoIn = async (orgId: string | undefined) => (await both.in(orgId).call('getMe')).body.id;
    expect([await whoIn(ours.orgId), await whoIn(oursTest.orgId)]).toEqual([owner.userId, tester.userId]);
    await service.sql('update login_sessions set expires_at = now() where user_id = $1', [tester.userId]);
    expect([await whoIn(ours.orgId), await whoIn(oursTest.orgId)]).toEqual([owner.userId, owner.userId]);
  });

  test.for(['', 'org_', 'acme', `org_${'0'.repeat(26)}`, 'usr_01kahz5v3be4nr7q2m8x9c0d1e'])(
    'are not %o',
    async (orgId, { service }) => {
      const user = await aUserCaller(service);
      const { status } = await user.in(undefined, { 'keyward-tenant': orgId }).call('getMe');
      expect([400, 401]).toContain(status);
    },
  );
});

describe('a user who leaves tomorrow', () => {
  test('gives nothing that lasts longer, in the test twin as well', async ({ service }) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const user = await aUserCaller(service, { roles: ['ADMIN'], expiresAt });
    const { ours, oursTest } = service;
    const own = { path: { userId: user.userId }, body: { expiresAt: null } };
    const longer = await user.client.call('updateUser', own);
    expect([longer.status, longer.body.code, longer.body.details.bounds]).toEqual([
      403,
      'BOUND_NOT_GRANTABLE',
      ['expiresAt'],
    ]);
    for (const at of [ours, oursTest]) {
      const identityId = await anIdentity(at);
      const issue = (fields: object) =>
        user.in(at.orgId).call('createCredential', {
          body: { identityId, name: 'key', type: 'API_KEY', scopes: ['identities.read'], ...fields },
        });
      expect((await issue({})).body.code).toBe('BOUND_NOT_GRANTABLE');
      expect((await issue({ isTemporary: true, ttl: 3_600 })).status).toBe(201);
    }
  });
});
