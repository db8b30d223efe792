import { afterAll, beforeAll, describe, expect } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { aRelyingParty, begin, Browser } from '../../support/relying-party.ts';
import { aSamlSubject, samlConnected, signedInBySaml } from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { provedDomain } from '../../support/stored-connections.ts';
import { aSocialProvider, linksOf, locationOf, press } from '../../support/social.ts';
import {
  aSubject,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  throughApplication,
  type Upstream,
} from '../../support/upstream.ts';
import { clientOf } from '../../support/user-caller.ts';

// An identity provider that knows the user already signs the user in without a question. A browser that was left open can do that.

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

/** Returns the answer of an operation that needs a recent sign-in, and the time that the user is shown. */
async function asOwner({ ours, origin }: TestService, person: Person, userId: string) {
  await ours.call('updateUser', { path: { userId }, body: { roles: ['OWNER'] } });
  const client = clientOf({ origin, person }, ours.orgId);
  const me = await client.call('getMe');
  const { status, body } = await client.call('createWebhook', {
    body: { url: 'https://hooks.example.com/in', name: 'hook', events: ['user.created'] },
  });
  return { authTime: me.body.authTime, status, code: body.code };
}

const refused = { status: 403, code: 'REAUTHENTICATION_REQUIRED' };
const allowed = { status: 201, code: undefined, authTime: expect.any(String) };

const userOf = async (service: TestService, subject: string): Promise<string> =>
  (await linksOf(service, subject))[0]?.user_id ?? '';

describe('a sign-in by an OpenID Connect connection is recent', () => {
  test.for<[said: string, authTime: number | undefined, outcome: object]>([
    ['nothing', undefined, { ...refused, authTime: null }],
    ['a minute ago', 60, allowed],
    ['six minutes ago', 360, { ...refused, authTime: expect.any(String) }],
  ])('if auth_time says so: %s', async ([, age, outcome], { service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection, age === undefined ? {} : { auth_time: secondsAgo(age) });
    const { person } = await signedInAs(service, connection, claims);
    expect(await asOwner(service, person, await userOf(service, claims.sub ?? ''))).toEqual(outcome);
  });

  test('after the user was asked for a proof there, and gave it', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const { person } = await signedInAs(service, connection, claims);
    const userId = await userOf(service, claims.sub ?? '');
    expect(await asOwner(service, person, userId)).toMatchObject(refused);
    // An act on the account page that demands a new proof leads there.
    await service.sql(`update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    const page = await person.open(`/account/${service.ours.orgId}/totp`);
    const form = page.forms.find(({ action }) => action.endsWith('/identifier'));
    const username = `ada@${connection.domain}`;
    const led = await person.post(form?.action ?? '', { ...form?.fields, username });
    expect(locationOf(led).searchParams.get('prompt')).toBe('login');
    upstream.claims = { ...claims, auth_time: secondsAgo(0) };
    await person.open(upstream.visit(led));
    expect(await asOwner(service, person, userId)).toEqual(allowed);
  });
});

/** Signs in by an answer that is not recent. The page leads back to the provider, which is asked for a proof of now. */
async function goneBack(service: TestService, said: { auth_time?: number } = {}) {
  const connection = await connected(service, upstream);
  const claims = aSubject(connection, said);
  const first = await signedInAs(service, connection, claims);
  expect([first.status, first.title]).toEqual([200, 'Sign in with your organization']);
  const { person, path } = first;
  const form = first.forms.find(({ action }) => action.endsWith(`/federation/${connection.id}`));
  const led = await person.post(form?.action ?? '', { ...form?.fields });
  const { searchParams } = locationOf(led);
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  return { person, led: { ...led, path }, claims };
}

describe('a sign-in by a connection that says no auth_time is not recent', () => {
  /** A user whose identity provider signs in without a question, and says nothing of the time. */
  const silently = async (service: TestService) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const { person } = await signedInAs(service, connection, claims);
    return { connection, claims, person, userId: await userOf(service, claims.sub ?? '') };
  };

  test.for(['passkeys', 'totp'])('for the setup of a factor: %s', async (page, { service }) => {
    const { person, connection, claims } = await silently(service);
    const path = `/account/${service.ours.orgId}/${page}`;
    const asked = await person.open(path);
    expect(asked.title).toBe('Sign in');
    const form = asked.forms.find(({ action }) => action.endsWith('/identifier'));
    const username = `ada@${connection.domain}`;
    const go = () => person.post(form?.action ?? '', { ...form?.fields, username });
    const led = await go();
    expect(locationOf(led).searchParams.get('prompt')).toBe('login');
    upstream.claims = { ...claims, auth_time: secondsAgo(0) };
    expect((await person.open(upstream.visit(led))).path).toBe(path);
    expect((await person.open(path)).title).not.toBe('Sign in');
  });

  test('for REAUTHENTICATION of conditional access', async ({ service }) => {
    const { person, userId } = await silently(service);
    const { ours, origin } = service;
    await ours.call('updateUser', { path: { userId }, body: { roles: ['OWNER'] } });
    const client = clientOf({ origin, person }, ours.orgId);
    expect((await client.call('getMe')).status).toBe(200);
    await anAccessPolicy(ours, {
      conditions: { applications: { include: ['keyward:admin'] } },
      decision: 'REQUIRE',
      requirements: ['REAUTHENTICATION'],
      session: { maxAgeSeconds: 3_600 },
    });
    try {
      const { status, body } = await client.call('getMe');
      expect([status, body.code, body.details.required]).toEqual([
        403,
        'REAUTHENTICATION_REQUIRED',
        ['REAUTHENTICATION'],
      ]);
    } finally {
      await withoutAccessPolicies(ours);
    }
  });

  describe('for REAUTHENTICATION of the first sign-in, so that the browser goes back once', () => {
    /** Signs in by a silent answer while a policy asks for a sign-in of today. */
    const sentBack = async (service: TestService) => {
      await anAccessPolicy(service.ours, {
        conditions: { applications: { include: ['keyward:account'] } },
        decision: 'REQUIRE',
        requirements: ['REAUTHENTICATION'],
        session: { maxAgeSeconds: 86_400 },
      });
      return goneBack(service);
    };

    test('the user signs in with an answer of now', async ({ service }) => {
      try {
        const { person, led, claims } = await sentBack(service);
        upstream.claims = { ...claims, auth_time: secondsAgo(0) };
        expect((await person.open(upstream.visit(led))).path).toBe(`/account/${service.ours.orgId}`);
      } finally {
        await withoutAccessPolicies(service.ours);
      }
    });

    test('the page says why if the provider says no time again, and leads there', async ({ service }) => {
      try {
        const { person, led } = await sentBack(service);
        const back = await person.open(upstream.visit(led));
        expect([back.status, outcomeOf(back)]).toEqual([403, 'NOT_FRESH']);
        const retry = await person.open(led.path);
        expect([retry.status, retry.title]).toEqual([200, 'Sign in with your organization']);
      } finally {
        await withoutAccessPolicies(service.ours);
      }
    });
  });

  describe.for<[said: string, claims: { auth_time?: number }]>([
    ['nothing', {}],
    ['eight hours ago', { auth_time: secondsAgo(8 * 3_600) }],
  ])('for the setup of a factor that the organization requires: %s', ([, said]) => {
    const required = async (service: TestService, work: () => Promise<void>) => {
      await service.ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
      try {
        await work();
      } finally {
        await service.ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
      }
    };

    test('the user sets it up after an answer of now', ({ service }) =>
      required(service, async () => {
        const { person, led, claims } = await goneBack(service, said);
        upstream.claims = { ...claims, auth_time: secondsAgo(0) };
        const page = await person.open(upstream.visit(led));
        expect(page.forms.map(({ action }) => action.split('/').at(-1))).toContain('enrolment');
      }));

    test('the page says why if the provider asks the user for nothing again', ({ service }) =>
      required(service, async () => {
        const { person, led } = await goneBack(service, said);
        const back = await person.open(upstream.visit(led));
        expect([back.status, outcomeOf(back)]).toEqual([403, 'NOT_FRESH']);
        expect(back.text).toContain('didn’t ask you to');
      }));
  });

  test('for max_age and prompt=login of a client', async ({ service }) => {
    const connection = await connected(service, upstream);
    const party = await aRelyingParty(service.ours);
    const browser = new Browser(party.issuer);
    const claims = aSubject(connection);
    const first = await throughApplication(connection, { browser, url: (await begin(party)).url, claims });
    expect(first.back.url.searchParams.get('code')).not.toBeNull();
    const again = async (claimed: typeof claims) => {
      const { url } = await begin(party, { max_age: '1000' });
      return throughApplication(connection, { browser, url, claims: claimed });
    };
    const { led, back } = await again(claims);
    expect(led?.searchParams.get('max_age')).toBe('1000');
    expect([back.status, back.text.includes('NOT_FRESH')]).toEqual([403, true]);
    const known = await again({ ...claims, auth_time: secondsAgo(900) });
    expect(known.back.url.searchParams.get('code')).not.toBeNull();
  });
});

describe('a sign-in by a SAML connection is recent', () => {
  test.for<[minutes: number, outcome: object]>([
    [1, allowed],
    [10, { ...refused, authTime: expect.any(String) }],
  ])('if AuthnInstant was %s minutes ago', async ([minutes, outcome], { service }) => {
    const connection = await samlConnected(service);
    const ada = aSamlSubject(connection);
    const authnInstant = new Date(Date.now() - minutes * 60_000);
    const { person } = await signedInBySaml(service, connection, { ...ada, assertion: { authnInstant } });
    const [user] = await service.sql<{ id: string }>(
      'select user_id as id from login_sessions where connection_id = $1',
      [connection.id],
    );
    expect(await asOwner(service, person, user?.id ?? '')).toEqual(outcome);
  });
});

describe('a sign-in by a social provider is recent', () => {
  test.for<[said: string, authTime: () => number | undefined, outcome: object]>([
    ['nothing', () => undefined, { ...refused, authTime: null }],
    ['an hour ago', () => secondsAgo(3_600), { ...refused, authTime: null }],
    ['now', () => secondsAgo(0), allowed],
  ])('if the provider asked the user: %s', async ([, authTime, outcome], { service }) => {
    const { ours, origin } = service;
    await provedDomain(service, 'acme.example');
    const provider = await aSocialProvider(ours, {
      clientId: `keyward-${crypto.randomUUID()}`,
      issuer: upstream.url,
      allowedDomains: ['acme.example'],
    });
    const sub = crypto.randomUUID();
    const email = `${sub}@acme.example`;
    const at = authTime();
    upstream.claims = { sub, email, email_verified: true, ...(at === undefined ? {} : { auth_time: at }) };
    const person = aPerson(origin);
    const page = await person.open(`/login/${ours.orgId}`);
    await person.open(upstream.visit(await press(person, page, `/social/${provider.id}`)));
    const { body } = await ours.call('listUsers', { query: { search: email } });
    expect(await asOwner(service, person, body.data[0].id)).toEqual(outcome);
    if (outcome === allowed) return;
    // The account page demands a proof, and the provider gives none again.
    const asked = await person.open(`/account/${ours.orgId}/totp`);
    const back = await person.open(upstream.visit(await press(person, asked, `/social/${provider.id}`)));
    expect([back.status, back.text.includes('didn’t ask you to')]).toEqual([403, true]);
  });
});
