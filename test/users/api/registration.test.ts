import { describe, expect, onTestFinished, test } from 'vitest';
import { readable } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing, over, password } from '../../support/mailed-links.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const world = mailing();
const closed = 'You can’t create an account here';
const usual = { enabled: false, allowedDomains: [], maxPerDay: 100 };

async function configure(change: object): Promise<void> {
  const { status } = await world.service.ours.call('updateRegistrationConfig', { body: change });
  expect(status).toBe(200);
}

/** People may create accounts until the test ends. */
async function opened(config: object = {}): Promise<void> {
  await configure({ enabled: true, ...config });
  onTestFinished(() => configure(usual));
}

const somebody = (): Person => aPerson(world.service.origin);
const pathOf = (orgId = world.orgId): string => `/login/${orgId}/create-account`;

/** Asks for an account, from the page on. */
const ask = async (person: Person, email: string) => person.send(await person.open(pathOf()), { email });

/** A link that was sent to a new address. */
async function invited(person: Person): Promise<{ email: string; path: string }> {
  const email = anEmail();
  expect((await ask(person, email)).title).toBe('Check your email');
  return { email, path: (await world.delivered()).path };
}

const account = { display_name: 'Ada Lovelace', new_password: password };

const usersOf = (email: string) =>
  world.service.sql<{ id: string; status: string }>('select * from users where lower(email) = lower($1)', [
    email,
  ]);

describe('updateRegistrationConfig', () => {
  test.for([
    { maxPerDay: 0 },
    { maxPerDay: 100_001 },
    { enabled: null },
    { allowedDomains: ['example'] },
    { allowedDomains: ['Example.com'] },
    { allowedDomains: ['@example.com'] },
    { allowedDomains: ['*.example.com'] },
    { allowedDomains: ['example.com', 'example.com'] },
    { allowedDomains: Array.from({ length: 51 }, (_, n) => `d${n}.example.com`) },
  ])('rejects %j', async (body) => {
    const { status, body: answer } = await world.service.ours.call('updateRegistrationConfig', { body });
    expect([status, answer.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.details)[0]).toMatch(new RegExp(`^${Object.keys(body)[0] ?? ''}`));
  });
});

describe('showRegistration', () => {
  test('is closed by default, and the sign-in page does not offer it', async () => {
    const page = await somebody().open(pathOf());
    expect([page.status, page.title, page.forms]).toEqual([403, closed, []]);
    expect((await somebody().open(`/login/${world.orgId}`)).text).not.toContain('create-account');
  });

  test('is offered on the sign-in page, and keeps the address that was typed there', async () => {
    await opened();
    const person = somebody();
    const email = anEmail();
    const first = await person.open(`/login/${world.orgId}`);
    const path = /href="(\/login\/\w+\/create-account\?sign_in=\w+)"/.exec(first.text)?.[1] ?? '';
    expect((await person.open(path)).title).toBe('Create your account');
    await person.send(first, { username: email });
    expect((await person.open(path)).text).toContain(`value="${email}"`);
  });

  test('is closed if the service sends no mail, or an attribute is required', async () => {
    await opened();
    const node = await world.service.startNode({ SMTP_URL: '', DATABASE_URL: world.service.database });
    expect((await aPerson(node.origin).open(pathOf())).title).toBe(closed);
    expect((await aPerson(node.origin).open(`/login/${world.orgId}`)).text).not.toContain('create-account');
    await node.stop();
    const put = (schema: object | null) =>
      world.service.ours.call('replaceAttributeSchema', { body: { schema } });
    expect(
      (await put({ type: 'object', required: ['team'], properties: { team: { type: 'string' } } })).status,
    ).toBe(200);
    expect((await somebody().open(pathOf())).title).toBe(closed);
    expect((await put(null)).status).toBe(200);
    expect((await somebody().open(pathOf())).title).toBe('Create your account');
  });

  test('is open in the tenant that opened it alone', async () => {
    await opened();
    expect((await somebody().open(pathOf(world.service.theirs.orgId))).title).toBe(closed);
    expect((await somebody().open(pathOf(world.service.oursTest.orgId))).title).toBe(closed);
  });
});

describe('submitRegistration', () => {
  test('answers alike for every address; the mail to a user says that there is an account', async () => {
    await opened();
    const known = await world.somebody();
    const texts: string[] = [];
    for (const email of [known.email, anEmail()]) {
      const page = await ask(somebody(), email);
      texts.push(page.text.replaceAll(email, '').replaceAll(/nonce-[^']+/g, ''));
      const { to, raw, path } = await world.delivered();
      expect(to).toEqual([email]);
      const has = email === known.email;
      expect(path === '').toBe(has);
      expect(readable(raw)).toContain(has ? 'you already have one' : 'choose a password');
      if (has) expect(readable(raw)).toContain(`/login/${world.orgId}`);
    }
    expect(texts[0]).toBe(texts[1]);
  });

  test('writes no mail to a suspended user', async () => {
    await opened();
    const { email, userId } = await world.somebody();
    await world.service.ours.call('suspendUser', { path: { userId } });
    expect((await ask(somebody(), email)).title).toBe('Check your email');
    expect(await world.postman.deliver()).toEqual([]);
  });

  test.for([
    ['', 'Enter an email address'],
    ['ada', 'Enter an email address'],
    ['ada@example.org', 'Use an address at example.com.'],
    ['ada@sub.example.com', 'Use an address at example.com.'],
    ['ada@example.com@example.org', 'Enter an email address'],
    ['ada@example.com.', 'Use an address at example.com.'],
  ] as const)('refuses the address "%s" beside its field', async ([email, text]) => {
    await opened({ allowedDomains: ['example.com'] });
    const page = await ask(somebody(), email);
    expect([page.status, page.title]).toEqual([400, 'Create your account']);
    expect(page.text).toContain(text);
    expect(await world.postman.deliver()).toEqual([]);
  });

  test('takes an allowed domain in any case', async () => {
    await opened({ allowedDomains: ['example.com'] });
    expect((await ask(somebody(), anEmail().replace(/@.*/, '@EXAMPLE.com'))).title).toBe('Check your email');
    expect(await world.delivered()).toMatchObject({ path: expect.stringContaining('/create-account/') });
  });

  test('limits the mails to one address', async () => {
    await opened();
    const email = anEmail();
    for (let n = 0; n < 7; n++) expect((await ask(somebody(), email)).title).toBe('Check your email');
    expect(await world.postman.deliver()).toHaveLength(5);
  });

  test('refuses a form of another browser', async () => {
    await opened();
    const { forms } = await somebody().open(pathOf());
    const other = somebody();
    await other.open(pathOf());
    const sent = await other.post(pathOf(), { ...forms.at(-1)?.fields, email: anEmail() });
    expect([sent.status, sent.title]).toEqual([403, 'Create your account']);
    expect(await world.postman.deliver()).toEqual([]);
  });
});

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
    await world.service.sql(
      `update mailed_links set used_at = used_at - interval '1 day' where org_id = $1`,
      [world.orgId],
    );
    expect((await two.send(page, account)).title).toBe('Your account');
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

  test('says nothing in its mails, audit rows and events that signs in', async () => {
    await opened();
    const person = somebody();
    const { email, path } = await invited(person);
    const token = path.slice(path.lastIndexOf('/') + 1);
    await person.send(await person.open(path), { ...account, new_password: anotherPassword });
    const [user] = await usersOf(email);
    const { body } = await world.service.ours.call('listAuditLogs', { query: { targetId: user?.id ?? '' } });
    const told = JSON.stringify([body, await eventsOfUser(world.service, user?.id ?? '')]);
    for (const secret of [token, anotherPassword]) expect(told).not.toContain(secret);
  });
});
