import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { scopesOf } from '../../../src/users/directory/role.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

function expectNotGrantable({ status, body }: Answer, scopes: string[]): void {
  expect([status, body.code, body.details.scopes]).toEqual([403, 'SCOPE_NOT_GRANTABLE', scopes]);
}

const helpdesk = ['directory.read', 'directory.write'];
const password = 'correct horse 7 Battery staple!';

/** Every change that could hand an owner's account to another person, or take it away. */
const takeovers: [operation: OperationId, body?: () => object][] = [
  ['updateUser', () => ({ password })],
  ['updateUser', () => ({ email: anEmail() })],
  ['updateUser', () => ({ username: anEmail() })],
  ['updateUser', () => ({ roles: ['MEMBER'] })],
  ['updateUser', () => ({ expiresAt: '2031-01-01T00:00:00Z' })],
  ['updateUser', () => ({ expiresAt: null })],
  ['suspendUser'],
  ['reactivateUser'],
  ['deprovisionUser'],
  ['deleteUser'],
];

for (const [operation, body] of takeovers) {
  describe(operation, () => {
    const what = body ? `a change of ${JSON.stringify(Object.keys(body()))}` : 'the call';
    test(`${what} needs every scope of the roles of the user`, async ({ service }) => {
      const { ours, sql } = service;
      const { caller } = await aCallerWith(service, helpdesk);
      const call = (userId: string) =>
        caller.call(operation, { path: { userId }, ...(body ? { body: body() } : {}) });
      const owner = await aUser(ours, { roles: ['OWNER'], password: `${password}!` });
      const row = () => sql('select * from users where id = $1', [owner]);
      const before = await row();
      expectNotGrantable(await call(owner), ['*']);
      expect(await row()).toEqual(before);
      const auditor = await aUser(ours, { roles: ['MEMBER', 'AUDITOR'] });
      expectNotGrantable(
        await call(auditor),
        scopesOf(['AUDITOR']).filter((scope) => !helpdesk.includes(scope)),
      );
      expect((await call(await aUser(ours))).status).toBe(200);
    });
  });
}

describe('updateUser', () => {
  test('needs only its own scope for fields that grant no right', async ({ service }) => {
    const { caller } = await aCallerWith(service, helpdesk);
    const userId = await aUser(service.ours, { roles: ['OWNER'] });
    const { status } = await caller.call('updateUser', {
      path: { userId },
      body: { title: 'Founder', externalId: '1', attributes: { roles: ['OWNER'] } },
    });
    expect(status).toBe(200);
  });

  test('reveals nothing about earlier passwords to a caller that cannot set a password', async ({
    service,
  }) => {
    const { caller } = await aCallerWith(service, helpdesk);
    const userId = await aUser(service.ours, { roles: ['OWNER'], password });
    for (const guess of [password, 'weak']) {
      expectNotGrantable(await caller.call('updateUser', { path: { userId }, body: { password: guess } }), [
        '*',
      ]);
    }
  });

  test('cannot give a role with more scopes than the caller holds', async ({ service }) => {
    const admin = await aCallerWith(service, scopesOf(['ADMIN']));
    const userId = await aUser(service.ours);
    const give = (roles: string[]) => admin.caller.call('updateUser', { path: { userId }, body: { roles } });
    expectNotGrantable(await give(['MEMBER', 'OWNER']), ['*']);
    for (const role of ['ADMIN', 'SECURITY', 'DEVELOPER', 'HELPDESK', 'AUDITOR', 'MEMBER']) {
      expect((await give([role])).body.roles).toEqual([role]);
    }
  });

  test('counts the scopes of the groups of the user', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, helpdesk);
    const userId = await aUser(ours);
    const { body: group } = await ours.call('createGroup', {
      body: { name: 'keepers of the keys', scopes: ['keys.write'] },
    });
    await ours.call('addGroupMembers', { path: { groupId: group.id }, body: { userId } });
    const set = () => caller.call('updateUser', { path: { userId }, body: { password } });
    expectNotGrantable(await set(), ['keys.write']);
    await ours.call('removeGroupMember', { path: { groupId: group.id, userId } });
    expect((await set()).status).toBe(200);
  });
});

describe('createUser', () => {
  test('cannot give a role with more scopes than the caller holds', async ({ service }) => {
    const { caller } = await aCallerWith(service, helpdesk);
    const create = (roles: string[]) =>
      caller.call('createUser', { body: { email: anEmail(), sendInvite: false, roles } });
    expectNotGrantable(await create(['OWNER']), ['*']);
    expectNotGrantable(await create(['MEMBER', 'HELPDESK']), ['groups.read']);
    expect((await create(['MEMBER'])).status).toBe(201);
  });
});
