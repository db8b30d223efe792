// A stolen password must not enrol the factor of the thief: not in an application without a policy either, because the thief would
// then have two factors for the others.
import { describe, expect, onTestFinished } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aPass, passForm } from '../../support/access-passes.ts';
import { withApp } from '../../support/access-users.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const elsewhere = { applications: { include: ['cli_01kahz5v3be4nr7q2m8x9c0d1e'] } };

/** Requires a second factor in one application only. */
const demand = ({ ours }: TestService, fields = {}) =>
  anAccessPolicy(ours, { decision: 'REQUIRE', requirements: ['MFA'], conditions: elsewhere, ...fields });

/** A user whose password the person knows, and nothing else. */
async function aSignedIn({ ours, origin }: TestService) {
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  const { orgId = '' } = ours;
  const signIn = () => person.signIn(orgId, email, password);
  await signIn();
  const account = `/account/${orgId}`;
  const csrfOf = async (path: string) => fieldOf(await person.get(path), 'csrf');
  return { userId, email, person, signIn, account, csrfOf };
}

const loginsOf = ({ sql }: TestService, userId: string) =>
  sql('select from login_sessions where user_id = $1', [userId]);

describe('a user who knows the password only, while a policy demands a factor in one application', () => {
  test('sets up neither an app nor a passkey on the account page', async ({ service }) => {
    const { person, account, csrfOf } = await aSignedIn(service);
    const [forTotp, forPasskeys] = [await csrfOf(`${account}/totp`), await csrfOf(`${account}/passkeys`)];
    const secret =
      /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec((await person.get(`${account}/totp`)).text)?.[0] ?? '';
    expect(secret).not.toBe('');
    const options = () =>
      person.post(`${account}/passkeys/options`, { csrf: forPasskeys }, { accept: 'application/json' });
    expect((await options()).status).toBe(200);
    await demand(service);
    expect((await person.get(`${account}/totp`)).status).toBe(403);
    const otp = codeOf(secret.replaceAll(' ', ''));
    const confirmed = await person.post(`${account}/totp`, { csrf: forTotp, otp, action: 'confirm' });
    expect([confirmed.status, confirmed.title]).toEqual([403, 'Sign-in blocked']);
    const page = await person.get(`${account}/passkeys`);
    expect([page.status, page.text.includes('data-passkey="create"')]).toEqual([200, false]);
    expect((await options()).status).toBe(403);
    const fields = { csrf: forPasskeys, name: 'x', credential: '{}' };
    const added = await person.post(`${account}/passkeys`, fields);
    expect([added.status, added.title]).toEqual([403, 'Sign-in blocked']);
    expect(await service.sql('select from totp_factors')).toEqual([]);
  });

  test('sets one up at low risk from a trusted location', async ({ service }) => {
    const { person, account } = await aSignedIn(service);
    await demand(service);
    const id = await aLocation(service.ours, { ipRanges: ['127.0.0.0/8', '::1'], isTrusted: true });
    expect((await person.get(`${account}/totp`)).status).toBe(200);
    expect((await person.get(`${account}/passkeys`)).text).toContain('data-passkey="create"');
    await service.ours.call('deleteNamedLocation', { path: { id } });
    expect((await person.get(`${account}/totp`)).status).toBe(403);
  });

  test('sets one up if no policy demands it of the user', async ({ service }) => {
    const { userId, person, account } = await aSignedIn(service);
    await demand(service, { conditions: { ...elsewhere, users: { exclude: [userId] } } });
    await demand(service, { status: 'REPORT_ONLY' });
    await demand(service, { requirements: ['REAUTHENTICATION'] });
    expect((await person.get(`${account}/totp`)).status).toBe(200);
  });

  test('is stopped where the organization requires codes, and goes on with an access pass', async ({
    service,
  }) => {
    const { ours } = service;
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    try {
      await demand(service);
      const email = anEmail();
      const userId = await aUser(ours, { email, password });
      const stopped = await aPerson(service.origin).signIn(ours.orgId ?? '', email, password);
      expect(stopped.text).not.toContain('Set up an authenticator app');
      expect(await loginsOf(service, userId)).toEqual([]);
      const { person, page } = await passForm(service, email);
      const pass = await aPass(service, userId);
      expect((await person.send(page, { access_pass: pass })).title).toBe('Set up an authenticator app');
    } finally {
      await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    }
  });
});

describe('a user with a factor who has not proved it', () => {
  test('proves it before the page for passkeys', async ({ service }) => {
    const { ours, origin } = service;
    await ours.call('updateTotpConfig', { body: { enforcement: 'OFF' } });
    try {
      const domain = await besides(service);
      onTestFinished(() => domain.close());
      const { email, nextCode } = await withApp(service, domain);
      const person = aPerson(origin);
      await person.signIn(ours.orgId ?? '', email, password);
      await demand(service);
      const asked = await person.open(`/account/${ours.orgId}/passkeys`);
      expect(asked.forms.map(({ action }) => action)).toContainEqual(expect.stringMatching(/\/totp$/));
      const page = await person.send(asked, { otp: nextCode() }, '/totp');
      expect(page.text).toContain('data-passkey="create"');
    } finally {
      await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    }
  });
});
