import { describe, expect, onTestFinished, test } from 'vitest';
import { readable } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing, over, password } from '../../support/mailed-links.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

/** The title of the page for a form that comes while another one of the same user is worked on. */
const busy = 'Temporarily unavailable';

const world = mailing();
const { askToReset, askToSignIn, delivered, links, somebody, userOf } = world;

async function invited(fields: Record<string, unknown> = {}) {
  const email = anEmail();
  const { body } = await world.service.ours.call('createUser', { body: { email, ...fields } });
  const mail = await delivered();
  return { userId: String(body.id), email, ...mail, person: aPerson(world.service.origin) };
}

describe('submitPasswordReset', () => {
  test('changes the password by policy, ends all sessions and other links, and signs no user in', async () => {
    await links();
    const { person, email, userId } = await somebody({ locale: 'de_CH' });
    await person.signIn(world.orgId, email, password);
    const elsewhere = aPerson(world.service.origin);
    await askToSignIn(elsewhere, email);
    const toSignIn = await delivered();
    const browser = aPerson(world.service.origin);
    const asked = await askToReset(browser, email);
    expect(asked.title).toBe('Check your email');
    const mail = await delivered();
    expect(readable(mail.raw)).toContain('Guten Tag');
    expect(readable(mail.raw)).toContain('60 Minuten lang');
    const page = await browser.open(mail.path);
    expect(page.title).toBe('Choose a new password');
    expect(page.text).toContain('autocomplete="new-password"');
    const refused = await browser.send(page, { new_password: 'password1234' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('<p class="error" id="new_password-error">');
    const same = await browser.send(refused, { new_password: password });
    expect(same.text).toContain('used this password before');
    const done = await browser.send(same, { new_password: anotherPassword });
    expect([done.status, done.title]).toEqual([200, 'Your password was changed']);
    expect(done.text).toMatch(new RegExp(`href="/login/${world.orgId}\\?sign_in=sgn_`));
    expect((await person.get(`/account/${world.orgId}`)).status).toBe(303);
    expect((await browser.get(`/account/${world.orgId}`)).status).toBe(303);
    expect((await elsewhere.open(toSignIn.path)).title).toBe(over);
    expect((await browser.open(mail.path)).title).toBe(over);
    expect((await person.signIn(world.orgId, email, password)).status).toBe(400);
    expect((await person.signIn(world.orgId, email, anotherPassword)).title).toBe('Your account');
    expect(await userOf(userId)).toMatchObject({ email_verified: true });
  });
});

describe('a link in an e-mail', () => {
  test('greets by name only a user whose address is proved', async () => {
    const proved = await somebody({ emailVerified: true, displayName: 'Ada Lovelace' });
    await askToReset(aPerson(world.service.origin), proved.email);
    expect(readable((await delivered()).raw)).toContain('Hello Ada Lovelace,');
    const guest = await invited({ emailVerified: true, displayName: 'Ada Lovelace' });
    expect(readable(guest.raw)).toContain('Hello Ada Lovelace,');

    const other = await somebody({ displayName: 'Your account is blocked' });
    await askToReset(aPerson(world.service.origin), other.email);
    expect(readable((await delivered()).raw)).not.toContain('blocked');
  });

  test('proves a mailbox that only an administrator vouched for, and tells of no change', async () => {
    const { email, userId } = await somebody({ emailVerified: true });
    const proof = async () => (await userOf(userId))?.email_proof;
    expect(await proof()).toBe('BY_ADMIN');
    const browser = aPerson(world.service.origin);
    await askToReset(browser, email);
    const page = await browser.open((await delivered()).path);
    await browser.send(page, { new_password: anotherPassword });
    expect(await proof()).toBe('BY_MAIL');
    const told = (await eventsOfUser(world.service, userId)).filter(({ type }) => type === 'user.updated');
    expect(told).toHaveLength(1); // the password

    const guest = await invited({ emailVerified: true });
    const form = await guest.person.open(guest.path);
    await guest.person.send(form, { new_password: anotherPassword });
    expect(await userOf(guest.userId)).toMatchObject({ status: 'ACTIVE', email_proof: 'BY_MAIL' });
  });
});

describe('showPasswordReset', () => {
  test('shows eight browsers a form, and changes the password for only one', async () => {
    const { email, userId } = await somebody();
    await askToReset(aPerson(world.service.origin), email);
    const { path } = await delivered();
    const pages: [Person, Seen][] = [];
    for (let count = 0; count < 8; count++) {
      const browser = aPerson(world.service.origin);
      pages.push([browser, await browser.open(path)]);
    }
    const answers = await Promise.all(
      pages.map(([browser, page], at) => browser.send(page, { new_password: `${anotherPassword}-${at}` })),
    );
    const titles = answers.map(({ title }) => title);
    expect(titles.filter((title) => title === 'Your password was changed')).toHaveLength(1);
    // The others come while the first is hashed (409), or later.
    expect(titles.filter((title) => title === over || title === busy)).toHaveLength(7);
    const changes = (await eventsOfUser(world.service, userId)).filter(({ type }) => type === 'user.updated');
    expect(changes).toHaveLength(2); // the password, and that the address is theirs
  });
});

describe('resetTokenTtlSeconds', () => {
  test('sets how long a password reset link works', async () => {
    const { ours, sql } = world.service;
    const set = (body: object) => ours.call('updatePasswordPolicy', { body });
    expect((await set({ resetTokenTtlSeconds: 300 })).status).toBe(200);
    onTestFinished(async () => void (await set({ resetTokenTtlSeconds: 3600 })));
    const { email, userId } = await somebody();
    const browser = aPerson(world.service.origin);
    await askToReset(browser, email);
    const mail = await delivered();
    expect(readable(mail.raw)).toContain('expires in 5 minutes');
    const age = (seconds: number) =>
      sql(`update mailed_links set expires_at = expires_at - make_interval(secs => $2) where user_id = $1`, [
        userId,
        seconds,
      ]);
    await age(240);
    expect((await browser.open(mail.path)).title).toBe('Choose a new password');
    await age(60);
    expect((await browser.open(mail.path)).title).toBe(over);
  });
});

describe('showForgottenPassword', () => {
  test('answers 429 to strangers, and not 503, if their mails have filled their places', async () => {
    const { sql, origin } = world.service;
    const person = aPerson(origin);
    const page = await person.open(`/login/${world.orgId}/forgot-password`);
    await sql(
      `insert into tenant_jobs (org_id, class, task, payload, max_attempts, key)
       select $1, 'mail', 'send-notice', '{}', 25, 'filled-' || n from generate_series(1, 5000) n`,
      [world.orgId],
    );
    const refused = await person.send(page, { username: anEmail() });
    await sql("delete from tenant_jobs where key like 'filled-%'");
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await person.send(page, { username: anEmail() })).status).toBe(200);
  });

  test('shows its form again without a name, rejects forged forms, and says what to do without a mail server', async () => {
    const person = aPerson(world.service.origin);
    const page = await person.open(`/login/${world.orgId}/forgot-password`);
    const empty = await person.send(page, { username: ' ' });
    expect([empty.status, empty.title]).toEqual([400, 'Reset your password']);
    const forged = await person.post(`/login/${world.orgId}/forgot-password`, { csrf: 'x', username: 'ada' });
    expect(forged.status).toBe(403);
    const crossSite = await person.post(
      `/login/${world.orgId}/forgot-password`,
      { ...page.forms[0]?.fields, username: 'ada' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect(crossSite.status).toBe(403);
    const node = await world.service.startNode({
      SMTP_URL: '',
      MAIL_FROM: '',
      DATABASE_URL: world.service.database,
    });
    onTestFinished(() => node.stop());
    const waiting = async () =>
      (await world.service.sql("select from tenant_jobs where task = 'send-mailed-link'")).length;
    const before = await waiting();
    const there = aPerson(node.origin);
    expect((await there.open(`/login/${world.orgId}/forgot-password`)).title).toBe(
      'You can’t reset your password here',
    );
    // Strangers send forms at any time, so they cause no 5xx.
    const sent = await there.post(`/login/${world.orgId}/forgot-password`, { csrf: 'x', username: 'ada' });
    expect([sent.status, sent.title]).toEqual([200, 'You can’t reset your password here']);
    const identifier = await there.open(`/login/${world.orgId}`);
    const { fields = {} } = identifier.forms[0] ?? {};
    const asked = await there.post(`/login/${world.orgId}/magic-link`, fields);
    expect(asked.status).toBe(303);
    expect(await waiting()).toBe(before);
  });
});

describe('submitForgottenPassword', () => {
  test('sends nothing for unknown, invited and suspended users, and gives the same answer', async () => {
    const invited = anEmail();
    await world.service.ours.call('createUser', { body: { email: invited } });
    await world.postman.deliver();
    const { email: suspended, userId } = await somebody();
    await world.service.ours.call('suspendUser', { path: { userId } });
    for (const name of [invited, suspended, 'nobody@example.com', '<b>', 'a'.repeat(256)]) {
      const { status, title } = await askToReset(aPerson(world.service.origin), name);
      expect([status, title]).toEqual([200, 'Check your email']);
    }
    expect(await world.postman.deliver()).toEqual([]);
  });
});

describe('submitInvitation', () => {
  test('activates the user, verifies the address and signs the user in with the new password', async () => {
    const { person, path, raw, email, userId } = await invited({ locale: 'fr', displayName: '<b>Ann' });
    expect(raw).toContain('Subject: =?UTF-8?');
    expect(readable(raw)).toContain('Bonjour,');
    expect(readable(raw)).not.toContain('&lt;b&gt;Ann');
    await aPerson(world.service.origin).open(path);
    const page = await person.open(path);
    expect([page.status, page.title]).toEqual([200, 'Welcome to Ours']);
    expect(page.text).toContain(email);
    const refused = await person.send(page, { new_password: 'short' });
    expect(refused.status).toBe(400);
    expect((await userOf(userId))?.status).toBe('INVITED');
    const done = await person.send(refused, { new_password: password });
    expect([done.title, done.path]).toEqual(['Your account', `/account/${world.orgId}`]);
    expect(await userOf(userId)).toMatchObject({ status: 'ACTIVE', email_verified: true });
    const events = await eventsOfUser(world.service, userId);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.updated', 'user.login']));
    const { body } = await world.service.ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({ status: 'ACTIVE', emailVerified: true, activatedAt: expect.any(String) });
    expect((await person.open(path)).title).toBe(over);
    expect((await aPerson(world.service.origin).signIn(world.orgId, email, password)).title).toBe(
      'Your account',
    );
  });

  test('signs in one of eight browsers', async () => {
    const { path, userId } = await invited();
    const pages: [Person, Seen][] = [];
    for (let count = 0; count < 8; count++) {
      const browser = aPerson(world.service.origin);
      pages.push([browser, await browser.open(path)]);
    }
    const answers = await Promise.all(
      pages.map(([browser, page]) => browser.send(page, { new_password: password })),
    );
    expect(answers.filter(({ title }) => title === 'Your account')).toHaveLength(1);
    expect(answers.filter(({ title }) => title === over || title === busy)).toHaveLength(7);
    expect(await world.service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(
      1,
    );
  });
});

describe('showInvitation', () => {
  test('shows no form if the link has expired or was replaced, or the user is suspended', async () => {
    const [old, suspended] = [await invited(), await invited()];
    await world.service.sql(`update invitations set expires_at = now() where user_id = $1`, [old.userId]);
    await world.service.ours.call('suspendUser', { path: { userId: suspended.userId } });
    for (const { person, path } of [old, suspended]) {
      const { status, title } = await person.open(path);
      expect([status, title]).toEqual([400, over]);
    }
    await world.service.ours.call('inviteUser', { path: { userId: old.userId } });
    const { path } = await delivered();
    expect(path).not.toBe(old.path);
    expect((await old.person.open(old.path)).title).toBe(over);
    expect((await old.person.open(path)).status).toBe(200);
  });
});

describe('verifyEmail', () => {
  test('verifies the changed address that the link was sent to, and no other', async () => {
    const { userId, person } = await somebody();
    const [second, third] = [anEmail(), anEmail()];
    await world.service.ours.call('updateUser', { path: { userId }, body: { email: second } });
    const first = await delivered();
    expect(first.to).toEqual([second]);
    expect(readable(first.raw)).toContain('once and expires in 24 hours');
    await world.service.ours.call('updateUser', { path: { userId }, body: { email: third } });
    const { path } = await delivered();
    expect((await person.open(first.path)).title).toBe(over);
    const page = await person.open(path);
    expect(page.text).toContain(third);
    expect((await userOf(userId))?.email_verified).toBe(false);
    expect((await person.send(page, {})).title).toBe('Thank you');
    expect((await userOf(userId))?.email_verified).toBe(true);
    expect((await person.send(page, {})).title).toBe(over);
  });
});

describe('submitEmailVerificationRequest', () => {
  test('sends a link to a signed-in user until the address is verified', async () => {
    const { email, person } = await somebody();
    const account = await person.signIn(world.orgId, email, password);
    expect(account.text).toContain('You haven’t confirmed');
    const asked = await person.send(account, {}, '/verify-email');
    expect(asked.text).toContain('Check your email for a confirmation link.');
    const { path } = await delivered();
    await person.send(await person.open(path), {});
    expect((await person.open(`/account/${world.orgId}`)).text).not.toContain('/verify-email');
  });
});

describe('showEmailVerification', () => {
  test('and the other link pages accept only links of their own purpose and tenant', async () => {
    await links({ bindToBrowser: false });
    const { email, userId } = await somebody();
    const asker = aPerson(world.service.origin);
    await askToSignIn(asker, email);
    const signIn = await delivered();
    await askToReset(asker, email);
    const reset = await delivered();
    await world.service.ours.call('createUser', { body: { email: anEmail() } });
    const invitation = await delivered();
    await world.service.sql(`update users set email_verified = false where id = $1`, [userId]);
    const account = await asker.signIn(world.orgId, email, password);
    await asker.send(account, {}, '/verify-email');
    const verification = await delivered();
    const mails = {
      'magic-link': signIn,
      'reset-password': reset,
      invite: invitation,
      'verify-email': verification,
    };
    const { theirs, oursTest } = world.service;
    for (const [purpose, { token, path }] of Object.entries(mails)) {
      const person = aPerson(world.service.origin);
      const own = await person.open(path);
      expect(own.status).toBe(200);
      const others = Object.keys(mails).filter((one) => one !== purpose);
      const wrong = [
        ...others.map((one) => `/login/${world.orgId}/${one}/${token}`),
        ...[theirs, oursTest].map((tenant) => `/login/${tenant.orgId}/${purpose}/${token}`),
        path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'),
        `${path}A`,
      ];
      for (const address of wrong) {
        expect((await person.open(address)).title).toBe(over);
        const answer = await person.post(address, { ...own.forms[0]?.fields, new_password: anotherPassword });
        expect({ address, status: answer.status }).toMatchObject({ status: expect.toBeOneOf([400, 403]) });
      }
      expect((await person.open(path)).status).toBe(200);
    }
    expect(
      await world.service.sql('select from mailed_links where used_at is not null and user_id = $1', [
        userId,
      ]),
    ).toEqual([]);
  });
});
