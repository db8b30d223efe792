import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { readable } from '../../support/mail-catcher.ts';
import { aPostman, type Postman } from '../../support/postman.ts';
import { defaultTexts } from '../../../src/users/pages/mail-texts.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

let service: TestService;
let postman: Postman;
beforeAll(async () => {
  service = await startTestService();
  postman = await aPostman(service);
});
afterAll(async () => {
  await postman.close();
  await service.stop();
});

const of = (kind: string, language = 'en') => ({ path: { kind, language } });
const put = (kind: string, body: object, language = 'en', client = service.ours) =>
  client.call('replaceMailTemplate', { ...of(kind, language), body });

describe('listMailTemplates', () => {
  test('lists each mail in each language, with the texts of Keyward and the placeholders', async () => {
    const { body } = await service.ours.call('listMailTemplates', { query: { limit: 100 } });
    expect(body.pagination.total).toBe(27);
    expect(body.data).toHaveLength(27);
    const found = body.data.find(
      (one: { kind: string; language: string }) => one.kind === 'CONNECTION' && one.language === 'fr',
    );
    expect(found).toMatchObject({
      isEditable: true,
      isEdited: false,
      subject: null,
      body: null,
      defaults: { subject: 'Se connecter à {organization}' },
      placeholders: ['organization', 'name', 'company'],
      updatedAt: null,
    });
    const some = await service.ours.call('listMailTemplates', {
      query: { kind: 'CHANGED_BY_USER', language: 'de' },
    });
    expect(some.body.data).toEqual([expect.objectContaining({ isEditable: false, isEdited: false })]);
    const second = await service.ours.call('listMailTemplates', { query: { page: 2, limit: 20 } });
    expect([second.body.data.length, second.body.pagination]).toEqual([
      7,
      expect.objectContaining({ page: 2, hasMore: false }),
    ]);
  });
});

describe('getMailTemplate', () => {
  test('shows the texts of Keyward until the mail is edited, and knows no other mail', async () => {
    const { status, body } = await service.ours.call('getMailTemplate', of('CONNECTION', 'de'));
    expect([status, body.isEdited, body.defaults.subject]).toEqual([
      200,
      false,
      'Bei {organization} anmelden',
    ]);
    for (const path of [of('OTHER').path, of('INVITATION', 'xx').path, of('invitation').path])
      expect((await service.ours.call('getMailTemplate', { path })).body.code).toBe(
        'MAIL_TEMPLATE_NOT_FOUND',
      );
  });
});

describe('deleteMailTemplate', () => {
  test('gives each part the text of Keyward again', async () => {
    await put('CONNECTION', { subject: 'Come in', footer: 'Bye' });
    const { client } = await aUserCaller(service);
    const { status, body } = await client.call('deleteMailTemplate', of('CONNECTION'));
    expect([status, body.isEdited, body.subject, body.footer]).toEqual([200, false, null, null]);
    const fixed = await client.call('deleteMailTemplate', of('CHANGED_BY_USER'));
    expect(fixed.body.code).toBe('MAIL_NOT_EDITABLE');
  });

  test('asks a user for a recent sign-in, and refuses keys that end, as a change does', async () => {
    await put('CONNECTION', { subject: 'Come in' });
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      "update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1",
      [userId],
    );
    const late = await client.call('deleteMailTemplate', of('CONNECTION'));
    expect(late.body.code).toBe('REAUTHENTICATION_REQUIRED');
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { caller } = await aCallerWith(service, ['auth_config.write'], { expiresAt });
    expect((await caller.call('deleteMailTemplate', of('CONNECTION'))).body.code).toBe('BOUND_NOT_GRANTABLE');
    expect((await service.ours.call('getMailTemplate', of('CONNECTION'))).body.subject).toBe('Come in');
    await service.ours.call('deleteMailTemplate', of('CONNECTION'));
  });
});

describe('replaceMailTemplate', () => {
  test('replaces all parts, and a part that is left out has the text of Keyward', async () => {
    const first = await put('RESET_PASSWORD', { subject: 'Reset it', footer: 'From {organization}' });
    expect(first.body).toMatchObject({
      isEdited: true,
      subject: 'Reset it',
      footer: 'From {organization}',
      body: null,
    });
    const again = await put('RESET_PASSWORD', { subject: null, body: 'Please choose.' });
    expect(again.body).toMatchObject({ isEdited: true, subject: null, footer: null, body: 'Please choose.' });
    const { body, headers } = await service.ours.call('getMailTemplate', of('RESET_PASSWORD'));
    expect(body).toEqual(again.body);
    expect(headers.get('etag')).toBe(again.headers.get('etag'));
    const other = await service.ours.call('getMailTemplate', of('RESET_PASSWORD', 'de'));
    expect(other.body.isEdited).toBe(false);
  });

  test('names each part with a mistake', async () => {
    const { status, body } = await put('INVITATION', {
      subject: 'Open evil.example',
      greeting: 'Dear {email}',
      greetingWithoutName: 'Dear\u202e friend',
      body: 'Fine.',
      footer: '<b>',
    });
    expect([status, body.code, Object.keys(body.details)]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['greetingWithoutName'],
    ]);
    const rest = await put('INVITATION', {
      subject: 'Open evil.example',
      greeting: 'Dear {email}',
      footer: '<b>',
    });
    expect([rest.status, Object.keys(rest.body.details)]).toEqual([400, ['subject', 'greeting', 'footer']]);
    for (const part of ['subject', 'greeting', 'greetingWithoutName', 'footer'])
      expect((await put('INVITATION', { [part]: 'one\ntwo' })).body.details).toEqual({
        [part]: expect.any(String),
      });
    expect((await put('INVITATION', { button: 'Pay' })).status).toBe(400);
    expect((await put('INVITATION', { subject: 'x'.repeat(79) })).status).toBe(400);
  });

  test('refuses mails about changes, and unknown mails', async () => {
    for (const kind of ['CHANGED_BY_USER', 'CHANGED_BY_ADMINISTRATOR']) {
      const { status, body } = await put(kind, { subject: 'Nothing happened' });
      expect([status, body.code]).toEqual([409, 'MAIL_NOT_EDITABLE']);
      expect(body.details.kinds).toContain('INVITATION');
    }
    expect((await put('OTHER', {})).body.code).toBe('MAIL_TEMPLATE_NOT_FOUND');
    expect((await put('INVITATION', {}, 'xx')).body.code).toBe('MAIL_TEMPLATE_NOT_FOUND');
  });

  test('asks a user for a recent sign-in, and refuses keys that end', async () => {
    const { client, userId } = await aUserCaller(service);
    expect((await put('SIGN_IN', { subject: 'Come in' }, 'fr', client)).status).toBe(200);
    await service.sql(
      "update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1",
      [userId],
    );
    const late = await put('SIGN_IN', { subject: 'Come in soon' }, 'fr', client);
    expect(late.body.code).toBe('REAUTHENTICATION_REQUIRED');
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { caller } = await aCallerWith(service, ['auth_config.write'], { expiresAt });
    expect((await put('SIGN_IN', {}, 'fr', caller)).body.code).toBe('BOUND_NOT_GRANTABLE');
    const { caller: reader } = await aCallerWith(service, ['auth_config.read']);
    expect((await put('SIGN_IN', {}, 'fr', reader)).body.code).toBe('INSUFFICIENT_SCOPE');
  });

  test('honours If-Match, also before the first change and after a reset', async () => {
    const { headers } = await service.ours.call('getMailTemplate', of('HAS_ACCOUNT'));
    const etag = headers.get('etag') ?? '';
    const change = (ifMatch: string) =>
      service.ours.call('replaceMailTemplate', {
        ...of('HAS_ACCOUNT'),
        body: { subject: 'Hello' },
        headers: { 'if-match': ifMatch },
      });
    const first = await change(etag);
    expect(first.status).toBe(200);
    expect((await change(etag)).status).toBe(412);
    const reset = await service.ours.call('deleteMailTemplate', of('HAS_ACCOUNT'));
    expect(reset.body).toMatchObject({ isEdited: false, subject: null });
    expect((await change(etag)).status).toBe(412);
    expect((await change(first.headers.get('etag') ?? '')).status).toBe(412);
  });

  test('writes the caller, the mail and the changed part to the audit log, and changes no other tenant', async () => {
    await put('VERIFY_EMAIL', { subject: 'Is it you?' });
    await service.ours.call('deleteMailTemplate', of('VERIFY_EMAIL'));
    const logged = async (action: string) =>
      (await service.ours.call('listAuditLogs', { query: { action, limit: 2 } })).body.data;
    const target = { name: 'VERIFY_EMAIL en' };
    const [updated] = await logged('mail_template.update');
    expect(updated).toMatchObject({
      result: 'SUCCESS',
      target,
      changes: [{ field: 'subject', from: null, to: 'Is it you?' }],
    });
    const [reset] = await logged('mail_template.delete');
    expect(reset).toMatchObject({
      target,
      changes: [{ field: 'subject', from: 'Is it you?', to: null }],
    });
    await put('VERIFY_EMAIL', { subject: 'Is it you?' });
    for (const client of [service.theirs, service.oursTest])
      expect((await client.call('getMailTemplate', of('VERIFY_EMAIL'))).body.isEdited).toBe(false);
  });
});

describe('a mail with texts of the tenant', () => {
  const invite = async (fields: object) => {
    await service.ours.call('createUser', { body: { email: anEmail(), sendInvite: true, ...fields } });
    const [mail] = await postman.deliver();
    return readable(mail?.raw ?? '');
  };

  test('has them in HTML and in text, in the language of the user, and falls back for each part', async () => {
    await put('INVITATION', {
      subject: 'A desk at {organization}',
      body: 'First {organization}.\nSecond paragraph.',
      footer: 'Ask the help desk.',
    });
    await put('INVITATION', { greetingWithoutName: 'Servus,', body: 'Herzlich willkommen.' }, 'de');
    const english = await invite({ locale: 'en' });
    expect(english).toMatch(/Subject: A desk at Ours/);
    for (const text of ['First Ours.', 'Second paragraph.', 'Ask the help desk.'])
      expect(english.split(text).length, text).toBeGreaterThan(2);
    for (const text of [
      'Hello,',
      'Accept invitation',
      'The link works once and expires in 7 days.',
      'Ours sent this email to',
      'If you didn’t expect this email',
    ])
      expect(english.split(text).length, text).toBeGreaterThan(2);
    expect(english).not.toContain('To accept, choose a password.');
    const german = await invite({ locale: 'de-AT', displayName: 'Ada' });
    expect(german).toContain('Servus,');
    expect(german).toContain('Herzlich willkommen.');
    expect(german).toContain('Der Link funktioniert einmal, 7 Tage lang.');
    expect(german).toContain('Ihre Einladung zu Ours');
    expect(german).not.toContain('Ada');
    await service.ours.call('deleteMailTemplate', of('INVITATION'));
    expect(await invite({ locale: 'en' })).toContain('To accept, choose a password.');
  });
});

test('a stored text that breaks a rule of today is left out of mails', async () => {
  const parts = { subject: 'A desk', body: 'Open https:/{organization} now.', footer: 'Open evil.example' };
  await put('INVITATION', { subject: 'A desk' }, 'fr');
  await service.sql(
    "update mail_templates set texts = $1 where org_id = $2 and kind = 'INVITATION' and locale = 'fr'",
    [JSON.stringify(parts), service.ours.orgId],
  );
  await service.ours.call('createUser', { body: { email: anEmail(), sendInvite: true, locale: 'fr' } });
  const [mail] = await postman.deliver();
  const shown = readable(mail?.raw ?? '');
  expect(shown).toContain('Subject: A desk');
  expect(shown).toContain(defaultTexts('INVITATION', 'fr').body.split('{')[0]);
  expect(shown).not.toMatch(/https:\/[^/]|evil\.example/);
});

describe('previewMailTemplate', () => {
  test('returns the mail with example values, and stores nothing', async () => {
    const preview = (body: object, kind = 'CONNECTION') =>
      service.ours.call('previewMailTemplate', { ...of(kind), body });
    const { status, body } = await preview({ greeting: 'Welcome back {name},', body: 'By {company}.' });
    expect(status).toBe(200);
    expect(body.text).toContain('Welcome back Ada Lovelace,');
    expect(body.text).toContain('By Example.');
    expect(body.html).toContain('>By Example.</p>');
    expect(body.subject).toBe('Sign in to Ours');
    expect(body.text).not.toContain('works once');
    expect((await service.ours.call('getMailTemplate', of('CONNECTION'))).body.isEdited).toBe(false);
    expect((await preview({ body: 'evil.example' })).status).toBe(400);
    expect((await preview({}, 'CHANGED_BY_USER')).status).toBe(409);
  });

  test('shows each mail in each language', async () => {
    const { body } = await service.ours.call('listMailTemplates', { query: { limit: 100 } });
    for (const { kind, language, isEditable } of body.data as {
      kind: string;
      language: string;
      isEditable: boolean;
    }[]) {
      if (!isEditable) continue;
      const call = { ...of(kind, language), body: { footer: 'The end of it.' } };
      const shown = await service.ours.call('previewMailTemplate', call);
      expect([kind, language, shown.status]).toEqual([kind, language, 200]);
      expect(shown.body.text).toContain('The end of it.');
      expect(shown.body.text).not.toMatch(/[{}]/);
    }
  });
});

describe('testMailTemplate', () => {
  const sendTest = (client = service.ours, body: object = { subject: 'A test of {organization}' }) =>
    client.call('testMailTemplate', { ...of('SIGN_IN'), body });

  test('sends the mail to the verified address of the user who asks, with a harmless link', async () => {
    const { client, userId, email } = await aUserCaller(service);
    await service.sql('update users set email_verified = false where id = $1', [userId]);
    expect((await sendTest(client)).body.code).toBe('MAIL_ADDRESS_REQUIRED');
    await service.sql('update users set email_verified = true where id = $1', [userId]);
    const { status, body } = await sendTest(client);
    expect([status, body]).toEqual([202, { to: email }]);
    const mails = await postman.tests();
    expect(mails.map(({ recipients }) => recipients)).toEqual([[email]]);
    const log = await service.ours.call('listAuditLogs', { query: { action: 'mail_template.test' } });
    expect(log.body.data[0]).toMatchObject({ result: 'SUCCESS', target: { name: 'SIGN_IN en' } });
    const mail = readable(mails[0]?.raw ?? '');
    expect(mail).toContain('A test of Ours');
    expect(mail.split(/\r?\n/)).toContain(`${service.origin}/login/${service.ours.orgId}`);
    expect((await service.ours.call('getMailTemplate', of('SIGN_IN'))).body.isEdited).toBe(false);
    expect((await sendTest(client, { subject: 'evil.example' })).status).toBe(400);
    expect(await postman.tests()).toEqual([]);
  });

  test('is refused to keys, which have no address', async () => {
    const { status, body } = await sendTest();
    expect([status, body.code]).toEqual([409, 'MAIL_ADDRESS_REQUIRED']);
  });

  test('counts in the mails of the hour', async () => {
    const { client, userId } = await aUserCaller(service);
    await service.sql('update users set email_verified = true where id = $1', [userId]);
    await service.sql(
      `insert into mail_windows (org_id, kind, hour, count) values ($1, 'CALLER', date_bin('1 hour', now(), 'epoch'), 1000000)
       on conflict (org_id, kind, subnet, hour) do update set count = excluded.count`,
      [service.ours.orgId],
    );
    const { status, body } = await sendTest(client);
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.error).toContain('test mails');
    await service.sql("delete from mail_windows where kind = 'CALLER'");
  });
});
