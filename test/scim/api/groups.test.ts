import { describe, expect } from 'vitest';
import { aDirectoryOf, type Directory, groupSchema, scimUrl } from '../../support/directories.ts';
import {
  aScimGroup,
  aScimUser,
  auditOf,
  expectRefusal,
  group,
  membersOf,
  patch,
  rowOf,
} from '../../support/scim.ts';
import { aGroup, eventsOfGroup, somePeople } from '../../support/groups.ts';
import { test, type TestService } from '../../support/service.ts';

const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');
const named = (ids: readonly string[]) => ids.map((value) => ({ value }));

/** Who came and who left, by the events after the group was made. */
const told = async (service: TestService, id: string) =>
  (await eventsOfGroup(service, id))
    .filter(({ type }) => type.startsWith('group.member_'))
    .map(({ type, data }) => [type.slice('group.member_'.length), data['userId']]);

describe('createScimGroup', () => {
  test('creates a group with its members, and reports the token as the actor', async ({ service }) => {
    const provider = await generic(service);
    const people = await somePeople(service, 3);
    const sent = group({ externalId: '00g1', members: named([...people, people[0] ?? '']) });
    const answer = await provider.send('POST', '/Groups', sent);
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    const base = scimUrl(service).replace('127.0.0.1', 'localhost');
    expect(answer.headers.get('location')).toBe(`${base}/Groups/${id}`);
    expect(answer.body).toEqual({
      schemas: [groupSchema],
      id,
      externalId: '00g1',
      displayName: sent.displayName,
      members: people.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
      meta: expect.objectContaining({ resourceType: 'Group', version: 'W/"1"' }),
    });
    expect((await provider.send('GET', `/Groups/${id}`)).body).toEqual(answer.body);
    const { body: shown } = await service.ours.call('getGroup', { path: { groupId: id } });
    expect(shown).toMatchObject({ source: 'SCIM', memberCount: 3, scopes: [], createdBy: provider.tokenId });
    const [created] = await eventsOfGroup(service, id);
    expect(created).toMatchObject({
      type: 'group.created',
      data: { source: 'SCIM', createdBy: { type: 'SCIM', id: provider.tokenId } },
    });
    expect(await told(service, id)).toEqual(people.map((userId) => ['added', userId]));
    expect(await auditOf(service, id)).toEqual([
      expect.objectContaining({ action: 'group.create', actor_type: 'SCIM', result: 'SUCCESS' }),
    ]);
  });

  test('rejects a duplicate name, a long name, and members that are not users', async ({ service }) => {
    const provider = await generic(service);
    const { displayName, id } = await aScimGroup(provider);
    const create = (fields: object) => provider.send('POST', '/Groups', { ...group(), ...fields });
    const same = await create({ displayName: String(displayName).toUpperCase() });
    expectRefusal(same, 409, 'GROUP_EXISTS', 'uniqueness');
    const refused: object[] = [
      { displayName: 'x'.repeat(257) },
      { displayName: '' },
      { members: [{ value: 'ada@example.com' }] },
      { members: [{ display: 'Ada' }] },
      { members: [{ value: id, type: 'Group' }] },
    ];
    for (const fields of refused) {
      const detail = expectRefusal(await create(fields), 400, 'SCIM_VALUE_INVALID', 'invalidValue');
      expect(detail).toMatch(/displayName|members/);
    }
    expect(
      expectRefusal(await create({ members: [{ value: id }] }), 400, 'SCIM_VALUE_INVALID', 'invalidValue'),
    ).toContain('a group cannot be a member');
    const long = await create({ displayName: 'y'.repeat(256) });
    expect(long.status).toBe(201);
    expect((await service.ours.call('getGroup', { path: { groupId: long.body.id } })).status).toBe(200);
  });
});

describe('getScimGroup', () => {
  test('loads members only if the request asks for them', async ({ service }) => {
    const provider = await generic(service);
    const { id, displayName } = await aScimGroup(provider, { members: named(await somePeople(service, 2)) });
    const get = async (query: string) => (await provider.send('GET', `/Groups/${id}?${query}`)).body;
    expect((await get('excludedAttributes=members')).members).toBeUndefined();
    expect(await get('attributes=displayName')).toEqual({ schemas: [groupSchema], id, displayName });
    expect((await get('attributes=members.value')).members).toHaveLength(2);
  });
});

describe('replaceScimGroup', () => {
  test('sets exactly the members of the request', async ({ service }) => {
    const provider = await generic(service);
    const people = await somePeople(service, 6);
    const { id, displayName } = await aScimGroup(provider, { members: named(people.slice(0, 4)) });
    const put = (fields: object) => provider.send('PUT', `/Groups/${id}`, group({ displayName, ...fields }));
    expect((await put({ members: named(people.slice(2)) })).body.members).toHaveLength(4);
    expect(await membersOf(provider, id)).toEqual(people.slice(2));
    const changes = (await told(service, id)).slice(4);
    expect(changes).toHaveLength(4);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['added', people[4]],
        ['added', people[5]],
        ['removed', people[0]],
        ['removed', people[1]],
      ]),
    );
    expect((await put({ members: named(people.slice(2)) })).headers.get('etag')).toBe('W/"2"');
  });

  test('keeps the members if the request omits them, and removes all for an empty list', async ({
    service,
  }) => {
    const provider = await generic(service);
    const people = await somePeople(service, 3);
    const { id } = await aScimGroup(provider, { externalId: 'x', members: named(people) });
    const renamed = await provider.send('PUT', `/Groups/${id}`, group({ displayName: `renamed ${id}` }));
    expect([renamed.body.displayName, renamed.body.externalId]).toEqual([`renamed ${id}`, undefined]);
    const unknown = { 'urn:x:members': [], 'members.value': null };
    await provider.send('PUT', `/Groups/${id}`, group({ displayName: `renamed ${id}`, ...unknown }));
    expect(await membersOf(provider, id)).toEqual(people);
    const emptied = await provider.send('PUT', `/Groups/${id}`, group({ members: [] }));
    expect(emptied.body.members).toBeUndefined();
    expect((await rowOf(service, 'groups', id))[0]).toMatchObject({ member_count: 0 });
  });
});

describe('updateScimGroup', () => {
  test('removes exactly the named members, three of six by one operation', async ({ service }) => {
    const habits: ((ids: string[]) => object[])[] = [
      (ids) => [{ op: 'Remove', path: 'members', value: named(ids) }],
      (ids) => ids.map((value) => ({ op: 'remove', path: 'members', value: [{ value }] })),
      (ids) => ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
      (ids) => [{ op: 'remove', path: `members[${ids.map((id) => `value eq "${id}"`).join(' or ')}]` }],
    ];
    for (const habit of habits) {
      const provider = await aDirectoryOf(service, 'ENTRA');
      const people = await somePeople(service, 6);
      const { id } = await aScimGroup(provider, { members: named(people) });
      const leaving = [0, 2, 4].map((at) => people[at] ?? '');
      const answer = await patch(provider, `/Groups/${id}`, habit(leaving));
      expect([answer.status, answer.body.members?.length]).toEqual([200, 3]);
      expect(await membersOf(provider, id)).toEqual([1, 3, 5].map((at) => people[at]));
      expect((await told(service, id)).slice(6)).toEqual(leaving.map((userId) => ['removed', userId]));
    }
  });

  test('does not empty a group of Entra ID for a removal without a list', async ({ service }) => {
    const clear = [{ op: 'remove', path: 'members' }];
    const people = await somePeople(service, 2);
    const entra = await aDirectoryOf(service, 'ENTRA');
    const { id } = await aScimGroup(entra, { members: named(people) });
    expectRefusal(await patch(entra, `/Groups/${id}`, clear), 400, 'SCIM_VALUE_INVALID', 'invalidValue');
    expect(await membersOf(entra, id)).toEqual(people);
    const okta = await aDirectoryOf(service, 'OKTA');
    expect((await patch(okta, `/Groups/${id}`, clear)).status).toBe(200);
    expect(await membersOf(okta, id)).toEqual([]);
  });

  test('ignores present members to add and absent ones to remove, without a new version', async ({
    service,
  }) => {
    const provider = await generic(service);
    const [inside = '', outside = ''] = await somePeople(service, 2);
    const { id } = await aScimGroup(provider, { members: named([inside]) });
    for (const operation of [
      { op: 'add', path: 'members', value: named([inside]) },
      { op: 'remove', path: 'members', value: named([outside, 'nobody']) },
      { op: 'remove', path: 'members[value eq "nobody"]' },
    ]) {
      const { status, headers } = await patch(provider, `/Groups/${id}`, [operation]);
      expect([status, headers.get('etag')]).toEqual([200, 'W/"1"']);
    }
    expect(await told(service, id)).toEqual([['added', inside]]);
  });

  test('counts a version when one member replaces another', async ({ service }) => {
    const provider = await generic(service);
    const [one = '', other = ''] = await somePeople(service, 2);
    const { id } = await aScimGroup(provider, { members: named([one]) });
    const { body, headers } = await patch(provider, `/Groups/${id}`, [
      { op: 'replace', path: 'members', value: named([other]) },
    ]);
    expect([body.members[0].value, headers.get('etag')]).toEqual([other, 'W/"2"']);
  });

  test('applies all of its operations or none', async ({ service }) => {
    const provider = await generic(service);
    const [one = '', other = ''] = await somePeople(service, 2);
    const { id, displayName } = await aScimGroup(provider, { members: named([one]) });
    const before = await rowOf(service, 'groups', id);
    for (const last of [
      { op: 'add', path: 'members', value: named(['grp_01kahz5v3be4nr7q2m8x9c0d1e']) },
      { op: 'replace', path: 'displayName', value: (await aScimGroup(provider)).displayName },
      { op: 'replace', path: 'members.display', value: 'x' },
      { op: 'remove' },
    ]) {
      const { status } = await patch(provider, `/Groups/${id}`, [
        { op: 'add', path: 'members', value: named([other]) },
        { op: 'remove', path: 'members', value: named([one]) },
        { op: 'replace', path: 'externalId', value: 'x' },
        last,
      ]);
      expect([400, 409]).toContain(status);
    }
    expect(await rowOf(service, 'groups', id)).toEqual(before);
    expect(await membersOf(provider, id)).toEqual([one]);
    expect(await told(service, id)).toEqual([['added', one]]);
    expect((await provider.send('GET', `/Groups/${id}`)).body.displayName).toBe(displayName);
  });

  test('reports only the result for users who joined and left in one request', async ({ service }) => {
    const provider = await generic(service);
    const [one = '', other = ''] = await somePeople(service, 2);
    const { id } = await aScimGroup(provider, { members: named([one]) });
    await patch(provider, `/Groups/${id}`, [
      { op: 'remove', path: 'members', value: named([one]) },
      { op: 'add', path: 'members', value: named([other, one]) },
      { op: 'remove', path: 'members', value: named([other]) },
    ]);
    expect(await membersOf(provider, id)).toEqual([one]);
    expect(await told(service, id)).toEqual([['added', one]]);
  });

  test('changes a large group without returning its members, unless the request asks for them', async ({
    service,
  }) => {
    const provider = await generic(service);
    const people = await somePeople(service, 2_000);
    const groupId = await aGroup(service.ours);
    await service.sql(
      `with there as (
         insert into group_members (org_id, group_id, user_id)
         select $1, $2, id from unnest($3::text[]) as one (id) returning user_id)
       update groups set member_count = (select count(*) from there) where id = $2`,
      [service.organizations.ours.live.orgId, groupId, people.slice(1)],
    );
    const target = `/Groups/${groupId}`;
    const one = named(people.slice(0, 1));
    const added = await patch(provider, target, [{ op: 'add', path: 'members', value: one }]);
    expect([added.status, added.body.members]).toEqual([200, undefined]);
    const [row] = await rowOf(service, 'groups', groupId);
    expect(row?.['member_count']).toBe(2_000);
    const asked = await patch(provider, `${target}?attributes=members`, [
      { op: 'remove', path: 'members', value: one },
    ]);
    expect(asked.body.members).toHaveLength(1_999);
    expect((await provider.send('GET', target)).body.members).toHaveLength(1_999);
    const rest = await provider.send('PUT', target, group({ members: named(people.slice(5)) }));
    expect([rest.status, rest.body.members]).toEqual([200, undefined]);
    const [, , put] = await auditOf(service, groupId).then((rows) => rows.slice(-3));
    expect(JSON.parse(put?.content ?? '').changes).toContainEqual({
      field: 'members',
      from: people.slice(1, 5),
      to: [],
    });
    const cleared = await patch(provider, target, [{ op: 'remove', path: 'members' }]);
    expect(cleared.status).toBe(200);
    expect(await membersOf(provider, groupId)).toEqual([]);
    expect(await told(service, groupId)).toHaveLength(2 + 4 + 1_995);
  });
});

describe('deleteScimGroup', () => {
  test('deletes the group permanently, and frees its name', async ({ service }) => {
    const provider = await generic(service);
    const { id: userId } = await aScimUser(provider);
    const { id, displayName } = await aScimGroup(provider, { members: named([userId]) });
    expect((await provider.send('GET', `/Users/${userId}`)).body.groups).toEqual([
      { value: id, $ref: expect.stringContaining(`/Groups/${id}`), display: displayName, type: 'direct' },
    ]);
    expectRefusal(
      await provider.send('DELETE', `/Groups/${id}`, undefined, { 'if-match': 'W/"2"' }),
      412,
      'PRECONDITION_FAILED',
    );
    expect((await provider.send('DELETE', `/Groups/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await provider.send(method, `/Groups/${id}`), 404, 'SCIM_RESOURCE_NOT_FOUND');
    expect((await provider.send('GET', `/Users/${userId}`)).body.groups).toBeUndefined();
    await aScimGroup(provider, { displayName });
    expect((await eventsOfGroup(service, id)).at(-1)).toMatchObject({
      type: 'group.deleted',
      data: { deletedBy: { type: 'SCIM', id: provider.tokenId } },
    });
  });
});

describe('X-Dry-Run', () => {
  test('shows which members would join and leave, and changes none', async ({ service }) => {
    const provider = await generic(service);
    const people = await somePeople(service, 3);
    const { id } = await aScimGroup(provider, { members: named(people.slice(0, 2)) });
    const before = await rowOf(service, 'groups', id);
    const dry = { 'x-dry-run': 'true' };
    const { status, body } = await patch(
      provider,
      `/Groups/${id}`,
      [{ op: 'replace', path: 'members', value: named(people.slice(1)) }],
      dry,
    );
    expect([status, body.members.length]).toEqual([200, 2]);
    expect(body['urn:keyward:params:scim:api:messages:2.0:DryRun'].changes).toEqual([
      { path: 'members', from: [people[0]], to: [people[2]] },
    ]);
    const deleted = await provider.send('DELETE', `/Groups/${id}`, undefined, dry);
    expect([deleted.status, deleted.body.id]).toEqual([200, id]);
    expect(await rowOf(service, 'groups', id)).toEqual(before);
    expect(await membersOf(provider, id)).toEqual(people.slice(0, 2));
    expect(await told(service, id)).toHaveLength(2);
  });
});
