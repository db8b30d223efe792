import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aSocialProvider,
  linksOf,
  locationOf,
  pathOf,
  press,
  type SocialIssuer,
  startSocialIssuer,
} from '../../support/social.ts';
import { provedDomain } from '../../support/stored-connections.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
let peer: SocialIssuer;
beforeAll(async () => {
  peer = await startSocialIssuer();
});
afterAll(() => peer.close());

let known: Promise<{ id: string; callbackUrl: string }> | undefined;

/** The provider that is oidc-provider, the same for all tests. */
const acme = (service: TestService) =>
  (known ??= (async () => {
    await provedDomain(service, 'acme.example');
    const made = await aSocialProvider(service.ours, {
      clientId: 'keyward',
      issuer: peer.url,
      allowedDomains: ['acme.example'],
    });
    await peer.register(made.callbackUrl);
    return made;
  })());

const subject = (): Record<string, string> => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@acme.example`, email_verified: 'true', name: 'Ada Lovelace' };
};

/** Goes to the provider and comes back, up to the callback that is not asked for yet. */
async function away(service: TestService, claims: Record<string, string>) {
  const { ours, origin } = service;
  const provider = await acme(service);
  await peer.become(claims);
  const person = aPerson(origin);
  const page = await person.open(`/login/${ours.orgId}`);
  const led = await press(person, page, `/social/${provider.id}`);
  const callback = pathOf(await peer.visit(locationOf(led).href));
  return { provider, person, led, callback, page, orgId: ours.orgId ?? '' };
}

describe('startSocialSignIn', () => {
  test('redirects to the provider with state, nonce and PKCE, and passes on nothing the user typed', async ({
    service,
  }) => {
    const { led, person, page, provider } = await away(service, subject());
    expect(led.status).toBe(303);
    const { origin, searchParams } = locationOf(led);
    expect(origin).toBe(peer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'keyward',
      response_type: 'code',
      redirect_uri: provider.callbackUrl,
      scope: 'openid profile email',
      state: expect.stringMatching(/^sgn_[0-9a-z]{26}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const form = page.forms.find(({ action }) => action.endsWith(provider.id));
    const forged = await person.post(form?.action ?? '', { ...form?.fields, csrf: 'A'.repeat(43) });
    expect(forged.status).toBe(403);
  });

  test('shows an unreachable or forbidden provider as an error, with a way back', async ({ service }) => {
    const { ours, origin, sql } = service;
    const gone = await aSocialProvider(ours, { issuer: 'https://nowhere.invalid' });
    const person = aPerson(origin);
    const page = await person.open(`/login/${ours.orgId}`);
    const failed = await press(person, page, gone.id);
    expect([failed.status, failed.title]).toEqual([502, 'That didn’t work']);
    expect(failed.headers.get('x-error-code')).toBe('FEDERATION_CONN_FAILED');
    expect(failed.text).toContain(`href="${page.path}"`);
    expect(failed.text).toMatch(/req_[0-9a-z]{26}/);
    // A name may come to mean an address of ours at any time.
    await sql('update social_providers set issuer = $1, version = version + 1 where id = $2', [
      'https://169.254.169.254/latest',
      gone.id,
    ]);
    expect((await press(person, page, gone.id)).status).toBe(502);
    const rows = await sql<{ reason: string }>(
      `select p.content::jsonb ->> 'reason' as reason from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.action = 'user.login_failed' order by a.created_at desc limit 2`,
    );
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Acme: The provider cannot be reached: BLOCKED_ADDRESS',
      'Acme: The provider cannot be reached: DNS_FAILURE',
    ]);
    await ours.call('deleteSocialProvider', { path: { providerId: gone.id } });
    expect((await press(person, page, gone.id)).status).toBe(404);
  });
});

describe('finishSocialSignIn', () => {
  test('signs up an unknown user, and signs the same user in the next time', async ({ service }) => {
    const claims = subject();
    const { person, callback, orgId } = await away(service, claims);
    const seen = await person.open(callback);
    expect([seen.status, seen.title, seen.path]).toEqual([200, 'Your account', `/account/${orgId}`]);
    const [link] = await linksOf(service, claims['sub'] ?? '');
    expect(link).toMatchObject({
      email: claims['email'],
      email_verified: true,
      source: 'FEDERATION',
      roles: '{MEMBER}',
    });
    const again = await away(service, { ...claims, email: `other-${claims['email']}` });
    expect((await again.person.open(again.callback)).title).toBe('Your account');
    expect(await linksOf(service, claims['sub'] ?? '')).toEqual([link]);
    const events = await service.sql<{ type: string; amr: string }>(
      "select type, data ->> 'amr' as amr from events where data ->> 'userId' = $1 order by created_at, id",
      [link?.user_id],
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.created', 'user.login', 'session.created']),
    );
    expect(events.find(({ type }) => type === 'user.login')?.amr).toBe('["fed"]');
  });

  test('gives another user name to an address that may not be one', async ({ service }) => {
    const { sub = '' } = subject();
    const email = `①${sub}@acme.example`;
    const { person, callback } = await away(service, { ...subject(), sub, email });
    expect((await person.open(callback)).title).toBe('Your account');
    const [link] = await linksOf(service, sub);
    const users = await service.sql('select email, username from users where id = $1', [link?.user_id]);
    expect(users).toEqual([{ email, username: expect.stringMatching(/^oidc-[0-9a-f]{16}$/) }]);
  });

  test('keeps a name without characters that would disguise it', async ({ service }) => {
    const claims: Record<string, string> = { ...subject(), name: 'Ada\u202e\u200b\nLovelace\ufeff' };
    const { person, callback } = await away(service, claims);
    expect((await person.open(callback)).title).toBe('Your account');
    const [link] = await linksOf(service, claims['sub'] ?? '');
    const users = await service.sql('select display_name from users where id = $1', [link?.user_id]);
    expect(users).toEqual([{ display_name: 'Ada Lovelace' }]);
  });

  test('shows a new user by first and last name if the provider sends no other name', async ({ service }) => {
    const claims: Record<string, string> = { ...subject(), name: '', given_name: 'Ada', family_name: 'King' };
    const { person, callback } = await away(service, claims);
    expect((await person.open(callback)).title).toBe('Your account');
    const [link] = await linksOf(service, claims['sub'] ?? '');
    const users = await service.sql('select display_name from users where id = $1', [link?.user_id]);
    expect(users).toEqual([{ display_name: 'Ada King' }]);
  });

  test('accepts a response once, even of eight in parallel', async ({ service }) => {
    const claims = subject();
    const { person, callback, orgId } = await away(service, claims);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const one = aPerson(service.origin);
        one.cookies.add(person.cookies);
        return one.get(callback);
      }),
    );
    const signedIn = answers.filter(
      ({ status, headers }) => status === 303 && headers.getSetCookie().length > 0,
    );
    expect(signedIn).toHaveLength(1);
    expect(signedIn[0]?.headers.get('location')).toBe(`/account/${orgId}`);
    expect(await linksOf(service, claims['sub'] ?? '')).toHaveLength(1);
    const replayed = await person.get(callback);
    expect(replayed.status).toBe(400);
  });

  test('rejects a response in another browser, at another provider, and of a disabled provider', async ({
    service,
  }) => {
    const claims = subject();
    const { ours, origin } = service;
    const { person, callback, provider, orgId } = await away(service, claims);
    const stranger = aPerson(origin);
    await stranger.open(`/login/${orgId}`);
    expect((await stranger.open(callback)).title).toBe('This sign-in has expired');
    expect((await aPerson(origin).open(callback)).title).toBe('This sign-in has expired');
    const other = await aSocialProvider(ours, { issuer: peer.url });
    const mixedUp = await person.open(callback.replace(provider.id, other.id));
    expect([mixedUp.status, mixedUp.title]).toEqual([400, 'This page has expired']);
    await ours.call('deleteSocialProvider', { path: { providerId: other.id } });
    const path = { providerId: provider.id };
    await ours.call('updateSocialProvider', { path, body: { enabled: false } });
    const disabled = await person.open(callback);
    await ours.call('updateSocialProvider', { path, body: { enabled: true } });
    expect(disabled.status).toBe(404);
    expect(await linksOf(service, claims['sub'] ?? '')).toEqual([]);
    const wrong = await person.open(
      callback.replace(/state=[^&]*/, (all) => `${all.slice(0, -1)}${all.endsWith('A') ? 'B' : 'A'}`),
    );
    expect(wrong.status).toBe(400);
    const mixed = await person.open(callback.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'));
    expect([mixed.status, mixed.headers.get('x-error-code')]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    expect(await linksOf(service, claims['sub'] ?? '')).toEqual([]);
  });

  test('links no account by its e-mail address, and rejects an unverified address (nOAuth)', async ({
    service,
  }) => {
    const { ours } = service;
    const claims = subject();
    // Another user registered the address first, with a password.
    const userId = await aUser(ours, { email: claims['email'], password });
    const { person, callback } = await away(service, claims);
    const refused = await person.open(callback);
    expect([refused.status, refused.title]).toEqual([403, 'You can’t sign in with this account']);
    expect(refused.text).toContain('connect Acme on your account page');
    expect(await linksOf(service, claims['sub'] ?? '')).toEqual([]);
    for (const [name, value] of [
      ['email_verified', 'false'],
      ['email', 'ada@elsewhere.example'],
    ] as const) {
      const claimed = await away(service, { ...subject(), [name]: value });
      const answer = await claimed.person.open(claimed.callback);
      expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.text).toContain('no verified email address that’s allowed');
    }
    const { body } = await ours.call('getUser', { path: { userId } });
    expect(body.emailVerified).toBe(false);
  });

  test('asks for the second factor, and does not sign in a suspended user', async ({ service }) => {
    const { ours, sql } = service;
    const claims = subject();
    const first = await away(service, claims);
    await first.person.open(first.callback);
    const [link] = await linksOf(service, claims['sub'] ?? '');
    const userId = link?.user_id ?? '';
    await ours.call('suspendUser', { path: { userId } });
    const second = await away(service, claims);
    expect((await second.person.open(second.callback)).title).not.toBe('Your account');
    await ours.call('reactivateUser', { path: { userId } });
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    const third = await away(service, claims);
    const page = await third.person.open(third.callback);
    await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect(page.title).not.toBe('Your account');
    expect(await sql('select id from login_sessions where user_id = $1', [userId])).toHaveLength(0);
  });

  test('returns to the sign-in when the user declines', async ({ service }) => {
    const { person, callback } = await away(service, subject());
    const declined = callback.replace(/code=[^&]*/, 'error=access_denied');
    expect((await person.open(declined)).title).toBe('Sign in');
  });
});

describe('finishSocialSignInByForm', () => {
  test('redirects the form of another site to where the cookie is', async ({ service }) => {
    const { person, callback, orgId } = await away(service, subject());
    const [path = '', query] = callback.split('?');
    const stranger = aPerson(service.origin);
    const fields = { ...Object.fromEntries(new URLSearchParams(query)), user: '{"name":{}}' };
    const led = await stranger.post(path, fields, {
      origin: 'https://appleid.apple.com',
      'sec-fetch-site': 'cross-site',
    });
    expect(led.status).toBe(303);
    expect((await person.open(led.headers.get('location') ?? '')).path).toBe(`/account/${orgId}`);
  });
});

describe('addOwnSocialAccount', () => {
  test('connects the account of the signed-in user, who can sign in with it and disconnect it', async ({
    service,
  }) => {
    const { ours, origin, sql } = service;
    const provider = await acme(service);
    const claims = subject();
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const person = aPerson(origin);
    await person.signIn(ours.orgId ?? '', email, password);
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    await peer.become(claims);
    const led = await press(person, account, `${provider.id}/connect`);
    const connected = await person.open(pathOf(await peer.visit(locationOf(led).href)));
    expect(connected.text).toContain('The account was connected.');
    expect(await linksOf(service, claims['sub'] ?? '')).toMatchObject([{ user_id: userId }]);
    const back = await away(service, claims);
    const theirs = await back.person.open(back.callback);
    expect(theirs.text).toContain(email);
    const rows = await sql<{ action: string }>(
      "select action from audit_logs where target_id = $1 and action like 'user.%link'",
      [userId],
    );
    expect(rows).toEqual([{ action: 'user.link' }]);
    const left = await person.send(connected, {}, `${provider.id}/disconnect`);
    expect(left.text).toContain('The account was disconnected.');
    expect(await linksOf(service, claims['sub'] ?? '')).toEqual([]);
  });

  test('asks a user who signed in long ago to sign in again', async ({ service }) => {
    const { ours, origin, sql } = service;
    const provider = await acme(service);
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const person = aPerson(origin);
    await person.signIn(ours.orgId ?? '', email, password);
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    await sql("update login_sessions set auth_time = now() - interval '11 min' where user_id = $1", [userId]);
    const led = await press(person, account, `${provider.id}/connect`);
    expect(locationOf(led).pathname).toBe(`/login/${ours.orgId}`);
    expect((await person.open(led.headers.get('location') ?? '')).title).toBe('Sign in');
  });

  test('does not connect an account that belongs to another user', async ({ service }) => {
    const { ours, origin } = service;
    const provider = await acme(service);
    const claims = subject();
    const first = await away(service, claims);
    await first.person.open(first.callback);
    const email = anEmail();
    await aUser(ours, { email, password });
    const person = aPerson(origin);
    await person.signIn(ours.orgId ?? '', email, password);
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    await peer.become(claims);
    const led = await press(person, account, `${provider.id}/connect`);
    const refused = await person.open(pathOf(await peer.visit(locationOf(led).href)));
    expect([refused.status, refused.text.includes('can’t be connected')]).toEqual([400, true]);
  });
});

describe('removeOwnSocialAccount', () => {
  test('keeps the only sign-in method of a user without a password', async ({ service }) => {
    const provider = await acme(service);
    const claims = subject();
    const first = await away(service, claims);
    await first.person.open(first.callback);
    const owner = await first.person.open(`/account/${first.orgId}?section=security`);
    const stuck = await first.person.send(owner, {}, `${provider.id}/disconnect`);
    expect([stuck.status, stuck.text.includes('This is your only way to sign in')]).toEqual([400, true]);
  });
});
