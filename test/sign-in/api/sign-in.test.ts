import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const anotherPassword = 'quiet-lantern-orbit-17';
const wrong = 'Incorrect username or password.';

/** Creates a user who can sign in, and a browser of the user. */
async function somebody(service: TestService, fields: Record<string, unknown> = {}) {
  const { ours, origin } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, password, ...fields });
  return { userId, email, orgId: ours.orgId ?? '', person: aPerson(origin) };
}

const audited = ({ sql }: TestService, userId: string) =>
  sql<{ action: string; result: string; actor_type: string }>(
    `select action, result, actor_type from audit_logs where target_type = 'user' and target_id = $1
      and action not like 'user.create' order by created_at, id`,
    [userId],
  );

const eventsOf = ({ sql }: TestService, userId: string) =>
  sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where data ->> 'userId' = $1 and type ~ 'login|locked|session' order by created_at, id`,
    [userId],
  );

describe('showSignIn', () => {
  test('begins a sign-in that leads to the account page', async ({ service }) => {
    const { person, orgId, email, userId } = await somebody(service, { displayName: 'Ada <b>Lovelace' });
    const first = await person.get(`/login/${orgId}`);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toMatch(new RegExp(`^/login/${orgId}\\?sign_in=sgn_[0-9a-z]{26}$`));
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kd_session=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
    ]);
    const page = await person.open(String(first.headers.get('location')));
    expect(page.title).toBe('Sign in');
    expect(page.text).toContain('autocomplete="username webauthn"');
    const next = await person.send(page, { username: ` ${email.toUpperCase()} ` });
    expect(next.title).toBe('Enter your password');
    expect(next.text).toContain('autocomplete="current-password"');
    const done = await person.send(next, { password });
    expect([done.status, done.title, done.path]).toEqual([200, 'Your account', `/account/${orgId}`]);
    expect(await audited(service, userId)).toEqual([
      { action: 'user.login', result: 'SUCCESS', actor_type: 'USER' },
    ]);
    const events = await eventsOf(service, userId);
    expect(events.map(({ type }) => type).toSorted()).toEqual(['session.created', 'user.login']);
    expect(events.find(({ type }) => type === 'user.login')?.data).toMatchObject({
      userName: 'Ada <b>Lovelace',
      amr: ['pwd'],
      clientId: null,
      serviceProviderId: null,
      environment: 'live',
      userAgent: expect.stringContaining('Firefox'),
    });
    const { body } = await service.ours.call('getUser', { path: { userId } });
    expect(body.lastLoginAt).toMatch(/^20/);
    expect((await person.open(`/login/${orgId}`)).path).toBe(`/account/${orgId}`);
  });

  test('uses the language that ui_locales asks for', async ({ service }) => {
    const { person, orgId } = await somebody(service);
    const { path } = await person.open(`/login/${orgId}`);
    expect((await person.open(`${path}&ui_locales=de`)).title).toBe('Anmelden');
    expect((await person.open(`${path}&ui_locales=fr`)).title).toBe('Se connecter');
  });

  test('shows a sign-in only to its own browser and tenant, and ignores a foreign return_to', async ({
    service,
  }) => {
    const { person, orgId, email } = await somebody(service);
    const page = await person.open(`/login/${orgId}?return_to=https://evil.example`);
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${orgId}`);
    const shown = await stranger.open(page.path);
    expect([shown.status, shown.title]).toEqual([400, 'This sign-in has expired']);
    const theirs = await person.open(page.path.replace(orgId, service.theirs.orgId ?? ''));
    expect([theirs.status, theirs.title]).toEqual([400, 'This sign-in has expired']);
    const next = await person.send(page, { username: email });
    expect((await person.send(next, { password })).path).toBe(`/account/${orgId}`);
  });

  test.for(['x', 'a'.repeat(7_000), 'é', '"', '%00', '..'])(
    'replaces a malformed browser cookie: %s',
    async (value, { service }) => {
      const { person, orgId } = await somebody(service);
      person.cookies.set('kd_session', encodeURIComponent(value));
      const page = await person.open(`/login/${orgId}`);
      expect(page.title).toBe('Sign in');
      expect(person.cookies.get('kd_session')).toMatch(/^[\w-]{43}$/);
    },
  );

  test('replaces a well-formed browser cookie that the service did not issue', async ({ service }) => {
    const { person, orgId } = await somebody(service);
    person.cookies.set('kd_session', 'A'.repeat(43));
    await person.open(`/login/${orgId}`);
    expect(person.cookies.get('kd_session')).not.toBe('A'.repeat(43));
  });

  test('says that a sign-in is over once it has expired', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const page = await person.open(`/login/${orgId}`);
    await service.sql("update sign_ins set expires_at = now() - interval '1 s'");
    expect((await person.open(page.path)).title).toBe('This sign-in has expired');
    expect((await person.send(page, { username: email })).title).toBe('This sign-in has expired');
  });
});

describe('submitIdentifier', () => {
  test('gives the same answer for a known and an unknown user name', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const page = await person.open(`/login/${orgId}`);
    const known = await person.send(page, { username: email });
    const unknown = await person.send(page, { username: 'nobody@example.com' });
    const plain = (text: string, name: string) =>
      text
        .replaceAll(name, '')
        .replace(/req_\w+/g, '')
        .replace(/value="[\w-]{43}"/, '');
    expect(plain(known.text, email)).toBe(plain(unknown.text, 'nobody@example.com'));
    const back = await person.open(`${page.path}&factor=identifier`);
    expect([back.title, back.forms[0]?.fields['username']]).toEqual(['Sign in', 'nobody@example.com']);
  });

  test('asks for a missing user name, and shows markup in a name as text', async ({ service }) => {
    const { person, orgId } = await somebody(service);
    const page = await person.open(`/login/${orgId}`);
    const empty = await person.send(page, { username: '  ' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('<p class="error" id="username-error">Enter your username');
    expect(empty.text).toContain('aria-describedby="username-error" aria-invalid="true"');
    expect(empty.text).toMatch(/<input id="username"[^>]* autofocus>/);
    expect(empty.text.match(/Enter your username/g)).toHaveLength(1);
    expect(empty.text).not.toContain('role="alert"');
    const markup = await person.send(page, { username: '"><script>alert(1)</script>' });
    expect(markup.text).not.toContain('<script>alert');
    expect(markup.text).toContain('&lt;script&gt;alert(1)');
  });
});

describe('submitPassword', () => {
  test('gives the same error for a wrong password, an unknown name and a user who cannot sign in', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const cases = {
      wrong: (await somebody(service)).email,
      unknown: anEmail(),
      invited: await aUser(ours, { email: anEmail() }),
      none: await aUser(ours, { email: anEmail(), sendInvite: false }),
      suspended: (await somebody(service)).userId,
      deprovisioned: (await somebody(service)).userId,
      expired: (await somebody(service)).userId,
    };
    await ours.call('suspendUser', { path: { userId: cases.suspended } });
    await ours.call('deprovisionUser', { path: { userId: cases.deprovisioned } });
    await sql("update users set expires_at = now() - interval '1 s' where id = $1", [cases.expired]);
    for (const [kind, whose] of Object.entries(cases)) {
      const [row] = await sql<{ email: string }>('select email from users where id = $1', [whose]);
      const person = aPerson(service.origin);
      const typed = kind === 'wrong' ? anotherPassword : password;
      const refused = await person.signIn(ours.orgId ?? '', row?.email ?? whose, typed);
      expect({ kind, status: refused.status, title: refused.title }).toEqual({
        kind,
        status: 400,
        title: 'Enter your password',
      });
      expect(refused.text).toContain(wrong);
      expect((await person.open(`/account/${ours.orgId}`)).title).toBe('Sign in');
    }
    expect(await audited(service, cases.suspended)).toContainEqual({
      action: 'user.login_failed',
      result: 'FAILURE',
      actor_type: 'ANONYMOUS',
    });
    expect(
      (await eventsOf(service, cases.suspended)).map(({ type, data }) => [type, data['reason']]),
    ).toEqual([['user.login_failed', 'NOT_ACTIVE']]);
    const nobody = await sql(
      "select data from events where type = 'user.login_failed' and data ->> 'userId' is null",
    );
    expect(JSON.stringify(nobody)).not.toContain(cases.unknown);
  });

  test('finds one user by name: a user name cannot be the e-mail address of another user', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const victim = await somebody(service);
    const { userId } = await somebody(service, {
      username: `other-${victim.email}`,
      password: anotherPassword,
    });
    await ours.call('updateUser', { path: { userId: victim.userId }, body: { username: 'victim' } });
    const { status } = await ours.call('updateUser', { path: { userId }, body: { username: victim.email } });
    expect(status).toBe(409);
    // Nor can two changes at once bring it about.
    await expect(sql('update users set username = $1 where id = $2', [victim.email, userId])).rejects.toThrow(
      'belongs to another user',
    );
    const signedIn = await aPerson(service.origin).signIn(ours.orgId ?? '', victim.email, password);
    expect(signedIn.title).toBe('Your account');
  });

  test('gives the browser a new token, and invalidates the old one', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const page = await person.open(`/login/${orgId}`);
    const planted = person.cookies.get('kd_session') ?? '';
    const next = await person.send(page, { username: email });
    await person.send(next, { password });
    expect(person.cookies.get('kd_session')).not.toBe(planted);
    const attacker = aPerson(service.origin);
    attacker.cookies.set('kd_session', planted);
    expect((await attacker.open(`/account/${orgId}`)).title).toBe('Sign in');
    const stored = await service.sql<{ t: string }>("select encode(token_hash, 'hex') as t from browsers");
    expect(JSON.stringify(stored)).not.toContain(person.cookies.get('kd_session'));
  });

  test('accepts a form only from its own browser, sign-in and page', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const page = await person.open(`/login/${orgId}`);
    const next = await person.send(page, { username: email });
    const fields = next.forms[0]?.fields ?? {};
    const path = `/login/${orgId}/password`;
    const other = aPerson(service.origin);
    const otherPage = await other.open(`/login/${orgId}`);
    for (const forged of [
      { ...fields, password, csrf: '' },
      { ...fields, password, csrf: otherPage.forms[0]?.fields['csrf'] ?? '' },
    ]) {
      const { status, text } = await person.post(path, forged);
      expect([status, text.includes('Try again')]).toEqual([403, true]);
    }
    expect((await other.post(path, { ...fields, password })).headers.get('location')).toContain(
      'sign_in=sgn_',
    );
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ];
    for (const headers of foreign)
      expect((await person.post(path, { ...fields, password }, headers)).status).toBe(403);
    expect((await person.open(`/account/${orgId}`)).title).toBe('Sign in');
    expect((await person.send(next, { password })).title).toBe('Your account');
  });

  test('completes a sign-in once when eight requests race, and redirects each of them to the target', async ({
    service,
  }) => {
    const { person, orgId, email, userId } = await somebody(service);
    const next = await person.send(await person.open(`/login/${orgId}`), { username: email });
    const { action = '', fields = {} } = next.forms[0] ?? {};
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.post(action, { ...fields, password })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(answers.filter(({ headers }) => headers.getSetCookie().length > 0)).toHaveLength(1);
    expect((await audited(service, userId)).map(({ action: done }) => done)).toEqual(['user.login']);
    const lost = answers.find(({ headers }) => headers.getSetCookie().length === 0);
    expect((await person.open(lost?.headers.get('location') ?? '')).title).toBe('Your account');
  });

  test('keeps the sign-ins to two tenants in one browser apart', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const theirOrg = service.theirs.orgId ?? '';
    const theirEmail = anEmail();
    await aUser(service.theirs, { email: theirEmail, password });
    const ours = await person.send(await person.open(`/login/${orgId}`), { username: email });
    const theirs = await person.send(await person.open(`/login/${theirOrg}`), { username: theirEmail });
    expect((await person.send(ours, { password })).path).toBe(`/account/${orgId}`);
    // Its form is of the token before: it is shown again with another, and nothing else is lost.
    const again = await person.send(theirs, { password });
    expect([again.status, again.title]).toEqual([403, 'Enter your password']);
    expect((await person.send(again, { password })).path).toBe(`/account/${theirOrg}`);
    expect((await person.open(`/account/${orgId}`)).title).toBe('Your account');
    expect((await person.open(`/logout/${orgId}`)).title).toBe('Sign out?');
    const out = await person.send(await person.open(`/logout/${orgId}`), {});
    expect(out.title).toBe('You’re signed out');
    expect((await person.open(`/account/${theirOrg}`)).title).toBe('Your account');
    expect((await person.open(`/account/${orgId}`)).title).toBe('Sign in');
  });

  test('rehashes a password that was hashed with other cost parameters', async ({ service }) => {
    const { person, orgId, email, userId } = await somebody(service);
    const { hash } = await import('@node-rs/argon2');
    const cheap = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await service.sql('update users set password_hash = $1 where id = $2', [cheap, userId]);
    expect((await person.signIn(orgId, email, password)).title).toBe('Your account');
    const [row] = await service.sql<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [userId],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await aPerson(service.origin).signIn(orgId, email, password)).title).toBe('Your account');
  });
});

describe('submitNewPassword', () => {
  test('replaces a password that is too old, signs the user in, and ends other sessions', async ({
    service,
  }) => {
    const { theirs, sql, origin } = service;
    const orgId = theirs.orgId ?? '';
    const email = anEmail();
    const userId = await aUser(theirs, { email, password });
    const set = await theirs.call('updatePasswordPolicy', { body: { maxAgeDays: 90, minLength: 16 } });
    expect(set.status).toBe(200);
    const person = aPerson(origin);
    expect((await person.signIn(orgId, email, password)).title).toBe('Your account');
    await sql("update users set password_changed_at = now() - interval '91 days' where id = $1", [userId]);
    const other = aPerson(origin);
    const due = await other.signIn(orgId, email, password);
    expect(due.title).toBe('Choose a new password');
    expect((await other.get(`/account/${orgId}`)).status).toBe(303);
    const short = await other.send(due, { new_password: 'orbit-lantern-1' });
    expect([short.status, short.text.includes('Use a longer password')]).toEqual([400, true]);
    const same = await other.send(due, { new_password: password });
    expect(same.text).toContain('used this password before');
    const done = await other.send(due, { new_password: anotherPassword });
    expect([done.title, done.path]).toEqual(['Your account', `/account/${orgId}`]);
    expect((await person.open(`/account/${orgId}`)).title).toBe('Sign in');
    expect((await audited(service, userId)).map(({ action }) => action)).toContain('user.update');
  });

  test('rejects a browser that has not proved the old password', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    const next = await person.send(await person.open(`/login/${orgId}`), { username: email });
    const { fields = {} } = next.forms[0] ?? {};
    const { username: _, password: __, ...hidden } = fields;
    const answer = await person.post(`/login/${orgId}/new-password`, {
      ...hidden,
      new_password: anotherPassword,
    });
    expect(answer.headers.get('location')).toContain(hidden['sign_in']);
    expect((await person.send(next, { password: anotherPassword })).text).toContain(wrong);
  });
});

describe('showSignOut', () => {
  test('says that the user is signed out if there is no session', async ({ service }) => {
    const { person, orgId } = await somebody(service);
    expect((await person.open(`/logout/${orgId}`)).title).toBe('You’re signed out');
  });
});

describe('submitSignOut', () => {
  test('accepts only a form of its own page', async ({ service }) => {
    const { person, orgId, email } = await somebody(service);
    await person.signIn(orgId, email, password);
    const page = await person.open(`/logout/${orgId}`);
    const forged = await person.post(`/logout/${orgId}`, { csrf: 'x' });
    expect([forged.status, forged.title]).toEqual([403, 'Sign out?']);
    const account = await person.open(`/account/${orgId}`);
    const other = await person.post(`/logout/${orgId}`, { csrf: account.forms[0]?.fields['csrf'] ?? '' });
    expect(other.status).toBe(403);
    expect((await person.send(page, {})).title).toBe('You’re signed out');
    expect((await person.send(page, {})).title).toBe('You’re signed out');
  });
});
