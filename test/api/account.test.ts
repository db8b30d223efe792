import { describe, expect } from 'vitest';
import { aUser } from '../support/builders.ts';
import { aPerson, type Person } from '../support/person.ts';
import { test, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

const password = 'vivid-harbor-cello-42';
const another = 'quiet-lantern-orbit-17';

/** Somebody who is signed in by two browsers. */
async function somebody(service: TestService) {
  const { ours, origin } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const orgId = ours.orgId ?? '';
  const [here, there] = [aPerson(origin), aPerson(origin, 'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1')];
  const page = await here.signIn(orgId, email, password);
  await there.signIn(orgId, email, password);
  return { userId, email, orgId, here, there, page, account: `/account/${orgId}` };
}

const isSignedIn = async (person: Person, account: string) =>
  (await person.open(account)).title === 'Your account';

describe('showAccount', () => {
  test('shows where one is signed in, and leads others to the sign-in', async ({ service }) => {
    const { here, account } = await somebody(service);
    const page = await here.open(account);
    expect(page.text).toContain('Firefox, Linux');
    expect(page.text).toContain('Safari, iPhone');
    expect(page.text.match(/this browser/g)).toHaveLength(1);
    expect(page.text).toMatch(/127\.0\.0\.1 · <time datetime="20/);
    expect((await aPerson(service.origin).open(account)).path).toMatch(/^\/login\/org_\w+\?sign_in=sgn_/);
    expect((await here.open(`${account}?done=constructor`)).text).not.toContain('role="status"');
  });

  test('ends a login that nobody used for twelve hours, or that is seven days old', async ({ service }) => {
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

describe('updateOwnPassword', () => {
  test('takes another password from whoever knows the old one, and ends the other logins', async ({
    service,
  }) => {
    const { here, there, page, account, email, orgId, userId } = await somebody(service);
    const before = here.cookies.get('kd_session');
    const refused = await here.send(page, { password: another, new_password: another }, '/password');
    expect([
      refused.status,
      refused.text.includes('href="#password">The current password is not right.'),
    ]).toEqual([400, true]);
    const weak = await here.send(page, { password, new_password: 'password' }, '/password');
    expect(weak.status).toBe(400);
    expect(weak.text).toContain('Make it longer');
    expect(weak.text).toContain('few others use');
    const same = await here.send(page, { password, new_password: password }, '/password');
    expect(same.text).toContain('have not used before');
    const done = await here.send(page, { password, new_password: another }, '/password');
    expect([done.title, done.path]).toEqual(['Your account', `${account}?done=password`]);
    expect(done.text).toContain('Your password is changed');
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

  test('is not guessed at by whoever finds the browser open', async ({ service }) => {
    const { here, page, userId } = await somebody(service);
    const { action = '', fields = {} } = page.forms[0] ?? {};
    const texts: string[] = [];
    for (let at = 0; at < 11; at++)
      texts.push(
        (await here.post(action, { ...fields, password: `guess ${at}`, new_password: another })).text,
      );
    expect(texts.filter((text) => text.includes('is not right'))).toHaveLength(10);
    expect(texts.at(-1)).toContain('too many attempts');
    const rows = await service.sql<{ result: string; actor_type: string }>(
      "select result, actor_type from audit_logs where target_id = $1 and action = 'user.update'",
      [userId],
    );
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ result: 'FAILURE', actor_type: 'USER' })));
  });
});

describe('revokeOwnSession', () => {
  test('ends a login of one’s own, and nobody else’s', async ({ service }) => {
    const { here, there, account, userId } = await somebody(service);
    const other = await somebody(service);
    const [theirs] = await service.sql<{ id: string }>('select id from login_sessions where user_id = $1', [
      other.userId,
    ]);
    const now = await here.open(account);
    await here.send(now, { session: theirs?.id ?? '' }, '/sessions/end');
    expect(await isSignedIn(other.here, account)).toBe(true);
    const done = await here.send(now, {}, '/sessions/end');
    expect(done.text).toContain('That session has ended.');
    expect([await isSignedIn(here, account), await isSignedIn(there, account)]).toEqual([true, false]);
    const rows = await service.sql<{ reason: string }>(
      "select data ->> 'reason' as reason from events where type = 'session.revoked' and data ->> 'userId' = $1",
      [userId],
    );
    expect(rows).toEqual([{ reason: 'ENDED_BY_USER' }]);
  });
});

describe('revokeOwnSessions', () => {
  test('signs out everywhere, by a form of the account page alone', async ({ service }) => {
    const { here, there, account, orgId } = await somebody(service);
    const out = await here.open(`/logout/${orgId}`);
    const csrf = out.forms[0]?.fields['csrf'] ?? '';
    expect((await here.post(`${account}/sessions/end-all`, { csrf })).status).toBe(403);
    const done = await here.send(await here.open(account), {}, '/sessions/end-all');
    expect(done.title).toBe('You are signed out');
    expect([await isSignedIn(here, account), await isSignedIn(there, account)]).toEqual([false, false]);
  });
});
