import { describe, expect, test } from 'vitest';
import { oneAtATime } from '../../../src/users/passwords/one-at-a-time.ts';
import { anotherPassword, mailing, password } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { registering } from '../../support/registering.ts';
import { aDirectory } from '../../support/directories.ts';
import { anEmail } from '../../support/users.ts';

// If several requests change one password at the same time, one is worked on. The others are answered at once.

const world = mailing();
const { askToReset, delivered, somebody } = world;
const { invited, opened } = registering(world);

/** Acts as another change of the password of a user, which has begun and has not ended. */
async function during<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  let end = (): void => undefined;
  const other = oneAtATime(userId, () => new Promise<void>((resolve) => (end = resolve)));
  try {
    return await work();
  } finally {
    end();
    await other;
  }
}

const conflict = {
  status: 409,
  body: { code: 'USER_STATE_CONFLICT', details: { password: expect.anything() } },
};

test('seventeen parallel changes by the API end with 200 or 409', async () => {
  const { ours } = world.service;
  const { userId } = await somebody();
  const answers = await Promise.all(
    Array.from({ length: 17 }, (_, at) =>
      ours.call('updateUser', { path: { userId }, body: { password: `${anotherPassword}-${at}` } }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 409]));
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('USER_STATE_CONFLICT');
  expect(answers.some(({ body }) => body.details?.password !== undefined)).toBe(true);
});

describe('while another change of the password is under way, nothing is hashed for', () => {
  test('a change by the API, and one of the name goes on', async () => {
    const { ours } = world.service;
    const { userId } = await somebody();
    const other = await somebody();
    const change = (body: object, of = userId) => ours.call('updateUser', { path: { userId: of }, body });
    await during(userId, async () => {
      expect(await change({ password: anotherPassword })).toMatchObject(conflict);
      expect((await change({ firstName: 'Ada' })).status).toBe(200);
      expect((await change({ password: anotherPassword }, other.userId)).status).toBe(200);
    });
    expect((await change({ password: anotherPassword })).status).toBe(200);
  });

  test('a change by SCIM', async () => {
    const directory = await aDirectory(world.service);
    const { userId } = await somebody();
    const Operations = [{ op: 'replace', path: 'password', value: anotherPassword }];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const change = () => directory.send('PATCH', `/Users/${userId}`, { schemas, Operations });
    expect((await during(userId, change)).status).toBe(409);
    expect((await change()).status).toBe(200);
  });

  test('a change on the account page, which counts as no attempt', async () => {
    const { userId, email, person } = await somebody();
    await person.signIn(world.orgId, email, password);
    const page = await person.open(`/account/${world.orgId}?section=security`);
    const change = (typed = password) =>
      person.send(page, { password: typed, new_password: anotherPassword }, '/password');
    await during(userId, async () => {
      for (let at = 0; at < 12; at++) {
        const seen = await change(`guess ${at}`);
        expect([seen.status, seen.headers.get('x-error-code')]).toEqual([409, 'USER_STATE_CONFLICT']);
      }
    });
    expect((await change()).text).toContain('Your password was changed');
  });

  test('a reset', async () => {
    const { userId, email } = await somebody();
    const browser = aPerson(world.service.origin);
    await askToReset(browser, email);
    const page = await browser.open((await delivered()).path);
    const change = () => browser.send(page, { new_password: anotherPassword });
    expect((await during(userId, change)).status).toBe(409);
    expect((await change()).title).toBe('Your password was changed');
  });

  test('a new password in a sign-in', async () => {
    const { ours, sql } = world.service;
    const { userId, email } = await somebody();
    expect((await ours.call('updatePasswordPolicy', { body: { maxAgeDays: 90 } })).status).toBe(200);
    try {
      await sql("update users set password_changed_at = now() - interval '91 days' where id = $1", [userId]);
      const browser = aPerson(world.service.origin);
      const page = await browser.signIn(world.orgId, email, password);
      const change = () => browser.send(page, { new_password: anotherPassword });
      expect((await during(userId, change)).status).toBe(409);
      expect((await change()).title).toBe('Your account');
    } finally {
      await ours.call('updatePasswordPolicy', { body: { maxAgeDays: null } });
    }
  });

  test('an invitation', async () => {
    const { body } = await world.service.ours.call('createUser', { body: { email: anEmail() } });
    const { path } = await delivered();
    const browser = aPerson(world.service.origin);
    const page = await browser.open(path);
    const accept = () => browser.send(page, { new_password: password });
    expect((await during(String(body.id), accept)).status).toBe(409);
    expect((await accept()).title).toBe('Your account');
  });

  test('a registration', async () => {
    await opened();
    const browser = aPerson(world.service.origin);
    const { email, path } = await invited(browser);
    const page = await browser.open(path);
    const create = () => browser.send(page, { display_name: 'Ada', new_password: password });
    const [{ id } = { id: '' }] = await world.service.sql<{ id: string }>(
      "select id from mailed_links where purpose = 'CREATE_ACCOUNT' and lower(email) = lower($1)",
      [email],
    );
    expect((await during(id, create)).status).toBe(409);
    expect((await create()).title).toBe('Your account');
  });
});
