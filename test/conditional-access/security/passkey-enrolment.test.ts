// A policy that requires a passkey, and users who have none: an access pass lets them set one up, a stolen password does not.
import { describe, expect, onTestFinished } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import {
  aPassHolder,
  enrolmentOptions,
  enrolPasskey,
  passForm,
  passkeySetUp,
} from '../../support/access-passes.ts';
import { withApp } from '../../support/access-users.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { besides } from '../../support/second-factors.ts';
import type { TestService } from '../../support/service.ts';
import { typed } from '../../support/upstream.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const setUp = 'Set up a passkey';

/** Requires a passkey of every user on the account page. */
const demand = ({ ours }: TestService, fields = {}) =>
  anAccessPolicy(ours, {
    decision: 'REQUIRE',
    requirements: ['PASSKEY'],
    conditions: { applications: { include: ['keyward:account'] } },
    acknowledgeLockout: true,
    ...fields,
  });

/** Trusts the address of the tests until the test ends. */
async function trusted({ ours }: TestService): Promise<void> {
  const id = await aLocation(ours, { ipRanges: ['127.0.0.0/8', '::1'], isTrusted: true });
  onTestFinished(async () => void (await ours.call('deleteNamedLocation', { path: { id } })));
}

/** Signs a user in who knows the password, as far as the sign-in goes. */
async function byPassword({ ours, origin }: TestService, email: string) {
  const person = aPerson(origin);
  return { person, page: await person.signIn(ours.orgId ?? '', email, password) };
}

const passkeysOf = ({ sql }: TestService, userId: string) =>
  sql('select from passkeys where user_id = $1', [userId]);

describe('a policy that requires a passkey on the account page', () => {
  test('is met by a user with an access pass, who sets up a passkey and no app', async ({ service }) => {
    const { sql } = service;
    await demand(service);
    const { userId, email, pass } = await aPassHolder(service);
    const { person, page } = await passForm(service, email);
    const shown = await person.send(page, { access_pass: pass });
    expect(shown.title).toBe(setUp);
    expect(shown.text).not.toContain('factor=enrol-totp');
    const enrolling = await passkeySetUp(service, { person, page: shown });
    expect((await person.follow(await enrolPasskey(enrolling))).title).toBe('Your account');
    expect(await sql('select from totp_factors where user_id = $1', [userId])).toEqual([]);
  });

  test('lets no user set a passkey up who knows the password only', async ({ service }) => {
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const before = await byPassword(service, email);
    expect(before.page.title).toBe('Your account');
    await demand(service);
    const { person, led } = await typed(service, email);
    const asked = await person.follow(led);
    // These fields are good for each form of the sign-in.
    const form = { sign_in: fieldOf(asked, 'sign_in'), csrf: fieldOf(asked, 'csrf') };
    const page = await person.send(asked, { password });
    expect([page.status, page.title]).toEqual([403, 'Sign-in blocked']);
    const orgId = service.ours.orgId ?? '';
    expect((await enrolmentOptions({ person, orgId, form })).status).toBe(404);
    expect(await passkeysOf(service, userId)).toEqual([]);
  });

  test('lets a user set one up by the password at low risk from a trusted location', async ({ service }) => {
    const email = anEmail();
    await aUser(service.ours, { email, password });
    await demand(service);
    await trusted(service);
    const led = await byPassword(service, email);
    expect(led.page.title).toBe(setUp);
    const enrolling = await passkeySetUp(service, led);
    expect((await led.person.follow(await enrolPasskey(enrolling))).title).toBe('Your account');
  });

  test('asks a user with an app for its code first', async ({ service }) => {
    const domain = await besides(service);
    onTestFinished(() => domain.close());
    const { userId, email, nextCode } = await withApp(service, domain);
    await demand(service);
    const blocked = await byPassword(service, email);
    expect(blocked.page.title).toBe('Sign-in blocked');
    await trusted(service);
    const { person, page } = await byPassword(service, email);
    expect(page.title).toBe('Enter your code');
    const early = await passkeySetUp(service, { person, page });
    expect((await enrolmentOptions(early)).status).toBe(404);
    const shown = await person.send(page, { otp: nextCode() }, '/totp');
    expect(shown.title).toBe(setUp);
    expect(await passkeysOf(service, userId)).toEqual([]);
  });
});

describe('a policy that requires a second factor', () => {
  test('lets a user choose a passkey instead of an app, where the user may set one up', async ({
    service,
  }) => {
    const email = anEmail();
    await aUser(service.ours, { email, password });
    await demand(service, { requirements: ['MFA'] });
    expect((await byPassword(service, email)).page.title).toBe('Sign-in blocked');
    await trusted(service);
    const led = await byPassword(service, email);
    expect(led.page.title).toBe('Set up an authenticator app');
    const enrolling = await passkeySetUp(service, led);
    expect((await led.person.follow(await enrolPasskey(enrolling))).title).toBe('Your account');
  });
});
