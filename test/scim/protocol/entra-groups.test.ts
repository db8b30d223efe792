// Groups as Microsoft Entra ID provisions them; the sources are those of entra.test.ts, read on 2026-11-21.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  aDirectoryOf,
  aScimPerson,
  type Directory,
  groupSchema,
  patchOf,
} from '../../support/directories.ts';
import { expectPatched, membersOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';

const entra = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'ENTRA');
const people = (provider: Directory, count: number) =>
  Promise.all(Array.from({ length: count }, () => aScimPerson(provider, `member-${randomUUID()}`)));

async function aGroup({ send }: Directory): Promise<{ id: string; displayName: string; externalId: string }> {
  const externalId = randomUUID();
  const displayName = `displayName ${externalId}`;
  const { status, body } = await send('POST', '/Groups', {
    schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId,
    displayName,
    meta: { resourceType: 'Group' },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ displayName, externalId, meta: { resourceType: 'Group' } });
  return { id: body.id, displayName, externalId };
}

/** How Entra ID writes members: with a `$ref` that is null. */
const references = (ids: string[]) => ids.map((value) => ({ $ref: null, value }));

async function change({ send }: Directory, id: string, ...operations: unknown[]): Promise<void> {
  expectPatched(await send('PATCH', `/Groups/${id}`, patchOf(...operations)));
}

describe('Entra ID: groups', () => {
  test('are created empty, and read without their members', async ({ service }) => {
    const provider = await entra(service);
    const { id, displayName, externalId } = await aGroup(provider);
    const { status, body } = await provider.send('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ schemas: [groupSchema], id, externalId, displayName });
    expect(body).not.toHaveProperty('members');
  });

  test('are found by displayName and externalId, without their members', async ({ service }) => {
    const provider = await entra(service);
    const { id, displayName, externalId } = await aGroup(provider);
    const [member = ''] = await people(provider, 1);
    await change(provider, id, { op: 'Add', path: 'members', value: references([member]) });
    for (const filter of [
      `displayName eq "${displayName}"`,
      `displayName eq "${displayName.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
    ]) {
      const { body } = await provider.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
      expect(body, filter).toMatchObject({ totalResults: 1, Resources: [{ id, displayName }] });
      expect(body.Resources[0]).not.toHaveProperty('members');
    }
  });

  test('get a new name', async ({ service }) => {
    const provider = await entra(service);
    const { id, displayName } = await aGroup(provider);
    const value = `${displayName} updatedDisplayName`;
    await change(provider, id, { op: 'Replace', path: 'displayName', value });
    expect((await provider.send('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: value });
  });

  test('gain many members in one request, and lose those that are listed', async ({ service }) => {
    const provider = await entra(service);
    const { id } = await aGroup(provider);
    const ids = (await people(provider, 6)).toSorted();
    await change(provider, id, { op: 'Add', path: 'members', value: references(ids.slice(0, 4)) });
    await change(provider, id, { op: 'Add', path: 'members', value: references(ids) });
    expect(await membersOf(provider, id)).toEqual(ids);
    // Without the flag: one operation with a list of values, which must not empty the group.
    await change(provider, id, { op: 'Remove', path: 'members', value: references(ids.slice(0, 2)) });
    expect(await membersOf(provider, id)).toEqual(ids.slice(2));
    // With the flag.
    await change(provider, id, { op: 'remove', path: `members[value eq "${ids[2]}"]` });
    expect(await membersOf(provider, id)).toEqual(ids.slice(3));
    // A user who is no longer a member can be removed once more.
    await change(provider, id, { op: 'Remove', path: 'members', value: references(ids.slice(0, 1)) });
    expect(await membersOf(provider, id)).toEqual(ids.slice(3));
  });

  test('are shown at the user, and can be searched by one member', async ({ service }) => {
    const provider = await entra(service);
    const { id, displayName } = await aGroup(provider);
    const [member = '', stranger = ''] = await people(provider, 2);
    await change(provider, id, { op: 'Add', path: 'members', value: references([member]) });
    const { body } = await provider.send('GET', `/Users/${member}`);
    expect(body.groups).toMatchObject([{ value: id, display: displayName }]);
    // "Requests to determine whether a reference attribute has a certain value are requests about the members."
    const ask = async (person: string) =>
      (await provider.send('GET', `/Groups?filter=id eq "${id}" and members eq "${person}"&attributes=id`))
        .body.totalResults;
    expect([await ask(member), await ask(stranger)]).toEqual([1, 0]);
  });

  test('keep all members if a removal lists none', async ({ service }) => {
    const provider = await entra(service);
    const { id } = await aGroup(provider);
    const [member = ''] = await people(provider, 1);
    await change(provider, id, { op: 'Add', path: 'members', value: references([member]) });
    const { status, body } = await provider.send(
      'PATCH',
      `/Groups/${id}`,
      patchOf({ op: 'Remove', path: 'members' }),
    );
    expect(status).toBe(400);
    expect(body.scimType).toBe('invalidValue');
    expect(await membersOf(provider, id)).toEqual([member]);
  });

  test('are deleted, and their members remain', async ({ service }) => {
    const provider = await entra(service);
    const { id } = await aGroup(provider);
    const [member = ''] = await people(provider, 1);
    await change(provider, id, { op: 'Add', path: 'members', value: references([member]) });
    expect(await provider.send('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204, body: '' });
    expect(await provider.send('GET', `/Groups/${id}`)).toMatchObject({ status: 404 });
    const { body } = await provider.send('GET', `/Users/${member}`);
    expect(body.groups ?? []).toEqual([]);
  });
});
