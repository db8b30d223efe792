import { describe, expect } from 'vitest';
import { aDirectoryOf, type Directory } from '../../support/directories.ts';
import { aScimGroup, aScimUser, patch, person } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const statuses = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

const memberIds = async ({ send }: Directory, groupId: string): Promise<string[]> =>
  ((await send('GET', `/Groups/${groupId}`)).body.members ?? []).map(({ value }: { value: string }) => value);

describe('createScimUser', () => {
  test('gives a user name and an address to one of those who ask for it at once', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    for (const field of ['userName', 'emails']) {
      const name = anEmail();
      const answers = await Promise.all(
        times(8, (at) => {
          const spelt = at % 2 ? name.toUpperCase() : name;
          return provider.send(
            'POST',
            '/Users',
            person(field === 'userName' ? { userName: spelt } : { emails: [{ value: spelt }] }),
          );
        }),
      );
      const made = statuses(answers).filter((status) => status === 201).length;
      // A creation does not fail because another user has the address. The index rejects only creations that race.
      if (field === 'userName') expect(made).toBe(1);
      expect(statuses(answers)).toEqual([
        ...Array<number>(made).fill(201),
        ...Array<number>(8 - made).fill(409),
      ]);
      const [row] = await service.sql<{ users: number }>(
        'select count(*)::int as users from users where lower(username) = $1 or lower(email) = $1',
        [name],
      );
      expect(row?.users).toBe(1);
    }
  });
});

describe('updateScimUser', () => {
  test('loses no change of those that are made at once', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const { id } = await aScimUser(provider);
    const emails = times(10, (at) => ({ value: anEmail(), type: `type ${at}` }));
    const answers = await Promise.all(
      emails.map((email) => patch(provider, `/Users/${id}`, [{ op: 'add', path: 'emails', value: [email] }])),
    );
    expect(statuses(answers)).toEqual(Array(10).fill(200));
    const { body } = await provider.send('GET', `/Users/${id}`);
    expect(body.emails).toHaveLength(10);
    expect(body.emails).toEqual(expect.arrayContaining(emails));
    expect(body.meta.version).toBe('W/"11"');
  });

  test('lets one win of those who name the same version', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const { id } = await aScimUser(provider);
    const answers = await Promise.all(
      times(6, (at) =>
        patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'title', value: `title ${at}` }], {
          'if-match': 'W/"1"',
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, ...Array<number>(5).fill(412)]);
  });
});

describe('updateScimGroup', () => {
  test('loses no member while others add and remove', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'ENTRA');
    const people = await Promise.all(times(24, async () => (await aScimUser(provider)).id as string));
    const leaving = people.slice(0, 8);
    const { id } = await aScimGroup(provider, { members: leaving.map((value) => ({ value })) });
    const answers = await Promise.all([
      ...people
        .slice(8)
        .map((value) =>
          patch(provider, `/Groups/${id}`, [{ op: 'Add', path: 'members', value: [{ value }] }]),
        ),
      ...leaving.map((value) =>
        patch(provider, `/Groups/${id}`, [{ op: 'Remove', path: 'members', value: [{ value }] }]),
      ),
    ]);
    expect(statuses(answers)).toEqual(Array(24).fill(200));
    expect((await memberIds(provider, id)).toSorted()).toEqual(people.slice(8).toSorted());
    const { body } = await service.ours.call('getGroup', { path: { groupId: id } });
    expect(body.memberCount).toBe(16);
  });

  test('never waits in a circle with people who leave and groups that cross', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const people = await Promise.all(times(12, async () => (await aScimUser(provider)).id as string));
    const groups = [(await aScimGroup(provider)).id, (await aScimGroup(provider)).id];
    const members = (ids: string[]) => ids.map((value) => ({ value }));
    const answers = await Promise.all([
      ...groups.flatMap((id, at) =>
        times(3, (round) =>
          patch(provider, `/Groups/${id}`, [
            { op: 'add', path: 'members', value: members((at + round) % 2 ? people : people.toReversed()) },
          ]),
        ),
      ),
      ...people.slice(0, 4).map((id) => provider.send('DELETE', `/Users/${id}`)),
      ...people
        .slice(4, 8)
        .map((id) => patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])),
    ]);
    expect(statuses(answers).filter((status) => ![200, 204, 400].includes(status))).toEqual([]);
    for (const id of groups) {
      const there = await memberIds(provider, id);
      expect(there.filter((member) => people.indexOf(member) < 4)).toEqual([]);
      const { body } = await service.ours.call('getGroup', { path: { groupId: id } });
      expect(body.memberCount).toBe(there.length);
    }
  });
});
