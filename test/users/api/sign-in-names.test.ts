import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import type { Answer, Client } from '../../support/client.ts';
import { aDirectoryOf } from '../../support/directories.ts';
import { namesOfUsers } from '../../support/rows-of-before.ts';
import { person } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

// security.md 7: "Check, then act". A user name and an e-mail address are one set of names.

const rounds = [0, 1, 2];
const create = (client: Client, names: { email: string; username: string }) =>
  client.call('createUser', { body: { ...names, sendInvite: false } });

/** Expects that one of them got the name, and that the others were told so. */
function expectOneWinner(answers: Answer[], success: number): void {
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([success, ...Array<number>(answers.length - 1).fill(409)]);
  for (const { status, body } of answers)
    if (status === 409 && body.code !== undefined) expect(body.code).toBe('USER_EXISTS');
}

describe('a name that eight ask for at once, half of them as user name and half as e-mail address', () => {
  test('goes to one user who is created', async ({ service: { ours, sql } }) => {
    for (const _ of rounds) {
      const name = anEmail();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          create(
            ours,
            at % 2
              ? { email: anEmail(), username: name.toUpperCase() }
              : { email: name, username: anEmail() },
          ),
        ),
      );
      expectOneWinner(answers, 201);
      expect(
        await sql('select 1 from users where lower($1) in (lower(email), lower(username))', [name]),
      ).toHaveLength(1);
    }
  });

  test('goes to one user who is changed', async ({ service: { ours } }) => {
    const users = await Promise.all(Array.from({ length: 8 }, () => aUser(ours)));
    const name = anEmail();
    const answers = await Promise.all(
      users.map((userId, at) =>
        ours.call('updateUser', { path: { userId }, body: at % 2 ? { username: name } : { email: name } }),
      ),
    );
    expectOneWinner(answers, 200);
    const loser = answers.find(({ status }) => status === 409);
    expect(Object.values(loser?.body.details)).toEqual(['belongs to another user']);
  });

  test('goes to one user, of a directory or of the API', async ({ service }) => {
    const provider = await aDirectoryOf(service, 'GENERIC');
    const name = anEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2
          ? provider.send('POST', '/Users', person({ userName: anEmail(), emails: [{ value: name }] }))
          : create(service.ours, { email: anEmail(), username: name }),
      ),
    );
    // A directory's user may keep the address in `emails`, without signing in by it.
    const created = answers.filter(({ status }, at) => status === 201 && at % 2 === 0);
    expect(created.length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const holders = await service.sql('select from sign_in_names where name = lower($1)', [name]);
    expect(holders).toHaveLength(1);
  });
});

describe('two users who exchange their names at once', () => {
  test('wait for each other without end in no order', async ({ service: { ours } }) => {
    for (const _ of rounds) {
      const [one, other] = [anEmail(), anEmail()];
      const answers = await Promise.all([
        create(ours, { email: one, username: other }),
        create(ours, { email: other, username: one }),
      ]);
      expectOneWinner(answers, 201);
    }
  });
});

describe('a row of a new user', () => {
  const insert = ({ organizations, sql }: TestService, username: string, email: string | null) =>
    sql<{ id: string }>(
      `insert into users (org_id, id, status, username, email)
       values ($1, 'usr_' || gen_random_uuid(), 'ACTIVE', $2, $3) returning id`,
      [organizations.ours.live.orgId, username, email],
    ).then(
      ([row]) => row?.id,
      (error: unknown) => ({ constraint: (error as { constraint?: string }).constraint }),
    );
  const namesOf = (sql: TestService['sql'], id: unknown) =>
    sql('select name from sign_in_names where user_id = $1 order by name collate "C"', [id]);

  test('has a name once, and an address that differs only in its case adds none', async ({ service }) => {
    const name = anEmail();
    const same = await insert(service, name.toUpperCase(), name);
    expect(await namesOf(service.sql, same)).toEqual([{ name }]);
    const without = await insert(service, 'Only', null);
    expect(await namesOf(service.sql, without)).toEqual([{ name: 'only' }]);
    const [first, second] = [`a${anEmail()}`, `b${anEmail()}`];
    for (const [username, email] of [
      [`1${first}`, `1${second}`],
      [`2${second}`, `2${first}`],
    ] as const) {
      const names = [username, email].toSorted().map((one) => ({ name: one }));
      expect(await namesOf(service.sql, await insert(service, username, email))).toEqual(names);
    }
  });

  // The indexes of `users` know one column each, so only the trigger refuses these.
  test.for(['a', 'm', 'z'])(
    'is refused by the name of a column that is taken, among names from %s',
    async (at, { service }) => {
      const [username, email] = [`k${anEmail()}`, `k${anEmail()}`];
      await insert(service, username, email);
      const free = `${at}${anEmail()}`;
      expect(await insert(service, free, username)).toEqual({ constraint: 'users_email' });
      expect(await insert(service, email, free)).toEqual({ constraint: 'users_username' });
      expect(await insert(service, email, username)).toEqual({
        constraint: email < username ? 'users_username' : 'users_email',
      });
      expect(await service.sql('select from sign_in_names where name = $1', [free])).toEqual([]);
    },
  );
});

describe('a name', () => {
  test('is free again when its user changes it, is deleted, or is deleted by a directory', async ({
    service,
  }) => {
    const { ours } = service;
    const provider = await aDirectoryOf(service, 'GENERIC');
    const name = anEmail();
    const take = () => create(ours, { email: anEmail(), username: name });
    const { body: first } = await take();
    await ours.call('updateUser', { path: { userId: first.id }, body: { username: anEmail() } });
    const { body: second } = await take();
    await ours.call('deleteUser', { path: { userId: second.id } });
    const { body: third } = await provider.send('POST', '/Users', person({ userName: name }));
    await provider.send('DELETE', `/Users/${third.id}`);
    expect((await take()).status).toBe(201);
  });

  test('that two users had before the migration stays with the one whose user name it is', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const name = anEmail();
    const byAddress = await aUser(ours, { email: anEmail() });
    const byName = await aUser(ours, { username: name });
    await sql('alter table users disable trigger users_sign_in_names_changed');
    await sql('update users set email = $2 where id = $1', [byAddress, name.toUpperCase()]);
    await sql('alter table users enable trigger users_sign_in_names_changed');
    await sql('alter table sign_in_names disable trigger sign_in_names_gone');
    await sql('delete from sign_in_names');
    await sql('alter table sign_in_names enable trigger sign_in_names_gone');
    await sql(namesOfUsers);
    expect(await sql('select user_id from sign_in_names where name = lower($1)', [name])).toEqual([
      { user_id: byName },
    ]);
    // The other can still be changed, and can give the address up.
    const change = (body: object) => ours.call('updateUser', { path: { userId: byAddress }, body });
    expect((await change({ title: 'Founder' })).status).toBe(200);
    expect((await change({ email: anEmail() })).status).toBe(200);
    expect((await change({ email: name })).status).toBe(409);
  });
});
