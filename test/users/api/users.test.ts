import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { test } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const strong = 'correct horse 7 Battery staple!';

const statusesOf = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

const details = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  displayName: 'Ada L.',
  nickname: 'ada',
  title: 'Analyst',
  department: 'Engines',
  division: 'Research',
  organization: 'Analytical',
  costCenter: '42',
  employeeNumber: '1',
  managerId: 'usr_babbage',
  phoneNumber: '+44 20 7946 0000',
  locale: 'en-GB',
  timezone: 'Europe/London',
  picture: 'https://example.com/ada.png',
  externalId: '1',
  middleName: 'King',
  birthdate: '1815-12-10',
  gender: 'female',
  website: 'https://example.com/ada',
  profileUrl: 'https://example.com/people/ada',
  address: { streetAddress: '12 St James’s Square', locality: 'London', country: 'GB' },
};

/** A user who was created with an address alone. */
const plain = {
  id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
  status: 'ACTIVE',
  emailVerified: false,
  phoneNumberVerified: false,
  ...Object.fromEntries(Object.keys(details).map((name) => [name, null])),
  attributes: {},
  roles: ['MEMBER'],
  mfaMethods: [],
  source: 'LOCAL',
  sourceConnectionId: null,
  expiresAt: null,
  invitedAt: null,
  activatedAt: time,
  lastLoginAt: null,
  deprovisionedAt: null,
  createdAt: time,
  updatedAt: time,
  createdBy: expect.stringMatching(/^cred_/),
  groups: [],
};

describe('createUser', () => {
  test('answers every field, with defaults for what is not sent', async ({ service: { ours } }) => {
    const email = anEmail();
    const { status, body, headers } = await ours.call('createUser', { body: { email, sendInvite: false } });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({ ...plain, email, username: email });
  });

  test('keeps every field that is sent, as a get shows', async ({ service: { ours } }) => {
    const fields = {
      ...details,
      email: anEmail(),
      username: 'ada of the engines',
      attributes: { floor: 3, __proto__x: { a: [1, null] } },
      roles: ['AUDITOR', 'DEVELOPER'],
      expiresAt: inDays(30),
    };
    const { body } = await ours.call('createUser', { body: { ...fields, sendInvite: false } });
    expect(body).toEqual({ ...plain, ...fields });
    expect((await ours.call('getUser', { path: { userId: body.id } })).body).toEqual(body);
  });

  test('keeps a hash of the password and shows neither', async ({ service }) => {
    const { ours, sql } = service;
    const { status, body } = await ours.call('createUser', { body: { email: anEmail(), password: strong } });
    expect([status, body.status, body.invitedAt]).toEqual([201, 'ACTIVE', null]);
    expect(Object.keys(body).filter((name) => /password/i.test(name))).toEqual([]);
    const [row] = await sql<{ password_hash: string }>('select password_hash from users where id = $1', [
      body.id,
    ]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    const kept = await sql(
      `select data::text as text from events where data ->> 'userId' = $1
       union all select p.content from audit_personal p join audit_logs a on a.id = p.audit_id where a.target_id = $1`,
      [body.id],
    );
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toMatch(/argon2|Battery/);
  });

  test('keeps nothing under an Idempotency-Key that the password could be guessed from', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const body = { email: anEmail(), password: strong };
    await ours.call('createUser', { body, headers: { 'idempotency-key': 'guess' } });
    const path = '/api/v1/directory/users\0';
    const guess = createHash('sha256')
      .update(path + JSON.stringify(body))
      .digest();
    const stored = await sql<{ request_hash: Buffer }>('select request_hash from idempotency_keys');
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter(({ request_hash }) => request_hash.equals(guess))).toEqual([]);
  });

  test('refuses a weak password', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('createUser', {
      body: { email: anEmail(), password: 'password' },
    });
    expect([status, body.code]).toEqual([400, 'PASSWORD_POLICY_VIOLATION']);
  });

  test('refuses what the contract does not allow and names the field', async ({ service: { ours } }) => {
    const refused: [field: string, fields: Record<string, unknown>][] = [
      ['email', { email: undefined }],
      ['email', { email: null }],
      ['email', { email: 'nobody' }],
      ['email', { email: 'a b@example.com' }],
      ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
      ['email', { email: `${'x'.repeat(250)}@e.io` }],
      ['username', { username: '' }],
      ['firstName', { firstName: 'x'.repeat(257) }],
      ['roles', { roles: [] }],
      ['roles.0', { roles: ['ROOT'] }],
      ['roles', { roles: ['MEMBER', 'MEMBER'] }],
      ['attributes', { attributes: [] }],
      ['attributes', { attributes: { note: 'x'.repeat(16_384) } }],
      ['expiresAt', { expiresAt: inDays(-1) }],
      ['status', { status: 'ACTIVE' }],
      ['emailVerified', { emailVerified: 'yes' }],
      ['source', { source: 'SCIM' }],
      ['groups', { groups: [] }],
      ['passwordHash', { passwordHash: 'x' }],
    ];
    for (const [field, fields] of refused) {
      const { status, body } = await ours.call('createUser', {
        body: { email: anEmail(), sendInvite: false, ...fields },
      });
      expect([status, body.code, Object.keys(body.details)], JSON.stringify(fields).slice(0, 80)).toEqual([
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
  });

  test('tells who they are in its event', async ({ service }) => {
    const email = anEmail();
    const id = await aUser(service.ours, { email, displayName: 'Ada', roles: ['AUDITOR'] });
    expect(await eventsOfUser(service, id)).toEqual([
      {
        type: 'user.created',
        data: {
          userId: id,
          userName: 'Ada',
          status: 'ACTIVE',
          email,
          roles: ['AUDITOR'],
          source: 'LOCAL',
          createdBy: actor,
          environment: 'live',
        },
      },
    ]);
  });

  test('answers the same person again for the same Idempotency-Key', async ({ service: { ours } }) => {
    const call = { body: { email: anEmail(), sendInvite: false }, headers: { 'idempotency-key': 'once' } };
    const first = await ours.call('createUser', call);
    const again = await ours.call('createUser', call);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
  });
});

describe('a name that is taken', () => {
  test('is refused in any case, and details say which', async ({ service: { ours, theirs, oursTest } }) => {
    const email = anEmail();
    await aUser(ours, { email, username: `U-${email}` });
    const other = { email: anEmail(), sendInvite: false };
    const call = async (fields: object) => {
      const { status, body } = await ours.call('createUser', { body: { ...other, ...fields } });
      return [status, body.code, Object.keys(body.details)];
    };
    expect(await call({ email: email.toUpperCase() })).toEqual([409, 'USER_EXISTS', ['email']]);
    expect(await call({ username: `u-${email}` })).toEqual([409, 'USER_EXISTS', ['username']]);
    expect(await call({ email, username: `u-${email}` })).toEqual([
      409,
      'USER_EXISTS',
      ['email', 'username'],
    ]);
    for (const client of [theirs, oursTest]) expect(await aUser(client, { email })).toMatch(/^usr_/);
    const id = await aUser(ours);
    const patch = async (body: object) =>
      (await ours.call('updateUser', { path: { userId: id }, body })).body;
    expect(await patch({ email: email.toUpperCase() })).toMatchObject({
      code: 'USER_EXISTS',
      details: { email: expect.any(String) },
    });
    expect(await patch({ username: `u-${email}` })).toMatchObject({
      code: 'USER_EXISTS',
      details: { username: expect.any(String) },
    });
  });

  test('is one’s own to write in another case', async ({ service: { ours } }) => {
    const email = anEmail();
    const userId = await aUser(ours, { email });
    const { status, body } = await ours.call('updateUser', {
      path: { userId },
      body: { email: email.toUpperCase(), username: email.toUpperCase() },
    });
    expect([status, body.email, body.username]).toEqual([200, email.toUpperCase(), email.toUpperCase()]);
  });

  test('stays taken after deprovisioning and is free after deletion', async ({ service: { ours } }) => {
    const email = anEmail();
    const userId = await aUser(ours, { email });
    await ours.call('deprovisionUser', { path: { userId } });
    const create = () => ours.call('createUser', { body: { email, sendInvite: false } });
    expect((await create()).status).toBe(409);
    await ours.call('deleteUser', { path: { userId } });
    expect((await create()).status).toBe(201);
  });

  test('is free when SCIM has released it', async ({ service: { ours, sql } }) => {
    const email = anEmail();
    const userId = await aUser(ours, { email });
    await sql("update users set status = 'DEPROVISIONED', released_at = now() where id = $1", [userId]);
    expect(await aUser(ours, { email })).not.toBe(userId);
  });

  test('goes to one of many who ask for it at once, and never fails', async ({ service: { ours, sql } }) => {
    for (const field of ['email', 'username']) {
      const name = anEmail();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          ours.call('createUser', {
            body: {
              sendInvite: false,
              email: field === 'email' ? (at % 2 ? name : name.toUpperCase()) : anEmail(),
              username: field === 'username' ? name : anEmail(),
            },
          }),
        ),
      );
      expect(statusesOf(answers)).toEqual([201, ...Array(7).fill(409)]);
      for (const { status, body } of answers) {
        if (status === 409) expect([body.code, Object.keys(body.details)]).toEqual(['USER_EXISTS', [field]]);
      }
      expect(await sql(`select id from users where lower(${field}) = $1`, [name])).toHaveLength(1);
    }
  });

  test('goes to one of two people who change theirs to it at once', async ({ service: { ours } }) => {
    const email = anEmail();
    const people = await Promise.all([aUser(ours), aUser(ours), aUser(ours), aUser(ours)]);
    const answers = await Promise.all(
      people.map((userId) => ours.call('updateUser', { path: { userId }, body: { email } })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
  });
});

describe('getUser', () => {
  test('shows the groups by name', async ({ service: { ours } }) => {
    const userId = await aUser(ours);
    for (const name of ['beta of ada', 'Alpha of ada']) {
      const { body } = await ours.call('createGroup', { body: { name } });
      await ours.call('addGroupMembers', { path: { groupId: body.id }, body: { userId } });
    }
    const { body } = await ours.call('getUser', { path: { userId } });
    expect(body.groups).toEqual([
      { id: expect.stringMatching(/^grp_/), name: 'Alpha of ada' },
      { id: expect.stringMatching(/^grp_/), name: 'beta of ada' },
    ]);
  });

  test('answers 404 alike for an unknown, a malformed and a foreign id', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const ids = ['x', 'usr_01kahz5v3be4nr7q2m8x9c0d1e', await aUser(theirs), await aUser(oursTest)];
    for (const userId of ids) {
      const { status, body } = await ours.call('getUser', { path: { userId } });
      expect([status, body.code, body.details]).toEqual([404, 'USER_NOT_FOUND', {}]);
    }
  });
});
