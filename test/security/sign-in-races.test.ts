import pg from 'pg';
import { describe, expect } from 'vitest';
import { aUser } from '../support/builders.ts';
import { aPerson } from '../support/person.ts';
import { test, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** Holds rows until it is told to let go. */
async function holding({ database }: TestService, text: string, values: unknown[]) {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/** Until so many statements of the service wait for rows that somebody holds. */
async function waiting({ sql }: TestService, statements: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row?.waiting === statements) return;
  }
}

describe('a browser', () => {
  test('is given its next token once, so a token that was planted never leads to the one after it', async ({
    service,
  }) => {
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

describe('whoever looks after their account', () => {
  test('is not in the way of whoever suspends them, nor they in theirs', async ({ service }) => {
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
    // As whoever suspends them does: first the person, then their logins.
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

test('whoever signs in is not in the way of whoever erases them, nor they in theirs', async ({ service }) => {
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
