// Requests of other directories, by their documentation, read on 2026-11-21:
// OneLogin, "Implement RESTful SCIM APIs for Your App" (developers.onelogin.com/scim/implement-scim-api): looks
// for a userName, creates, gets, updates by PUT, lists and creates groups, patches their members, and "the content
// type header for all responses must be of type application/json".
// JumpCloud, "Identity Management using a Custom SCIM Integration" (jumpcloud.com/support): tests a connection with
// a user and a group it creates, changes and deletes.
// Google Workspace offers its own catalogue of applications and documents no requests; it is tested as any client.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aDirectoryOf, aScimPerson, groupSchema, patchOf, userSchema } from '../../support/directories.ts';
import { expectPatched, membersOf } from '../../support/scim.ts';
import { test } from '../../support/service.ts';

const person = (userName: string) => ({
  schemas: [userSchema],
  userName,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ value: userName, type: 'work', primary: true }],
});

describe('OneLogin', () => {
  test('gets application/json where it asks for that, and its user and group', async ({ service }) => {
    const json = { accept: 'application/json', 'content-type': 'application/json' };
    const provider = await aDirectoryOf(service, 'ONELOGIN', json);
    const { send } = provider;
    const userName = `${randomUUID()}@example.com`;
    const connection = await send('GET', `/Users?filter=userName eq "${userName}"`);
    expect(connection).toMatchObject({ status: 200, body: { totalResults: 0 } });
    const created = await send('POST', '/Users', person(userName));
    expect(created).toMatchObject({ status: 201, body: { userName, active: true } });
    const { id } = created.body;
    const updated = await send('PUT', `/Users/${id}`, {
      ...created.body,
      title: 'Rear admiral',
      active: false,
    });
    expect(updated).toMatchObject({ status: 200, body: { title: 'Rear admiral', active: false } });
    const displayName = `Navy ${randomUUID()}`;
    const group = await send('POST', '/Groups', { schemas: [groupSchema], displayName });
    expect(group.status).toBe(201);
    const patch = patchOf({ op: 'add', path: 'members', value: [{ value: id }] });
    const patched = await send('PATCH', `/Groups/${group.body.id}`, patch);
    expectPatched(patched);
    expect(await membersOf(provider, group.body.id)).toEqual([id]);
    for (const { headers } of [connection, created, updated, group])
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(await send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204 });
  });
});

describe('JumpCloud', () => {
  test('tests a connection with a user and a group that it deletes again', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'JUMPCLOUD');
    const { send } = provider;
    const id = await aScimPerson(provider, `${randomUUID()}@example.com`);
    const { body: read } = await send('GET', `/Users/${id}`);
    expect((await send('PUT', `/Users/${id}`, { ...read, displayName: 'Test' })).body).toMatchObject({
      displayName: 'Test',
    });
    const displayName = `Test ${randomUUID()}`;
    const { body: group } = await send('POST', '/Groups', { schemas: [groupSchema], displayName });
    const members = [{ value: id }];
    expectPatched(
      await send('PATCH', `/Groups/${group.id}`, patchOf({ op: 'replace', value: { displayName, members } })),
    );
    expect(await membersOf(provider, group.id)).toEqual([id]);
    expect((await send('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    const after = await send('GET', `/Users?filter=userName eq "${read.userName}"`);
    expect(after.body.totalResults).toBe(0);
  });
});

describe('Google', () => {
  test('creates, suspends and deletes', async ({ service }) => {
    const { send } = await aDirectoryOf(service, 'GOOGLE');
    const userName = `${randomUUID()}@example.com`;
    const { status, body } = await send('POST', '/Users', person(userName));
    expect(status).toBe(201);
    expectPatched(
      await send('PATCH', `/Users/${body.id}`, patchOf({ op: 'replace', path: 'active', value: false })),
    );
    expect((await send('GET', `/Users/${body.id}`)).body.active).toBe(false);
    expect((await send('DELETE', `/Users/${body.id}`)).status).toBe(204);
  });
});
