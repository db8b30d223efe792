import { describe, expect, test } from 'vitest';
import { readable } from '../../support/mail-catcher.ts';
import { mailing } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { registering } from '../../support/registering.ts';
import { anEmail } from '../../support/users.ts';

const world = mailing();
const { ask, opened, pathOf, somebody } = registering(world);
const closed = 'You can’t create an account here';

describe('updateRegistrationConfig', () => {
  test.for([
    { maxPerDay: 0 },
    { maxPerDay: 100_001 },
    { enabled: null },
    { allowedDomains: ['example'] },
    { allowedDomains: ['Example.com'] },
    { allowedDomains: ['@example.com'] },
    { allowedDomains: ['*.example.com'] },
    { allowedDomains: ['example.com', 'example.com'] },
    { allowedDomains: Array.from({ length: 51 }, (_, n) => `d${n}.example.com`) },
  ])('rejects %j', async (body) => {
    const { status, body: answer } = await world.service.ours.call('updateRegistrationConfig', { body });
    expect([status, answer.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.details)[0]).toMatch(new RegExp(`^${Object.keys(body)[0] ?? ''}`));
  });
});

describe('showRegistration', () => {
  test('is closed by default, and the sign-in page does not offer it', async () => {
    const page = await somebody().open(pathOf());
    expect([page.status, page.title, page.forms]).toEqual([403, closed, []]);
    expect((await somebody().open(`/login/${world.orgId}`)).text).not.toContain('create-account');
  });

  test('is offered on the sign-in page, and keeps the address that was typed there', async () => {
    await opened();
    const person = somebody();
    const email = anEmail();
    const first = await person.open(`/login/${world.orgId}`);
    const path = /href="(\/login\/\w+\/create-account\?sign_in=\w+)"/.exec(first.text)?.[1] ?? '';
    expect((await person.open(path)).title).toBe('Create your account');
    await person.send(first, { username: email });
    expect((await person.open(path)).text).toContain(`value="${email}"`);
  });

  test('is closed if the service sends no mail, or an attribute is required', async () => {
    await opened();
    const node = await world.service.startNode({ SMTP_URL: '', DATABASE_URL: world.service.database });
    expect((await aPerson(node.origin).open(pathOf())).title).toBe(closed);
    expect((await aPerson(node.origin).open(`/login/${world.orgId}`)).text).not.toContain('create-account');
    await node.stop();
    const put = (schema: object | null) =>
      world.service.ours.call('replaceAttributeSchema', { body: { schema } });
    expect(
      (await put({ type: 'object', required: ['team'], properties: { team: { type: 'string' } } })).status,
    ).toBe(200);
    expect((await somebody().open(pathOf())).title).toBe(closed);
    expect((await put(null)).status).toBe(200);
    expect((await somebody().open(pathOf())).title).toBe('Create your account');
  });

  test('is open in the tenant that opened it alone', async () => {
    await opened();
    expect((await somebody().open(pathOf(world.service.theirs.orgId))).title).toBe(closed);
    expect((await somebody().open(pathOf(world.service.oursTest.orgId))).title).toBe(closed);
  });
});

describe('submitRegistration', () => {
  test('answers alike for every address; the mail to a user says that there is an account', async () => {
    await opened();
    const known = await world.somebody();
    const texts: string[] = [];
    for (const email of [known.email, anEmail()]) {
      const page = await ask(somebody(), email);
      texts.push(page.text.replaceAll(email, '').replaceAll(/nonce-[^']+/g, ''));
      const { to, raw, path } = await world.delivered();
      expect(to).toEqual([email]);
      const has = email === known.email;
      expect(path === '').toBe(has);
      expect(readable(raw)).toContain(has ? 'you already have one' : 'choose a password');
      if (has) expect(readable(raw)).toContain(`/login/${world.orgId}`);
    }
    expect(texts[0]).toBe(texts[1]);
  });

  test('writes no mail to a suspended user', async () => {
    await opened();
    const { email, userId } = await world.somebody();
    await world.service.ours.call('suspendUser', { path: { userId } });
    expect((await ask(somebody(), email)).title).toBe('Check your email');
    expect(await world.postman.deliver()).toEqual([]);
  });

  test.for([
    ['', 'Enter an email address'],
    ['ada', 'Enter an email address'],
    ['ada@example.org', 'Use an address at example.com.'],
    ['ada@sub.example.com', 'Use an address at example.com.'],
    ['ada@example.com@example.org', 'Enter an email address'],
    ['ada@example.com.', 'Enter an email address'],
    ['ada@example。com', 'Enter an email address'],
    ['ada@exam\u212ale.com', 'Enter an email address'],
    ['\u212aim@example.com', 'Enter an email address'],
    ['a<b@example.com', 'Enter an email address'],
    ['root@localhost', 'Enter an email address'],
    ['a@[127.0.0.1]', 'Enter an email address'],
  ] as const)('refuses the address "%s" beside its field', async ([email, text]) => {
    await opened({ allowedDomains: ['example.com'] });
    const page = await ask(somebody(), email);
    expect([page.status, page.title]).toEqual([400, 'Create your account']);
    expect(page.text).toContain(text);
    expect(await world.postman.deliver()).toEqual([]);
  });

  test('takes an allowed domain in any case', async () => {
    await opened({ allowedDomains: ['example.com'] });
    expect((await ask(somebody(), anEmail().replace(/@.*/, '@EXAMPLE.com'))).title).toBe('Check your email');
    expect(await world.delivered()).toMatchObject({ path: expect.stringContaining('/create-account/') });
  });

  test('limits the mails to one address', async () => {
    await opened();
    const email = anEmail();
    for (let n = 0; n < 7; n++) expect((await ask(somebody(), email)).title).toBe('Check your email');
    expect(await world.postman.deliver()).toHaveLength(5);
  });

  test('writes no mail to the address of a user whose username was typed', async () => {
    await opened();
    const email = anEmail();
    await world.somebody({ username: email });
    expect((await ask(somebody(), email)).title).toBe('Check your email');
    expect(await world.postman.deliver()).toEqual([]);
  });

  test('gives up at once if the mail server refuses a new address for good, and tries again for a user', async () => {
    await opened();
    await ask(somebody(), anEmail());
    expect(await world.postman.deliver('refuse for good')).toHaveLength(1);
    await ask(somebody(), anEmail());
    await expect(world.postman.deliver('refuse')).rejects.toThrow('did not accept a mail');
    await ask(somebody(), (await world.somebody()).email);
    await expect(world.postman.deliver('refuse for good')).rejects.toThrow('did not accept a mail');
  });

  test('refuses a form of another browser', async () => {
    await opened();
    const { forms } = await somebody().open(pathOf());
    const other = somebody();
    await other.open(pathOf());
    const sent = await other.post(pathOf(), { ...forms.at(-1)?.fields, email: anEmail() });
    expect([sent.status, sent.title]).toEqual([403, 'Create your account']);
    expect(await world.postman.deliver()).toEqual([]);
  });
});
