import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SocialProvider } from '../../src/federation/entities/social-provider.ts';
import { removeTotp } from '../../src/users/factors/factors.ts';
import { renewRecoveryCodes } from '../../src/users/factors/recovery-codes.ts';
import { connectAccount } from '../../src/federation/people.ts';
import { createMailer } from '../../src/platform/mail.ts';
import { sendNotice } from '../../src/workers/send-notice.ts';
import { aDirectory } from '../support/directories.ts';
import { mailLimits } from '../support/invitations.ts';
import { readable } from '../support/mail-catcher.ts';
import { anotherPassword, mailing, password } from '../support/mailed-links.ts';
import { addPasskey, aPerson as aVisitingPerson, givePassword } from '../support/passkey-visits.ts';
import { aPasskey } from '../support/passkeys.ts';
import { aPerson, fieldOf } from '../support/person.ts';
import { gone } from '../support/postman.ts';
import { patch } from '../support/scim.ts';
import { besides } from '../support/second-factors.ts';
import { aSocialProvider } from '../support/social.ts';

const world = mailing();
const { askToReset, delivered, somebody } = world;
let domain: Awaited<ReturnType<typeof besides>>;

beforeAll(async () => {
  domain = await besides(world.service);
});
afterAll(() => domain.close());

/** What the one mail says that waits, of which nobody can be signed in and nothing be learned. */
async function told(): Promise<{ to: string[]; text: string; raw: string }> {
  const [mail, ...others] = await world.postman.notices();
  if (!mail || others.length > 0) throw new Error(`${others.length + (mail ? 1 : 0)} mails and not 1`);
  const text = readable(mail.raw);
  expect(text).not.toMatch(/https?:|href=|kd_session/);
  expect(mail.raw).toContain('text/html');
  return { to: mail.recipients, text, raw: mail.raw };
}

const byThem = 'If this was you, there is nothing to do';
const byOther = 'Somebody who looks after your organization did this';

const sessionOf = async (email: string) => {
  const person = aPerson(world.service.origin);
  return { person, page: await person.signIn(world.orgId, email, password) };
};

describe('a person is told by mail', () => {
  test('that they changed their password', async () => {
    const { email } = await somebody({ displayName: 'Ada <b>' });
    const { person, page } = await sessionOf(email);
    await person.send(page, { password, new_password: anotherPassword }, '/password');
    const { to, text } = await told();
    expect(to).toEqual([email]);
    for (const part of ['your password was changed', byThem, 'Hello Ada <b>', 'Hello Ada &lt;b&gt;', ' UTC'])
      expect(text).toContain(part);
    expect(text).not.toContain(anotherPassword);
  });

  test('that they chose another one by a link, in their language', async () => {
    const { email, person } = await somebody({ locale: 'fr' });
    await askToReset(person, email);
    const page = await person.open((await delivered()).path);
    await person.send(page, { new_password: anotherPassword });
    expect((await told()).text).toContain('votre mot de passe a été changé');
  });

  test('that an administrator gave them another one, or a directory', async () => {
    const { email, userId } = await somebody({ locale: 'de' });
    const { ours } = world.service;
    await ours.call('updateUser', { path: { userId }, body: { password: anotherPassword } });
    const { to, text } = await told();
    expect(to).toEqual([email]);
    expect(text).toContain('Ihr Passwort wurde geändert');
    expect(text).toContain('Das hat jemand getan, der Ihre Organisation betreut');
    const directory = await aDirectory(world.service);
    const set = [{ op: 'replace', path: 'password', value: 'velvet-anchor-plum-88' }];
    expect((await patch(directory, `/Users/${userId}`, set)).status).toBe(200);
    expect((await told()).text).toContain('Das hat jemand getan');
  });

  test('of an authenticator app, other recovery codes, and the end of the app', async () => {
    const { userId, secret, recoveryCodes } = await domain.enrolled();
    await world.service.sql(`update users set status = 'ACTIVE' where id = $1`, [userId]);
    const added = await told();
    expect(added.text).toContain('an authenticator app was set up');
    expect(added.text).not.toContain(secret);
    for (const code of recoveryCodes) expect(added.text).not.toContain(code);
    await domain.within((em) => renewRecoveryCodes(em, userId, domain.origin));
    expect((await told()).text).toContain('new recovery codes were made');
    await domain.within((em) => removeTotp(em, userId, domain.origin));
    expect((await told()).text).toContain('the authenticator app of your account was removed');
    await domain.within((em) => removeTotp(em, userId, domain.origin));
    expect(await world.postman.notices()).toEqual([]);
  });

  test('of a passkey that came and one that went, by themselves and by an administrator', async () => {
    const { ours, sql } = world.service;
    const person = await aVisitingPerson(world.service);
    await givePassword(person);
    await addPasskey(person);
    expect((await told()).text).toContain('a passkey was added to your account');
    const { body } = await ours.call('listPasskeys', { path: { userId: person.id } });
    const page = `/account/${person.orgId}/passkeys`;
    const csrf = fieldOf(await person.visitor.get(page), 'csrf');
    await person.visitor.post(`${page}/${body.data[0].id}/rename`, { csrf, name: 'Phone' });
    expect(await world.postman.notices()).toEqual([]);
    await person.visitor.post(`${page}/${body.data[0].id}/remove`, { csrf });
    expect((await told()).text).toContain(byThem);
    const credId = await aPasskey(sql, person.id);
    await ours.call('deletePasskey', { path: { userId: person.id, credId } });
    const { text } = await told();
    expect(text).toContain('a passkey of your account was removed');
    expect(text).toContain(byOther);
  });

  test('that an administrator took every factor, once, and not where there was none', async () => {
    const { ours, sql } = world.service;
    const { userId } = await somebody();
    const passkey = await aPasskey(sql, userId);
    await ours.call('deleteUserFactors', { path: { userId } });
    const { text } = await told();
    expect(text).toContain('all second factors of your account were removed');
    expect(text).toContain(byOther);
    const [event] = await sql<{ data: { changes: unknown[] } }>(
      "select data from events where type = 'user.updated' and data ->> 'userId' = $1",
      [userId],
    );
    expect(event?.data.changes).toEqual([
      { field: 'passkeys', from: { id: passkey, name: 'Work laptop' }, to: null },
      { field: 'mfaMethods', from: ['PASSKEY'], to: [] },
    ]);
    await ours.call('deleteUserFactors', { path: { userId } });
    expect(await world.postman.notices()).toEqual([]);
  });

  test('of an account of a provider that was connected, and disconnected', async () => {
    const { email, userId } = await somebody();
    const { id: providerId } = await aSocialProvider(world.service.ours);
    const account = {
      subject: userId,
      email: null,
      emailVerified: false,
      hostedDomain: null,
      displayName: null,
      firstName: null,
      lastName: null,
    };
    await domain.within(async (em) => {
      const provider = await em.findOneOrFail(SocialProvider, { id: providerId });
      return connectAccount(em, provider, account, { userId, origin: domain.origin });
    });
    expect((await told()).text).toContain('an account of another provider was connected with yours');
    const { person, page } = await sessionOf(email);
    await person.send(page, {}, `${providerId}/disconnect`);
    expect((await told()).text).toContain('an account of another provider was disconnected from yours');
  });
});

describe('nobody is told', () => {
  test('of a change that was not made', async () => {
    const { userId } = await somebody();
    const failing = domain.within(async (em) => {
      await renewRecoveryCodes(em, userId, domain.origin);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await world.postman.notices()).toEqual([]);
  });

  test('who has left, was suspended, or has no address', async () => {
    const { ours, sql } = world.service;
    const [left, suspended, nowhere] = [await somebody(), await somebody(), await somebody()];
    for (const { userId } of [left, suspended, nowhere])
      await domain.within((em) => renewRecoveryCodes(em, userId, domain.origin));
    await ours.call('deleteUser', { path: { userId: left.userId } });
    await ours.call('suspendUser', { path: { userId: suspended.userId } });
    await sql('update users set email = null where id = $1', [nowhere.userId]);
    expect(await world.postman.notices()).toEqual([]);
  });

  test('where no mail can be sent, and nothing fails for it', async () => {
    const mailer = createMailer({
      smtpUrl: undefined,
      mailFrom: undefined,
      databaseUrl: 'postgres://elsewhere',
      dataDir: '.',
    });
    onTestFinished(() => mailer.close());
    const { userId } = await somebody();
    const payload = { orgId: world.orgId, userId, notice: 'PASSWORD_CHANGED', byThemselves: true } as const;
    const database = {
      get orm(): never {
        throw new Error('nobody looks anybody up');
      },
    } as never;
    await expect(
      sendNotice(
        { database, mailer, limits: mailLimits },
        { ...payload, at: '2026-01-15T10:30:00.000Z' },
        gone(world.orgId),
      ),
    ).resolves.toBeUndefined();
  });
});
