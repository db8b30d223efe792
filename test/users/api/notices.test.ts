import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SocialProvider } from '../../../src/federation/social/entities/social-provider.ts';
import { removeTotp } from '../../../src/users/factors/factors.ts';
import { renewRecoveryCodes } from '../../../src/users/factors/recovery-codes.ts';
import { connectAccount } from '../../../src/federation/linking/people.ts';
import { createMailer } from '../../../src/platform/mail.ts';
import { sendNotice } from '../../../src/workers/send-notice.ts';
import { aDirectory } from '../../support/directories.ts';
import { mailLimits } from '../../support/invitations.ts';
import { readable } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing, password } from '../../support/mailed-links.ts';
import { addPasskey, aPerson as aVisitingPerson, givePassword } from '../../support/passkey-visits.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { gone } from '../../support/postman.ts';
import { patch } from '../../support/scim.ts';
import { besides } from '../../support/second-factors.ts';
import { aSocialProvider } from '../../support/social.ts';

const world = mailing();
const { askToReset, delivered, somebody } = world;
let domain: Awaited<ReturnType<typeof besides>>;

beforeAll(async () => {
  domain = await besides(world.service);
});
afterAll(() => domain.close());

/** Returns the one mail that waits. A reader cannot sign in by the mail, or learn anything from it. */
async function told(): Promise<{ to: string[]; text: string; raw: string }> {
  const [mail, ...others] = await world.postman.notices();
  if (!mail || others.length > 0) throw new Error(`${others.length + (mail ? 1 : 0)} mails and not 1`);
  const text = readable(mail.raw);
  expect(text).not.toMatch(/https?:|href=|kd_session/);
  expect(mail.raw).toContain('text/html');
  return { to: mail.recipients, text, raw: mail.raw };
}

const byThem = 'If this was you, you don’t need to do anything';
const byOther = 'An administrator of your organization made this change';

const sessionOf = async (email: string) => {
  const person = aPerson(world.service.origin);
  await person.signIn(world.orgId, email, password);
  return { person, page: await person.open(`/account/${world.orgId}?section=security`) };
};

describe('a user gets an e-mail', () => {
  test('after changing the password', async () => {
    const { email } = await somebody({ displayName: 'Ada <b>', emailVerified: true });
    const { person, page } = await sessionOf(email);
    await person.send(page, { password, new_password: anotherPassword }, '/password');
    const { to, text, raw } = await told();
    expect(to).toEqual([email]);
    expect(raw).toMatch(/^Subject: Your password at \S.* was changed\r$/m);
    for (const part of ['your password was changed', byThem, 'Hello Ada <b>', 'Hello Ada &lt;b&gt;', ' UTC'])
      expect(text).toContain(part);
    expect(text).not.toContain(anotherPassword);
  });

  test('without the name of a user who has not proved the address', async () => {
    const { email } = await somebody({ displayName: 'Your account is blocked' });
    const { person, page } = await sessionOf(email);
    await person.send(page, { password, new_password: anotherPassword }, '/password');
    const { raw, text } = await told();
    expect(text).toContain('Hello,');
    expect(raw + text).not.toContain('blocked');
  });

  test('after a password reset by link, in the language of the user', async () => {
    const { email, person } = await somebody({ locale: 'fr' });
    await askToReset(person, email);
    const page = await person.open((await delivered()).path);
    await person.send(page, { new_password: anotherPassword });
    expect((await told()).text).toContain('votre mot de passe a été changé');
  });

  test('after an administrator or a directory sets the password', async () => {
    const { email, userId } = await somebody({ locale: 'de' });
    const { ours } = world.service;
    await ours.call('updateUser', { path: { userId }, body: { password: anotherPassword } });
    const { to, text } = await told();
    expect(to).toEqual([email]);
    expect(text).toContain('Ihr Passwort wurde geändert');
    expect(text).toContain('Ein Administrator Ihrer Organisation hat diese Änderung vorgenommen');
    const directory = await aDirectory(world.service);
    const set = [{ op: 'replace', path: 'password', value: 'velvet-anchor-plum-88' }];
    expect((await patch(directory, `/Users/${userId}`, set)).status).toBe(200);
    expect((await told()).text).toContain('Ein Administrator Ihrer Organisation');
  });

  test('about a new authenticator app, new recovery codes, and the removal of the app', async () => {
    const { userId, secret, recoveryCodes } = await domain.enrolled();
    await world.service.sql(`update users set status = 'ACTIVE' where id = $1`, [userId]);
    const added = await told();
    expect(added.text).toContain('an authenticator app was set up');
    expect(added.text).not.toContain(secret);
    for (const code of recoveryCodes) expect(added.text).not.toContain(code);
    await domain.within((tx) => renewRecoveryCodes(tx, userId, domain.origin));
    expect((await told()).text).toContain('new recovery codes were created');
    await domain.within((tx) => removeTotp(tx, userId, domain.origin));
    expect((await told()).text).toContain('your authenticator app was removed');
    await domain.within((tx) => removeTotp(tx, userId, domain.origin));
    expect(await world.postman.notices()).toEqual([]);
  });

  test('about an added passkey, and about a removal by the user or an administrator', async () => {
    const { ours, sql } = world.service;
    const person = await aVisitingPerson(world.service);
    await givePassword(person);
    await addPasskey(person);
    expect((await told()).text).toContain('a passkey was added');
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
    expect(text).toContain('a passkey was removed');
    expect(text).toContain(byOther);
  });

  test('once after an administrator removes all factors, and not if there were none', async () => {
    const { ours, sql } = world.service;
    const { userId } = await somebody();
    const passkey = await aPasskey(sql, userId);
    await ours.call('deleteUserFactors', { path: { userId } });
    const { text } = await told();
    expect(text).toContain('your passkeys, authenticator app and recovery codes were removed');
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

  test('about a connected and a disconnected provider account', async () => {
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
      authTime: null,
    };
    await domain.within(async (tx) => {
      const provider = await tx.findOneOrFail(SocialProvider, { id: providerId });
      return connectAccount(tx, provider, account, { userId, origin: domain.origin });
    });
    expect((await told()).text).toContain('an account from another provider was connected');
    const { person, page } = await sessionOf(email);
    await person.send(page, {}, `${providerId}/disconnect`);
    expect((await told()).text).toContain('an account from another provider was disconnected');
  });
});

describe('no user gets an e-mail', () => {
  test('about a change that was rolled back', async () => {
    const { userId } = await somebody();
    const failing = domain.within(async (tx) => {
      await renewRecoveryCodes(tx, userId, domain.origin);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await world.postman.notices()).toEqual([]);
  });

  test('after deletion, during suspension, or without an address', async () => {
    const { ours, sql } = world.service;
    const [left, suspended, nowhere] = [await somebody(), await somebody(), await somebody()];
    for (const { userId } of [left, suspended, nowhere])
      await domain.within((tx) => renewRecoveryCodes(tx, userId, domain.origin));
    await ours.call('deleteUser', { path: { userId: left.userId } });
    await ours.call('suspendUser', { path: { userId: suspended.userId } });
    await sql('update users set email = null where id = $1', [nowhere.userId]);
    expect(await world.postman.notices()).toEqual([]);
  });

  test('if mail is not configured, and the job does not fail', async () => {
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
        throw new Error('the database must not be read');
      },
    } as never;
    await expect(
      sendNotice(
        { database, mailer, baseUrl: () => world.service.origin, limits: mailLimits },
        { ...payload, at: '2026-01-15T10:30:00.000Z' },
        gone(world.orgId),
      ),
    ).resolves.toBeUndefined();
  });
});
