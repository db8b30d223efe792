import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aDirectory, aDirectoryOf, enterpriseSchema, patchOf } from '../../support/directories.ts';
import { aScimGroup, aScimUser, auditOf, expectRefusal, patch, person, rowOf } from '../../support/scim.ts';
import { aGroup } from '../../support/groups.ts';
import { test } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const password = 'correct horse 7 Battery staple!';
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });

/** Every change that would hand an administrator's account to another person. */
const takeovers: [what: string, operation: () => object][] = [
  ['the user name', () => replace('userName', anEmail())],
  ['the addresses', () => replace('emails', [{ value: anEmail() }])],
  ['a second address', () => ({ op: 'add', path: 'emails', value: [{ value: anEmail() }] })],
  ['one address', () => replace('emails[type eq "work"].value', anEmail())],
  ['the password', () => replace('password', password)],
];

describe('updateScimUser', () => {
  test.for(takeovers)('does not change %s of a user with more rights', async ([, operation], { service }) => {
    const provider = await aDirectoryOf(service, 'ENTRA');
    const id = await aUser(service.ours, { roles: ['OWNER'], externalId: '1' });
    const before = await rowOf(service, 'users', id);
    const detail = expectRefusal(
      await patch(provider, `/Users/${id}`, [operation()]),
      403,
      'SCOPE_NOT_GRANTABLE',
    );
    expect(detail).toContain('*');
    expect(await rowOf(service, 'users', id)).toEqual(before);
    expect(await eventsOfUser(service, id)).toHaveLength(1);
    expect(await auditOf(service, id)).toContainEqual(
      expect.objectContaining({
        action: 'user.update',
        actor_type: 'SCIM',
        actor_id: provider.tokenId,
        result: 'DENIED',
        code: 'SCOPE_NOT_GRANTABLE',
      }),
    );
    const member = await aUser(service.ours);
    expect((await patch(provider, `/Users/${member}`, [operation()])).status).toBe(200);
  });

  test('suspends an administrator who leaves, and cannot reactivate one', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'OKTA');
    const id = await aUser(service.ours, { roles: ['ADMIN'] });
    const active = (value: boolean) => patch(provider, `/Users/${id}`, [replace('active', value)]);
    expect((await active(false)).status).toBe(200);
    expectRefusal(await active(true), 403, 'SCOPE_NOT_GRANTABLE');
    expect((await rowOf(service, 'users', id))[0]).toMatchObject({ status: 'SUSPENDED' });
    expect((await provider.send('DELETE', `/Users/${id}`)).status).toBe(204);
  });

  test('never removes the last owner', async ({ service }) => {
    const { ours, sql } = service;
    const provider = await aDirectoryOf(service, 'GENERIC');
    await sql("delete from users where roles @> '{OWNER}'");
    const one = await aUser(ours, { roles: ['OWNER'] });
    const off = await patch(provider, `/Users/${one}`, [replace('active', false)]);
    expectRefusal(off, 409, 'LOCKOUT_RISK');
    expectRefusal(await provider.send('DELETE', `/Users/${one}`), 409, 'LOCKOUT_RISK');
    expect((await patch(provider, `/Users/${one}`, [replace('title', 'Founder')])).status).toBe(200);
    const other = await aUser(ours, { roles: ['OWNER'] });
    const answers = await Promise.all([
      patch(provider, `/Users/${one}`, [replace('active', false)]),
      provider.send('DELETE', `/Users/${other}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      expect.toBeOneOf([200, 204]),
      409,
    ]);
    const refused = answers.find(({ status }) => status === 409);
    if (refused) expectRefusal(refused, 409, 'LOCKOUT_RISK');
  });

  test('changes fields of a user with more rights if they grant no right', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const email = anEmail();
    const id = await aUser(service.ours, { roles: ['OWNER'], email });
    const { body } = await patch(provider, `/Users/${id}`, [
      replace('title', 'Founder'),
      replace('roles', [{ value: 'OWNER' }]),
      replace('userName', email),
      replace('emails', [{ value: email, primary: true }]),
      { op: 'add', value: { [`${enterpriseSchema}:department`]: 'Board' } },
    ]);
    expect(body).toMatchObject({ title: 'Founder', userName: email });
  });

  test('counts the rights that groups give', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const userId = await aUser(service.ours);
    const groupId = await aGroup(service.ours, { scopes: ['keys.write'] });
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    const set = () => patch(provider, `/Users/${userId}`, [replace('password', password)]);
    expect(expectRefusal(await set(), 403, 'SCOPE_NOT_GRANTABLE')).toContain('keys.write');
    await service.ours.call('removeGroupMember', { path: { groupId, userId } });
    expect((await set()).status).toBe(200);
  });

  test('takes over every user that it changes, and reports that once', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const id = await aUser(service.ours, { title: 'x' });
    for (const _ of [1, 2])
      expect((await patch(provider, `/Users/${id}`, [replace('title', 'x')])).status).toBe(200);
    expect((await rowOf(service, 'users', id))[0]).toMatchObject({ source: 'SCIM', version: 2 });
    const [, updated, ...more] = await eventsOfUser(service, id);
    expect(updated?.data['changes']).toEqual([{ field: 'source', from: 'LOCAL', to: 'SCIM' }]);
    expect(more).toEqual([]);
  });

  test('is limited to the permissions of its token', async ({ service }) => {
    const { send } = await aDirectory(service, { permissions: ['users.read', 'groups.write'] });
    const id = await aUser(service.ours);
    expect((await send('GET', `/Users/${id}`)).status).toBe(200);
    expect((await send('POST', '/Users', person())).status).toBe(403);
    expect((await send('PATCH', `/Users/${id}`, patchOf(replace('title', 'x')))).status).toBe(403);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(403);
    expect((await send('GET', '/Groups')).status).toBe(403);
  });
});

describe('updateScimGroup', () => {
  test('adds no user to a group whose scopes the token lacks, but removes users', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const { id: groupId } = await aScimGroup(provider);
    const [inside, outside] = [(await aScimUser(provider)).id, (await aScimUser(provider)).id];
    const add = (id: string) =>
      patch(provider, `/Groups/${groupId}`, [{ op: 'add', path: 'members', value: [{ value: id }] }]);
    await add(inside);
    await service.ours.call('updateGroup', { path: { groupId }, body: { scopes: ['keys.write', 'my.own'] } });
    expect(expectRefusal(await add(outside), 403, 'SCOPE_NOT_GRANTABLE')).toContain('keys.write');
    const all = { ...(await provider.send('GET', `/Groups/${groupId}`)).body };
    const put = await provider.send('PUT', `/Groups/${groupId}`, {
      ...all,
      members: [{ value: inside }, { value: outside }],
    });
    expectRefusal(put, 403, 'SCOPE_NOT_GRANTABLE');
    const removed = await patch(provider, `/Groups/${groupId}`, [
      { op: 'remove', path: `members[value eq "${inside}"]` },
    ]);
    expect(removed.body.members).toBeUndefined();
    expectRefusal(await provider.send('DELETE', `/Groups/${groupId}`), 403, 'SCOPE_NOT_GRANTABLE');
  });

  test('takes over no group whose scopes the token lacks', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const powerful = await aGroup(service.ours, { scopes: ['keys.write'] });
    const before = await rowOf(service, 'groups', powerful);
    const rename = (id: string) => patch(provider, `/Groups/${id}`, [replace('externalId', 'x')]);
    expectRefusal(await rename(powerful), 403, 'SCOPE_NOT_GRANTABLE');
    expect(await rowOf(service, 'groups', powerful)).toEqual(before);
    const fitting = await aGroup(service.ours, { scopes: ['directory.read', 'my.own'] });
    expect((await rename(fitting)).status).toBe(200);
    expect((await rowOf(service, 'groups', fitting))[0]).toMatchObject({ source: 'SCIM' });
    const { caller } = await aCallerWith(service, ['*']);
    const add = await caller.call('addGroupMembers', {
      path: { groupId: fitting },
      body: { userId: await aUser(service.ours) },
    });
    expect([add.status, add.body.code]).toEqual([409, 'MANAGED_BY_SCIM']);
  });
});
