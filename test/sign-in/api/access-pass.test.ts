import { describe, expect } from 'vitest';
import { aPass, aPassHolder, passForm, type PassHolder } from '../../support/access-passes.ts';
import { aUser } from '../../support/builders.ts';
import { anEmployee, anEnforced, toCompany } from '../../support/enforcing.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { codeOf } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const setUp = 'Set up an authenticator app';

const orgOf = ({ ours }: TestService): string => ours.orgId ?? '';
const secretOn = ({ text }: Seen): string =>
  (/<code class="secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
const alertOn = ({ text }: Seen): string | undefined =>
  /<p class="error" id="\w+-error">([^<]*)</.exec(text)?.[1];
const loginsOf = ({ sql }: TestService, userId: string) =>
  sql<{ amr: string[] }>('select amr from login_sessions where user_id = $1', [userId]);

/** Types the name and the pass, and goes on to the page that follows. */
async function give(
  service: TestService,
  name: string,
  pass: string,
): Promise<{ person: Person; page: Seen }> {
  const { person, page } = await passForm(service, name);
  return { person, page: await person.send(page, { access_pass: pass }) };
}

/** Stores a pass for a user who may not get one by the API. */
async function storedPass({ sql }: TestService, userId: string): Promise<string> {
  await sql(
    `insert into access_passes (org_id, user_id, id, code_hash, expires_at)
     select org_id, id, 'stored', sha256('0000111122223333'), now() + interval '1 hour' from users where id = $1`,
    [userId],
  );
  return '0000-1111-2222-3333';
}

describe('submitAccessPass', () => {
  test('leads into the set-up of an app, and the sign-in ends only with that', async ({ service }) => {
    const { userId, email, pass } = await aPassHolder(service);
    const { person, page } = await give(service, email, pass);
    expect([page.status, page.title]).toEqual([200, setUp]);
    expect(await loginsOf(service, userId)).toEqual([]);
    const account = await person.open(`/account/${orgOf(service)}`);
    expect(account.title).not.toBe('Your account');
    const again = await person.open(page.path);
    expect(again.title).toBe(setUp);
    const wrong = await person.send(again, { otp: '000000' });
    expect([wrong.status, wrong.title]).toEqual([400, setUp]);
    const codes = await person.send(wrong, { otp: codeOf(secretOn(wrong)) });
    expect(codes.title).toBe('Save your recovery codes');
    // One password that worked once, one code, and so two factors: no password, no passkey.
    expect(await loginsOf(service, userId)).toEqual([{ amr: ['otp', 'mfa'] }]);
    expect((await person.open(`/account/${orgOf(service)}`)).title).toBe('Your account');
    const audited = await service.sql(
      `select from audit_logs where target_id = $1 and action = 'user.use_access_pass' and result = 'SUCCESS'`,
      [userId],
    );
    expect(audited).toHaveLength(1);
  });

  test('opens no application before the app is set up', async ({ service }) => {
    const { userId, email, pass } = await aPassHolder(service);
    const { person, page } = await give(service, email, pass);
    const { sign_in = '', csrf = '' } =
      page.forms.find(({ action }) => action.endsWith('enrolment'))?.fields ?? {};
    const org = orgOf(service);
    for (const [path, sent] of [
      ['password', { password }],
      ['new-password', { new_password: 'quiet-lantern-orbit-17' }],
      ['totp', { otp: '123456' }],
      ['recovery-code', { recovery_code: '0000-0000-0000-0000' }],
      ['access-pass', { access_pass: pass }],
    ] as const) {
      const { status, headers } = await person.post(`/login/${org}/${path}`, { sign_in, csrf, ...sent });
      expect([path, status, headers.get('location')]).toEqual([
        path,
        303,
        expect.stringContaining('/login/'),
      ]);
    }
    expect(await loginsOf(service, userId)).toEqual([]);
    // Codes and passkeys are turned off meanwhile: the pass does not stand in for them.
    const { ours } = service;
    try {
      await ours.call('updateTotpConfig', { body: { enabled: false } });
      expect((await person.open(page.path)).title).toBe('Set up a passkey');
      await person.post(`/login/${org}/totp/enrolment`, { sign_in, csrf, otp: codeOf(secretOn(page)) });
      expect(await loginsOf(service, userId)).toEqual([]);
      await ours.call('updateWebauthnConfig', { body: { enabled: false } });
      expect((await person.open(page.path)).title).toBe('Two-step verification required');
    } finally {
      await ours.call('updateTotpConfig', { body: { enabled: true } });
      await ours.call('updateWebauthnConfig', { body: { enabled: true } });
    }
  });

  test('takes a pass once, however it is typed, also when eight browsers race', async ({ service }) => {
    const { userId, email, pass } = await aPassHolder(service);
    const eight = await Promise.all(Array.from({ length: 8 }, () => passForm(service, email)));
    const typed = ` ${pass.toUpperCase().replaceAll('-', ' ')} `;
    const pages = await Promise.all(
      eight.map(({ person, page }) => person.send(page, { access_pass: typed })),
    );
    expect(pages.filter(({ title }) => title === setUp)).toHaveLength(1);
    expect(await loginsOf(service, userId)).toEqual([]);
  });

  test('tells neither whether a user has a pass nor whether there is such a user', async ({ service }) => {
    const holder = await aPassHolder(service);
    const none = { email: anEmail() };
    await aUser(service.ours, { email: none.email });
    const suspended = await aPassHolder(service);
    await service.sql(`update users set status = 'SUSPENDED' where id = $1`, [suspended.userId]);
    const expired = await aPassHolder(service);
    await service.sql('update access_passes set expires_at = now() where user_id = $1', [expired.userId]);
    const tries: [string, string][] = [
      [holder.email, '0000-0000-0000-0000'],
      [none.email, holder.pass],
      [anEmail(), holder.pass],
      [suspended.email, suspended.pass],
      [expired.email, expired.pass],
      [holder.email, 'not even a code'],
    ];
    const shown = new Set<string>();
    for (const [name, pass] of tries) {
      const { person, page } = await passForm(service, name);
      const asked = page.text.replaceAll(name, 'NAME').replaceAll(/value="[^"]*"|sgn_\w+/g, '');
      const { status, text } = await person.send(page, { access_pass: pass });
      const answer = text.replaceAll(name, 'NAME').replaceAll(/value="[^"]*"|sgn_\w+|req_\w+/g, '');
      shown.add(`${asked} ${status} ${answer}`);
    }
    expect(shown.size).toBe(1);
    expect([...shown][0]).toContain('Incorrect username or access pass');
    // The holder was not harmed.
    expect((await give(service, holder.email, holder.pass)).page.title).toBe(setUp);
  });

  test('is locked after too many wrong passes, and a new pass unlocks it', async ({ service }) => {
    const holder = await aPassHolder(service);
    const { person, page: form } = await passForm(service, holder.email);
    let page = form;
    const { body } = await service.ours.call('getPasswordPolicy', {});
    for (let tries = 0; tries <= body.lockoutThreshold; tries++)
      page = await person.send(page, { access_pass: '0000-0000-0000-0000' });
    expect([page.status, alertOn(page)]).toEqual([429, 'Too many incorrect passes. Try again later.']);
    expect((await give(service, holder.email, holder.pass)).page.status).toBe(429);
    const next = await aPass(service, holder.userId);
    expect((await give(service, holder.email, next)).page.title).toBe(setUp);
    const stranger = anEmail();
    let other = await passForm(service, stranger);
    for (let tries = 0; tries <= body.lockoutThreshold; tries++)
      other = { ...other, page: await other.person.send(other.page, { access_pass: '0000-0000-0000-0000' }) };
    expect(other.page.status).toBe(429);
  });

  test.for([
    ['a new pass', (service: TestService, { userId }: PassHolder) => aPass(service, userId)],
    [
      'a suspension',
      (service: TestService, { userId }: PassHolder) =>
        service.ours.call('suspendUser', { path: { userId }, body: {} }),
    ],
    [
      'a reset of factors',
      (service: TestService, { userId }: PassHolder) =>
        service.ours.call('deleteUserFactors', { path: { userId } }),
    ],
    [
      'a new password',
      (service: TestService, { userId }: PassHolder) =>
        service.ours.call('updateUser', { path: { userId }, body: { password } }),
    ],
  ] as const)('a sign-in that a pass began ends with %s', async ([, end], { service }) => {
    const holder = await aPassHolder(service);
    const { person, page } = await give(service, holder.email, holder.pass);
    expect(page.title).toBe(setUp);
    const otp = codeOf(secretOn(page));
    await end(service, holder);
    const after = await person.send(page, { otp });
    expect(after.title).not.toBe('Save your recovery codes');
    expect(await loginsOf(service, holder.userId)).toEqual([]);
    expect(await service.sql('select from totp_factors where user_id = $1', [holder.userId])).toEqual([]);
  });

  test('takes no pass of a user who has set an app up since', async ({ service }) => {
    const holder = await aPassHolder(service, { password });
    const person = aPerson(service.origin);
    await person.signIn(orgOf(service), holder.email, password);
    const settings = await person.open(`/account/${orgOf(service)}/totp`);
    await person.send(settings, { otp: codeOf(secretOn(settings)) });
    const { page } = await give(service, holder.email, holder.pass);
    expect(alertOn(page)).toContain('Incorrect username or access pass');
  });

  test('signs no user in who must sign in by a connection, and no owner of such a domain', async ({
    service,
  }) => {
    const enforced = await anEnforced(service);
    for (const roles of [['MEMBER'], ['OWNER']]) {
      const employee = await anEmployee(service, enforced, { roles });
      const pass = await storedPass(service, employee.id);
      const { person, page } = await passForm(service, employee.email);
      const { title } = await person.send(page, { access_pass: pass });
      expect(title).toBe(toCompany);
      expect(await loginsOf(service, employee.id)).toEqual([]);
      expect(await service.sql('select from totp_factors where user_id = $1', [employee.id])).toEqual([]);
    }
  });

  test('is not offered where authenticator apps and passkeys are turned off', async ({ service }) => {
    const { ours } = service;
    try {
      await ours.call('updateTotpConfig', { body: { enabled: false } });
      expect((await passForm(service, anEmail())).page.title).toBe('Enter your access pass');
      await ours.call('updateWebauthnConfig', { body: { enabled: false } });
      await expect(passForm(service, anEmail())).rejects.toThrow('no access pass is offered');
    } finally {
      await ours.call('updateTotpConfig', { body: { enabled: true } });
      await ours.call('updateWebauthnConfig', { body: { enabled: true } });
    }
  });

  test('asks for what is missing', async ({ service }) => {
    const { person, page } = await passForm(service, anEmail());
    const empty = await person.send(page, { access_pass: ' ' });
    expect([empty.status, alertOn(empty)]).toEqual([400, 'Enter your access pass.']);
  });
});
