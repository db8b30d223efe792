import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { findBrowser } from '../../../src/users/sessions/browsers.ts';
import { startSignIn } from '../../../src/sign-in/sign-ins.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const another = 'quiet-lantern-orbit-17';
const third = 'copper-meadow-violin-88';

/** Creates a user who can sign in. */
async function somebody({ ours, origin }: TestService) {
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  return { userId, email, orgId: ours.orgId ?? '', person: aPerson(origin) };
}

/** Signed in, with an authenticator app. */
async function enrolled(service: TestService) {
  const one = await somebody(service);
  await one.person.signIn(one.orgId, one.email, password);
  const page = await one.person.open(`/account/${one.orgId}/totp`);
  const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
  const done = await one.person.send(page, { otp: codeOf(secret) });
  expect(done.title).toBe('Save your recovery codes');
  return { ...one, secret };
}

/** Sends the form for a new password from the page of another step. */
const sendNewPassword = (person: Person, page: Seen, orgId: string, typed: string): Promise<Seen> => {
  const { sign_in = '', csrf = '' } = page.forms[0]?.fields ?? {};
  return person.post(`/login/${orgId}/new-password`, { sign_in, csrf, new_password: typed });
};

const hashOf = async ({ sql }: TestService, userId: string) =>
  (await sql<{ hash: string }>('select password_hash as hash from users where id = $1', [userId]))[0]?.hash;

const loginsOf = ({ sql }: TestService, userId: string) =>
  sql<{ amr: string[] }>('select amr from login_sessions where user_id = $1', [userId]);

/** The tenant's passwords grow too old after so many days, until the test is over. */
async function withMaxAge(service: TestService, days: number, work: () => Promise<void>): Promise<void> {
  const set = (maxAgeDays: number | null) =>
    service.ours.call('updatePasswordPolicy', { body: { maxAgeDays } });
  expect((await set(days)).status).toBe(200);
  try {
    await work();
  } finally {
    await set(null);
  }
}

describe('a new password in a sign-in', () => {
  test('is rejected before the second factor', async ({ service }) => {
    const one = await enrolled(service);
    const before = await hashOf(service, one.userId);
    const thief = aPerson(service.origin);
    const asked = await thief.signIn(one.orgId, one.email, password);
    expect(asked.title).toBe('Enter your code');
    await sendNewPassword(thief, asked, one.orgId, another);
    expect(await hashOf(service, one.userId)).toBe(before);
    expect((await one.person.open(`/account/${one.orgId}`)).title).toBe('Your account');
  });

  test('is rejected while the current password is not too old', async ({ service }) => {
    const one = await enrolled(service);
    const before = await hashOf(service, one.userId);
    await withMaxAge(service, 90, async () => {
      const thief = aPerson(service.origin);
      const asked = await thief.signIn(one.orgId, one.email, password);
      await sendNewPassword(thief, asked, one.orgId, another);
    });
    expect(await hashOf(service, one.userId)).toBe(before);
  });

  test('is rejected if the password that the sign-in proved has changed since', async ({ service }) => {
    const { ours, sql, origin } = service;
    const { orgId, email, userId } = await somebody(service);
    await withMaxAge(service, 90, async () => {
      await sql("update users set password_changed_at = now() - interval '91 days' where id = $1", [userId]);
      const thief = aPerson(origin);
      const due = await thief.signIn(orgId, email, password);
      expect(due.title).toBe('Choose a new password');
      expect((await ours.call('updateUser', { path: { userId }, body: { password: another } })).status).toBe(
        200,
      );
      const before = await hashOf(service, userId);
      await sendNewPassword(thief, due, orgId, third);
      expect(await hashOf(service, userId)).toBe(before);
      expect((await thief.open(`/account/${orgId}`)).title).toBe('Sign in');
    });
  });
});

describe('an earlier proof', () => {
  test('is void if the password changes before the second factor', async ({ service }) => {
    const one = await enrolled(service);
    const thief = aPerson(service.origin);
    const asked = await thief.signIn(one.orgId, one.email, password);
    const { status } = await service.ours.call('updateUser', {
      path: { userId: one.userId },
      body: { password: another },
    });
    expect(status).toBe(200);
    const answer = await thief.send(asked, { otp: codeOf(one.secret, 30) });
    expect(answer.title).toBe('Sign in');
    expect(await loginsOf(service, one.userId)).toEqual([]);
    // The code was not looked at, and is good where the new password is known.
    const owner = await one.person.signIn(one.orgId, one.email, another);
    expect((await one.person.send(owner, { otp: codeOf(one.secret, 30) })).title).toBe('Your account');
  });

  test('does not count for a step-up after its session has ended', async ({ service }) => {
    const { orgId, email, userId, person } = await somebody(service);
    await person.signIn(orgId, email, password);
    // An application requires two factors of a user who is signed in with one.
    const { within, close } = await besides(service);
    const { id } = await within(async (tx) => {
      const browser = await findBrowser(tx, person.cookies.get('kd_session'));
      if (!browser) throw new Error('no browser');
      return startSignIn(tx, browser, { returnTo: `/account/${orgId}`, acr: 'mfa' });
    });
    await close();
    const signIn = `/login/${orgId}?sign_in=${id}`;
    expect((await person.open(signIn)).title).toBe('Two-step verification required');
    await service.sql('delete from login_sessions where user_id = $1', [userId]);
    expect((await person.open(signIn)).title).toBe('Sign in');
  });
});

describe('the count of failures', () => {
  test('for a second factor does not rise when an attacker types its key as a user name', async ({
    service,
  }) => {
    const one = await enrolled(service);
    const attacker = aPerson(service.origin);
    for (const name of [`totp ${one.userId}`, `recovery-code ${one.userId}`, `own-password ${one.userId}`]) {
      let page = await attacker.send(await attacker.open(`/login/${one.orgId}`), { username: name });
      for (let tries = 0; tries < 10; tries++)
        page = await attacker.send(page, { password: 'a guess at it' });
    }
    const anew = aPerson(service.origin);
    const asked = await anew.signIn(one.orgId, one.email, password);
    expect((await anew.send(asked, { otp: codeOf(one.secret, 30) })).title).toBe('Your account');
  });

  test('is shared by all spellings of a user name that Postgres treats as equal', async ({ service }) => {
    const { orgId } = await somebody(service);
    const username = `ian-kim-${anEmail()}`;
    await aUser(service.ours, { email: anEmail(), username, password });
    const spellings = ['ian', 'İan', 'IAN', 'İAN'].flatMap((ian) =>
      ['kim', 'Kim', 'KİM', '\u212Aim'].map((kim) => username.replace('ian', ian).replace('kim', kim)),
    );
    const same = await service.sql<{ name: string }>(
      'select name from unnest($1::text[]) as name where lower(name) = lower($2)',
      [spellings, username],
    );
    const attacker = aPerson(service.origin);
    // Fewer than lock the name.
    const fewer = same.slice(0, 9);
    for (const { name } of fewer) {
      const page = await attacker.send(await attacker.open(`/login/${orgId}`), { username: name });
      await attacker.send(page, { password: 'a guess at it' });
    }
    const rows = await service.sql<{ failures: number }>(
      'select failures from sign_in_failures where org_id = $1 and failures = $2',
      [orgId, fewer.length],
    );
    expect(rows).toHaveLength(1);
  });
});

test('two different session cookies in a request count as none, and two equal ones as one', async ({
  service,
}) => {
  const { orgId, email, person } = await somebody(service);
  await person.signIn(orgId, email, password);
  const own = person.cookies.get('kd_session') ?? '';
  const attacker = aPerson(service.origin);
  await attacker.open(`/login/${orgId}`);
  const planted = attacker.cookies.get('kd_session') ?? '';
  const ask = (cookie: string) => attacker.get(`/account/${orgId}`, { cookie });
  for (const cookie of [
    `kd_session=${own}; kd_session=${planted}`,
    `kd_session=${planted}; kd_session=${own}`,
  ])
    expect((await ask(cookie)).status).toBe(303);
  expect((await ask(`a=b; kd_session=${own}; kd_session=${own}`)).status).toBe(200);
});
