import { describe, expect, onTestFinished, test } from 'vitest';
import { readable } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing, over, password } from '../../support/mailed-links.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { codeOf } from '../../support/second-factors.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const world = mailing();
const { askToReset, askToSignIn, configure, delivered, links, somebody, userOf } = world;

describe('submitMagicLinkRequest', () => {
  test('gives the same answer for an unknown name, and sends nothing to that name', async () => {
    await links();
    const { person, email } = await somebody();
    const stranger = aPerson(world.service.origin);
    const [theirs, ours] = [
      await askToSignIn(stranger, 'nobody@example.com'),
      await askToSignIn(person, email),
    ];
    const plain = ({ text, path }: Seen, name: string) =>
      text
        .replaceAll(name, 'NAME')
        .replaceAll(/sgn_\w{26}|req_\w{26}/g, 'ID')
        .replaceAll(/value="[\w-]{43}"/g, 'CSRF') + path.replaceAll(/sgn_\w{26}/g, 'ID');
    expect(plain(theirs, 'nobody@example.com')).toBe(plain(ours, email));
    expect((await world.postman.deliver()).map(({ to }) => to)).toEqual([[email]]);
    const kept = await world.service.sql(`select from mailed_links where asked_for is not null`);
    expect(kept).toEqual([]);
  });

  // JavaScript makes ς of the Σ that ends a word, and two letters of İ. Postgres, which finds the users, does neither.
  test('notes no more requests than the settings allow, in any spelling of a name', async () => {
    await links({ maxPerHour: 2 });
    const name = `${anEmail().split('@')[0]} ΟΔΟΣ`;
    const [{ folded } = { folded: '' }] = await world.service.sql<{ folded: string }>(
      'select lower($1) as folded',
      [name],
    );
    expect(folded).not.toBe(name.toLowerCase());
    for (const spelling of [name, folded, ` ${name.replace('Ο', 'ο')} `])
      await askToSignIn(aPerson(world.service.origin), spelling);
    const noted = await world.service.sql('select from mailed_links where lower(asked_for) = $1', [folded]);
    expect(noted).toHaveLength(2);
    expect(await world.postman.deliver()).toEqual([]);
  });

  test('sends no more mails than the settings allow, for any name and browser', async () => {
    await links({ maxPerHour: 2 });
    const { person, email, userId } = await somebody({ username: `u-${anEmail()}` });
    const [{ username } = { username: '' }] = await world.service.sql<{ username: string }>(
      'select username from users where id = $1',
      [userId],
    );
    for (const name of [email, username, email.toUpperCase(), username]) {
      const { title } = await askToSignIn(name === email ? person : aPerson(world.service.origin), name);
      expect(title).toBe('Check your email');
    }
    expect(await world.postman.deliver()).toHaveLength(2);
    await world.service.sql(`update mailed_links set created_at = created_at - interval '61 minutes'`);
    await askToSignIn(person, email);
    expect(await world.postman.deliver()).toHaveLength(1);
  });

  // A stranger who knows a name could use up the mails of its user.
  test.for(['askToSignIn', 'askToReset'] as const)(
    'counts a known browser and every network separately: %s',
    async (ask) => {
      await links({ maxPerHour: 2 });
      const { person, email, userId } = await somebody();
      await person.signIn(world.orgId, email, password);
      await world.service.sql('delete from login_sessions where user_id = $1', [userId]);
      for (let at = 0; at < 4; at++) await world[ask](aPerson(world.service.origin), email);
      expect(await world.postman.deliver()).toHaveLength(2);
      for (let at = 0; at < 3; at++) await world[ask](person, email);
      expect(await world.postman.deliver()).toHaveLength(2);
      const proxied = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
      for (let at = 0; at < 3; at++)
        await world[ask](aPerson(world.service.origin, 'Mozilla/5.0', proxied), email);
      expect(await world.postman.deliver()).toHaveLength(2);
    },
  );

  test('is not offered and sends nothing if magic links are off', async () => {
    const { person, email } = await somebody();
    const first = await person.open(`/login/${world.orgId}`);
    const next = await person.send(first, { username: email });
    expect(next.text).not.toContain('magic-link');
    const { sign_in = '', csrf = '' } = next.forms[0]?.fields ?? {};
    const { status } = await person.post(`/login/${world.orgId}/magic-link`, { sign_in, csrf });
    expect(status).toBe(303);
    expect(await world.postman.deliver()).toEqual([]);
  });
});

describe('showMagicLink', () => {
  test('shows and accepts its form only in the browser that asked for the link', async () => {
    await links();
    const { person, email, userId } = await somebody();
    await askToSignIn(person, email);
    const { path, token } = await delivered();
    const other = aPerson(world.service.origin);
    const shown = await other.open(path);
    expect([shown.status, shown.title, shown.forms]).toEqual([403, 'Open the link in the other browser', []]);
    // Its own form for another link does not help it.
    await configure({ bindToBrowser: false });
    const open = await other.open(path);
    await configure({ bindToBrowser: true });
    const sent = await other.send(open, {}, token);
    expect([sent.status, sent.title]).toEqual([403, 'Open the link in the other browser']);
    expect((await userOf(userId))?.last_login_at).toBeNull();
    const mine = await person.open(path);
    expect((await person.send(mine, {})).title).toBe('Your account');
  });

  test('shows no form if the link has expired, links are off, or the account has changed', async () => {
    await links();
    const { person, email, userId } = await somebody();
    await askToSignIn(person, email);
    const { path } = await delivered();
    const page = await person.open(path);
    expect(page.status).toBe(200);
    const worthless = async () => {
      expect((await person.open(path)).title).toBe(over);
      expect((await person.send(page, {})).title).toBe(over);
    };
    await configure({ enabled: false });
    await worthless();
    await configure({ enabled: true });
    for (const [change, back] of [
      [`status = 'SUSPENDED'`, `status = 'ACTIVE'`],
      [`email = 'other-${email}'`, `email = '${email}'`],
      [`expires_at = now()`, `expires_at = null`],
      [`password_changed_at = now()`, `password_changed_at = null`],
    ]) {
      await world.service.sql(`update users set ${change} where id = $1`, [userId]);
      await worthless();
      await world.service.sql(`update users set ${back} where id = $1`, [userId]);
    }
    await world.service.sql(`update mailed_links set expires_at = now() where user_id = $1`, [userId]);
    await worthless();
    expect((await userOf(userId))?.last_login_at).toBeNull();
  });
});

describe('ttlSeconds', () => {
  test('sets how long a sign-in link works', async () => {
    await links({ ttlSeconds: 120 });
    onTestFinished(() => configure({ ttlSeconds: 600 }));
    const { person, email, userId } = await somebody();
    await askToSignIn(person, email);
    const { path, raw } = await delivered();
    expect(readable(raw)).toContain('expires in 2 minutes');
    const age = (seconds: number) =>
      world.service.sql(
        `update mailed_links set expires_at = expires_at - make_interval(secs => $2) where user_id = $1`,
        [userId, seconds],
      );
    await age(60);
    expect((await person.open(path)).title).not.toBe(over);
    await age(60);
    expect((await person.open(path)).title).toBe(over);
  });
});

describe('submitMagicLink', () => {
  test('signs the user in once, in the browser that asked, and verifies the address', async () => {
    await links();
    const { person, email, userId } = await somebody({ displayName: 'Ada Lovelace' });
    const asked = await askToSignIn(person, email);
    expect(asked.title).toBe('Check your email');
    expect(asked.text).toContain(email);
    const mail = await delivered();
    expect(mail.to).toEqual([email]);
    expect(mail.raw).toMatch(/^Subject: Sign in to Ours\r$/m);
    // The address is not proved yet: a stranger may have chosen the name.
    expect(readable(mail.raw)).toContain('Hello,');
    expect(readable(mail.raw)).not.toContain('Ada Lovelace');
    expect(readable(mail.raw)).toContain('once and expires in 10 minutes');
    // Programs that look for viruses open links, too.
    for (let scans = 0; scans < 3; scans++) await aPerson(world.service.origin).open(mail.path);
    await person.open(mail.path);
    const page = await person.open(mail.path);
    expect([page.status, page.title]).toEqual([200, 'Sign in']);
    const done = await person.send(page, {});
    expect([done.title, done.path]).toEqual(['Your account', `/account/${world.orgId}`]);
    expect(await userOf(userId)).toMatchObject({ email_verified: true, last_login_at: expect.any(Date) });
    const events = await eventsOfUser(world.service, userId);
    expect(events.find(({ type }) => type === 'user.login')?.data).toMatchObject({ amr: ['otp'] });
    expect(events.find(({ type }) => type === 'user.updated')?.data).toMatchObject({
      changes: [{ field: 'emailVerified', from: false, to: true }],
      updatedBy: { type: 'USER', id: userId },
    });
    const again = await person.open(mail.path);
    expect([again.status, again.title]).toEqual([400, over]);
  });

  test('signs in one of eight browsers if links are not bound to a browser', async () => {
    await links({ bindToBrowser: false });
    const { person, email, userId } = await somebody();
    await askToSignIn(person, email);
    const { path } = await delivered();
    const browsers = Array.from({ length: 8 }, () => aPerson(world.service.origin));
    const pages: [Person, Seen][] = [];
    for (const browser of browsers) pages.push([browser, await browser.open(path)]);
    const answers = await Promise.all(pages.map(([browser, page]) => browser.send(page, {})));
    const titles = answers.map(({ title }) => title).toSorted();
    expect(titles).toEqual([...Array.from({ length: 7 }, () => over), 'Your account']);
    expect(await world.service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(
      1,
    );
  });

  test('still asks for the second factor, and so does a password reset by link', async () => {
    await links();
    const { person, email, userId } = await somebody();
    await person.signIn(world.orgId, email, password);
    const page = await person.open(`/account/${world.orgId}/totp`);
    const secret = /<code class="secret"[^>]*>([^<]*)</.exec(page.text)?.[1] ?? '';
    await person.send(page, { otp: codeOf(secret) });
    const other = aPerson(world.service.origin);
    await askToSignIn(other, email);
    const { path } = await delivered();
    const step = await other.send(await other.open(path), {});
    expect(step.forms.map(({ action }) => action)).toEqual([`/login/${world.orgId}/totp`]);
    expect((await other.get(`/account/${world.orgId}`)).status).toBe(303);
    await askToReset(aPerson(world.service.origin), email);
    const reset = await delivered();
    await other.send(await other.open(reset.path), { new_password: anotherPassword });
    expect(await world.service.sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
    const next = await other.signIn(world.orgId, email, anotherPassword);
    expect(next.forms[0]?.action).toBe(`/login/${world.orgId}/totp`);
    const done = await other.send(next, { otp: codeOf(secret, 30) });
    expect(done.title).toBe('Your account');
  });

  test('does not count as a second factor after a password in the same sign-in', async () => {
    await links();
    const { person, email, userId } = await somebody();
    const { path: asked } = await askToSignIn(person, email);
    const mail = await delivered();
    await world.service.sql('update sign_ins set multi_factor = true where identifier = $1', [email]);
    await person.send(await person.open(asked.replace('magic-link', 'password')), { password }, '/password');
    const amr = () =>
      world.service.sql('select amr, completed_at from sign_ins where identifier = $1', [email]);
    expect(await amr()).toEqual([{ amr: ['pwd'], completed_at: null }]);
    await person.send(await person.open(mail.path), {});
    expect(await amr()).toEqual([{ amr: ['otp'], completed_at: null }]);
    expect(await world.service.sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
  });

  test('creates one user for an unknown address if the settings allow sign-up', async () => {
    await links({ allowSignUp: true, bindToBrowser: false });
    const email = anEmail();
    const person = aPerson(world.service.origin);
    await askToSignIn(person, email);
    const mail = await delivered();
    expect(await world.service.sql('select from users where email = $1', [email])).toEqual([]);
    const other = aPerson(world.service.origin);
    await askToSignIn(other, email);
    const second = await delivered();
    const pages = [await person.open(mail.path), await other.open(second.path)] as const;
    const done = await Promise.all([person.send(pages[0], {}), other.send(pages[1], {})]);
    expect(done.map(({ title }) => title)).toContain('Your account');
    const rows = await world.service.sql<{ id: string; status: string }>(
      'select id, status, email_verified, roles from users where email = $1',
      [email],
    );
    expect(rows).toMatchObject([{ status: 'ACTIVE', email_verified: true, roles: ['MEMBER'] }]);
    // A name must not look like another one, and the address would be the name.
    for (const name of ['not an address', `①${email}`])
      await askToSignIn(aPerson(world.service.origin), name);
    expect(await world.postman.deliver()).toEqual([]);
    await configure({ allowSignUp: false });
    await askToSignIn(aPerson(world.service.origin), anEmail());
    expect(await world.postman.deliver()).toEqual([]);
  });

  // The two may be mailboxes of two people.
  test('does not sign its holder in as a user who got another spelling of the address meanwhile', async () => {
    await links({ allowSignUp: true, bindToBrowser: false });
    const { ours, sql } = world.service;
    const name = anEmail().split('@')[0] ?? '';
    const person = aPerson(world.service.origin);
    await askToSignIn(person, `${name}ｆ@example.com`);
    const mail = await delivered();
    const email = `${name}f@example.com`;
    const { body } = await ours.call('createUser', { body: { email, sendInvite: false } });
    const done = await person.send(await person.open(mail.path), {});
    expect(done.title).toBe(over);
    expect(await sql('select from login_sessions where user_id = $1', [body.id])).toEqual([]);
  });

  // Another domain, for which Postgres finds the user of the first one.
  test('sends no link to sign up to a domain that is another one for mail programs', async () => {
    await links({ allowSignUp: true });
    const [name = ''] = anEmail().split('@');
    await askToSignIn(aPerson(world.service.origin), `${name}@gmaİl.example`);
    expect(await world.postman.deliver()).toEqual([]);
  });
});

const address = 'https://app.example.com/welcome?a=b&c=%20';
const startOf = (uri: string) => `/login/${world.orgId}/magic-link?redirect_uri=${encodeURIComponent(uri)}`;

describe('startMagicLink', () => {
  test('redirects to an allowed address, also from another browser', async () => {
    await links({ redirectAllowlist: [address], bindToBrowser: false });
    const { person, email } = await somebody();
    const first = await person.open(startOf(address));
    expect(first.title).toBe('Sign in');
    const next = await person.send(first, { username: email });
    await person.send(await person.open(`${next.path}&factor=magic-link`), {}, '/magic-link');
    const { path } = await delivered();
    const other = aPerson(world.service.origin);
    const { action = '', fields } = (await other.open(path)).forms[0] ?? {};
    const done = await other.post(action, { ...fields });
    const onward = done.headers.get('location') ?? '';
    expect(onward).toMatch(new RegExp(`^/login/${world.orgId}/continue\\?`));
    expect((await other.get(onward)).headers.get('location')).toBe(address);
    expect((await other.get(startOf(address))).headers.get('location')).toBe(onward);
    expect((await aPerson(world.service.origin).get(onward)).headers.get('location')).toBe(
      `/login/${world.orgId}`,
    );
    await configure({ redirectAllowlist: [] });
    expect((await other.get(onward)).status).toBe(400);
  });
});

describe('finishMagicLink', () => {
  test.for([
    `${address}d`,
    'https://app.example.com/',
    'https://APP.example.com/welcome?a=b&c=%20',
    'https://app.example.com.evil.example/welcome?a=b&c=%20',
    'https://app.example.com@evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    '/account',
  ])('does not redirect to %s, and neither does startMagicLink', async (uri) => {
    await links({ redirectAllowlist: [address] });
    const person = aPerson(world.service.origin);
    const { status, headers } = await person.get(startOf(uri));
    expect([status, headers.get('location')]).toEqual([400, null]);
    const onward = await person.get(`/login/${world.orgId}/continue?redirect_uri=${encodeURIComponent(uri)}`);
    expect([onward.status, onward.headers.get('location')]).toEqual([400, null]);
  });
});
