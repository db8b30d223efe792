import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { codeOf, wrongCodeOf } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

let service: TestService;
let orgId: string;

beforeAll(async () => {
  service = await startTestService();
  orgId = service.ours.orgId ?? '';
});
afterAll(() => service.stop());

/** Sets the organization's settings for one-time codes, until the work is over. */
async function withSettings(settings: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const set = (value: unknown) =>
    service.sql(
      `insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
       values ($1, 'totp', $2, 1, now(), 'test')
       on conflict (org_id, name) do update set settings = excluded.settings, version = auth_configs.version + 1`,
      [orgId, JSON.stringify(value)],
    );
  await set(settings);
  try {
    await work();
  } finally {
    await set({});
  }
}

interface Somebody {
  userId: string;
  email: string;
  person: Person;
}

async function somebody(): Promise<Somebody> {
  const email = anEmail();
  const userId = await aUser(service.ours, { email, password });
  return { userId, email, person: aPerson(service.origin) };
}

const secretOn = ({ text }: Seen): string =>
  (/<code class="secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
const recoveryCodesOn = ({ text }: Seen): string[] =>
  [...text.matchAll(/<li><code>([^<]*)</g)].map(([, code = '']) => code);
const alertOn = ({ text }: Seen): string | undefined =>
  /<p class="error" id="\w+-error">([^<]*)</.exec(text)?.[1];

/** Signed in, with an app that was set up on the account page. */
async function enrolled(): Promise<Somebody & { secret: string; recoveryCodes: string[] }> {
  const one = await somebody();
  await one.person.signIn(orgId, one.email, password);
  const page = await one.person.open(`/account/${orgId}/totp`);
  const secret = secretOn(page);
  const codes = await one.person.send(page, { otp: codeOf(secret) });
  expect([codes.status, codes.title]).toEqual([200, 'Save your recovery codes']);
  return { ...one, secret, recoveryCodes: recoveryCodesOn(codes) };
}

/** In another browser, as far as the password takes them. */
async function anotherSignIn({ email }: Somebody): Promise<{ person: Person; page: Seen }> {
  const person = aPerson(service.origin);
  return { person, page: await person.signIn(orgId, email, password) };
}

const amrOf = async (userId: string): Promise<string[][]> =>
  (
    await service.sql<{ amr: string[] }>(
      'select amr from login_sessions where user_id = $1 order by created_at',
      [userId],
    )
  ).map(({ amr }) => amr);

describe('showTotpSettings', () => {
  test('sets up an app by QR code or key, and shows recovery codes once', async () => {
    const { person, userId, email } = await somebody();
    await person.signIn(orgId, email, password);
    const account = await person.open(`/account/${orgId}?section=security`);
    expect(account.text).toContain(`href="/account/${orgId}/totp"`);
    const page = await person.open(`/account/${orgId}/totp`);
    expect(page.title).toBe('Set up an authenticator app');
    const [, image = ''] =
      /<img class="qr" src="data:image\/svg\+xml;base64,([^"]*)" alt="[^"]+"/.exec(page.text) ?? [];
    expect(Buffer.from(image, 'base64').toString()).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox/,
    );
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:");
    expect(page.headers.get('cache-control')).toBe('no-store');
    const secret = secretOn(page);
    expect(page.text).toContain(
      `href="otpauth://totp/Ours:${encodeURIComponent(email)}?secret=${secret}&amp;`,
    );

    const wrong = await person.send(page, { otp: wrongCodeOf(secret) });
    expect([wrong.status, secretOn(wrong), alertOn(wrong)]).toEqual([
      400,
      secret,
      expect.stringContaining('Incorrect code.'),
    ]);
    const right = codeOf(secret);
    const codes = await person.send(wrong, { otp: `${right.slice(0, 3)} ${right.slice(3)}` });
    expect(recoveryCodesOn(codes)).toHaveLength(10);
    expect(codes.text).toContain(`<a class="button" href="/account/${orgId}?section=security">`);
    // A user who loads that page again sets nothing up, and sees no code again.
    const again = await person.send(wrong, { otp: right });
    expect([again.title, recoveryCodesOn(again)]).toEqual(['Authenticator app', []]);
    expect((await person.open(`/account/${orgId}?section=security`)).text).toContain(
      'You have 10 recovery codes left.',
    );
    expect(await amrOf(userId)).toEqual([['pwd']]);
  });

  test('requires a recent sign-in, or asks the user to sign in again', async () => {
    const { person, userId, email } = await somebody();
    expect((await person.open(`/account/${orgId}/totp`)).title).toBe('Sign in');
    await person.signIn(orgId, email, password);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '16 minutes' where user_id = $1`,
      [userId],
    );
    const page = await person.open(`/account/${orgId}/totp`);
    expect(page.title).toBe('Sign in');
    const next = await person.send(page, { username: email });
    expect((await person.send(next, { password })).title).toBe('Set up an authenticator app');
  });

  test('supports three languages', async () => {
    const { person, email } = await somebody();
    await person.signIn(orgId, email, password);
    const titles = [];
    for (const locale of ['de', 'fr', 'en'])
      titles.push((await person.open(`/account/${orgId}/totp?ui_locales=${locale}`)).title);
    expect(titles).toEqual([
      'Authenticator-App einrichten',
      'Configurer une application d’authentification',
      'Set up an authenticator app',
    ]);
  });
});

describe('submitTotpSettings', () => {
  test('renews recovery codes and removes the app only with a valid code', async () => {
    const { person, userId, secret, recoveryCodes } = await enrolled();
    const open = () => person.open(`/account/${orgId}/totp`);
    const page = await open();
    expect([page.title, secretOn(page)]).toEqual(['Authenticator app', '']);
    for (const otp of ['', wrongCodeOf(secret), 'aaaa-bbbb-cccc-dddd'])
      expect((await person.send(page, { otp, action: 'remove' })).status).toBe(400);
    const fresh = await person.send(page, { otp: codeOf(secret, 30), action: 'renew' });
    const codes = recoveryCodesOn(fresh);
    expect([codes.length, codes.filter((code) => recoveryCodes.includes(code))]).toEqual([10, []]);
    const stale = await person.post(`/account/${orgId}/totp`, {
      csrf: 'x',
      otp: codes[0] ?? '',
      action: 'remove',
    });
    expect(stale.status).toBe(403);
    expect((await person.send(page, { otp: recoveryCodes[1] ?? '', action: 'remove' })).status).toBe(400);
    const removed = await person.send(page, { otp: codes[0] ?? '', action: 'remove' });
    expect([removed.title, removed.text.includes('Your authenticator app was removed.')]).toEqual([
      'Your account',
      true,
    ]);
    expect((await service.ours.call('getUser', { path: { userId } })).body.mfaMethods).toEqual([]);
    expect((await open()).title).toBe('Set up an authenticator app');
  });
});

describe('submitTotp', () => {
  test('is required after the password, and signs the user in with two factors', async () => {
    const one = await enrolled();
    const { person, page } = await anotherSignIn(one);
    expect([page.title, page.path]).toEqual(['Enter your code', expect.stringContaining('/login/')]);
    expect(page.text).toContain('autocomplete="one-time-code" inputmode="numeric"');
    expect((await person.open(`/account/${orgId}`)).title).toBe('Sign in');
    expect(alertOn(await person.send(page, { otp: ' ' }))).toBe('Enter a code.');
    const wrong = await person.send(page, { otp: wrongCodeOf(one.secret) });
    expect([wrong.status, wrong.title]).toEqual([400, 'Enter your code']);
    const otp = codeOf(one.secret, 30);
    expect((await person.send(wrong, { otp })).title).toBe('Your account');
    expect(await amrOf(one.userId)).toEqual([['pwd'], ['pwd', 'otp', 'mfa']]);

    const replay = await anotherSignIn(one);
    const used = await replay.person.send(replay.page, { otp });
    expect([used.status, alertOn(used)]).toEqual([400, expect.stringContaining('already used')]);
    expect(await amrOf(one.userId)).toHaveLength(2);
  });

  test('signs no user in before the password', async () => {
    const one = await enrolled();
    const person = aPerson(service.origin);
    const first = await person.open(`/login/${orgId}`);
    const asked = await person.send(first, { username: one.email });
    const fields = asked.forms[0]?.fields ?? {};
    for (const [path, sent] of [
      ['totp', { otp: codeOf(one.secret, 30) }],
      ['recovery-code', { recovery_code: one.recoveryCodes[0] ?? '' }],
      ['totp/enrolment', { otp: codeOf(one.secret, 30) }],
    ] as const) {
      const { sign_in = '', csrf = '' } = fields;
      const { status, headers } = await person.post(`/login/${orgId}/${path}`, { sign_in, csrf, ...sent });
      expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/login/')]);
    }
    expect(await amrOf(one.userId)).toHaveLength(1);
    const next = await person.open(first.path);
    expect(next.title).toBe('Enter your password');
  });

  test('is locked after five wrong codes, but not for a known browser of the user', async () => {
    const one = await enrolled();
    const thief = await anotherSignIn(one);
    let page = thief.page;
    for (let tries = 0; tries < 5; tries++)
      page = await thief.person.send(page, { otp: wrongCodeOf(one.secret) });
    expect([page.status, alertOn(page)]).toEqual([429, expect.stringContaining('Too many incorrect codes')]);
    const otp = codeOf(one.secret, 30);
    expect((await thief.person.send(page, { otp })).status).toBe(429);
    // The one it was set up by is known.
    await service.sql('delete from login_sessions where user_id = $1', [one.userId]);
    const own = await one.person.signIn(orgId, one.email, password);
    expect((await one.person.send(own, { otp })).title).toBe('Your account');
    const rows = await service.sql<{ action: string }>(
      `select action from audit_logs where target_id = $1 and action in ('user.login_failed', 'user.locked')`,
      [one.userId],
    );
    expect(rows.filter(({ action }) => action === 'user.locked')).toHaveLength(1);
  });

  test('accepts a code once when eight browsers race', async () => {
    const one = await enrolled();
    const eight = [];
    for (let at = 0; at < 8; at++) eight.push(await anotherSignIn(one));
    const otp = codeOf(one.secret, 30);
    const pages = await Promise.all(eight.map(({ person, page }) => person.send(page, { otp })));
    expect(pages.filter(({ title }) => title === 'Your account')).toHaveLength(1);
    expect(await amrOf(one.userId)).toHaveLength(2);
  });
});

describe('submitRecoveryCode', () => {
  test('accepts a recovery code instead of the app, once per code', async () => {
    const one = await enrolled();
    const [code = ''] = one.recoveryCodes;
    for (const [expected, status] of [
      ['Your account', 200],
      ['Enter a recovery code', 400],
    ] as const) {
      const { person, page } = await anotherSignIn(one);
      const other = await person.open(`${page.path}&factor=recovery-code`);
      expect(other.title).toBe('Enter a recovery code');
      const next = await person.send(other, { recovery_code: code.toUpperCase().replaceAll('-', ' ') });
      expect([next.title, next.status]).toEqual([expected, status]);
    }
    expect(await amrOf(one.userId)).toEqual([['pwd'], ['pwd', 'otp', 'mfa']]);
  });

  test('is not offered when no recovery code is left', async () => {
    const one = await enrolled();
    await service.sql('update recovery_codes set used_at = now() where user_id = $1', [one.userId]);
    const { page } = await anotherSignIn(one);
    expect([page.title, page.text.includes('recovery-code')]).toEqual(['Enter your code', false]);
  });
});

describe('submitTotpEnrolment', () => {
  test('sets up an app during sign-in if a second factor is required', async () => {
    await withSettings({ enforcement: 'REQUIRED' }, async () => {
      const one = await somebody();
      const page = await one.person.signIn(orgId, one.email, password);
      expect([page.title, page.path]).toEqual([
        'Set up an authenticator app',
        expect.stringContaining('/login/'),
      ]);
      expect((await one.person.open(`/account/${orgId}`)).title).toBe('Sign in');
      expect(await amrOf(one.userId)).toEqual([]);
      const secret = secretOn(page);
      // An attacker who knows the password too, and looks at the same time, sees another key.
      const thief = await anotherSignIn(one);
      expect(secretOn(thief.page)).not.toBe(secret);
      expect((await one.person.send(page, { otp: codeOf(secretOn(thief.page)) })).status).toBe(400);
      const codes = await one.person.send(page, { otp: codeOf(secret) });
      expect([codes.title, recoveryCodesOn(codes).length]).toEqual(['Save your recovery codes', 10]);
      expect(codes.text).toContain(`<a class="button" href="/account/${orgId}">`);
      expect((await one.person.open(`/account/${orgId}`)).title).toBe('Your account');
      expect(await amrOf(one.userId)).toEqual([['pwd', 'otp', 'mfa']]);
      const late = await thief.person.send(thief.page, { otp: codeOf(secretOn(thief.page)) });
      expect(late.title).toBe('Enter your code');
    });
  });

  test('asks for no code and no app while second factors are off', async () => {
    const one = await enrolled();
    await withSettings({ enforcement: 'OFF' }, async () => {
      expect((await anotherSignIn(one)).page.title).toBe('Your account');
    });
    await withSettings({ enabled: false, enforcement: 'REQUIRED' }, async () => {
      expect((await anotherSignIn(one)).page.title).toBe('Your account');
      const { person, email } = await somebody();
      expect((await person.signIn(orgId, email, password)).title).toBe('Your account');
      expect((await person.open(`/account/${orgId}/totp`)).text).toContain('doesn’t use authenticator apps');
    });
    expect((await anotherSignIn(one)).page.title).toBe('Enter your code');
  });
});

test('the forms reject a sign-in of another browser, and fields that are too long or unknown', async () => {
  const one = await enrolled();
  const { page } = await anotherSignIn(one);
  const fields = page.forms[0]?.fields ?? {};
  const otp = codeOf(one.secret, 30);
  const foreign = aPerson(service.origin);
  const answer = await foreign.post(`/login/${orgId}/totp`, { ...fields, otp });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/login/')]);
  const bodies: Record<string, string>[] = [
    { otp: '1'.repeat(101) },
    { otp, sign_in: randomUUID().repeat(9) },
    { otp, more: 'x' },
  ];
  for (const body of bodies)
    expect((await foreign.post(`/login/${orgId}/totp`, { ...fields, ...body })).status).toBe(400);
  expect(await amrOf(one.userId)).toHaveLength(1);
});
