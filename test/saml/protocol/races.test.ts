import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { codeOf } from '../../support/second-factors.ts';
import { aLogoutParty, joined, logoutContent, logoutPath } from '../../support/saml-logout.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  type Party,
  password,
  redirectPath,
  responseIn,
  signInOn,
} from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const orgId = (): string => service.ours.orgId ?? '';
const eight = <Value>(make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: 8 }, (_, at) => make(at)));

/** A user who is signed in. */
async function aSignedIn() {
  const made = await aVisitor(service);
  await made.visitor.signIn(orgId(), made.email, password);
  return made;
}

/** Sessions of a user at service providers whose login is over. */
const orphans = (userId: string): Promise<unknown[]> =>
  service.sql(
    `select from saml_sessions s where user_id = $1
        and not exists (select from login_sessions l where l.id = s.login_id)`,
    [userId],
  );

describe('eight sign-ons of one login at one service provider', () => {
  test('make one session with one SessionIndex', async () => {
    const party = await aServiceProvider(service.ours);
    const { id, visitor } = await aSignedIn();
    const paths = await eight(() => redirectPath(party));
    const pages = await Promise.all(paths.map((path) => visitor.open(path)));
    const profiles = await Promise.all(
      pages.map((page) => party.saml.validatePostResponseAsync(answerIn(page).fields)),
    );
    expect(new Set(profiles.map(({ profile }) => profile?.sessionIndex)).size).toBe(1);
    expect(await service.sql('select 1 as one from saml_sessions where user_id = $1', [id])).toEqual([
      { one: 1 },
    ]);
  });
});

describe('eight sign-ons that race', () => {
  const ends: [
    what: string,
    end: (user: { id: string; visitor: ReturnType<typeof aPerson> }) => Promise<unknown>,
  ][] = [
    [
      'with a suspension',
      ({ id }) => service.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } }),
    ],
    [
      'with the end of the login',
      async ({ visitor }) => visitor.send(await visitor.open(`/logout/${orgId()}`), {}, `/logout/${orgId()}`),
    ],
  ];
  test.for(ends)('%s leave no session behind', async ([, end]) => {
    for (let rounds = 0; rounds < 3; rounds++) {
      const user = await aSignedIn();
      const parties: Party[] = await eight(() => aServiceProvider(service.ours));
      const paths = await Promise.all(parties.map((party) => redirectPath(party)));
      const [ended, ...pages] = await Promise.all([
        end(user),
        ...paths.map((path) => aPersonLike(user.visitor).open(path)),
      ]);
      expect(ended).toMatchObject({ status: expect.toSatisfy((status: number) => status < 400) });
      expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await orphans(user.id)).toEqual([]);
    }
  });

  test('with a LogoutRequest leave no session behind', async () => {
    for (let rounds = 0; rounds < 3; rounds++) {
      const party = await aLogoutParty(service.ours);
      const user = await aSignedIn();
      const profile = await joined(user.visitor, party);
      const parties: Party[] = await eight(() => aServiceProvider(service.ours));
      const paths = await Promise.all(parties.map((one) => redirectPath(one)));
      const [ended, ...pages] = await Promise.all([
        aPerson(service.origin).get(logoutPath(party, logoutContent(party, profile))),
        ...paths.map((path) => aPersonLike(user.visitor).open(path)),
      ]);
      expect(ended.status).toBe(303);
      expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await orphans(user.id)).toEqual([]);
    }
  });
});

/** Another tab: the same cookies, which it keeps by itself from then on. */
function aPersonLike(visitor: ReturnType<typeof aPerson>): ReturnType<typeof aPerson> {
  const other = aPerson(service.origin, undefined, visitor.cookies.sent('/'));
  return other;
}

describe('a service provider that asks for a second factor', () => {
  const refeds = 'https://refeds.org/profile/mfa';

  test('gets an assertion of its class after the code of an authenticator app', async () => {
    const plain = await aServiceProvider(service.ours);
    const party = await aServiceProvider(service.ours, {}, { authnContext: [refeds] });
    const { visitor, email } = await aSignedIn();
    const page = await visitor.open(`/account/${orgId()}/totp`);
    const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    await visitor.send(page, { otp: codeOf(secret) });

    // A browser of a user who has an app is asked for both factors at the sign-in.
    const other = aPerson(service.origin);
    const asked = await signInOn(other, await other.open(await redirectPath(party)), email);
    expect(asked.forms.some(({ fields }) => 'otp' in fields)).toBe(true);
    expect(asked.text).not.toContain('SAMLResponse');
    // Without the code, nothing is asserted.
    const passive = await other.open(await redirectPath(party));
    expect(passive.text).not.toContain('SAMLResponse');
    const end = await other.send(asked, { otp: codeOf(secret, 30) });
    expect(responseIn(end)).toContain(`<saml:AuthnContextClassRef>${refeds}</saml:AuthnContextClassRef>`);
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(end).fields);
    expect(profile?.nameID).toBeTruthy();
    // The stronger login also satisfies who asks for less.
    expect(responseIn(await other.open(await redirectPath(plain)))).toContain('PasswordProtectedTransport');
  });

  test('has a user who signed in with a password asked for the code alone', async () => {
    const party = await aServiceProvider(service.ours, {}, { authnContext: [refeds] });
    const { id, visitor } = await aSignedIn();
    const page = await visitor.open(`/account/${orgId()}/totp`);
    const secret = (/<code class="secret"[^>]*>([^<]*)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    await visitor.send(page, { otp: codeOf(secret) });
    await service.sql(`update login_sessions set amr = '{pwd}' where user_id = $1`, [id]);
    const asked = await visitor.open(await redirectPath(party));
    expect(asked.forms.map(({ fields }) => ['otp' in fields, 'password' in fields])).toContainEqual([
      true,
      false,
    ]);
    const end = await visitor.send(asked, { otp: codeOf(secret, 30) });
    expect(responseIn(end)).toContain(`>${refeds}<`);
  });
});
