import { describe, expect } from 'vitest';
import { anAuthenticator, type Deviation } from '../../support/authenticator.ts';
import {
  aPersonWithPasskey,
  beginSignIn,
  givePassword,
  pageOrigin,
  type Person,
  signInOptions,
  usePasskey,
} from '../../support/passkey-visits.ts';
import { aPerson as aVisitor, fieldOf, type Seen } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';

const signedIn = ({ orgId }: Person) => [303, `/account/${orgId}`];
const answer = ({ status, location }: Seen) => [status, location];

/** How the person is signed in, by RFC 8176. */
const amrOf = async ({ sql }: TestService, { id }: Person): Promise<string[] | undefined> =>
  (
    await sql<{ amr: string[] }>(
      'select amr from login_sessions where user_id = $1 order by auth_time desc limit 1',
      [id],
    )
  )[0]?.amr;

const failuresOf = ({ sql }: TestService, id: string): Promise<{ reason: string }[]> =>
  sql(
    `select data ->> 'reason' as reason from events where type = 'user.login_failed' and data ->> 'userId' = $1`,
    [id],
  );

/** Who was told whose key to ask for, need not say whose it found. */
const nobody: Deviation = { userHandle: undefined };

/** Faults of a response, whosever key signs it. */
const wrong: [what: string, off: Deviation][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['a bad signature', { signature: Buffer.alloc(70, 1) }],
  ['a response without user verification', { verifies: false }],
  ['another user handle', { userHandle: Buffer.from('usr_other').toString('base64url') }],
  ['no user handle', nobody],
  ['an unknown passkey', { id: Buffer.alloc(16).toString('base64url') }],
];

/** One person for all that ends in a refusal: passwords take their time. */
let refusedOnly: Promise<Person> | undefined;
const someone = async (service: TestService): Promise<Person> => {
  const person = await (refusedOnly ??= aPersonWithPasskey(service));
  return { ...person, visitor: aVisitor(service.origin) };
};

describe('submitPasskey', () => {
  test('signs a user in without a name and a password, as more than one factor', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    const asked = await beginSignIn(person);
    expect(asked.text).toContain('autocomplete="username webauthn"');
    expect(asked.text).toContain('<script type="module" src="/ui/passkeys.js">');
    expect(answer(await usePasskey(person, asked))).toEqual(signedIn(person));
    expect(await amrOf(service, person)).toEqual(['hwk', 'user', 'mfa']);
    const [row] = await service.sql<{ used: boolean }>(
      'select last_used_at is not null as used from passkeys where user_id = $1',
      [person.id],
    );
    expect(row?.used).toBe(true);
  });

  test('recognizes a passkey that is synced to many devices', async ({ service }) => {
    const person = await aPersonWithPasskey(service, service.ours, { synced: true });
    await usePasskey(person, await beginSignIn(person), { synced: true });
    expect(await amrOf(service, person)).toEqual(['swk', 'user', 'mfa']);
  });

  test('is required after the password if the user has a passkey', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    const second = await givePassword(person);
    expect(second.title).toBe('Use your passkey');
    const { asked } = await signInOptions(person, second);
    expect(asked['allowCredentials']).toEqual([
      { id: person.authenticator.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(answer(await usePasskey(person, second))).toEqual(signedIn(person));
    expect(await amrOf(service, person)).toEqual(['pwd', 'hwk', 'user', 'mfa']);
  });

  test('is not required if the passkey of the user works only on another host', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    await service.sql(`update passkeys set rp_id = 'old.example.com' where user_id = $1`, [person.id]);
    expect((await givePassword(person)).title).toBe('Your account');
    expect(await amrOf(service, person)).toEqual(['pwd']);
  });

  test.for(wrong)('rejects %s', async ([, off], { service }) => {
    const person = await someone(service);
    const refused = await usePasskey(person, await beginSignIn(person), off);
    expect([refused.status, refused.location]).toEqual([400, '']);
    expect(refused.text).toContain('This passkey wasn’t accepted');
    expect(await person.visitor.get(`/account/${person.orgId}`)).toMatchObject({ status: 303 });
  });

  test('rejects a wrong response after a password, too', async ({ service }) => {
    const person = await someone(service);
    const visitor = aVisitor(service.origin);
    const second = await givePassword({ ...person, visitor });
    const beside = wrong.map(([, off]) => off).filter((off) => !('verifies' in off) && off !== nobody);
    for (const off of beside) {
      expect((await usePasskey({ ...person, visitor }, second, off)).status).toBe(400);
    }
    expect(await visitor.get(`/account/${person.orgId}`)).toMatchObject({ status: 303 });
  });

  test('reveals no passkeys before the user has proved their identity', async ({ service }) => {
    const person = await someone(service);
    const { asked } = await signInOptions(person, await beginSignIn(person));
    expect(asked).not.toHaveProperty('allowCredentials');
    expect(asked['userVerification']).toBe('required');
  });

  test('rejects a passkey of another user after a password', async ({ service }) => {
    const [ada, eve] = [await aPersonWithPasskey(service), await aPersonWithPasskey(service)];
    const second = await givePassword(ada);
    const refused = await usePasskey({ ...ada, authenticator: eve.authenticator }, second);
    expect(refused.status).toBe(400);
    expect(await failuresOf(service, ada.id)).toEqual([{ reason: 'WRONG_PASSKEY' }]);
  });

  test('rejects a passkey of another tenant on the same host', async ({ service }) => {
    const theirs = await aPersonWithPasskey(service, service.theirs);
    const visitor = aVisitor(service.origin);
    const here = { orgId: service.ours.orgId ?? '', visitor, authenticator: theirs.authenticator };
    expect((await usePasskey(here, await beginSignIn(here))).status).toBe(400);
    // One browser, two tenants: there it is good.
    const there = { ...theirs, visitor };
    expect(answer(await usePasskey(there, await beginSignIn(there)))).toEqual(signedIn(theirs));
  });

  test('accepts a response once when eight requests race', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    const { orgId, visitor, authenticator } = person;
    const { form, asked } = await signInOptions(person, await beginSignIn(person));
    const credential = authenticator.get(asked);
    const before = await service.sql('select 1 from login_sessions where user_id = $1', [person.id]);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post(`/login/${orgId}/passkey`, { ...form, credential })),
    );
    const logins = await service.sql(
      `select 1 from events where type = 'user.login' and data ->> 'userId' = $1
         and data -> 'amr' ? 'hwk'`,
      [person.id],
    );
    expect(logins).toHaveLength(1);
    expect(before.length).toBeGreaterThan(0);
    // The others find the sign-in completed, or are told that the page is not theirs any more.
    expect(all.map(({ status }) => status).every((status) => [303, 403].includes(status))).toBe(true);
  });

  test('rejects a response to an earlier challenge, and a failed attempt consumes the challenge', async ({
    service,
  }) => {
    const person = await someone(service);
    const { orgId, visitor, authenticator } = person;
    const page = await beginSignIn(person);
    const old = await signInOptions(person, page);
    const { form, asked } = await signInOptions(person, page);
    const send = (credential: string) => visitor.post(`/login/${orgId}/passkey`, { ...form, credential });
    expect((await send(authenticator.get(old.asked))).status).toBe(400);
    // The challenge is spent by the answer that was wrong.
    expect((await send(authenticator.get(asked))).status).toBe(400);
  });

  test('rejects a response to an expired challenge', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    const { form, asked } = await signInOptions(person, await beginSignIn(person));
    await service.sql('update passkey_challenges set expires_at = now()');
    const credential = person.authenticator.get(asked);
    const late = await person.visitor.post(`/login/${person.orgId}/passkey`, { ...form, credential });
    expect(late.status).toBe(400);
    expect(await failuresOf(service, person.id)).toEqual([]);
  });

  test('rejects a cloned authenticator by its counter, and records the failure', async ({ service }) => {
    const person = await aPersonWithPasskey(service, service.ours, { counter: 5 });
    expect((await usePasskey(person, await beginSignIn(person), { counter: 9 })).status).toBe(303);
    const other = { ...person, visitor: aVisitor(service.origin) };
    for (const counter of [9, 6, 0]) {
      expect((await usePasskey(other, await beginSignIn(other), { counter })).status).toBe(400);
    }
    expect(await failuresOf(service, person.id)).toEqual(
      Array.from({ length: 3 }, () => ({ reason: 'PASSKEY_COUNTER' })),
    );
    expect((await usePasskey(other, await beginSignIn(other), { counter: 10 })).status).toBe(303);
  });

  test('rejects a suspended user with the same message as any other failure', async ({ service }) => {
    const person = await aPersonWithPasskey(service);
    await service.ours.call('suspendUser', { path: { userId: person.id }, body: {} });
    const refused = await usePasskey(person, await beginSignIn(person));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This passkey wasn’t accepted');
  });

  test('does not sign in another browser that sends the form, and rejects a forged CSRF token', async ({
    service,
  }) => {
    const person = await someone(service);
    const { form, asked } = await signInOptions(person, await beginSignIn(person));
    const credential = person.authenticator.get(asked);
    const thief = aVisitor(service.origin);
    const stolen = await thief.post(`/login/${person.orgId}/passkey`, { ...form, credential });
    expect(stolen.status).toBe(303);
    expect((await thief.follow(stolen)).status).toBe(400);
    const forged = await person.visitor.post(`/login/${person.orgId}/passkey`, {
      ...form,
      csrf: 'forged',
      credential,
    });
    expect(forged.status).toBe(403);
  });
});

describe('startPasskeySignIn', () => {
  test('is unavailable when passkeys are off, and available only after the password when passwordless is off', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const person = await aPersonWithPasskey(service);
    const set = (settings: object) =>
      sql(
        `insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
         values ($1, 'webauthn', $2, 1, now(), 'test')
         on conflict (org_id, name) do update set settings = excluded.settings`,
        [ours.orgId, settings],
      );
    try {
      await set({ passwordless: false });
      const page = await beginSignIn(person);
      expect(page.text).not.toContain('passkeys.js');
      await expect(signInOptions(person, page)).resolves.toMatchObject({ asked: { code: 'NOT_FOUND' } });
      const second = await givePassword(person);
      expect((await usePasskey(person, second, { verifies: false })).status).toBe(303);
      expect(await amrOf(service, person)).toEqual(['pwd', 'hwk', 'user', 'mfa']);
      await set({ enabled: false });
      const without = { ...person, visitor: aVisitor(service.origin) };
      expect((await givePassword(without)).title).toBe('Your account');
    } finally {
      await set({});
    }
  });

  test('works only in the browser of the sign-in', async ({ service }) => {
    const person = await someone(service);
    const page = await beginSignIn(person);
    const other = {
      ...person,
      visitor: aVisitor(service.origin),
      authenticator: anAuthenticator(pageOrigin(service)),
    };
    await expect(signInOptions(other, page)).rejects.toThrow('no JSON: 303');
    expect(
      await service.sql('select 1 from passkey_challenges where holder = $1', [fieldOf(page, 'sign_in')]),
    ).toEqual([]);
  });
});
