import { afterAll, beforeAll, describe, expect } from 'vitest';
import { saveLogin } from '../../../src/users/sessions/sql/start-login.ts';
import type { ConnectionFields } from '../../support/stored-connections.ts';
import { isActive } from '../../support/consents.ts';
import { aLogout, sendLogout } from '../../support/logout-tokens.ts';
import { aRelyingParty, begin, Browser, call } from '../../support/relying-party.ts';
import { besides } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf, locationOf } from '../../support/social.ts';
import {
  aSubject,
  type Claims,
  type Connected,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  throughApplication,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

describe('trustMfa', () => {
  test.for<[fields: ConnectionFields, claims: Claims, amr: string[]]>([
    [{}, { amr: ['pwd', 'mfa'] }, ['fed']],
    [{ trustMfa: true }, { amr: ['pwd', 'mfa'] }, ['fed', 'mfa']],
    [{ trustMfa: true }, { acr: 'https://refeds.org/profile/mfa' }, ['fed', 'mfa']],
    [{ trustMfa: true }, { amr: ['pwd'] }, ['fed']],
    [{ trustMfa: true }, { amr: 'mfa' }, ['fed']],
  ])('decides whether %j and %j are two factors', async ([fields, said, amr], { service }) => {
    const connection = await connected(service, upstream, fields);
    const claims = aSubject(connection, said);
    await signedInAs(service, connection, claims);
    const [link] = await linksOf(service, claims.sub ?? '');
    const logins = await service.sql('select amr from login_sessions where user_id = $1', [link?.user_id]);
    expect(logins).toEqual([{ amr }]);
  });

  test('spares users the second factor of Keyward where it is required', async ({ service }) => {
    const connection = await connected(service, upstream, { trustMfa: true });
    await service.ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    try {
      const strong = aSubject(connection, { amr: ['mfa'] });
      expect((await signedInAs(service, connection, strong)).title).toBe('Your account');
      const weak = await signedInAs(service, connection, { ...strong, amr: ['pwd'] });
      expect(weak.title).not.toBe('Your account');
    } finally {
      await service.ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    }
  });
});

describe('a fresh proof', () => {
  const demanded = async (
    service: TestService,
    connection: Connected,
    parameters: Record<string, string>,
  ) => {
    const party = await aRelyingParty(service.ours);
    const browser = new Browser(party.issuer);
    const claims = aSubject(connection, { auth_time: secondsAgo(3_000) });
    const first = await throughApplication(connection, { browser, url: (await begin(party)).url, claims });
    expect(first.back.url.searchParams.get('code')).not.toBeNull();
    const again = (authTime: number | undefined) =>
      begin(party, parameters).then(({ url }) =>
        throughApplication(connection, { browser, url, claims: { ...claims, auth_time: authTime } }),
      );
    return again;
  };

  test('is demanded of the identity provider by prompt=login, and its time is compared', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const again = await demanded(service, connection, { prompt: 'login' });
    for (const authTime of [secondsAgo(3_000), secondsAgo(60), undefined]) {
      const { back, led } = await again(authTime);
      expect([led?.searchParams.get('prompt'), led?.searchParams.get('max_age')]).toEqual(['login', '0']);
      expect([back.status, back.text.includes('NOT_FRESH')]).toEqual([403, true]);
    }
    const { back } = await again(secondsAgo(0));
    expect(back.url.searchParams.get('code')).not.toBeNull();
  });

  test('is demanded by max_age, if the time of the identity provider is too old', async ({ service }) => {
    const connection = await connected(service, upstream);
    const old = await demanded(service, connection, { max_age: '1000' });
    const { back, led } = await old(secondsAgo(3_000));
    expect([led?.searchParams.get('prompt'), led?.searchParams.get('max_age')]).toEqual([null, '1000']);
    expect(back.text).toContain('NOT_FRESH');
    expect((await old(secondsAgo(900))).back.url.searchParams.get('code')).not.toBeNull();
    // The login is young enough for this one.
    const young = await demanded(service, connection, { max_age: '5000' });
    expect((await young(undefined)).led).toBeUndefined();
  });

  test('is not demanded of a sign-in that asks for nothing', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { led } = await typed(service, `ada@${connection.domain}`);
    const { searchParams } = locationOf(led);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual([null, null]);
  });

  test('is demanded before an account is connected, or a factor added, long after the proof', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection, { auth_time: secondsAgo(3_000) });
    const { person } = await signedInAs(service, connection, claims);
    const settings = await person.open(`/account/${service.ours.orgId}/totp`);
    expect(settings.title).toBe('Sign in');
    const form = settings.forms.find(({ action }) => action.endsWith('/identifier'));
    const username = `ada@${connection.domain}`;
    const led = await person.post(form?.action ?? '', { ...form?.fields, username });
    expect(locationOf(led).searchParams.get('prompt')).toBe('login');
    upstream.claims = { ...claims, auth_time: secondsAgo(0) };
    const back = await person.open(upstream.visit(led));
    expect(back.path).toBe(`/account/${service.ours.orgId}/totp`);
    expect(back.title).not.toBe('Sign in');
  });

  test('is not a time that is to come', async ({ service }) => {
    const connection = await connected(service, upstream);
    const seen = await signedInAs(
      service,
      connection,
      aSubject(connection, { auth_time: secondsAgo(-3_600) }),
    );
    expect(outcomeOf(seen)).toBe('CLOCK_SKEW');
    const { body } = await service.ours.call('listConnectionTraces', { path: { id: connection.id } });
    expect(body.data[0]).toMatchObject({ step: 'CLAIMS', reason: expect.stringContaining('in the future') });
  });
});

/** Signs in for an application that gets tokens for the absence of the user. */
async function granted(service: TestService, fields: ConnectionFields, client: Record<string, unknown> = {}) {
  const connection = await connected(service, upstream, fields);
  const party = await aRelyingParty(service.ours, { scopes: ['openid', 'offline_access'], ...client });
  const browser = new Browser(party.issuer);
  const parameters = { scope: 'openid offline_access', prompt: 'consent' };
  const { url, verifier } = await begin(party, parameters);
  const claims = aSubject(connection);
  let { back } = await throughApplication(connection, { browser, url, claims });
  if (back.text.includes('name="answer"')) back = await browser.send(back, { answer: 'allow' });
  const code = back.url.searchParams.get('code') ?? '';
  const { body } = await call(party, '/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://rp.example.com/callback',
    code_verifier: verifier,
  });
  const [link] = await service.sql<{ user_id: string }>(
    'select user_id from social_links where provider_id = $1',
    [connection.id],
  );
  return { party, tokens: body, userId: link?.user_id ?? '', connection, sub: claims.sub };
}

describe('maxSessionSeconds', () => {
  const endsOf = ({ sql }: TestService, userId: string) =>
    sql<{ model: string; seconds: number }>(
      `select model, max(extract(epoch from expires_at - now()))::int as seconds from oidc_artifacts
        where user_id = $1 and model in ('Grant', 'RefreshToken', 'AccessToken') group by model order by model`,
      [userId],
    );

  test.for<[what: string, client: Record<string, unknown>]>([
    ['without consent', {}],
    ['with consent', { consentRequired: true }],
    ['with opaque tokens', { accessTokenFormat: 'opaque' }],
  ])(
    'ends the login and all tokens, those for the absence of the user too: %s',
    async ([, client], { service }) => {
      const { party, tokens, userId } = await granted(service, { maxSessionSeconds: 600 }, client);
      expect(tokens['expires_in']).toBeLessThanOrEqual(600);
      const [login] = await service.sql<{ seconds: number; same: boolean }>(
        `select extract(epoch from expires_at - now())::int as seconds, tokens_end_at = expires_at as same
         from login_sessions where user_id = $1`,
        [userId],
      );
      expect(login?.same).toBe(true);
      const ends = await endsOf(service, userId);
      expect(ends.map(({ model }) => model)).toEqual(['AccessToken', 'Grant', 'RefreshToken']);
      for (const seconds of [login?.seconds ?? 0, ...ends.map((one) => one.seconds)]) {
        expect(seconds).toBeGreaterThan(500);
        expect(seconds).toBeLessThanOrEqual(600);
      }
      // A rotated token lives no longer.
      const { body } = await call(party, '/token', {
        grant_type: 'refresh_token',
        refresh_token: String(tokens['refresh_token']),
      });
      expect(body['refresh_token']).toEqual(expect.any(String));
      for (const { seconds } of await endsOf(service, userId)) expect(seconds).toBeLessThanOrEqual(600);
      await service.sql(
        "update oidc_artifacts set expires_at = now() - interval '1 second' where user_id = $1 and model = 'Grant'",
        [userId],
      );
      expect(await isActive(party, String(body['refresh_token']))).toBe(false);
    },
  );

  test('is null for as long as others', async ({ service }) => {
    const { userId } = await granted(service, {});
    for (const { model, seconds } of await endsOf(service, userId))
      expect([model, seconds > (model === 'AccessToken' ? 3_000 : 86_400)]).toEqual([model, true]);
  });

  test('gives each sign-in grants of its own, so that older tokens do not last longer', async ({
    service,
  }) => {
    const connection = await connected(service, upstream, { maxSessionSeconds: 600 });
    const party = await aRelyingParty(service.ours, {
      scopes: ['openid', 'offline_access'],
      consentRequired: true,
    });
    const browser = new Browser(party.issuer);
    const claims = aSubject(connection);
    const grants = async () => {
      const parameters = { scope: 'openid offline_access', prompt: 'login consent' };
      let { back } = await throughApplication(connection, {
        browser,
        url: (await begin(party, parameters)).url,
        claims: { ...claims, auth_time: secondsAgo(0) },
      });
      if (back.text.includes('name="answer"')) back = await browser.send(back, { answer: 'allow' });
      expect(back.url.searchParams.get('code')).not.toBeNull();
      return service.sql<{ ends: number }>(
        `select floor((payload::json ->> 'endsAt')::float8) as ends from oidc_artifacts
          where model = 'Grant' and client_id = $1 and payload::json ->> 'endsAt' is not null`,
        [party.clientId],
      );
    };
    const [first, ...others] = await grants();
    expect(others).toEqual([]);
    await service.sql('update federation_connections set max_session_seconds = 1200 where id = $1', [
      connection.id,
    ]);
    // A login of this second would do for `prompt=login`.
    await service.sql(
      "update login_sessions set auth_time = auth_time - interval '1 minute' where connection_id = $1",
      [connection.id],
    );
    const both = await grants();
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(first);
  });

  test('stays the same when a second factor is added', async ({ service }) => {
    const connection = await connected(service, upstream, { maxSessionSeconds: 600 });
    const claims = aSubject(connection, { auth_time: secondsAgo(40_000), sid: 'one' });
    expect((await signedInAs(service, connection, claims)).title).toBe('Your account');
    const kept = () =>
      service.sql(
        'select expires_at, tokens_end_at, upstream_session from login_sessions where connection_id = $1',
        [connection.id],
      );
    const before = await kept();
    const [row] = await service.sql<{ id: string; user_id: string; browser_id: string }>(
      'select id, user_id, browser_id from login_sessions where connection_id = $1',
      [connection.id],
    );
    const beside = await besides(service);
    await beside.within((tx) =>
      saveLogin(tx, beside.orgId, {
        id: row?.id ?? '',
        browserId: row?.browser_id ?? '',
        userId: row?.user_id ?? '',
        amr: ['fed', 'otp', 'mfa'],
        authTime: new Date((claims['auth_time'] as number) * 1000),
        isTimeKnown: true,
        expiresAt: new Date(0),
        address: null,
        userAgent: null,
        connectionId: null,
        upstreamSubject: null,
        upstreamSession: null,
        upstreamHint: null,
        tokensEndAt: null,
        addsFactor: true,
        isBrief: false,
        isDeviceAsked: false,
        front: { address: undefined },
        certificate: null,
      }),
    );
    await beside.close();
    expect(await kept()).toEqual(before);
    expect(before).toHaveLength(1);
  });
});

describe('tokens for the absence of the user', () => {
  test('end with the sessions of a connection that is disabled with revokeSessions, and no others', async ({
    service,
  }) => {
    const { party, tokens, connection } = await granted(service, {});
    const other = await granted(service, {});
    const disable = (revokeSessions: boolean) =>
      service.ours.call('updateConnection', {
        path: { id: connection.id },
        body: { status: 'DISABLED', revokeSessions },
      });
    const refreshed = async () =>
      (
        await call(party, '/token', {
          grant_type: 'refresh_token',
          refresh_token: String(tokens['refresh_token']),
        })
      ).status;
    expect((await disable(false)).status).toBe(200);
    expect(await isActive(party, String(tokens['refresh_token']))).toBe(true);
    expect((await disable(true)).status).toBe(200);
    expect([await isActive(party, String(tokens['refresh_token'])), await refreshed()]).toEqual([false, 400]);
    expect(await isActive(other.party, String(other.tokens['refresh_token']))).toBe(true);
  });

  test('continue after a logout at the identity provider, which ends the tokens of the session', async ({
    service,
  }) => {
    const { party, tokens, connection, sub } = await granted(service, {});
    const online = await granted(service, {}, { scopes: ['openid'] });
    for (const one of [{ connection, sub }, online]) {
      const token = await upstream.sign(aLogout({ sub: one.sub }));
      expect((await sendLogout(service, one.connection.id, token)).status).toBe(200);
    }
    expect(await isActive(party, String(tokens['refresh_token']))).toBe(true);
    for (const name of ['refresh_token', 'access_token']) {
      expect(online.tokens[name]).toBeDefined();
      expect(await isActive(online.party, String(online.tokens[name]))).toBe(false);
    }
  });
});
