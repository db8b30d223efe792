// Signing out at the identity provider (OpenID Connect RP-Initiated Logout 1.0), with `logoutUpstream`.
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { authorized, aRelyingParty, Browser, logoutUri } from '../../support/relying-party.ts';
import { aLogoutParty, framesIn, joined } from '../../support/saml-logout.ts';
import { test, type TestService } from '../../support/service.ts';
import { locationOf, pathOf } from '../../support/social.ts';
import { changeConnection, type ConnectionFields } from '../../support/stored-connections.ts';
import {
  aSubject,
  type Claims,
  type Connected,
  connected,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { loginsOf, logoutsOf, signedOutPath, signOut, startPattern } from '../../support/upstream-logout.ts';

let upstream: Upstream;
const endpoint = () => `${upstream.url}/end?keep=this`;
beforeAll(async () => {
  upstream = await startUpstream();
  upstream.metadata = { end_session_endpoint: endpoint() };
});
afterAll(() => upstream.close());

interface SignedIn {
  connection: Connected;
  person: Person;
  claims: Claims;
}

/** A user who has signed in by a connection that signs users out upstream. */
async function aSignedIn(
  service: TestService,
  { fields = {}, changes = {} }: { fields?: ConnectionFields; changes?: Claims } = {},
): Promise<SignedIn> {
  const connection = await connected(service, upstream, { logoutUpstream: true, ...fields });
  const claims = aSubject(connection, changes);
  const { person } = await signedInAs(service, connection, claims);
  return { connection, person, claims };
}

/** The path of ours that the identity provider sends the browser back to. */
const backFrom = (sent: Seen): string => {
  const { searchParams } = locationOf(sent);
  const back = new URL(searchParams.get('post_logout_redirect_uri') ?? '');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  return pathOf(back.href);
};

describe('startUpstreamLogout', () => {
  test('takes the browser to the identity provider with its ID token, after the login has ended', async ({
    service,
  }) => {
    const made = await aSignedIn(service);
    const { connection, person, claims } = made;
    const left = await signOut(service, person);
    expect([left.status, left.location]).toEqual([303, expect.stringMatching(startPattern(connection.id))]);
    expect(await loginsOf(service, made.connection)).toEqual([]);
    const sent = await person.get(left.location);
    const { origin, pathname, searchParams } = locationOf(sent);
    expect([sent.status, origin, pathname]).toEqual([303, upstream.url, '/end']);
    expect([sent.headers.get('referrer-policy'), sent.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);
    const { id_token_hint: hint = '', ...others } = Object.fromEntries(searchParams);
    expect(others).toEqual({
      keep: 'this',
      client_id: 'keyward',
      post_logout_redirect_uri: connection.callbackUrl.replace(/callback$/, 'logged-out'),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [, payload = ''] = hint.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: claims.sub });
    const { body } = await service.ours.call('getOidcConnection', { path: { id: connection.id } });
    expect(body).toMatchObject({
      logoutUpstream: true,
      postLogoutRedirectUrl: others['post_logout_redirect_uri'],
    });
    const back = await person.open(backFrom(sent));
    expect([back.status, back.path]).toEqual([200, signedOutPath(service)]);
    expect(await logoutsOf(service, made.connection)).toEqual([]);
  });

  test('is where every sign-out of this browser on the account page leads, and no other', async ({
    service,
  }) => {
    const { ours } = service;
    for (const action of ['/sessions/end', '/sessions/end-all']) {
      const made = await aSignedIn(service);
      const { person, connection, claims } = made;
      const [{ id: session } = { id: '' }] = await loginsOf(service, made.connection);
      await signedInAs(service, connection, claims);
      const page = await person.open(`/account/${ours.orgId}?section=sessions`);
      const form = page.forms.find((one) => one.action.endsWith(action));
      const post = async (changes = {}) =>
        (await person.post(form?.action ?? '', { ...form?.fields, ...changes })).location;
      if (action === '/sessions/end') {
        // The form of the page is that of the other session.
        expect(await post()).toContain(`/account/${ours.orgId}`);
        expect(await logoutsOf(service, made.connection)).toEqual([]);
      }
      expect(await post(action === '/sessions/end' ? { session } : {})).toMatch(startPattern(connection.id));
      expect(await loginsOf(service, made.connection)).toEqual([]);
      expect(await logoutsOf(service, made.connection)).toHaveLength(1);
    }
  });

  test('is skipped without logoutUpstream, for a disabled connection, and for users who signed in here', async ({
    service,
  }) => {
    const off = await aSignedIn(service, { fields: { logoutUpstream: false } });
    const [{ hint } = { hint: 'x' }] = await service.sql<{ hint: unknown }>(
      'select upstream_hint as hint from login_sessions where connection_id = $1',
      [off.connection.id],
    );
    expect(hint).toBeNull();
    const disabled = await aSignedIn(service);
    await changeConnection(service, disabled.connection.id, "status = 'DISABLED'");
    for (const made of [off, disabled]) {
      expect((await signOut(service, made.person)).location).toBe(signedOutPath(service));
      expect(await loginsOf(service, made.connection)).toEqual([]);
      expect(await logoutsOf(service, made.connection)).toEqual([]);
    }
    // Turned on after the sign-in: the identity provider is asked without an ID token.
    await changeConnection(service, off.connection.id, 'logout_upstream = true');
    const again = await signedInAs(service, off.connection, off.claims);
    await service.sql('update login_sessions set upstream_hint = null where connection_id = $1', [
      off.connection.id,
    ]);
    const sent = await again.person.get((await signOut(service, again.person)).location);
    expect(locationOf(sent).searchParams.get('id_token_hint')).toBeNull();
    expect(locationOf(sent).searchParams.get('client_id')).toBe('keyward');
  });

  test('leaves a long ID token out', async ({ service }) => {
    const { person } = await aSignedIn(service, { changes: { groups: ['x'.repeat(4_000)] } });
    const sent = await person.get((await signOut(service, person)).location);
    expect(locationOf(sent).searchParams.get('id_token_hint')).toBeNull();
  });

  test('goes on when the identity provider cannot be reached, or has no endpoint that may be used', async ({
    service,
  }) => {
    const unreachable = await aSignedIn(service);
    await changeConnection(service, unreachable.connection.id, "issuer = 'https://nowhere.invalid'");
    const left = await signOut(service, unreachable.person);
    expect((await unreachable.person.get(left.location)).location).toBe(signedOutPath(service));
    expect(await logoutsOf(service, unreachable.connection)).toEqual([]);
    try {
      for (const end of [undefined, 'http://upstream.example/end', 'javascript:alert(1)', 'end', 5]) {
        upstream.metadata = { end_session_endpoint: end };
        const made = await aSignedIn(service);
        const path = (await signOut(service, made.person)).location;
        expect([end, (await made.person.get(path)).location]).toEqual([end, signedOutPath(service)]);
        expect(await loginsOf(service, made.connection)).toEqual([]);
      }
    } finally {
      upstream.metadata = { end_session_endpoint: endpoint() };
    }
  });

  test('works once, in the browser that signed out, for this connection', async ({ service }) => {
    const made = await aSignedIn(service);
    const { person, connection } = made;
    const other = await aSignedIn(service);
    const { location } = await signOut(service, person);
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${service.ours.orgId}`);
    for (const one of [stranger, aPerson(service.origin), other.person])
      expect((await one.get(location)).location).toBe(signedOutPath(service));
    expect((await person.get(location.replace(connection.id, other.connection.id))).location).toBe(
      signedOutPath(service),
    );
    expect((await person.get(location.replace(/state=.*/, 'state=guessed'))).location).toBe(
      signedOutPath(service),
    );
    expect((await person.get(location.replace(connection.id, 'fed_unknown'))).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const one = aPerson(service.origin);
        one.cookies.add(person.cookies);
        return one.get(location);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303));
    expect(answers.filter((one) => locationOf(one).origin === upstream.url)).toHaveLength(1);
    expect(await logoutsOf(service, made.connection)).toEqual([
      { is_sent: true, hint: null, next_url: null },
    ]);
  });
});

describe('finishUpstreamLogout', () => {
  test('leads to where an application wanted the browser to go, once, and nowhere else', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours);
    const made = await aSignedIn(service);
    const browser = new Browser(party.issuer);
    browser.set('kd_session', made.person.cookies.get('kd_session') ?? '');
    const tokens = await (await authorized(party, browser)).exchange();
    const url = oidc.buildEndSessionUrl(party.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: logoutUri,
      state: 'bye',
    });
    const asked = await browser.open(url);
    const { url: end } = await browser.send(asked, { logout: 'yes' });
    expect([end.origin, end.pathname]).toEqual([upstream.url, '/end']);
    expect(await loginsOf(service, made.connection)).toEqual([]);
    const back = new URL(end.searchParams.get('post_logout_redirect_uri') ?? '');
    expect((await logoutsOf(service, made.connection))[0]?.next_url).toBe(`${logoutUri}?state=bye`);
    const state = end.searchParams.get('state') ?? '';
    const { person } = made;
    const wrong: Record<string, string>[] = [
      {},
      { state: 'guessed' },
      { state: `${state}x` },
      { post_logout_redirect_uri: 'https://evil.example', returnTo: 'https://evil.example' },
    ];
    for (const query of wrong) {
      back.search = new URLSearchParams(query).toString();
      expect((await person.get(pathOf(back.href))).location).toBe(signedOutPath(service));
    }
    back.search = new URLSearchParams({ state }).toString();
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${service.ours.orgId}`);
    expect((await stranger.get(pathOf(back.href))).location).toBe(signedOutPath(service));
    expect((await person.get(pathOf(back.href))).location).toBe(`${logoutUri}?state=bye`);
    expect((await person.get(pathOf(back.href))).location).toBe(signedOutPath(service));
  });

  test('does not accept the token of the start, and no state after ten minutes', async ({ service }) => {
    const made = await aSignedIn(service);
    const { connection, person } = made;
    const { location } = await signOut(service, person);
    const token = new URL(location, service.origin).searchParams.get('state') ?? '';
    await person.get(`/api/v1/federation/oidc/${connection.id}/logged-out?state=${token}`);
    expect(await logoutsOf(service, made.connection)).toHaveLength(1);
    const sent = await person.get(location);
    await service.sql(
      "update federation_logouts set expires_at = now() - interval '1 second', next_url = 'https://rp.example.com/'",
    );
    expect((await person.get(backFrom(sent))).location).toBe(signedOutPath(service));
    await service.runTask('sweep-requests');
    expect(await logoutsOf(service, made.connection)).toEqual([]);
  });

  test('tells service providers before the browser leaves', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const made = await aSignedIn(service);
    await joined(made.person, party);
    const left = await signOut(service, made.person);
    expect(left.location).toContain('/slo/');
    const waiting = await made.person.get(left.location);
    expect(framesIn(waiting)).toHaveLength(1);
    // The time is over for which the page waits.
    await service.sql("update saml_logouts set shown_at = now() - interval '1 minute'");
    const end = await made.person.get(left.location);
    const path = end.location || (/href="([^"]*\/logout\?state=[^"]*)"/.exec(end.text)?.[1] ?? '');
    expect(path).toMatch(startPattern(made.connection.id));
    const sent = await made.person.get(path);
    expect(locationOf(sent).origin).toBe(upstream.url);
    expect((await made.person.open(backFrom(sent))).path).toBe(signedOutPath(service));
  });
});
