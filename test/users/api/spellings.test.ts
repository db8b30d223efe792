import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aDirectoryOf } from '../../support/directories.ts';
import { doubleGroupsNamed, doubleUsers, listedDoubles as listed } from '../../support/doubles.ts';
import { aPerson, beginSignIn, givePassword } from '../../support/passkey-visits.ts';
import { fieldOf } from '../../support/person.ts';
import { patch, person } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

/** Two spellings of one name each. */
const spellings = [
  ['Café', 'CAFE\u0301'],
  ['ｊｏｈｎ', 'John'],
  ['ガス', 'ｶﾞｽ'],
  ['u@bücher.example', 'U@XN--BCHER-KVA.example'],
  ['u@bu\u0308cher.example.', 'u@xn--bcher-kva.example'],
  ['u@example.org', 'u@example.org.'],
] as const;

let made = 0;
/** The same two spellings of a name that no other test has. */
const unique = ([one, other]: readonly [string, string]): [string, string] => {
  const number = `${++made}x`;
  return [`${number}${one}`, `${number.toUpperCase()}${other}`];
};

const create = (client: Client, names: object) =>
  client.call('createUser', { body: { sendInvite: false, ...names } });

const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status;

const scimList = async (service: TestService, filter: string, resource = 'Users'): Promise<string[]> => {
  const provider = await aDirectoryOf(service, 'GENERIC');
  const { body } = await provider.send('GET', `/${resource}?filter=${encodeURIComponent(filter)}`);
  return body.Resources.map(({ id }: { id: string }) => id);
};

describe('two spellings of one name', () => {
  test.for(spellings)('are one user name: %s and %s', async (pair, { service: { ours } }) => {
    for (const [first, second] of [unique(pair), unique(pair).toReversed()] as [string, string][]) {
      const userId = await aUser(ours, { username: first });
      const refused = await create(ours, { email: anEmail(), username: second });
      expect([refused.status, refused.body.details]).toEqual([409, { username: 'belongs to another user' }]);
      const other = await aUser(ours);
      const body = { username: second };
      expect(await statusOf(ours.call('updateUser', { path: { userId: other }, body }))).toBe(409);
      // The user may write the own name in another way.
      expect(await statusOf(ours.call('updateUser', { path: { userId }, body }))).toBe(200);
      const shown = await ours.call('getUser', { path: { userId } });
      expect(shown.body.username).toBe(second);
    }
  });

  test('are one name, whether it is a user name or an address', async ({ service: { ours } }) => {
    const [first, second] = unique(['u@bücher.example', 'u@xn--bcher-kva.example.']);
    await aUser(ours, { email: first, username: anEmail() });
    const asName = await create(ours, { email: anEmail(), username: second });
    const asAddress = await create(ours, { email: second, username: anEmail() });
    expect([asName.status, asName.body.details]).toEqual([409, { username: 'belongs to another user' }]);
    expect([asAddress.status, asAddress.body.details]).toEqual([409, { email: 'belongs to another user' }]);
  });

  test('go to one of eight who ask for them at once, over the API and SCIM', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    for (const pair of spellings) {
      const names = unique(pair);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => {
          const username = names[at % 2];
          return at < 4
            ? create(service.ours, { email: anEmail(), username })
            : provider.send('POST', '/Users', person({ userName: username }));
        }),
      );
      const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
      expect(statuses).toEqual([201, ...Array<number>(7).fill(409)]);
    }
  });

  test('are one group name, and go to one of eight who ask for them at once', async ({
    service: { ours },
  }) => {
    for (const pair of spellings) {
      const names = unique(pair);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => ours.call('createGroup', { body: { name: names[at % 2] } })),
      );
      const won = answers.filter(({ status }) => status === 201);
      const lost = answers.filter(({ status, body }) => status === 409 && body.code === 'GROUP_EXISTS');
      // Letters in A-labels are a spelling of a mailbox only.
      const isMailbox = pair[0].includes('@');
      expect([won.length, lost.length]).toEqual(isMailbox ? [2, 6] : [1, 7]);
    }
  });

  test('sign one user in, and wrong passwords count together', async ({ service }) => {
    const [first, second] = unique(['café', 'CAFE\u0301']);
    const user = await aPerson(service);
    await service.ours.call('updateUser', { path: { userId: user.id }, body: { username: first } });
    const counted = `select failures from sign_in_failures where name_hash = sha256(convert_to(sign_in_key($1), 'UTF8'))`;
    for (const name of [first, second]) {
      const asked = await beginSignIn(user);
      const form = { sign_in: fieldOf(asked, 'sign_in'), csrf: fieldOf(asked, 'csrf') };
      const named = await user.visitor.follow(
        await user.visitor.post(`/login/${user.orgId}/identifier`, { ...form, username: name }),
      );
      const again = { sign_in: fieldOf(named, 'sign_in'), csrf: fieldOf(named, 'csrf') };
      await user.visitor.post(`/login/${user.orgId}/password`, { ...again, password: 'wrong' });
    }
    expect(await service.sql(counted, [first])).toEqual([{ failures: 2 }]);
    const seen = await givePassword({ ...user, email: second });
    expect(seen.text).toContain('Your account');
  });
});

describe('a new user name', () => {
  /** RFC 8265 refuses the first of each pair. */
  const refused = [
    ['oﬃce', 'OFFICE'],
    ['Jo\u00a0Ann', 'jo ann'],
    ['①', '1'],
  ] as const;

  test.for(refused)('may not be %s, and a user who has it keeps it', async (pair, { service }) => {
    const { ours, sql } = service;
    const provider = await aDirectoryOf(service, 'GENERIC');
    const [older, other] = unique(pair);
    const asked = await create(ours, { email: anEmail(), username: older });
    expect([asked.status, Object.keys(asked.body.details)]).toEqual([400, ['username']]);
    const sent = await provider.send('POST', '/Users', person({ userName: older }));
    expect([sent.status, sent.body.scimType]).toEqual([400, 'invalidValue']);
    const { body: user } = await provider.send('POST', '/Users', person({ userName: anEmail() }));
    const path = { userId: user.id };
    expect(await statusOf(ours.call('updateUser', { path, body: { username: older } }))).toBe(400);
    expect(await statusOf(provider.send('PUT', `/Users/${user.id}`, person({ userName: older })))).toBe(400);
    // Nodes of the release before write such a name, and a trigger makes its key.
    await sql('update users set username = $2 where id = $1', [user.id, older]);
    for (const body of [{ title: 'Founder' }, { username: older }])
      expect(await statusOf(ours.call('updateUser', { path, body }))).toBe(200);
    expect(await statusOf(provider.send('PUT', `/Users/${user.id}`, person({ userName: older })))).toBe(200);
    expect(await scimList(service, `userName eq "${other}"`)).toEqual([user.id]);
    expect(await statusOf(create(ours, { email: anEmail(), username: other }))).toBe(409);
  });

  test.for(['محمدadmin', 'Ada אבג-', 'א1١', 'a١', '1אב', 'admin@1א.example'])(
    'may not mix directions: %s',
    async (username, { service: { ours } }) => {
      const asked = await create(ours, { email: anEmail(), username });
      expect([asked.status, asked.body.details]).toEqual([
        400,
        { username: expect.stringContaining('must not mix directions') },
      ]);
    },
  );

  test.for(['①@example.com', 'ada@xאב.example'])(
    'is not the address by default, if that may not be a name: %s',
    async (address, { service: { ours, sql } }) => {
      const [email] = unique([address, address]);
      const asked = await create(ours, { email });
      expect([asked.status, asked.body.details]).toEqual([
        400,
        { username: expect.stringContaining('is required, because `email` cannot be the username') },
      ]);
      // With a name of its own, the user may have the address.
      const userId = await aUser(ours, { email, username: anEmail() });
      expect(await sql('select email from users where id = $1', [userId])).toEqual([{ email }]);
    },
  );

  test.for([
    'Jürgen Müller',
    'محمد',
    'محمد علي',
    'אבג-1',
    'محمد@example.com',
    'Ada אבג',
    'दीपक',
    'ｊｏｈｎ',
    'ガス',
    '王',
    "o'brien+1@example.com",
    'l·l',
    'ẞ',
  ])('may be %s', async (name, { service: { ours } }) => {
    const username = `${++made}x ${name}`;
    expect(await statusOf(create(ours, { email: anEmail(), username }))).toBe(201);
  });
});

describe('two users who had one name before names had keys', () => {
  test('keep their names, can be changed, and are found by their own spelling only', async ({ service }) => {
    const { ours, sql } = service;
    const [first, second] = unique(['café', 'CAFE\u0301']);
    const ids = await doubleUsers(service, [{ username: first }, { username: second }]);
    for (const [at, userId] of ids.entries()) {
      const username = [first, second][at];
      for (const body of [{ title: 'Founder' }, { username }, { username: username?.toUpperCase() }])
        expect(await statusOf(ours.call('updateUser', { path: { userId }, body }))).toBe(200);
      expect(await scimList(service, `userName eq "${username}"`)).toEqual([userId]);
    }
    // The wide letters are a spelling of both.
    const third = second.replace('CAFE', 'ＣＡＦＥ');
    expect(await scimList(service, `userName eq "${third}"`)).toEqual([]);
    expect(await statusOf(create(ours, { email: anEmail(), username: third }))).toBe(409);
    // The older user has the key. If the other user takes another name, that name has a key again.
    expect(await sql('select user_id from sign_in_names where name = sign_in_key($1)', [first])).toEqual([
      { user_id: ids[0] },
    ]);
    expect(await listed(ours, 'listUsers', ids)).toEqual([[ids[1]], [ids[0]]]);
    const [free, again] = unique(['café', 'CAFE\u0301']);
    const body = { username: free };
    expect(await statusOf(ours.call('updateUser', { path: { userId: ids[1] ?? '' }, body }))).toBe(200);
    expect(await statusOf(create(ours, { email: anEmail(), username: again }))).toBe(409);
    expect(await listed(ours, 'listUsers', ids)).toEqual([[], expect.arrayContaining(ids)]);
  });

  test('can be changed by a directory that sends their names again', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const [first, second] = unique(['café', 'CAFE\u0301']);
    const { body: one } = await provider.send('POST', '/Users', person({ userName: anEmail() }));
    await aUser(service.ours, { username: first });
    await service.sql('alter table users disable trigger users_sign_in_names_changed');
    await service.sql('update users set username = $2 where id = $1', [one.id, second]);
    await service.sql('alter table users enable trigger users_sign_in_names_changed');
    const answer = await provider.send(
      'PUT',
      `/Users/${one.id}`,
      person({ userName: second, title: 'Founder' }),
    );
    expect([answer.status, answer.body.userName]).toEqual([200, second]);
  });
});

test('two groups that had one name before names had keys can be changed, and one of them has the key', async ({
  service: { ours, sql },
}) => {
  const [first, second] = unique(['café', 'CAFE\u0301']);
  const ids = await doubleGroupsNamed({ ours, sql }, [first, second]);
  const change = (at: number, body: object) =>
    ours.call('updateGroup', { path: { groupId: ids[at] ?? '' }, body });
  for (const at of [0, 1]) expect(await statusOf(change(at, { description: 'Coffee' }))).toBe(200);
  expect(await sql('select is_double from groups where id = any ($1) order by created_at', [ids])).toEqual([
    { is_double: false },
    { is_double: true },
  ]);
  expect(await listed(ours, 'listGroups', ids)).toEqual([[ids[1]], [ids[0]]]);
  const [free, again] = unique(['café', 'CAFE\u0301']);
  expect(await statusOf(change(1, { name: free }))).toBe(200);
  expect(await statusOf(ours.call('createGroup', { body: { name: again } }))).toBe(409);
});

describe('a search', () => {
  const each = [
    ['Café', 'CAFE\u0301'],
    ['ｊｏｈｎ', 'John'],
    ['ガス', 'ｶﾞｽ'],
    ['oﬃce', 'OFFICE'],
    ['100％ Jo\u00a0Ann', '100% jo ann'],
  ] as const;

  test.for(each)(
    'finds users, groups, identities and credentials in each spelling: %s',
    async (pair, { service }) => {
      const { ours } = service;
      for (const [written, searched] of [unique(pair), unique(pair).toReversed()] as [string, string][]) {
        const userId = await aUser(ours, { displayName: `The ${written}` });
        const group = await ours.call('createGroup', { body: { name: `The ${written}` } });
        const identity = await ours.call('createIdentity', {
          body: { name: `The ${written}`, type: 'SERVICE_ACCOUNT' },
        });
        const credential = await ours.call('createCredential', {
          body: {
            identityId: identity.body.id,
            name: `The ${written}`,
            type: 'API_KEY',
            scopes: ['data.read'],
          },
        });
        const found = async (operation: Parameters<Client['call']>[0], search: string) =>
          (await ours.call(operation, { query: { search } })).body.data.map(({ id }: { id: string }) => id);
        for (const search of [written, searched, `e ${searched}`]) {
          expect(await found('listUsers', search)).toEqual([userId]);
          expect(await found('listGroups', search)).toEqual([group.body.id]);
          expect(await found('listIdentities', search)).toEqual([identity.body.id]);
          expect(await found('listCredentials', search)).toEqual([credential.body.id]);
        }
        expect(await found('listUsers', searched.replace('100', '1%'))).toEqual(
          searched.includes('100') ? [] : [userId],
        );
      }
    },
  );
});

describe('a filter of SCIM', () => {
  test.for(spellings)('finds each spelling: %s and %s', async (pair, { service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    for (const [written, asked] of [unique(pair), unique(pair).toReversed()] as [string, string][]) {
      const { body: user } = await provider.send(
        'POST',
        '/Users',
        person({ userName: written, displayName: written, nickName: written, name: { familyName: written } }),
      );
      const filters = [
        'userName eq',
        ...(pair[0].includes('@') ? [] : ['userName sw', 'userName co', 'userName ew']),
      ];
      if (!pair[0].includes('@'))
        for (const name of ['displayName', 'nickName', 'name.familyName'])
          filters.push(`${name} eq`, `${name} sw`, `${name} co`);
      for (const filter of filters)
        expect([filter, await scimList(service, `${filter} "${asked}"`)]).toEqual([filter, [user.id]]);
      expect(await scimList(service, `not (userName eq "${asked}") and id eq "${user.id}"`)).toEqual([]);
    }
  });

  test('finds a mailbox in each spelling, also in a PATCH', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const [written, asked] = unique(['u@bücher.example', 'U@xn--bcher-kva.example.']);
    const { body: user } = await provider.send(
      'POST',
      '/Users',
      person({ userName: anEmail(), emails: [{ value: written, type: 'work' }] }),
    );
    for (const filter of ['emails eq', 'emails.value eq']) {
      expect(await scimList(service, `${filter} "${asked}"`)).toEqual([user.id]);
      expect(await scimList(service, `${filter} "${written}"`)).toEqual([user.id]);
    }
    expect(await scimList(service, `emails[type eq "work" and value eq "${asked}"]`)).toEqual([user.id]);
    const of = (value: string) => [expect.objectContaining({ value })];
    // The address stays one element in another spelling, and is found by it.
    const { body: same } = await patch(provider, `/Users/${user.id}`, [
      { op: 'add', path: 'emails', value: [{ value: asked, type: 'work' }] },
    ]);
    expect(same.emails).toEqual(of(asked));
    const { body: changed } = await patch(provider, `/Users/${user.id}`, [
      { op: 'replace', path: `emails[value eq "${written}"].value`, value: written },
    ]);
    expect(changed.emails).toEqual(of(written));
    const { body: removed } = await patch(provider, `/Users/${user.id}`, [
      { op: 'remove', path: `emails[value eq "${asked}"]` },
    ]);
    expect(removed.emails).toBeUndefined();
  });

  test('finds a group in each spelling', async ({ service }) => {
    const [written, asked] = unique(['Café', 'CAFE\u0301']);
    const { body } = await service.ours.call('createGroup', { body: { name: written } });
    for (const operator of ['eq', 'sw', 'co', 'ew'])
      expect(await scimList(service, `displayName ${operator} "${asked}"`, 'Groups')).toEqual([body.id]);
  });

  test('finds each spelling of a value in a PATCH', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const { body: user } = await provider.send(
      'POST',
      '/Users',
      person({ userName: anEmail(), roles: [{ value: 'Café' }, { value: 'Bar' }] }),
    );
    const { body } = await patch(provider, `/Users/${user.id}`, [
      { op: 'remove', path: 'roles[value eq "CAFE\u0301"]' },
    ]);
    expect(body.roles.map(({ value }: { value: string }) => value)).toEqual(['Bar']);
  });
});
