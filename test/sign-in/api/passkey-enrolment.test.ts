import { describe, expect } from 'vitest';
import {
  aPass,
  aPassHolder,
  enrolmentOptions,
  enrolPasskey,
  passForm,
  passkeySetUp,
  submitEnrolment,
} from '../../support/access-passes.ts';
import type { Asked } from '../../support/authenticator.ts';
import { aUser } from '../../support/builders.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { beginSignIn, usePasskey } from '../../support/passkey-visits.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const setUp = 'Set up a passkey';

const loginsOf = ({ sql }: TestService, userId: string) =>
  sql<{ amr: string[] }>('select amr from login_sessions where user_id = $1', [userId]);
const passkeysOf = ({ sql }: TestService, userId: string) =>
  sql<{ name: string }>('select name from passkeys where user_id = $1', [userId]);

/** A user who has typed an access pass, at the page that sets a passkey up. */
async function withPass(service: TestService, fields: Record<string, unknown> = {}) {
  const { userId, email, pass } = await aPassHolder(service, fields);
  const { person, page } = await passForm(service, email);
  const led = { person, page: await person.send(page, { access_pass: pass }) };
  return { userId, email, ...(await passkeySetUp(service, led)) };
}

const askedOf = async (enrolling: Parameters<typeof enrolmentOptions>[0]): Promise<Asked> =>
  (await enrolmentOptions(enrolling)).body as Asked;

describe('startPasskeyEnrolment', () => {
  test('gives the options for a passkey of the user to a sign-in after an access pass', async ({
    service,
  }) => {
    const enrolling = await withPass(service);
    expect([enrolling.page.status, enrolling.page.title]).toEqual([200, setUp]);
    const { status, body } = await enrolmentOptions(enrolling);
    expect([status, body.user.name]).toEqual([200, enrolling.email]);
    expect(await passkeysOf(service, enrolling.userId)).toEqual([]);
  });

  test('gives none to a sign-in that waits for something else, or of another browser', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const email = anEmail();
    await aUser(ours, { email, password });
    const orgId = ours.orgId ?? '';
    const person = aPerson(origin);
    const page = await person.send(await person.open(`/login/${orgId}`), { username: email });
    const form = { sign_in: fieldOf(page, 'sign_in'), csrf: fieldOf(page, 'csrf') };
    expect((await enrolmentOptions({ person, orgId, form })).status).toBe(404);
    const enrolling = await withPass(service);
    expect((await enrolmentOptions({ ...enrolling, person })).status).not.toBe(200);
    const forged = { ...enrolling.form, csrf: form.csrf };
    expect((await enrolmentOptions({ ...enrolling, form: forged })).status).toBe(403);
  });
});

describe('submitPasskeyEnrolment', () => {
  test('sets the passkey up, which ends the sign-in as an app does, and signs the user in from then on', async ({
    service,
  }) => {
    const { sql, origin } = service;
    const enrolling = await withPass(service);
    const { person, userId, orgId, authenticator } = enrolling;
    expect(await loginsOf(service, userId)).toEqual([]);
    const done = await person.follow(await enrolPasskey(enrolling));
    expect(done.title).toBe('Your account');
    expect(await loginsOf(service, userId)).toEqual([{ amr: ['otp', 'hwk', 'user', 'mfa'] }]);
    expect(await passkeysOf(service, userId)).toEqual([{ name: 'Work laptop' }]);
    const audited = await sql(
      `select action from audit_logs where target_id = $1 and action = 'user.add_passkey' and actor_id = $1`,
      [userId],
    );
    expect(audited).toHaveLength(1);
    const visitor = aPerson(origin);
    const again = { orgId, visitor, authenticator };
    expect((await visitor.follow(await usePasskey(again, await beginSignIn(again)))).title).toBe(
      'Your account',
    );
  });

  test('takes neither a wrong challenge nor the same answer twice', async ({ service }) => {
    const enrolling = await withPass(service);
    const { authenticator, userId } = enrolling;
    const asked = await askedOf(enrolling);
    const wrong = await submitEnrolment(
      enrolling,
      authenticator.create({ ...asked, challenge: Buffer.alloc(32, 7).toString('base64url') }),
    );
    expect([wrong.status, wrong.title]).toEqual([400, setUp]);
    expect(wrong.text).toContain('role="alert"><p>We can’t accept this passkey');
    // The challenge was used up.
    const right = authenticator.create(asked);
    expect((await submitEnrolment(enrolling, right)).text).toContain('That took too long');
    expect(await passkeysOf(service, userId)).toEqual([]);
    const answer = authenticator.create(await askedOf(enrolling));
    expect((await submitEnrolment(enrolling, answer)).status).toBe(303);
    await submitEnrolment(enrolling, answer);
    expect(await passkeysOf(service, userId)).toHaveLength(1);
  });

  test('takes no answer that was made for another sign-in or for another user', async ({ service }) => {
    const { orgId = '' } = service.ours;
    const first = await withPass(service);
    const second = await withPass(service);
    const answer = first.authenticator.create(await askedOf(first));
    await askedOf(second);
    expect((await submitEnrolment(second, answer)).status).toBe(400);
    // Another user goes on with the sign-in of the first one.
    const other = await aPassHolder(service);
    const open = await first.person.open(`/login/${orgId}?sign_in=${first.form.sign_in}`);
    const fields = { sign_in: first.form.sign_in ?? '', csrf: fieldOf(open, 'csrf') };
    await first.person.post(`/login/${orgId}/identifier`, { ...fields, username: other.email });
    await first.person.post(`/login/${orgId}/access-pass`, { ...fields, access_pass: other.pass });
    const shown = await submitEnrolment(first, answer);
    expect(shown.text).toContain('That took too long');
    for (const userId of [first.userId, second.userId, other.userId])
      expect(await passkeysOf(service, userId)).toEqual([]);
  });

  test('takes no key that a user has', async ({ service }) => {
    const first = await withPass(service);
    await enrolPasskey(first);
    const second = await withPass(service);
    const taken = await enrolPasskey({ ...second, authenticator: first.authenticator });
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('already registered')]);
    expect(await loginsOf(service, second.userId)).toEqual([]);
  });

  test('gives one key to one of eight users who register it at once', async ({ service }) => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => withPass(service)));
    const { authenticator } = await withPass(service);
    const answers = await Promise.all(eight.map(async (one) => authenticator.create(await askedOf(one))));
    const pages = await Promise.all(eight.map((one, at) => submitEnrolment(one, answers[at] ?? '')));
    expect(pages.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      303,
      ...Array.from({ length: 7 }, () => 400),
    ]);
  });

  test('asks for a name', async ({ service }) => {
    const enrolling = await withPass(service);
    const answer = enrolling.authenticator.create(await askedOf(enrolling));
    const unnamed = await submitEnrolment(enrolling, answer, ' \u200B ');
    expect([unnamed.status, unnamed.title]).toEqual([400, setUp]);
    expect((await submitEnrolment(enrolling, answer)).status).toBe(303);
  });

  test.for(['a new pass', 'a suspension', 'the end of passkeys'] as const)(
    'sets nothing up after %s',
    async (what, { service }) => {
      const { ours } = service;
      const enrolling = await withPass(service);
      const { userId } = enrolling;
      const answer = enrolling.authenticator.create(await askedOf(enrolling));
      if (what === 'a new pass') await aPass(service, userId);
      if (what === 'a suspension') await ours.call('suspendUser', { path: { userId }, body: {} });
      if (what === 'the end of passkeys')
        await ours.call('updateWebauthnConfig', { body: { enabled: false } });
      try {
        await submitEnrolment(enrolling, answer);
        expect(await passkeysOf(service, userId)).toEqual([]);
        expect(await loginsOf(service, userId)).toEqual([]);
      } finally {
        await ours.call('updateWebauthnConfig', { body: { enabled: true } });
      }
    },
  );

  test('sets nothing up for a user who is suspended at that moment', async ({ service }) => {
    const enrolling = await withPass(service);
    const { userId } = enrolling;
    const answer = enrolling.authenticator.create(await askedOf(enrolling));
    const suspension = `update users set status = 'SUSPENDED' where id = $1`;
    const release = await holding(service, suspension, [userId]);
    const submitted = submitEnrolment(enrolling, answer);
    await waiting(service, 1);
    await release();
    expect((await submitted).status).toBe(400);
    expect(await passkeysOf(service, userId)).toEqual([]);
  });

  test('does not wait for a deletion of the user that waits for it', async ({ service }) => {
    const { ours, sql } = service;
    const enrolling = await withPass(service);
    const { userId } = enrolling;
    const answer = enrolling.authenticator.create(await askedOf(enrolling));
    const release = await holding(service, 'select from users where id = $1 for update', [userId]);
    const submitted = submitEnrolment(enrolling, answer);
    await waiting(service, 1);
    const deleted = ours.call('deleteUser', { path: { userId } });
    await waiting(service, 2);
    await release();
    expect([(await submitted).status, (await deleted).status]).toEqual([303, 200]);
    expect(await sql('select from users where id = $1', [userId])).toEqual([]);
  });
});
