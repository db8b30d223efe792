import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { aPerson } from '../support/person.ts';
import { emptyDatabase, program, service } from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

const password = 'vivid-harbor-cello-42';

async function redeem(origin: string, token: string) {
  const person = aPerson(origin);
  const answer = await createClient(origin).send('POST', '/admin/redeem', {
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ token }),
  });
  person.cookies.keep(answer, '/');
  return { person, status: answer.status, location: String(answer.body.location) };
}

/** Runs what `make dashboard` runs. */
async function dashboard(env: Record<string, string>, email = '') {
  const { ended, printed } = program('scripts/dashboard.ts', env, email);
  return { code: await ended, said: printed() };
}

const tokenIn = (text: string): string => /\/admin#([\w-]{43})$/m.exec(text)?.[1] ?? '';

describe('a first start on this machine', { timeout: 120_000 }, () => {
  test('prints a link for the first owner until an owner can sign in, and make dashboard prints one then', async () => {
    const given = { DATA_DIR: await migratedFolder(), ...keys() };
    expect(await dashboard(given)).toMatchObject({
      code: 1,
      said: expect.stringContaining('start the service'),
    });
    const first = await service(given);
    expect(first.printed()).toMatch(
      /^Dashboard {2}http:\/\/localhost:\d+\/admin#[\w-]{43}\nready http:\/\/localhost:\d+\n/m,
    );
    const unused = tokenIn(first.printed());
    expect(await dashboard(given)).toMatchObject({
      code: 1,
      said: expect.stringContaining('no OWNER is ACTIVE'),
    });
    first.signal('SIGKILL');
    await first.ended;

    const second = await service(given);
    const token = tokenIn(second.printed());
    expect((await redeem(second.origin, unused)).status).toBe(404);
    const { person, location } = await redeem(second.origin, token);
    const choice = await person.open(`${location}&factor=new-password`);
    const done = await person.send(choice, { new_password: password }, 'new-password');
    expect(done.path).toMatch(/^\/admin\/org_\w{26}$/);
    // There is one organization, so the page does not ask which.
    expect((await aPerson(second.origin).open('/admin/sign-in')).title).toBe('Sign in');

    const link = await dashboard(given);
    expect(link).toMatchObject({ code: 0, said: expect.stringContaining('for owner@localhost') });
    expect((await redeem(second.origin, tokenIn(link.said))).location).toBe(done.path);

    // More owners than one can read at once: each of them is found by name.
    const owners = createClient(second.origin, given.BOOTSTRAP_LIVE_KEY);
    const fields = { roles: ['OWNER'], sendInvite: false };
    for (let at = 0; at < 21; at++)
      expect(
        (await owners.call('createUser', { body: { ...fields, email: `ada-${at}@example.com` } })).status,
      ).toBe(201);
    expect(await dashboard(given)).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        'there are several owners; say which: make dashboard EMAIL=owner@localhost',
      ),
    });
    expect(await dashboard(given, 'ADA-20@example.com')).toMatchObject({
      code: 0,
      said: expect.stringContaining('for ada-20@example.com'),
    });
    expect(await dashboard(given, 'grace@example.com')).toMatchObject({
      code: 1,
      said: expect.stringContaining('grace@example.com is not an ACTIVE OWNER'),
    });
    second.signal('SIGTERM');
    await second.ended;
    const third = await service(given);
    expect(third.printed()).not.toContain('Dashboard');
  });

  test('prints none on a database of its operator', async () => {
    const { printed } = await service({ ...(await emptyDatabase()).env, ...keys() });
    expect(printed()).not.toContain('Dashboard');
  });
});
