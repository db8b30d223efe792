import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aDirectoryOf } from '../../support/directories.ts';
import { doubleGroupsNamed, doubleUsers, listedDoubles } from '../../support/doubles.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { patch } from '../../support/scim.ts';
import { type TestService, test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

// If the user or group that has a key goes, the oldest double gets the key (ADR 0098).

let made = 0;
/** Five spellings of an address that no other test has. */
const spellings = (): [string, string, string, string, string] => {
  const n = ++made;
  return [
    `u${n}@bücher.example`,
    `U${n}@XN--BCHER-KVA.example`,
    `u${n}@bu\u0308cher.example.`,
    `ｕ${n}@bücher.example`,
    `Ｕ${n}@bücher.example.`,
  ];
};
/** Five spellings of a name that no other test has. Letters in A-labels are a spelling of a mailbox only. */
const spellingsOfGroups = (): [string, string, string, string, string] => {
  const n = ++made;
  return [`café${n}`, `CAFE\u0301${n}`, `ｃafé${n}`, `cａfé${n}`, `caｆé${n}`];
};
/** The names of a first user who has the key, and of doubles who have it by both kinds of name. */
const usersOf = ([first, second, third, fourth]: readonly string[]) => [
  { username: first },
  { email: second },
  { username: third },
  { email: fourth },
];

const holdersOf = async ({ sql }: TestService, name: string): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    'select user_id as id from sign_in_names where name = sign_in_key($1)',
    [name],
  );
  return rows.map(({ id }) => id);
};

/** Writes a row past the API, as a node of the release before may do. Returns the constraint that refuses it. */
const insertUser = ({ organizations, sql }: TestService, username: string) =>
  constraintOf(
    sql(`insert into users (org_id, id, status, username) values ($1, $2, 'ACTIVE', $3)`, [
      organizations.ours.live.orgId,
      newId('usr'),
      username,
    ]),
  );
const insertGroup = ({ organizations, sql }: TestService, name: string) =>
  constraintOf(
    sql(`insert into groups (org_id, id, name) values ($1, $2, $3)`, [
      organizations.ours.live.orgId,
      newId('grp'),
      name,
    ]),
  );
const constraintOf = (written: Promise<unknown>): Promise<string | undefined> =>
  written.then(
    () => undefined,
    ({ constraint }: { constraint?: string }) => constraint,
  );

type Way = (service: TestService, id: string) => Promise<unknown>;
const renamed = (): string => `renamed-${++made}@example.com`;

const waysOfUsers: Record<string, Way> = {
  'is deleted': ({ ours }, userId) => ours.call('deleteUser', { path: { userId } }),
  'gets other names': ({ ours }, userId) =>
    ours.call('updateUser', { path: { userId }, body: { username: renamed(), email: renamed() } }),
  'is deleted by a directory': async (service, id) =>
    (await aDirectoryOf(service, 'GENERIC')).send('DELETE', `/Users/${id}`),
  'gets other names from a directory': async (service, id) =>
    patch(await aDirectoryOf(service, 'GENERIC'), `/Users/${id}`, [
      { op: 'replace', path: 'userName', value: renamed() },
      { op: 'replace', path: 'emails', value: [{ value: renamed(), primary: true }] },
    ]),
  'is deleted by a statement': ({ sql }, id) => sql('delete from users where id = $1', [id]),
  'gets other names by a statement': ({ sql }, id) =>
    sql('update users set username = $2, email = $3 where id = $1', [id, renamed(), renamed()]),
};

const waysOfGroups: Record<string, Way> = {
  'is deleted': ({ ours }, groupId) => ours.call('deleteGroup', { path: { groupId } }),
  'gets another name': ({ ours }, groupId) =>
    ours.call('updateGroup', { path: { groupId }, body: { name: renamed() } }),
  'is deleted by a directory': async (service, id) =>
    (await aDirectoryOf(service, 'GENERIC')).send('DELETE', `/Groups/${id}`),
  'gets another name from a directory': async (service, id) =>
    patch(await aDirectoryOf(service, 'GENERIC'), `/Groups/${id}`, [
      { op: 'replace', path: 'displayName', value: renamed() },
    ]),
  'is deleted by a statement': ({ sql }, id) => sql('delete from groups where id = $1', [id]),
  'gets another name by a statement': ({ sql }, id) =>
    sql('update groups set name = $2 where id = $1', [id, renamed()]),
};

describe('the oldest double of a user name or address gets the key', () => {
  test.for(Object.keys(waysOfUsers))('if the user who has it %s', async (way, { service }) => {
    const [name, ...others] = spellings();
    const ids = await doubleUsers(service, usersOf([name, ...others]));
    for (const [at, id] of ids.entries()) {
      expect(await holdersOf(service, name)).toEqual([id]);
      const rest = ids.slice(at);
      expect(await listedDoubles(service.ours, 'listUsers', rest)).toEqual([
        rest.slice(1).toReversed(),
        [id],
      ]);
      expect(await insertUser(service, others[3])).toBe('users_username');
      await waysOfUsers[way]?.(service, id);
    }
    expect(await holdersOf(service, name)).toEqual([]);
    expect(await insertUser(service, others[3])).toBeUndefined();
  });

  test('each key to the oldest user who has the name', async ({ service }) => {
    const [[first, ...one], [second, ...other]] = [spellings(), spellings()];
    const [both = '', ...ids] = await doubleUsers(service, [
      { username: first, email: second },
      { username: one[0] },
      { username: other[0], email: one[1] },
      { email: other[1] },
    ]);
    await service.ours.call('deleteUser', { path: { userId: both } });
    expect([await holdersOf(service, first), await holdersOf(service, second)]).toEqual([[ids[0]], [ids[1]]]);
    // The user has the other key still.
    await service.ours.call('updateUser', { path: { userId: ids[1] ?? '' }, body: { email: anEmail() } });
    expect(await listedDoubles(service.ours, 'listUsers', ids)).toEqual([[ids[2]], [ids[1], ids[0]]]);
    await service.ours.call('updateUser', { path: { userId: ids[1] ?? '' }, body: { username: anEmail() } });
    expect(await holdersOf(service, second)).toEqual([ids[2]]);
  });

  test('and an address that two users had in one spelling', async ({ service }) => {
    const name = anEmail();
    const ids = await doubleUsers(service, [{ username: name }, { email: name.toUpperCase() }]);
    await service.ours.call('deleteUser', { path: { userId: ids[0] ?? '' } });
    expect(await holdersOf(service, name)).toEqual([ids[1]]);
  });

  test('not if the user only respells the name, nor in another tenant', async ({ service }) => {
    const [name, ...others] = spellings();
    const ids = await doubleUsers(service, usersOf([name, ...others]));
    const strange = await doubleUsers({ ours: service.theirs, sql: service.sql }, usersOf([name, ...others]));
    const userId = ids[0] ?? '';
    for (const body of [{ title: 'Founder' }, { username: others[3] }, { username: name }])
      expect((await service.ours.call('updateUser', { path: { userId }, body })).status).toBe(200);
    expect(new Set(await holdersOf(service, name))).toEqual(new Set([userId, strange[0]]));
    await service.sql('delete from users where id = any ($1)', [ids]);
    expect(await holdersOf(service, name)).toEqual([strange[0]]);
  });
});

describe('the oldest double of a group gets the key', () => {
  test.for(Object.keys(waysOfGroups))('if the group that has it %s', async (way, { service }) => {
    const [fifth, ...names] = spellingsOfGroups();
    const ids = await doubleGroupsNamed(service, names);
    for (const [at, id] of ids.entries()) {
      const rest = ids.slice(at);
      expect(await listedDoubles(service.ours, 'listGroups', rest)).toEqual([
        rest.slice(1).toReversed(),
        [id],
      ]);
      expect(await insertGroup(service, fifth)).toBe('groups_one_name');
      await waysOfGroups[way]?.(service, id);
    }
    expect(await insertGroup(service, fifth)).toBeUndefined();
  });

  test('not if the group only respells the name, and not if the statement gives the name to another group', async ({
    service,
  }) => {
    const n = ++made;
    const ids = await doubleGroupsNamed(service, [`café${n}`, `CAFE\u0301${n}`]);
    const path = { groupId: ids[0] ?? '' };
    expect((await service.ours.call('updateGroup', { path, body: { name: `Ｃafé${n}` } })).status).toBe(200);
    expect(await listedDoubles(service.ours, 'listGroups', ids)).toEqual([[ids[1]], [ids[0]]]);
    const { body: other } = await service.ours.call('createGroup', { body: { name: `other ${n}` } });
    await service.sql(
      `update groups g set name = n.name from unnest($1::text[], $2::text[]) as n (id, name) where g.id = n.id`,
      [
        [ids[0], other.id],
        [`freed ${n}`, `ＣＡＦＥ\u0301${n}`],
      ],
    );
    expect(await listedDoubles(service.ours, 'listGroups', ids)).toEqual([[ids[1]], [ids[0]]]);
  });
});

describe('two transactions at once', () => {
  const kinds = {
    users: {
      make: (service: TestService, names: readonly string[]) => doubleUsers(service, usersOf(names)),
      insert: insertUser,
      remove: 'delete from users where id = $1',
      rename: `update users set username = 'a' || id, email = 'b' || id where id = $1`,
      refusal: 'users_username',
      list: 'listUsers',
    },
    groups: {
      make: doubleGroupsNamed,
      insert: insertGroup,
      remove: 'delete from groups where id = $1',
      rename: 'update groups set name = id where id = $1',
      refusal: 'groups_one_name',
      list: 'listGroups',
    },
  } as const;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];

  test.for(names.flatMap((kind) => (['remove', 'rename'] as const).map((way) => [kind, way] as const)))(
    'give a key of %s to the double, and not to a third that waits (%s)',
    async ([kind, way], { service }) => {
      const { make, insert, refusal, list, ...statements } = kinds[kind];
      const [first, second, third, fourth, fifth] = spellingsOfGroups();
      const ids = await make(service, [first, second, third, fourth]);
      const release = await holding(service, statements[way], [ids[0]]);
      const inserted = insert(service, fifth);
      await waiting(service, 1);
      await release();
      expect(await inserted).toBe(refusal);
      const rest = ids.slice(1);
      expect(await listedDoubles(service.ours, list, rest)).toEqual([rest.slice(1).toReversed(), [ids[1]]]);
    },
  );

  test.for(names.flatMap((kind) => (['remove', 'rename'] as const).map((way) => [kind, way] as const)))(
    'give a key of %s to the second double if the first one goes (%s)',
    async ([kind, way], { service }) => {
      const { make, list, ...statements } = kinds[kind];
      const ids = await make(service, spellingsOfGroups().slice(0, 4));
      const release = await holding(service, statements[way], [ids[1]]);
      const removed = service.sql(statements.remove, [ids[0]]);
      await waiting(service, 1);
      await release();
      await removed;
      const rest = ids.slice(2);
      expect(await listedDoubles(service.ours, list, rest)).toEqual([rest.slice(1), [ids[2]]]);
    },
  );

  test('leave one user with the name, in any order of the calls', async ({ service }) => {
    for (let at = 0; at < 5; at++) {
      const [name, ...others] = spellings();
      const ids = await doubleUsers(service, usersOf([name, ...others]));
      const [deleted, ...refused] = await Promise.all([
        service.ours.call('deleteUser', { path: { userId: ids[0] ?? '' } }).then(({ status }) => status),
        ...[0, 1].map(() => insertUser(service, others[3])),
      ]);
      expect([deleted, ...refused]).toEqual([200, 'users_username', 'users_username']);
      expect(await holdersOf(service, name)).toEqual([ids[1]]);
    }
  });
});
