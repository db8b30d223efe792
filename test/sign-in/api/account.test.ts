import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const another = 'quiet-lantern-orbit-17';

/** Creates a user who is signed in by two browsers. */
async function somebody(service: TestService) {
  const { ours, origin } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const orgId = ours.orgId ?? '';
  const [here, there] = [aPerson(origin), aPerson(origin, 'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1')];
  const account = `/account/${orgId}`;
  const profile = await here.signIn(orgId, email, password);
  const page = await here.open(`${account}?section=security`);
  await there.signIn(orgId, email, password);
  return { userId, email, orgId, here, there, profile, page, account };
}

const isSignedIn = async (person: Person, account: string) =>
  (await person.open(account)).title === 'Your account';

describe('showAccount', () => {
  test('lists the browsers where the user is signed in, and redirects other browsers to the sign-in', async ({
    service,
  }) => {
    const { here, account } = await somebody(service);
    const page = await here.open(`${account}?section=sessions`);
    expect(page.text).toContain('Firefox, Linux');
    expect(page.text).toContain('Safari, iPhone');
    expect(page.text.match(/this browser/g)).toHaveLength(1);
    expect(page.text).toMatch(/127\.0\.0\.1 · <time datetime="20/);
    expect((await aPerson(service.origin).open(account)).path).toMatch(/^\/login\/org_\w+\?sign_in=sgn_/);
    expect((await here.open(`${account}?done=constructor`)).text).not.toContain('role="status"');
  });

  test('has parts, each with its forms, and a way out on all of them', async ({ service }) => {
    const { here, account, orgId } = await somebody(service);
    const parts: [path: string, name: string, form: string | undefined][] = [
      [account, 'Profile', `${account}/profile`],
      [`${account}?section=security`, 'Security', `${account}/password`],
      [`${account}?section=sessions`, 'Sessions', `${account}/sessions/end`],
      [`${account}?section=applications`, 'Apps', undefined],
      [`${account}?section=constructor`, 'Profile', `${account}/profile`],
    ];
    for (const [path, name, form] of parts) {
      const page = await here.open(path);
      expect([page.status, page.title, page.forms[0]?.action]).toEqual([200, 'Your account', form]);
      expect(page.text).toContain(`<title>${name} · Your account · Ours</title>`);
      expect(page.text).toMatch(new RegExp(`aria-current="page">${name}</a>`));
      expect(page.text).toContain(`href="/logout/${orgId}"`);
    }
    const none = await here.open(`${account}?section=applications`);
    expect(none.text).toContain('You have no apps yet.');
  });

  test('ends a session that is unused for twelve hours or has expired, and keeps the known browsers', async ({
    service,
  }) => {
    const { here, there, account, userId } = await somebody(service);
    await service.sql(
      "update login_sessions set last_seen_at = now() - interval '12 hours' where user_id = $1 and user_agent like '%iPhone%'",
      [userId],
    );
    expect([await isSignedIn(here, account), await isSignedIn(there, account)]).toEqual([true, false]);
    await service.sql('update login_sessions set expires_at = now() where user_id = $1', [userId]);
    expect(await isSignedIn(here, account)).toBe(false);
    await service.runTask('clean-up');
    expect(await service.sql('select 1 from login_sessions where user_id = $1', [userId])).toEqual([]);
    expect(await service.sql('select 1 from known_browsers where user_id = $1', [userId])).toHaveLength(2);
  });
});

describe('updateOwnProfile', () => {
  const name = { display_name: 'Ada Lovelace', first_name: 'Ada', last_name: '' };
  const auditOf = ({ sql }: TestService, userId: string) =>
    sql<{ actor_type: string; result: string; content: string }>(
      `select a.actor_type, a.result, p.content from audit_logs a
         join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
        where a.target_id = $1 and a.action = 'user.update'`,
      [userId],
    );

  test('changes the name, as the API does: with an audit row and an event', async ({ service }) => {
    const { here, profile, account, userId } = await somebody(service);
    const done = await here.send(profile, { ...name, display_name: '  Ada Lovelace ' }, '/profile');
    expect([done.status, done.path]).toEqual([200, `${account}?done=profile`]);
    expect(done.text).toContain('Your name was updated.');
    expect(done.text).toContain('<strong>Ada Lovelace</strong>');
    const { body } = await service.ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({ displayName: 'Ada Lovelace', firstName: 'Ada', lastName: null });
    const changes = [
      { field: 'displayName', from: null, to: 'Ada Lovelace' },
      { field: 'firstName', from: null, to: 'Ada' },
    ];
    expect(await auditOf(service, userId)).toMatchObject([
      { actor_type: 'USER', result: 'SUCCESS', content: expect.stringContaining('Ada Lovelace') },
    ]);
    const events = await service.sql<{ data: object }>(
      "select data from events where type = 'user.updated' and data ->> 'userId' = $1",
      [userId],
    );
    expect(events).toMatchObject([
      { data: { userName: 'Ada Lovelace', changes, updatedBy: { type: 'USER', id: userId } } },
    ]);
    // The same name again changes nothing.
    await here.send(done, name, '/profile');
    expect(await auditOf(service, userId)).toHaveLength(1);
    const gone = await here.send(await here.open(account), { display_name: '', first_name: '' }, '/profile');
    expect(gone.status).toBe(200);
    const after = await service.ours.call('getUser', { path: { userId } });
    expect(after.body).toMatchObject({ displayName: null, firstName: null });
  });

  test('takes no form that is not its own, and none that was made before another change', async ({
    service,
  }) => {
    const { here, profile, account, userId } = await somebody(service);
    const forged = await here.send(profile, { ...name, csrf: 'x' }, '/profile');
    expect([forged.status, forged.text.includes('aria-current="page">Profile')]).toEqual([403, true]);
    const patch = { body: { firstName: 'Augusta' }, path: { userId } };
    expect((await service.ours.call('updateUser', patch)).status).toBe(200);
    const outdated = await here.send(profile, name, '/profile');
    expect(outdated.status).toBe(400);
    expect(outdated.text).toContain('Your profile was changed in the meantime.');
    expect(outdated.text).toContain('value="Augusta"');
    const { fields = {} } = profile.forms[0] ?? {};
    for (const version of ['', 'x', '1e9', '-1'])
      expect((await here.post(`${account}/profile`, { ...fields, ...name, version })).status).toBe(400);
    expect((await here.send(outdated, name, '/profile')).status).toBe(200);
  });

  test('refuses a name with invisible characters, beside its field, and keeps what was typed', async ({
    service,
  }) => {
    const { here, profile, userId } = await somebody(service);
    const typed = { ...name, first_name: 'A\u202eda' };
    const refused = await here.send(profile, typed, '/profile');
    expect(refused.status).toBe(400);
    expect(refused.text.match(/Use letters, numbers and common symbols only\./g)).toHaveLength(1);
    expect(refused.text).toMatch(
      /<input id="first_name"[^>]* aria-describedby="first_name-error"[^>]* autofocus>/,
    );
    expect(refused.text).toContain('value="Ada Lovelace"');
    expect(await auditOf(service, userId)).toEqual([]);
  });

  test('leaves names to the directory that provisions the user', async ({ service }) => {
    const { here, profile, account, userId } = await somebody(service);
    await service.sql("update users set source = 'SCIM' where id = $1", [userId]);
    const page = await here.open(account);
    expect(page.text).toContain('Your organization manages your name.');
    expect(page.forms.some(({ action }) => action.endsWith('/profile'))).toBe(false);
    const sent = await here.send(profile, name, '/profile');
    expect([sent.status, sent.text.includes('role="alert"')]).toEqual([400, true]);
    const { body } = await service.ours.call('getUser', { path: { userId } });
    expect(body.displayName).toBeNull();
  });
});

describe('updateOwnPassword', () => {
  test('changes the password if the current one is right, and ends the other sessions', async ({
    service,
  }) => {
    const { here, there, page, account, email, orgId, userId } = await somebody(service);
    const before = here.cookies.get('kd_session');
    const refused = await here.send(page, { password: another, new_password: another }, '/password');
    expect([
      refused.status,
      refused.text.includes('id="password-error">Incorrect current password.'),
    ]).toEqual([400, true]);
    const weak = await here.send(page, { password, new_password: 'password' }, '/password');
    expect(weak.status).toBe(400);
    expect(weak.text).toContain('Use a longer password');
    expect(weak.text).toContain('too common');
    const same = await here.send(page, { password, new_password: password }, '/password');
    expect(same.text).toContain('used this password before');
    const done = await here.send(page, { password, new_password: another }, '/password');
    expect([done.title, done.path]).toEqual(['Your account', `${account}?section=security&done=password`]);
    expect(done.text).toContain('Your password was changed');
    expect(here.cookies.get('kd_session')).not.toBe(before);
    expect(await isSignedIn(there, account)).toBe(false);
    expect((await there.signIn(orgId, email, password)).title).toBe('Enter your password');
    expect((await there.signIn(orgId, email, another)).title).toBe('Your account');
    const [row] = await service.sql<{ actor_type: string }>(
      "select actor_type from audit_logs where target_id = $1 and action = 'user.update' and result = 'SUCCESS'",
      [userId],
    );
    expect(row).toEqual({ actor_type: 'USER' });
  });

  test('blocks guesses of the current password after ten failures, and audits each failure', async ({
    service,
  }) => {
    const { here, page, userId } = await somebody(service);
    const { action = '', fields = {} } = page.forms[0] ?? {};
    const texts: string[] = [];
    for (let at = 0; at < 11; at++)
      texts.push(
        (await here.post(action, { ...fields, password: `guess ${at}`, new_password: another })).text,
      );
    expect(texts.filter((text) => text.includes('Incorrect current password'))).toHaveLength(10);
    expect(texts.at(-1)).toContain('Too many attempts');
    const rows = await service.sql<{ result: string; actor_type: string }>(
      "select result, actor_type from audit_logs where target_id = $1 and action = 'user.update'",
      [userId],
    );
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ result: 'FAILURE', actor_type: 'USER' })));
  });
});

describe('revokeOwnSession', () => {
  test('ends a session of the user, and no session of another user', async ({ service }) => {
    const { here, there, account, userId } = await somebody(service);
    const other = await somebody(service);
    const [theirs] = await service.sql<{ id: string }>('select id from login_sessions where user_id = $1', [
      other.userId,
    ]);
    const now = await here.open(`${account}?section=sessions`);
    await here.send(now, { session: theirs?.id ?? '' }, '/sessions/end');
    expect(await isSignedIn(other.here, account)).toBe(true);
    const done = await here.send(now, {}, '/sessions/end');
    expect(done.text).toContain('You’re signed out on that device.');
    expect([await isSignedIn(here, account), await isSignedIn(there, account)]).toEqual([true, false]);
    const rows = await service.sql<{ reason: string }>(
      "select data ->> 'reason' as reason from events where type = 'session.revoked' and data ->> 'userId' = $1",
      [userId],
    );
    expect(rows).toEqual([{ reason: 'ENDED_BY_USER' }]);
  });
});

describe('revokeOwnSessions', () => {
  test('ends every session of the user, and accepts only a form of the account page', async ({ service }) => {
    const { here, there, account, orgId } = await somebody(service);
    const out = await here.open(`/logout/${orgId}`);
    const csrf = out.forms[0]?.fields['csrf'] ?? '';
    expect((await here.post(`${account}/sessions/end-all`, { csrf })).status).toBe(403);
    const done = await here.send(await here.open(`${account}?section=sessions`), {}, '/sessions/end-all');
    expect(done.title).toBe('You’re signed out');
    expect([await isSignedIn(here, account), await isSignedIn(there, account)]).toEqual([false, false]);
  });
});
