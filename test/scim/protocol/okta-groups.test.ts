// Groups and imports of Okta's provisioning; the source is that of okta.test.ts, read on 2026-11-21.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aScimPerson, type Directory, groupSchema, patchOf } from '../../support/directories.ts';
import { expectPatched, membersOf } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { aName, anAssigned, okta } from './okta.ts';

describe('Okta: importing', () => {
  test('reads everybody page by page, in one order, with numbers', async ({ service }) => {
    const provider = await okta(service);
    const ids = new Set<string>();
    for (let index = 0; index < 5; index++) ids.add((await anAssigned(provider)).id);
    const found: string[] = [];
    let total = 1;
    for (let startIndex = 1; startIndex <= total; startIndex += 2) {
      const { status, body } = await provider.send('GET', `/Users?startIndex=${startIndex}&count=2`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ startIndex, itemsPerPage: body.Resources.length });
      expect(body.itemsPerPage).toBeLessThanOrEqual(2);
      total = body.totalResults;
      found.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(found).toHaveLength(total);
    expect(new Set(found).size).toBe(total);
    for (const id of ids) expect(found).toContain(id);
  });

  test('reads groups page by page', async ({ service }) => {
    const { send } = await okta(service);
    for (const _ of [1, 2, 3])
      await send('POST', '/Groups', {
        schemas: [groupSchema],
        displayName: `Imported ${randomUUID()}`,
        members: [],
      });
    const first = await send('GET', '/Groups?startIndex=1&count=100');
    expect(first).toMatchObject({ status: 200, body: { startIndex: 1 } });
    expect(first.body.Resources).toHaveLength(first.body.totalResults);
    const beyond = await send('GET', `/Groups?startIndex=${first.body.totalResults + 1}&count=100`);
    expect(beyond.body).toMatchObject({ totalResults: first.body.totalResults, itemsPerPage: 0 });
  });
});

describe('Okta: pushing a group', () => {
  async function aPushed({ send }: Directory): Promise<{ id: string; displayName: string }> {
    const displayName = `Test SCIMv2 ${randomUUID()}`;
    const { status, body } = await send('POST', '/Groups', {
      schemas: [groupSchema],
      displayName,
      members: [],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ displayName, meta: { resourceType: 'Group' } });
    expect(body.members ?? []).toEqual([]);
    return { id: body.id, displayName };
  }

  test('renames it, the id beside the name', async ({ service }) => {
    const provider = await okta(service);
    const { id, displayName } = await aPushed(provider);
    const value = { id, displayName: `${displayName}0` };
    expectPatched(await provider.send('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', value })));
    // The name comes along with every change of members.
    expectPatched(await provider.send('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', value })));
    expect((await provider.send('GET', `/Groups/${id}`)).body).toMatchObject(value);
  });

  test('removes and adds members in one request, and replaces them all', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await aPushed(provider);
    const [leaver = '', comer = '', third = ''] = await Promise.all(
      [1, 2, 3].map(() => aScimPerson(provider, aName())),
    );
    const member = (value: string) => ({ value, display: 'test.user@okta.local' });
    const send = async (...operations: unknown[]) =>
      expectPatched(await provider.send('PATCH', `/Groups/${id}`, patchOf(...operations)));
    await send({ op: 'add', path: 'members', value: [member(leaver)] });
    await send(
      { op: 'remove', path: `members[value eq "${leaver}"]` },
      { op: 'add', path: 'members', value: [member(comer)] },
    );
    expect(await membersOf(provider, id)).toEqual([comer]);
    await send({ op: 'replace', path: 'members', value: [member(leaver), member(third)] });
    expect(await membersOf(provider, id)).toEqual([leaver, third].toSorted());
  });

  test('puts the whole group, as integrations of the wizard do', async ({ service }) => {
    const provider = await okta(service);
    const { id, displayName } = await aPushed(provider);
    const [first = '', second = ''] = await Promise.all([1, 2].map(() => aScimPerson(provider, aName())));
    for (const members of [[first, second], [second], []]) {
      const { status } = await provider.send('PUT', `/Groups/${id}`, {
        schemas: [groupSchema],
        id,
        displayName,
        members: members.map((value) => ({ value, display: 'test.user@okta.local' })),
      });
      expect(status).toBe(200);
      expect(await membersOf(provider, id)).toEqual(members.toSorted());
    }
  });

  test('unlinks it', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await aPushed(provider);
    expect(await provider.send('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204, body: '' });
  });
});
