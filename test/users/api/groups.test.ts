import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { aGroup, eventsOfGroup, somePeople } from '../../support/groups.ts';
import { test } from '../../support/service.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };

/** A group that was created with a name alone. */
const plain = {
  id: expect.stringMatching(/^grp_[0-9a-z]{26}$/),
  name: expect.any(String),
  description: null,
  externalId: null,
  source: 'LOCAL',
  memberCount: 0,
  scopes: [],
  createdAt: time,
  updatedAt: time,
  createdBy: expect.stringMatching(/^cred_/),
};

describe('createGroup', () => {
  test('answers every field, with defaults for what is not sent', async ({ service }) => {
    const { status, body, headers } = await service.ours.call('createGroup', { body: { name: 'A' } });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({ ...plain, name: 'A' });
    expect(await eventsOfGroup(service, body.id)).toEqual([
      {
        type: 'group.created',
        data: {
          groupId: body.id,
          groupName: 'A',
          source: 'LOCAL',
          scopes: [],
          createdBy: actor,
          environment: 'live',
        },
      },
    ]);
  });

  test('keeps every field that is sent', async ({ service: { ours } }) => {
    const fields = {
      name: 'n'.repeat(100),
      description: 'd'.repeat(500),
      externalId: 'e'.repeat(256),
      scopes: ['secrets.read', 'identities.read'],
    };
    const { body } = await ours.call('createGroup', { body: fields });
    expect(body).toEqual({ ...plain, ...fields });
    expect((await ours.call('getGroup', { path: { groupId: body.id } })).body).toEqual(body);
  });

  test('refuses what the contract does not allow and names the field', async ({ service: { ours } }) => {
    for (const [field, fields] of [
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(101) }],
      ['description', { description: 'x'.repeat(501) }],
      ['externalId', { externalId: 'x'.repeat(257) }],
      ['scopes.0', { scopes: ['A'] }],
      ['scopes', { scopes: null }],
      ['source', { source: 'SCIM' }],
      ['memberCount', { memberCount: 1 }],
    ] as const) {
      const { status, body } = await ours.call('createGroup', { body: { name: 'refused', ...fields } });
      expect([status, Object.keys(body.details)], JSON.stringify(fields)).toEqual([400, [field]]);
    }
  });

  test('refuses a name that another group has in any case, but not that of another tenant', async ({
    service: { ours, oursTest, theirs },
  }) => {
    await aGroup(ours, { name: 'Ärzte' });
    const { status, body } = await ours.call('createGroup', { body: { name: 'äRZTE' } });
    expect([status, body.code, body.details]).toEqual([409, 'GROUP_EXISTS', { name: 'äRZTE' }]);
    await aGroup(oursTest, { name: 'Ärzte' });
    await aGroup(theirs, { name: 'Ärzte' });
  });

  test('makes one group of ten calls with one name at the same moment', async ({ service: { ours } }) => {
    const names = Array.from({ length: 10 }, (_, at) => (at % 2 ? 'THE SAME' : 'the same'));
    const answers = await Promise.all(names.map((name) => ours.call('createGroup', { body: { name } })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'GROUP_EXISTS')).toHaveLength(9);
  });

  test('gives one answer to a repeated Idempotency-Key', async ({ service: { ours } }) => {
    const call = () =>
      ours.call('createGroup', { body: { name: 'once' }, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await call(), await call()];
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
  });

  test('gives no management scope that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['groups.write', 'identities.*']);
    const { status, body } = await caller.call('createGroup', {
      body: { name: 'powerful', scopes: ['identities.read', 'secrets.read', 'credentials.write', '*'] },
    });
    expect([status, body.code, body.details.scopes]).toEqual([
      403,
      'SCOPE_NOT_GRANTABLE',
      ['credentials.write', '*'],
    ]);
    await aGroup(caller, { name: 'less powerful', scopes: ['identities.read', 'secrets.read'] });
  });
});

describe('getGroup', () => {
  test('answers 404 alike for an unknown, a malformed and a foreign id', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    for (const groupId of [
      'x',
      'grp_01kahz5v3be4nr7q2m8x9c0d1e',
      await aGroup(theirs),
      await aGroup(oursTest),
    ]) {
      const { status, body } = await ours.call('getGroup', { path: { groupId } });
      expect([status, body.code, body.details]).toEqual([404, 'GROUP_NOT_FOUND', {}]);
    }
  });
});

describe('updateGroup', () => {
  test('changes what is sent, and emits old and new values', async ({ service }) => {
    const { ours } = service;
    const groupId = await aGroup(ours, { name: 'before', description: 'text' });
    const patch = { name: 'after', description: null, externalId: 'e', scopes: ['a.b'] };
    const { status, body, headers } = await ours.call('updateGroup', { path: { groupId }, body: patch });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toEqual({ ...plain, ...patch });
    const [, updated] = await eventsOfGroup(service, groupId);
    expect(updated).toEqual({
      type: 'group.updated',
      data: {
        groupId,
        groupName: 'after',
        changes: [
          { field: 'name', from: 'before', to: 'after' },
          { field: 'description', from: 'text', to: null },
          { field: 'externalId', from: null, to: 'e' },
          { field: 'scopes', from: [], to: ['a.b'] },
        ],
        updatedBy: actor,
        environment: 'live',
      },
    });
  });

  test('changes and emits nothing for what it has already, also its own name', async ({ service }) => {
    const groupId = await aGroup(service.ours, { name: 'unchanged' });
    const { status, headers } = await service.ours.call('updateGroup', {
      path: { groupId },
      body: { name: 'unchanged', scopes: [] },
    });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(await eventsOfGroup(service, groupId)).toHaveLength(1);
  });

  test('changes the case of its own name, and takes no name of another group', async ({ service }) => {
    const { ours } = service;
    await aGroup(ours, { name: 'taken' });
    const groupId = await aGroup(ours, { name: 'mine' });
    const rename = (name: string) => ours.call('updateGroup', { path: { groupId }, body: { name } });
    expect((await rename('MINE')).body.name).toBe('MINE');
    const { status, body } = await rename('Taken');
    expect([status, body.code, body.details]).toEqual([409, 'GROUP_EXISTS', { name: 'Taken' }]);
    expect((await eventsOfGroup(service, groupId)).map(({ type }) => type)).toEqual([
      'group.created',
      'group.updated',
    ]);
  });

  test('neither gives nor takes management scopes that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['groups.write', 'identities.read']);
    const groupId = await aGroup(service.ours, { name: 'auditors', scopes: ['audit.read', 'own.scope'] });
    const change = (body: object) => caller.call('updateGroup', { path: { groupId }, body });
    for (const scopes of [[], ['audit.read'], ['audit.read', 'own.scope', 'identities.read']]) {
      const { status, body } = await change({ scopes });
      expect([status, body.code, body.details.scopes]).toEqual([403, 'SCOPE_NOT_GRANTABLE', ['audit.read']]);
    }
    expect((await change({ scopes: ['identities.write'] })).body.details.scopes).toEqual([
      'audit.read',
      'identities.write',
    ]);
    expect((await change({ description: 'says nothing of scopes' })).status).toBe(200);
    expect((await service.ours.call('getGroup', { path: { groupId } })).body.scopes).toEqual([
      'audit.read',
      'own.scope',
    ]);
  });

  test('changes only the version that If-Match names', async ({ service: { ours } }) => {
    const groupId = await aGroup(ours, { name: 'versioned' });
    const change = (ifMatch: string, name: string) =>
      ours.call('updateGroup', { path: { groupId }, body: { name }, headers: { 'if-match': ifMatch } });
    expect((await change('"2"', 'a')).body.code).toBe('PRECONDITION_FAILED');
    expect((await change('"1"', 'version two')).status).toBe(200);
    expect((await change('"1"', 'b')).status).toBe(412);
  });
});

describe('deleteGroup', () => {
  test('deletes the group with its memberships, and emits that alone', async ({ service }) => {
    const { ours, sql } = service;
    const groupId = await aGroup(ours, { name: 'to delete' });
    const userIds = await somePeople(service, 2);
    await ours.call('addGroupMembers', { path: { groupId }, body: { userIds } });
    const { status, body } = await ours.call('deleteGroup', { path: { groupId } });
    expect([status, body]).toEqual([200, { message: 'Group deleted', id: groupId }]);
    expect((await ours.call('deleteGroup', { path: { groupId } })).status).toBe(404);
    expect(await sql('select from group_members where group_id = $1', [groupId])).toEqual([]);
    expect(await sql('select from users where id = any ($1)', [userIds])).toHaveLength(2);
    const events = await eventsOfGroup(service, groupId);
    expect(events.filter(({ type }) => /deleted|removed/.test(type))).toEqual([
      {
        type: 'group.deleted',
        data: {
          groupId,
          groupName: 'to delete',
          memberCount: 2,
          deletedBy: actor,
          environment: 'live',
        },
      },
    ]);
    await aGroup(ours, { name: 'to delete' });
  });

  test('deletes only the version that If-Match names, which a new member changes', async ({ service }) => {
    const { ours } = service;
    const groupId = await aGroup(ours, { name: 'to delete as it was' });
    const [userId] = await somePeople(service, 1);
    await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    const end = (version: string) =>
      ours.call('deleteGroup', { path: { groupId }, headers: { 'if-match': version } });
    expect((await end('"1"')).status).toBe(412);
    expect((await end('"2"')).status).toBe(200);
  });

  test('takes no management scopes from its members that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['groups.write']);
    const groupId = await aGroup(service.ours, { name: 'owners', scopes: ['*'] });
    const { status, body } = await caller.call('deleteGroup', { path: { groupId } });
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect((await service.ours.call('deleteGroup', { path: { groupId } })).status).toBe(200);
  });
});
