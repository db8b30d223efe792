import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import {
  anEmployee,
  anEnforced,
  companyButton,
  giveLocally,
  loginsOf,
  password,
  toCompany,
  proveAddress,
} from '../../support/enforcing.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import {
  addPasskey,
  beginSignIn,
  givePassword,
  usePasskey,
  aPerson as aVisitor,
} from '../../support/passkey-visits.ts';
import { aPerson } from '../../support/person.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { locationOf, press } from '../../support/social.ts';
import { aSubject, connected, signedInAs, startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const failuresOf = ({ sql }: TestService, userId: string) =>
  sql<{ reason: string }>(
    `select data ->> 'reason' as reason from events where type = 'user.login_failed' and data ->> 'userId' = $1`,
    [userId],
  );

/** An owner with a password and an authenticator app, whose company signs in others. */
async function anOwner(service: TestService, domain: string) {
  const world = await besides(service);
  const { userId: id, secret } = await world.enrolled(['OWNER']);
  await world.close();
  const email = `${crypto.randomUUID()}@${domain}`;
  const { status } = await service.ours.call('updateUser', {
    path: { userId: id },
    body: { email, password },
  });
  expect(status).toBe(200);
  return { id, email, secret };
}

describe('submitPassword', () => {
  test('sends a user of an enforced domain to the identity provider, and does not sign the user in', async ({
    service,
  }) => {
    const { id, domain } = await anEnforced(service, { issuer: upstream.url });
    const user = await anEmployee(service, { domain });
    const answer = await giveLocally(service, user.email);
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(companyButton(answer)).toBe(`/login/${service.ours.orgId}/federation/${id}`);
    expect(await loginsOf(service, user.id)).toEqual([]);
    expect(await failuresOf(service, user.id)).toEqual([{ reason: 'CONNECTION_ENFORCED' }]);
    const led = await press(answer.person, answer, `/federation/${id}`);
    expect([led.status, locationOf(led).searchParams.get('login_hint')]).toEqual([303, user.email]);
    // The proof is worth nothing any longer.
    expect((await answer.person.open(answer.path.replace('/password', ''))).title).toBe('Sign in');
  });

  test('answers a wrong password as that of an unknown user', async ({ service }) => {
    const { domain } = await anEnforced(service, { status: 'FAILED' });
    const { email } = await anEmployee(service, { domain });
    const answers = [];
    for (const name of [email, `unknown@${domain}`]) {
      const { status, title, text } = await giveLocally(service, name, {
        typedPassword: 'wrong-password-17',
      });
      const plain = text
        .replaceAll(name, 'name')
        .replaceAll(/sgn_\w+/g, 'sgn')
        .replaceAll(/value="[\w-]{43}"/g, 'csrf');
      answers.push([status, title, plain]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[1]).toBe('Enter your password');
  });

  test('judges the account by both of its names, however the domain is spelled', async ({ service }) => {
    const { id } = await anEnforced(service);
    await verifiedDomain(service, id, 'xn--mnchen-3ya.example');
    const names = [
      { email: `${crypto.randomUUID()}@MÜNCHEN.example`, username: undefined },
      { email: `${crypto.randomUUID()}@xn--mnchen-3ya.example.`, username: undefined },
      { email: `${crypto.randomUUID()}@elsewhere.example`, username: 'Ada@münchen。example' },
    ];
    for (const fields of names) {
      const user = await anEmployee(
        service,
        { domain: 'unused.example' },
        { ...fields, username: undefined },
      );
      // A new user name may not have the full stop of ideographs.
      if (fields.username !== undefined)
        await service.sql('update users set username = $2 where id = $1', [user.id, fields.username]);
      const { status } = await giveLocally(service, fields.username ?? fields.email);
      expect([fields, status, await loginsOf(service, user.id)]).toEqual([fields, 403, []]);
    }
  });

  test('lets others in: of unproved domains, of other connections, and of subdomains', async ({
    service,
  }) => {
    const pending = await anEnforced(service, { status: 'PENDING' });
    const free = await anEnforced(service, { enforced: false });
    const disabled = await anEnforced(service);
    await changeConnection(service, disabled.id, "status = 'DISABLED'");
    const one = await anEnforced(service);
    for (const domain of [pending.domain, free.domain, disabled.domain, `sub.${one.domain}`]) {
      const user = await anEmployee(service, { domain });
      await giveLocally(service, user.email);
      expect(await loginsOf(service, user.id)).toHaveLength(1);
    }
  });

  test('keeps a domain enforced whose DNS record is gone', async ({ service }) => {
    const { domain } = await anEnforced(service, { status: 'FAILED' });
    const user = await anEmployee(service, { domain });
    expect((await giveLocally(service, user.email)).title).toBe(toCompany);
  });

  test('judges what is true when the sign-in completes', async ({ service }) => {
    const { domain } = await anEnforced(service, { status: 'FAILED' });
    const user = await anEmployee(service, { domain: 'elsewhere.example' });
    const email = `${crypto.randomUUID()}@${domain}`;
    const release = await holding(service, 'update users set email = $2 where id = $1', [user.id, email]);
    const answering = giveLocally(service, user.email);
    await waiting(service, 1);
    await release();
    expect((await answering).title).toBe(toCompany);
    expect(await loginsOf(service, user.id)).toEqual([]);
  });

  test('adds no factor to a login that began before the connection was enforced', async ({ service }) => {
    const { ours, sql } = service;
    const { id, domain } = await anEnforced(service, { enforced: false });
    const world = await besides(service);
    const { userId, secret, recoveryCodes } = await world.enrolled();
    await world.close();
    const email = `${crypto.randomUUID()}@${domain}`;
    await ours.call('updateUser', { path: { userId }, body: { email, password } });
    const first = await giveLocally(service, email);
    const asked = await first.person.open(first.location);
    await first.person.send(asked, { otp: codeOf(secret, 30) }, '/totp');
    const [login] = await loginsOf(service, userId);
    await changeConnection(service, id, 'enforced = true');
    // As an application that wants more does (`acr_values`).
    const { person } = first;
    const page = await aPerson(service.origin).open(`/login/${ours.orgId}`);
    const [, signIn = ''] = /sign_in=(sgn_\w+)/.exec(page.path) ?? [];
    await sql(
      `update sign_ins s set browser_id = l.browser_id, user_id = l.user_id, amr = '{pwd}', auth_time = now(), multi_factor = true,
              state = jsonb_build_object('loginId', l.id) from login_sessions l where s.id = $1 and l.user_id = $2`,
      [signIn, userId],
    );
    const more = await person.open(`/login/${ours.orgId}?sign_in=${signIn}&factor=recovery-code`);
    const answer = await person.send(more, { recovery_code: recoveryCodes[0] ?? '' }, '/recovery-code');
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(await loginsOf(service, userId)).toEqual([login]);
  });
});

describe('submitPasskey', () => {
  test('signs no user of an enforced domain in', async ({ service }) => {
    const { id, domain } = await anEnforced(service, { enforced: false });
    const person = await aVisitor(service);
    await givePassword(person);
    expect((await addPasskey(person)).location).toMatch(/done=added$/);
    const email = `${crypto.randomUUID()}@${domain}`;
    await service.ours.call('updateUser', { path: { userId: person.id }, body: { email } });
    await changeConnection(service, id, 'enforced = true');
    await service.sql('delete from login_sessions where user_id = $1', [person.id]);
    const fresh = { ...person, visitor: aPerson(service.origin) };
    const answer = await usePasskey(fresh, await beginSignIn(fresh));
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(await loginsOf(service, person.id)).toEqual([]);
  });
});

describe('an owner of an enforced domain', () => {
  test('signs in with two factors, which is on record and raises an alert', async ({ service }) => {
    const { id, domain } = await anEnforced(service, { status: 'FAILED' });
    const owner = await anOwner(service, domain);
    const { ours, sql } = service;
    // Codes that are not asked for of others are asked for here.
    await ours.call('updateTotpConfig', { body: { enforcement: 'OFF' } });
    const { person, status, location } = await giveLocally(service, owner.email);
    await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect(status).toBe(303);
    const asked = await person.open(location);
    expect(await loginsOf(service, owner.id)).toEqual([]);
    await person.send(asked, { otp: codeOf(owner.secret, 30) }, '/totp');
    expect(await loginsOf(service, owner.id)).toMatchObject([
      { connection_id: null, amr: ['pwd', 'otp', 'mfa'] },
    ]);
    const told = await sql(
      `select data ->> 'connectionId' as connection from events where type = 'user.local_login' and data ->> 'userId' = $1`,
      [owner.id],
    );
    expect(told).toEqual([{ connection: id }]);
    const { body: alerts } = await ours.call('listAlerts', {});
    expect(alerts.data).toContainEqual(
      expect.objectContaining({
        severity: 'HIGH',
        title: 'An owner signed in without the identity provider',
        source: { type: 'USER', id: owner.id },
      }),
    );
    const { body: rows } = await ours.call('listAuditLogs', { query: { action: 'user.local_login' } });
    expect(rows.data).toHaveLength(1);
  });

  test('is sent to the identity provider with one factor, and sets up no second one', async ({ service }) => {
    const { domain } = await anEnforced(service, { status: 'FAILED' });
    const owner = await anEmployee(service, { domain }, { roles: ['OWNER'] });
    const { ours } = service;
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    const answer = await giveLocally(service, owner.email);
    await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect([answer.status, answer.title]).toEqual([403, toCompany]);
    expect(await loginsOf(service, owner.id)).toEqual([]);
  });

  test('sets up no app when the app is taken away between the factors', async ({ service }) => {
    const { domain } = await anEnforced(service, { status: 'FAILED' });
    await anOwner(service, domain); // Another owner is left.
    const owner = await anOwner(service, domain);
    const { ours } = service;
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    const { person, location } = await giveLocally(service, owner.email);
    await ours.call('deleteUserFactors', { path: { userId: owner.id } });
    const page = await person.open(location);
    await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect(page.title).toBe('Two-step verification required');
  });
});

describe('finishFederatedSignIn', () => {
  test('signs users of an enforced domain in by its connection, also with another factor', async ({
    service,
  }) => {
    const one = await connected(service, upstream, { enforced: true });
    const { person } = await signedInAs(service, one, aSubject(one));
    const [user] = await service.sql<{ id: string }>('select id from users where source_connection_id = $1', [
      one.id,
    ]);
    expect(await loginsOf(service, user?.id ?? '')).toMatchObject([{ connection_id: one.id }]);
    expect((await person.open(`/account/${service.ours.orgId}`)).status).toBe(200);
  });

  test('signs no user in by a connection that is not the enforced one', async ({ service }) => {
    const mine = await connected(service, upstream, { enforced: true });
    const other = await connected(service, upstream);
    const claims = aSubject(other);
    await signedInAs(service, other, claims);
    const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [claims.email]);
    await service.sql('delete from login_sessions where user_id = $1', [user?.id]);
    await service.ours.call('updateUser', {
      path: { userId: user?.id ?? '' },
      body: { email: `${crypto.randomUUID()}@${mine.domain}` },
    });
    const answer = await signedInAs(service, other, claims);
    expect([answer.status, answer.title, companyButton(answer)?.endsWith(mine.id)]).toEqual([
      403,
      toCompany,
      true,
    ]);
    expect(await loginsOf(service, user?.id ?? '')).toEqual([]);
  });

  test('refuses a sign-in that has begun when the connection is disabled before its last step', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const world = await besides(service);
    const { userId, secret } = await world.enrolled();
    await world.close();
    const claims = aSubject(one);
    await service.ours.call('updateUser', { path: { userId }, body: { email: claims.email } });
    await proveAddress(service, userId);
    const asked = await signedInAs(service, one, claims);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const answer = await asked.person.send(asked, { otp: codeOf(secret, 30) }, '/totp');
    expect([answer.status, answer.title]).toEqual([400, 'Sign in']);
    expect(answer.text).toContain('Sign-in with your organization is turned off. Sign in another way');
    expect(await loginsOf(service, userId)).toEqual([]);
    expect(await failuresOf(service, userId)).toEqual([{ reason: 'CONNECTION_DISABLED' }]);
  });

  test('links a user who manages the organization when the user has proved both', async ({ service }) => {
    const one = await connected(service, upstream, { enforced: true });
    const user = await anEmployee(service, one, { roles: ['ADMIN'] });
    const claims = aSubject(one, { email: user.email });
    const refused = await signedInAs(service, one, claims);
    expect([refused.status, /<code>PROVE_FIRST<\/code>/.test(refused.text)]).toEqual([403, true]);
    expect(await loginsOf(service, user.id)).toEqual([]);
    // Alone, the password is not enough.
    expect((await giveLocally(service, user.email)).title).toBe(toCompany);
    const back = /<a class="button" href="([^"]*)">Back to sign-in/.exec(refused.text)?.[1] ?? '';
    const { person } = refused;
    await person.send(await person.open(back), { password }, '/password');
    expect(await loginsOf(service, user.id)).toMatchObject([{ connection_id: one.id }]);
    await service.sql('delete from login_sessions where user_id = $1', [user.id]);
    expect((await signedInAs(service, one, claims)).status).toBe(200);
    expect(await loginsOf(service, user.id)).toHaveLength(1);
  });

  test('links no other user than the one of the address, and forgets the account with the name', async ({
    service,
  }) => {
    const one = await connected(service, upstream, { enforced: true });
    const admin = await anEmployee(service, one, { roles: ['ADMIN'] });
    const other = await anEmployee(service, one);
    const { person, text } = await signedInAs(service, one, aSubject(one, { email: admin.email }));
    const back = /<a class="button" href="([^"]*)">Back to sign-in/.exec(text)?.[1] ?? '';
    const page = await person.open(`${back}&factor=identifier`);
    const form = page.forms.find(({ action }) => action.endsWith('/identifier'));
    await person.post(form?.action ?? '', { ...form?.fields, username: other.email });
    const answer = await person.send(await person.open(back), { password }, '/password');
    expect(answer.title).toBe(toCompany);
    expect(await service.sql('select from social_links where provider_id = $1', [one.id])).toEqual([]);
  });
});
