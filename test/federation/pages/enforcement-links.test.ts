import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import {
  anEmployee,
  anEnforced,
  companyButton,
  type Enforced,
  loginsOf,
  toCompany,
} from '../../support/enforcing.ts';
import { readable } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { registering } from '../../support/registering.ts';
import { locationOf, press } from '../../support/social.ts';
import { aSubject, startUpstream, type Upstream } from '../../support/upstream.ts';

const world = mailing();
const accounts = registering(world);
let upstream: Upstream;
/** The record of its domain is gone. So the sign-in page does not lead to the identity provider by itself. */
let one: Enforced;
beforeAll(async () => {
  upstream = await startUpstream();
  one = await anEnforced(world.service, { issuer: upstream.url, status: 'FAILED' });
});
afterAll(() => upstream.close());

const relaxed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await changeConnection(world.service, one.id, 'enforced = false');
  const result = await work();
  await changeConnection(world.service, one.id, 'enforced = true');
  return result;
};
const somebody = () => aPerson(world.service.origin);
const passwordOf = async (id: string) => {
  const text = 'select password_hash from users where id = $1';
  return (await world.service.sql<{ password_hash: string | null }>(text, [id]))[0]?.password_hash;
};
const usersNamed = (email: string) => world.service.sql('select from users where email = $1', [email]);

describe('submitForgottenPassword', () => {
  test('answers as for others, and the mail leads to the sign-in page', async () => {
    const user = await anEmployee(world.service, one);
    const page = await world.askToReset(somebody(), user.email);
    expect([page.status, page.title]).toEqual([200, 'Check your email']);
    const mail = await world.delivered();
    expect([mail.to, mail.token]).toEqual([[user.email], '']);
    expect(readable(mail.raw)).toMatch(/signs you in to \S* ?with \S*Acme/);
    expect(readable(mail.raw)).toContain(`/login/${world.orgId}`);
  });

  test('sends an owner the link', async () => {
    const owner = await anEmployee(world.service, one, { roles: ['OWNER'] });
    await world.askToReset(somebody(), owner.email);
    const { path } = await world.delivered();
    const person = somebody();
    const done = await person.send(await person.open(path), { new_password: anotherPassword });
    expect(done.title).toBe('Your password was changed');
  });
});

describe('submitPasswordReset', () => {
  test('sets no password by a link of the time before', async () => {
    const user = await anEmployee(world.service, one);
    const before = await passwordOf(user.id);
    const person = somebody();
    const { path, form } = await relaxed(async () => {
      await world.askToReset(somebody(), user.email);
      const mail = await world.delivered();
      return { ...mail, form: await person.open(mail.path) };
    });
    const answer = await person.send(form, { new_password: anotherPassword });
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    const opened = await somebody().open(path);
    expect([opened.title, companyButton(opened)?.endsWith(one.id)]).toEqual([toCompany, true]);
    expect(await passwordOf(user.id)).toBe(before);
  });
});

describe('submitMagicLink', () => {
  test('signs no user of an enforced domain in', async () => {
    await world.links();
    const user = await anEmployee(world.service, one);
    const person = somebody();
    const { path } = await relaxed(async () => {
      await world.askToSignIn(person, user.email);
      return world.delivered();
    });
    const answer = await person.send(await person.open(path), {});
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(await loginsOf(world.service, user.id)).toEqual([]);
    await world.askToSignIn(somebody(), user.email);
    expect((await world.delivered()).token).toBe('');
  });

  test('creates no user of an enforced domain', async () => {
    await world.links({ allowSignUp: true });
    const email = `${crypto.randomUUID()}@${one.domain}`;
    const person = somebody();
    const { path } = await relaxed(async () => {
      await world.askToSignIn(person, email);
      return world.delivered();
    });
    expect((await person.send(await person.open(path), {})).title).toBe(toCompany);
    await world.askToSignIn(somebody(), email);
    expect((await world.delivered()).token).toBe('');
    expect(await usersNamed(email)).toEqual([]);
  });
});

describe('submitRegistration', () => {
  test('creates no account of an enforced domain, and says so for every address of it', async () => {
    await accounts.opened();
    const known = await anEmployee(world.service, one);
    for (const email of [known.email, `${crypto.randomUUID()}@${one.domain}`]) {
      const person = somebody();
      const answer = await accounts.ask(person, email);
      expect([answer.status, answer.title]).toEqual([403, toCompany]);
      const led = await press(person, answer, `/federation/${one.id}`);
      expect(locationOf(led).searchParams.get('login_hint')).toBe(email);
    }
    expect(await world.postman.deliver()).toEqual([]);
  });

  test('creates no account by a link of the time before', async () => {
    await accounts.opened();
    const email = `${crypto.randomUUID()}@${one.domain}`;
    const person = somebody();
    const form = await relaxed(async () => {
      await accounts.ask(person, email);
      return person.open((await world.delivered()).path);
    });
    const answer = await person.send(form, { new_password: anotherPassword, display_name: 'Ada' });
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(await usersNamed(email)).toEqual([]);
  });
});

describe('submitInvitation', () => {
  const invited = async (domain: string, roles = ['MEMBER']) => {
    const email = `${crypto.randomUUID()}@${domain}`;
    const { body } = await world.service.ours.call('createUser', { body: { email, roles } });
    return { id: body.id as string, email, path: (await world.delivered()).path };
  };

  test('leads to the identity provider, and sets no password', async () => {
    for (const roles of [['MEMBER'], ['OWNER']]) {
      const user = await invited(one.domain, roles);
      const person = somebody();
      const page = await person.open(user.path);
      expect([page.status, page.title]).toEqual([200, toCompany]);
      const led = await press(person, page, `/federation/${one.id}`);
      // The user has typed nothing.
      const { origin, searchParams } = locationOf(led);
      expect([origin, searchParams.get('login_hint')]).toEqual([upstream.url, null]);
    }
    const user = await invited(one.domain);
    const person = somebody();
    const form = await relaxed(() => person.open(user.path));
    const answer = await person.send(form, { new_password: anotherPassword });
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect([await passwordOf(user.id), (await world.userOf(user.id))?.status]).toEqual([null, 'INVITED']);
  });

  test('proves the user to the identity provider, also one who manages the organization', async () => {
    const { id, domain } = await anEnforced(world.service, {
      issuer: upstream.url,
      accountLinking: 'EXPLICIT',
    });
    const user = await invited(domain, ['ADMIN']);
    const claims = aSubject({ domain }, { email: user.email });
    upstream.claims = claims;
    // Without the link, the address is not enough.
    const stranger = somebody();
    const first = await stranger.open(`/login/${world.orgId}`);
    const form = first.forms.find(({ action }) => action.endsWith('/identifier'));
    const led = await stranger.post(form?.action ?? '', { ...form?.fields, username: user.email });
    expect((await stranger.open(upstream.visit(led))).status).toBe(403);

    const person = somebody();
    const away = await press(person, await person.open(user.path), `/federation/${id}`);
    const back = await person.open(upstream.visit(away));
    expect([back.status, back.title]).toEqual([200, 'Your account']);
    expect(await loginsOf(world.service, user.id)).toMatchObject([{ connection_id: id }]);
    expect((await world.userOf(user.id))?.status).toBe('ACTIVE');
    expect((await somebody().open(user.path)).title).toBe('This link no longer works');
  });

  test('proves no other user than the invited one', async () => {
    const { id, domain } = await anEnforced(world.service, {
      issuer: upstream.url,
      accountLinking: 'EXPLICIT',
    });
    await verifiedDomain(world.service, id, `other-${domain}`);
    const user = await invited(domain);
    const admin = await anEmployee(world.service, { domain }, { roles: ['ADMIN'] });
    upstream.claims = aSubject({ domain }, { email: admin.email });
    const person = somebody();
    const away = await press(person, await person.open(user.path), `/federation/${id}`);
    expect((await person.open(upstream.visit(away))).status).toBe(403);
    expect(await world.service.sql('select from social_links where provider_id = $1', [id])).toEqual([]);
  });
});
