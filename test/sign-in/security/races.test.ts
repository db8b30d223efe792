import pg from 'pg';
import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import {
  addPasskey,
  aPerson as aKeyHolder,
  givePassword,
  registrationOptions,
} from '../../support/passkey-visits.ts';
import { aPerson } from '../../support/person.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

describe('a browser', () => {
  test('gets its next token only once, so a planted token never yields the next one', async ({ service }) => {
    const { ours, theirs, origin } = service;
    const [email, mallory] = [anEmail(), anEmail()];
    await aUser(ours, { email, password });
    const attackerId = await aUser(theirs, { email: mallory, password });
    const victim = aPerson(origin);
    const attacker = aPerson(origin);
    const page = await attacker.open(`/login/${theirs.orgId}`);
    victim.cookies.set('kd_session', attacker.cookies.get('kd_session') ?? '');
    const asked = await attacker.send(page, { username: mallory });
    const release = await holding(service, 'select from users where id = $1 for update', [attackerId]);
    const late = attacker.send(asked, { password });
    await waiting(service, 1);
    expect((await victim.signIn(ours.orgId ?? '', email, password)).title).toBe('Your account');
    await release();
    await late;
    expect((await attacker.open(`/account/${ours.orgId}`)).title).toBe('Sign in');
    expect((await victim.open(`/account/${ours.orgId}`)).title).toBe('Your account');
  });
});

describe('a request from the account page', () => {
  test('does not deadlock with a suspension of the user', async ({ service }) => {
    const { ours, origin, sql } = service;
    const orgId = ours.orgId ?? '';
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const person = aPerson(origin);
    await person.signIn(orgId, email, password);
    const page = await person.open(`/account/${orgId}/passkeys`);
    const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(page.text) ?? [];
    await sql("update login_sessions set last_seen_at = now() - interval '5 minutes' where user_id = $1", [
      userId,
    ]);
    // Locks as a suspension does: first the user, then the logins of the user.
    const client = new pg.Client(service.database);
    await client.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [userId]);
    const asked = person.post(`/account/${orgId}/passkeys/options`, { csrf });
    await waiting(service, 1);
    await client.query('delete from login_sessions where user_id = $1', [userId]);
    await client.query('commit');
    await client.end();
    expect((await asked).status).toBeLessThan(500);
  });
});

/**
 * Begins to delete the factors of a user, as an administrator does. The row of the user is locked, and `release` lets the
 * deletion finish.
 */
async function resetting(service: TestService, userId: string) {
  const release = await holding(service, 'select from users where id = $1 for update', [userId]);
  // The first of those who wait for the person.
  const reset = service.ours.call('deleteUserFactors', { path: { userId } });
  await waiting(service, 1);
  return { reset, release };
}

const factorsOf = ({ sql }: TestService, userId: string) =>
  sql(
    `select 'passkey' as left_over from passkeys where user_id = $1
     union all select 'app' from totp_factors where user_id = $1
     union all select 'app to be' from totp_enrolments where user_id = $1
     union all select 'recovery code' from recovery_codes where user_id = $1`,
    [userId],
  );

describe('a user whose factors an administrator removes', () => {
  test('cannot add a passkey in a session that ended with the removal', async ({ service }) => {
    const person = await aKeyHolder(service);
    await givePassword(person);
    const { csrf, asked } = await registrationOptions(person);
    const credential = person.authenticator.create(asked);
    const { reset, release } = await resetting(service, person.id);
    const form = { csrf, name: 'Work laptop', credential };
    const added = person.visitor.post(`/account/${person.orgId}/passkeys`, form);
    await waiting(service, 2);
    await release();
    expect((await reset).status).toBe(200);
    expect((await added).location).toContain('done=EXPIRED');
    expect(await factorsOf(service, person.id)).toEqual([]);
    // In a login of their own they do.
    await givePassword(person);
    expect((await addPasskey(person)).location).toContain('done=added');
  });

  test('cannot finish an app setup that was started before', async ({ service }) => {
    const { ours, origin } = service;
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const person = aPerson(origin);
    await person.signIn(ours.orgId ?? '', email, password);
    const page = await person.open(`/account/${ours.orgId}/totp`);
    const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    const { reset, release } = await resetting(service, userId);
    const confirmed = person.send(page, { otp: codeOf(secret) });
    await waiting(service, 2);
    await release();
    expect((await reset).status).toBe(200);
    expect((await confirmed).title).not.toBe('Save your recovery codes');
    // No user can confirm a setup that begins again in an ended login.
    await service.sql('delete from totp_enrolments where user_id = $1', [userId]);
    expect(await factorsOf(service, userId)).toEqual([]);
    expect((await person.open(`/account/${ours.orgId}`)).title).toBe('Sign in');
  });

  test.for(['code', 'recovery code'] as const)(
    'cannot sign in with a %s that is checked at the same time, and there is no deadlock',
    async (kind, { service }) => {
      const { ours, origin, sql } = service;
      const beside = await besides(service);
      const { userId, secret, recoveryCodes } = await beside.enrolled();
      await beside.close();
      const email = anEmail();
      const body = { email, password };
      expect((await ours.call('updateUser', { path: { userId }, body })).status).toBe(200);
      const person = aPerson(origin);
      const asked = await person.signIn(ours.orgId ?? '', email, password);
      const page = kind === 'code' ? asked : await person.open(`${asked.path}&factor=recovery-code`);
      const client = new pg.Client(service.database);
      await client.connect();
      await client.query('begin');
      await client.query('select from users where id = $1 for update', [userId]);
      const sent =
        kind === 'code'
          ? person.send(page, { otp: codeOf(secret, 30) }, '/totp')
          : person.send(page, { recovery_code: recoveryCodes[0] ?? '' }, '/recovery-code');
      await waiting(service, 1);
      // As resetFactors does: the person is held, and then the factors go. It would wait for who waits for it.
      for (const table of ['totp_factors', 'recovery_codes'])
        await client.query(`delete from ${table} where user_id = $1`, [userId]);
      await client.query('commit');
      await client.end();
      const { status, title } = await sent;
      expect([kind, status]).toEqual([kind, kind === 'code' ? 429 : 400]);
      expect(title).not.toBe('Your account');
      expect(await sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
    },
  );
});

test('a sign-in does not deadlock with a change that clears the failures of the user', async ({
  service,
}) => {
  const email = anEmail();
  const userId = await aUser(service.ours, { email, password });
  const person = aPerson(service.origin);
  const page = await person.send(await person.open(`/login/${service.ours.orgId}`), { username: email });
  // Locks as a change of the password does: first the user, then the failures.
  const client = new pg.Client(service.database);
  await client.connect();
  await client.query('begin');
  await client.query('select from users where id = $1 for update', [userId]);
  const sent = person.send(page, { password });
  await waiting(service, 1);
  await client.query('delete from sign_in_failures');
  await client.query('commit');
  await client.end();
  expect((await sent).title).toBe('Your account');
});

test('a sign-in does not deadlock with the erasure of the user', async ({ service }) => {
  const { ours, origin, sql } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  await person.signIn(ours.orgId ?? '', email, password);
  const [signIn] = await sql<{ id: string }>('select id from sign_ins where user_id = $1', [userId]);
  // As a form of a sign-in does: first the sign-in, then the person.
  const client = new pg.Client(service.database);
  await client.connect();
  await client.query('begin');
  await client.query('select from sign_ins where id = $1 for update', [signIn?.id]);
  const erased = ours.call('deleteUser', { path: { userId } });
  await waiting(service, 1);
  await client.query('select from users where id = $1 for no key update', [userId]);
  await client.query('commit');
  await client.end();
  expect((await erased).status).toBe(200);
});
