import { describe, expect, onTestFinished, test } from 'vitest';
import { holding, waiting } from '../../support/held-rows.ts';
import { anotherPassword, mailing, over, password } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { registering } from '../../support/registering.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const world = mailing();
const { ask, configure, invited, opened, pathOf, somebody, usersOf } = registering(world);
const account = { display_name: 'Ada Lovelace', new_password: password };

describe('showNewAccount', () => {
  test('uses nothing up', async () => {
    await opened();
    const person = somebody();
    const { path } = await invited(person);
    for (let n = 0; n < 3; n++) expect((await somebody().open(path)).title).toMatch(/^Welcome to /);
    expect((await person.send(await person.open(path), account)).title).toBe('Your account');
  });

  test('refuses a link of another tenant, and one of another purpose', async () => {
    await opened();
    const { theirs } = world.service;
    await theirs.call('updateRegistrationConfig', { body: { enabled: true } });
    const person = somebody();
    const { path } = await invited(person);
    const token = path.slice(path.lastIndexOf('/') + 1);
    expect((await person.open(`${pathOf(theirs.orgId)}/${token}`)).title).toBe(over);
    expect((await person.open(`/login/${world.orgId}/reset-password/${token}`)).title).toBe(over);
    expect((await person.open(`/login/${world.orgId}/magic-link/${token}`)).title).toBe(over);
    const known = await world.somebody();
    await world.askToReset(known.person, known.email);
    const reset = await world.delivered();
    expect((await person.open(`${pathOf()}/${reset.token}`)).title).toBe(over);
  });
});

describe('submitNewAccount', () => {
  test('creates a member with a proved address, signs in, and tells it', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    expect(await usersOf(email)).toEqual([]);
    const page = await person.open(path);
    expect(page.title).toMatch(/^Welcome to /);
    expect((await person.send(page, account)).title).toBe('Your account');
    const [user] = await usersOf(email);
    expect(user).toMatchObject({
      status: 'ACTIVE',
      email_verified: true,
      roles: ['MEMBER'],
      display_name: 'Ada Lovelace',
      username: email,
    });
    const { body } = await world.service.ours.call('listAuditLogs', { query: { targetId: user?.id ?? '' } });
    expect(body.data).toContainEqual(
      expect.objectContaining({
        action: 'user.create',
        reason: 'created their own account',
        result: 'SUCCESS',
      }),
    );
    const types = (await eventsOfUser(world.service, user?.id ?? '')).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['user.created', 'user.updated']));
    expect((await person.open(path)).title).toBe(over);
    expect((await somebody().signIn(world.orgId, email, password)).title).toBe('Your account');
  });

  test('goes on to where the sign-in was to lead', async () => {
    await opened();
    await world.configure({ enabled: true, redirectAllowlist: ['https://app.example.com/in'] });
    onTestFinished(() => world.configure({ enabled: false, redirectAllowlist: [] }));
    const person = somebody();
    const first = await person.open(
      `/login/${world.orgId}/magic-link?redirect_uri=${encodeURIComponent('https://app.example.com/in')}`,
    );
    const path = /href="(\/login\/\w+\/create-account\?sign_in=\w+)"/.exec(first.text)?.[1] ?? '';
    await person.send(await person.open(path), { email: anEmail() });
    const { action = '', fields } = (await person.open((await world.delivered()).path)).forms.at(-1) ?? {};
    const done = await person.post(action, { ...fields, ...account });
    expect(done.location).toContain('continue?redirect_uri=');
  });

  test('signs in no browser but the one that sends the form', async () => {
    await opened();
    const asking = somebody();
    const { path } = await invited(asking);
    const other = somebody();
    expect((await other.send(await other.open(path), account)).title).toBe('Your account');
    expect((await asking.open(`/account/${world.orgId}`)).title).not.toBe('Your account');
  });

  test.for([
    ['short', account.display_name, 'Use a longer password.'],
    [password, 'Ada\u202e', 'Use letters, numbers and common symbols only'],
  ] as const)(
    'refuses the password "%s" with the name "%s", and the link works on',
    async ([newPassword, name, text]) => {
      await opened();
      const person = somebody();
      const { email, path } = await invited(person);
      const page = await person.send(await person.open(path), {
        display_name: name,
        new_password: newPassword,
      });
      expect(page.status).toBe(400);
      expect(page.text).toContain(text);
      expect(await usersOf(email)).toEqual([]);
      expect((await person.send(await person.open(path), account)).title).toBe('Your account');
    },
  );

  test('creates one account if eight send the form of one link at once', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const { action = '', fields } = (await person.open(path)).forms.at(-1) ?? {};
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => person.post(action, { ...fields, ...account })),
    );
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await usersOf(email)).toHaveLength(1);
  });

  test('creates one account if two links to one address are used at once', async () => {
    await opened();
    const [one, two] = [somebody(), somebody()];
    const { email, path } = await invited(one);
    await ask(two, email);
    const second = await world.delivered();
    const pages = [await one.open(path), await two.open(second.path)] as const;
    const done = await Promise.all([one.send(pages[0], account), two.send(pages[1], account)]);
    expect(done.map(({ title }) => title).sort()).toEqual(['You already have an account', 'Your account']);
    expect(await usersOf(email)).toHaveLength(1);
  });

  test('leaves a user alone who has the address as a username by now', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const page = await person.open(path);
    const { userId } = await world.somebody({ username: email });
    expect((await person.send(page, account)).title).toBe('You already have an account');
    expect(await usersOf(email)).toEqual([]);
    expect(await world.userOf(userId)).toMatchObject({ status: 'ACTIVE' });
  });

  test('refuses more accounts a day than the settings allow, and the link works on', async () => {
    await opened();
    const [{ count } = { count: 0 }] = await world.service.sql<{ count: number }>(
      `select count(*)::int as count from mailed_links where org_id = $1 and purpose = 'CREATE_ACCOUNT' and used_at is not null`,
      [world.orgId],
    );
    await configure({ maxPerDay: count + 1 });
    const [one, two] = [somebody(), somebody()];
    const links = [await invited(one), await invited(two)] as const;
    expect((await one.send(await one.open(links[0].path), account)).title).toBe('Your account');
    const page = await two.open(links[1].path);
    expect((await two.send(page, account)).title).toBe('You can’t create an account right now');
    const { body } = await world.service.ours.call('listAuditLogs', {
      query: { action: 'registration.limit' },
    });
    expect(body.data).toHaveLength(1);
    await world.service.sql(
      `update mailed_links set used_at = used_at - interval '1 day' where org_id = $1`,
      [world.orgId],
    );
    expect((await two.send(page, account)).title).toBe('Your account');
  });

  test('counts an account whose link was asked for in a browser that is gone', async () => {
    await opened();
    const { path } = await invited(somebody());
    await world.service.sql(`delete from browsers where last_seen_at < now() + interval '1 hour'`);
    const other = somebody();
    expect((await other.send(await other.open(path), account)).title).toBe('Your account');
    await world.service.sql('delete from browsers');
    const rows = await world.service.sql(
      `select from mailed_links where purpose = 'CREATE_ACCOUNT' and used_at is not null and org_id = $1`,
      [world.orgId],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test('refuses an account beyond the users of the tenant', async () => {
    await opened();
    const { path } = await invited(somebody());
    const node = await world.service.startNode({ DATABASE_URL: world.service.database, MAX_USERS: '1' });
    const person = aPerson(node.origin);
    const page = await person.send(await person.open(path), account);
    expect([page.title, page.text]).toEqual([
      'You can’t create an account right now',
      expect.stringContaining('There is no room for more accounts.'),
    ]);
    await node.stop();
  });

  test('asks for a second factor where the settings require one', async () => {
    await opened();
    const { ours } = world.service;
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    onTestFinished(
      async () => void (await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } })),
    );
    const person = somebody();
    const { email, path } = await invited(person);
    expect((await person.send(await person.open(path), account)).title).toBe('Set up an authenticator app');
    expect((await person.open(`/account/${world.orgId}`)).title).not.toBe('Your account');
    expect(await usersOf(email)).toHaveLength(1);
  });

  test('creates no account after a change of the settings that it waited for', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const page = await person.open(path);
    const release = await holding(
      world.service,
      `with tenant as (select id from tenants where id = $1 for no key update)
       update auth_configs set settings = settings || '{"enabled": false}', version = version + 1
        where name = 'registration' and org_id in (select id from tenant)`,
      [world.orgId],
    );
    const sent = person.send(page, account);
    await waiting(world.service, 1);
    await release();
    expect((await sent).title).toBe(over);
    expect(await usersOf(email)).toEqual([]);
  });

  test.for([
    ['the setting is switched off', { enabled: false }],
    ['its domain is allowed no more', { allowedDomains: ['elsewhere.example'] }],
  ] as const)('refuses a link if %s', async ([, change]) => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const page = await person.open(path);
    await configure(change);
    expect((await person.send(page, account)).title).toBe(over);
    expect((await person.open(path)).title).toBe(over);
    expect(await usersOf(email)).toEqual([]);
  });

  test('says nothing in its audit rows and events that signs in', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const token = path.slice(path.lastIndexOf('/') + 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    await person.send(await person.open(path), { ...account, new_password: anotherPassword });
    const [user] = await usersOf(email);
    const { body } = await world.service.ours.call('listAuditLogs', { query: { targetId: user?.id ?? '' } });
    expect(body.data.length).toBeGreaterThan(0);
    const told = JSON.stringify([body, await eventsOfUser(world.service, user?.id ?? '')]);
    for (const secret of [token, anotherPassword]) expect(told).not.toContain(secret);
  });
});
