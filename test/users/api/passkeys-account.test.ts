import { describe, expect, onTestFinished } from 'vitest';
import {
  addPasskey,
  aPerson,
  givePassword,
  pageOrigin,
  type Person,
  registrationOptions,
  signInOptions,
} from '../../support/passkey-visits.ts';
import { aPerson as aVisitor, fieldOf } from '../../support/person.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSocialProvider } from '../../support/social.ts';
import { eventsOfUser } from '../../support/users.ts';

/** Creates a user who is signed in. */
async function signedIn(service: TestService): Promise<Person> {
  const person = await aPerson(service);
  await givePassword(person);
  return person;
}

const namesOf = async ({ ours }: TestService, { id }: Person): Promise<string[]> => {
  const { body } = await ours.call('listPasskeys', { path: { userId: id } });
  return body.data.map(({ name }: { name: string }) => name);
};

const set = ({ sql, ours }: TestService, settings: object) =>
  sql(
    `insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
     values ($1, 'webauthn', $2, 1, now(), 'test')
     on conflict (org_id, name) do update set settings = excluded.settings`,
    [ours.orgId, settings],
  );

describe('showOwnPasskeys', () => {
  test('requires a recent sign-in, and asks other users to sign in again', async ({ service }) => {
    const person = await signedIn(service);
    const { visitor, orgId } = person;
    const path = `/account/${orgId}/passkeys`;
    expect((await visitor.get(`/account/${orgId}?section=security`)).text).toContain(`href="${path}"`);
    const page = await visitor.get(path);
    expect([page.status, page.title]).toEqual([200, 'Passkeys']);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '11 minutes' where user_id = $1`,
      [person.id],
    );
    const csrf = fieldOf(page, 'csrf');
    for (const answer of [
      await visitor.get(path),
      await visitor.post(path, { csrf, name: 'x', credential: '{}' }),
      await visitor.post(`${path}/options`, { csrf }),
    ]) {
      expect(answer.location).toMatch(/^\/login\/org_\w+\?sign_in=sgn_/);
    }
  });

  test('shows names as text, and marks passkeys that work only elsewhere', async ({ service }) => {
    const person = await signedIn(service);
    await aPasskey(service.sql, person.id, '<b>Laptop</b>');
    await service.sql(`update passkeys set rp_id = 'old.example' where user_id = $1`, [person.id]);
    const { text } = await person.visitor.get(`/account/${person.orgId}/passkeys`);
    expect(text).toContain('&lt;b&gt;Laptop');
    expect(text).not.toContain('<b>');
    expect(text).toContain('doesn’t work here');
  });
});

describe('startPasskeyRegistration', () => {
  test('asks for what the organization requires, for the signed-in user', async ({ service }) => {
    const person = await signedIn(service);
    const { asked } = await registrationOptions(person);
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Ours' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      authenticatorSelection: { userVerification: 'required' },
    });
  });

  test('uses the settings that an administrator changed a moment before', async ({ service }) => {
    const person = await signedIn(service);
    const put = async (body: object) => {
      const answer = await service.ours.call('updateWebauthnConfig', { body });
      expect([answer.status, answer.body.details]).toEqual([200, undefined]);
    };
    const asked = async () => (await registrationOptions(person)).asked;
    try {
      expect(await asked()).toMatchObject({ timeout: 60_000, attestation: 'none' });
      expect((await asked())['authenticatorSelection']).not.toHaveProperty('authenticatorAttachment');
      await put({
        passwordless: false,
        userVerification: 'discouraged',
        residentKey: 'discouraged',
        attestation: 'direct',
        authenticatorAttachment: 'cross-platform',
        timeoutMs: 90_000,
        rpName: 'Keys & Co',
      });
      expect(await asked()).toMatchObject({
        rp: { id: 'localhost', name: 'Keys & Co' },
        timeout: 90_000,
        attestation: 'direct',
        authenticatorSelection: {
          userVerification: 'discouraged',
          residentKey: 'discouraged',
          authenticatorAttachment: 'cross-platform',
        },
      });
      // The authenticator no longer has to verify the user for a new passkey. A sign-in does not ask for verification either.
      expect((await addPasskey(person, { verifies: false })).location).toMatch(/done=added$/);
      const again = { ...person, visitor: aVisitor(service.origin) };
      const { asked: second } = await signInOptions(again, await givePassword(again));
      expect(second).toMatchObject({ userVerification: 'discouraged', timeout: 90_000, rpId: 'localhost' });
      await put({ authenticatorAttachment: 'platform', attestation: 'indirect' });
      expect(await asked()).toMatchObject({
        attestation: 'direct',
        authenticatorSelection: { authenticatorAttachment: 'platform' },
      });
    } finally {
      await set(service, {});
    }
  });

  test('accepts responses from the other origins that an administrator has set', async ({ service }) => {
    const person = await signedIn(service);
    const elsewhere = 'https://localhost:8443';
    try {
      expect((await addPasskey(person, { origin: elsewhere })).location).toMatch(/done=INVALID$/);
      const origins = [pageOrigin(service), elsewhere];
      const { status, body } = await service.ours.call('updateWebauthnConfig', { body: { origins } });
      expect([status, body.details]).toEqual([200, undefined]);
      expect((await addPasskey(person, { origin: elsewhere })).location).toMatch(/done=added$/);
    } finally {
      await set(service, {});
    }
  });
});

describe('addOwnPasskey', () => {
  test('adds a passkey, and records it in the audit log and an event', async ({ service }) => {
    const person = await signedIn(service);
    const { location } = await addPasskey(person);
    expect(location).toBe(`/account/${person.orgId}/passkeys?done=added`);
    expect((await person.visitor.get(location)).text).toContain('The passkey was added.');
    expect(await namesOf(service, person)).toEqual(['Work laptop']);
    const changes = [
      { field: 'passkeys', from: null, to: { id: expect.stringMatching(/^psk_/), name: 'Work laptop' } },
      { field: 'mfaMethods', from: [], to: ['PASSKEY'] },
    ];
    expect((await eventsOfUser(service, person.id)).at(-1)).toMatchObject({
      type: 'user.updated',
      data: { changes, updatedBy: { type: 'USER', id: person.id } },
    });
    const query = { targetId: person.id, action: 'user.add_passkey' };
    const { body } = await service.ours.call('listAuditLogs', { query });
    expect(body.data).toMatchObject([{ result: 'SUCCESS', actor: { type: 'USER', id: person.id }, changes }]);
    // The same authenticator is excluded the next time, and refused if it does not care.
    const { asked } = await registrationOptions(person);
    expect(asked['excludeCredentials']).toMatchObject([{ id: person.authenticator.id }]);
    expect((await addPasskey(person)).location).toMatch(/done=TAKEN$/);
  });

  test('accepts a response once when eight requests race', async ({ service }) => {
    const person = await signedIn(service);
    const { csrf, asked } = await registrationOptions(person);
    const form = { csrf, name: 'Phone', credential: person.authenticator.create(asked) };
    const path = `/account/${person.orgId}/passkeys`;
    const all = await Promise.all(Array.from({ length: 8 }, () => person.visitor.post(path, form)));
    const outcomes = all.map(({ location }) => location.split('done=')[1] ?? '');
    expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['added', ...Array(7).fill('EXPIRED')]);
    expect(await namesOf(service, person)).toEqual(['Phone']);
  });

  test('rejects a wrong response, and an authenticator that the organization does not allow', async ({
    service,
  }) => {
    const person = await signedIn(service);
    const outcome = async (
      ...off: Parameters<typeof addPasskey> extends [unknown, ...infer Rest] ? Rest : never
    ) => (await addPasskey(person, ...off)).location.split('done=')[1];
    expect(await outcome({ origin: 'https://evil.example' })).toBe('INVALID');
    expect(await outcome({ rpId: 'evil.example' })).toBe('INVALID');
    expect(await outcome({ challenge: 'AAAA' })).toBe('INVALID');
    expect(await outcome({ verifies: false })).toBe('UNVERIFIED');
    expect(await outcome({}, ' ')).toBe('nameNeeded');
    const aaguid = '08987058-CADC-4B81-B6E1-30DE50DCBE96';
    try {
      await set(service, { allowedAaguids: [aaguid] });
      expect(await outcome()).toBe('AUTHENTICATOR');
      expect(await outcome({ aaguid })).toBe('added');
      await set(service, { enabled: false });
      const page = await person.visitor.get(`/account/${person.orgId}/passkeys`);
      expect(page.text).not.toContain('data-passkey="create"');
      const csrf = fieldOf(page, 'csrf');
      const form = { csrf, name: 'x', credential: '{}' };
      expect((await person.visitor.post(`/account/${person.orgId}/passkeys`, form)).status).toBe(404);
    } finally {
      await set(service, {});
    }
  });

  test('allows at most twenty passkeys', async ({ service }) => {
    const person = await signedIn(service);
    const { csrf, asked } = await registrationOptions(person);
    for (let count = 0; count < 20; count++) await aPasskey(service.sql, person.id, `Key ${count}`);
    const credential = person.authenticator.create(asked);
    const form = { csrf, name: 'One more', credential };
    const { location } = await person.visitor.post(`/account/${person.orgId}/passkeys`, form);
    expect(location).toMatch(/done=FULL$/);
    const { text } = await person.visitor.get(location);
    expect(text).toContain('the maximum number of passkeys');
    expect(text).not.toContain('data-passkey="create"');
  });

  test('rejects a form of another page, and the response of another session', async ({ service }) => {
    const [ada, eve] = [await signedIn(service), await signedIn(service)];
    const { asked } = await registrationOptions(ada);
    const credential = ada.authenticator.create(asked);
    const path = `/account/${eve.orgId}/passkeys`;
    const forged = await eve.visitor.post(path, { csrf: 'forged', name: 'x', credential });
    expect(forged.status).toBe(403);
    const { csrf } = await registrationOptions(eve);
    const planted = await eve.visitor.post(path, { csrf, name: 'x', credential });
    expect(planted.location).toMatch(/done=INVALID$/);
    expect(await namesOf(service, eve)).toEqual([]);
  });
});

describe('updateOwnPasskey', () => {
  test('renames a passkey of the user, and does not find the passkey of another user', async ({
    service,
  }) => {
    const person = await signedIn(service);
    const { visitor, orgId } = person;
    const own = await aPasskey(service.sql, person.id);
    const other = await aPasskey(service.sql, (await aPerson(service)).id);
    const csrf = fieldOf(await visitor.get(`/account/${orgId}/passkeys`), 'csrf');
    const rename = (id: string, name: string) =>
      visitor.post(`/account/${orgId}/passkeys/${id}/rename`, { csrf, name });
    expect((await rename(own, ' Phone ')).location).toMatch(/done=renamed$/);
    expect(await namesOf(service, person)).toEqual(['Phone']);
    // The name is stored without the characters that would disguise it.
    expect((await rename(own, 'Ph\u200bone\u202e 2')).location).toMatch(/done=renamed$/);
    expect(await namesOf(service, person)).toEqual(['Phone 2']);
    expect((await rename(own, '\u200b')).location).toMatch(/done=nameNeeded$/);
    expect((await rename(own, '')).location).toMatch(/done=nameNeeded$/);
    expect((await rename(own, 'x'.repeat(101))).status).toBe(400);
    expect((await rename(other, 'Mine')).status).toBe(404);
  });
});

describe('removeOwnPasskey', () => {
  test('removes a passkey, but not the last way to sign in', async ({ service }) => {
    const person = await signedIn(service);
    const { visitor, orgId } = person;
    const [first, last] = [await aPasskey(service.sql, person.id), await aPasskey(service.sql, person.id)];
    const other = await aPasskey(service.sql, (await aPerson(service)).id);
    const csrf = fieldOf(await visitor.get(`/account/${orgId}/passkeys`), 'csrf');
    const remove = (id: string) => visitor.post(`/account/${orgId}/passkeys/${id}/remove`, { csrf });
    await service.sql('update users set password_hash = null where id = $1', [person.id]);
    expect((await remove(first)).location).toMatch(/done=removed$/);
    expect((await remove(last)).location).toMatch(/done=LAST$/);
    expect(await namesOf(service, person)).toHaveLength(1);
    await service.sql(`update users set password_hash = 'x' where id = $1`, [person.id]);
    expect((await remove(last)).location).toMatch(/done=removed$/);
    expect((await remove(other)).status).toBe(404);
    const query = { targetId: person.id, action: 'user.remove_passkey' };
    const { body } = await service.ours.call('listAuditLogs', { query });
    expect(body.data).toHaveLength(2);
    expect((await eventsOfUser(service, person.id)).at(-1)).toMatchObject({
      data: {
        changes: [
          { field: 'passkeys', from: { id: last }, to: null },
          { field: 'mfaMethods', from: ['PASSKEY'], to: [] },
        ],
      },
    });
  });

  test('keeps the last passkey that works here, unless the user has another way to sign in', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const person = await signedIn(service);
    const { visitor, orgId, id: userId } = person;
    const csrf = fieldOf(await visitor.get(`/account/${orgId}/passkeys`), 'csrf');
    const remove = async (id: string) =>
      (await visitor.post(`/account/${orgId}/passkeys/${id}/remove`, { csrf })).location.split('=').at(-1);
    const passkey = await aPasskey(sql, userId);
    await sql('update users set password_hash = null where id = $1', [userId]);
    const elsewhere = await aPasskey(sql, userId);
    await sql(`update passkeys set rp_id = 'old.example.com' where id = $1`, [elsewhere]);
    expect(await remove(passkey)).toBe('LAST');
    // An account of a provider is a way in while the provider is enabled.
    const provider = await aSocialProvider(ours);
    await sql('insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)', [
      orgId,
      provider.id,
      userId,
      userId,
    ]);
    const path = { providerId: provider.id };
    await ours.call('updateSocialProvider', { path, body: { enabled: false } });
    expect(await remove(passkey)).toBe('LAST');
    await ours.call('updateSocialProvider', { path, body: { enabled: true } });
    expect(await remove(passkey)).toBe('removed');
    // A link by mail is a way in too, for a user with an address.
    const another = await aPasskey(sql, userId);
    await sql('delete from social_links where user_id = $1', [userId]);
    expect(await remove(another)).toBe('LAST');
    await ours.call('updateMagicLinkConfig', { body: { enabled: true } });
    onTestFinished(async () => void (await ours.call('updateMagicLinkConfig', { body: { enabled: false } })));
    expect(await remove(another)).toBe('removed');
  });

  test('keeps one way to sign in when the user removes both at the same time', async ({ service }) => {
    const { ours, sql } = service;
    const provider = await aSocialProvider(ours);
    for (let round = 0; round < 4; round++) {
      const person = await signedIn(service);
      const { visitor, orgId, id: userId } = person;
      const passkey = await aPasskey(sql, userId);
      await sql('insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, $3, $4)', [
        orgId,
        provider.id,
        userId,
        userId,
      ]);
      await sql('update users set password_hash = null where id = $1', [userId]);
      const csrf = fieldOf(await visitor.get(`/account/${orgId}/passkeys`), 'csrf');
      const account = fieldOf(await visitor.get(`/account/${orgId}`), 'csrf');
      await Promise.all([
        visitor.post(`/account/${orgId}/passkeys/${passkey}/remove`, { csrf }),
        visitor.post(`/account/${orgId}/social/${provider.id}/disconnect`, { csrf: account }),
      ]);
      const left = await sql(
        'select id from passkeys where user_id = $1 union all select provider_id from social_links where user_id = $1',
        [userId],
      );
      expect(left).toHaveLength(1);
    }
  });
});
