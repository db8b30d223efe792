import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aConnection, aDomain, changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { linksOf, locationOf, press } from '../../support/social.ts';
import {
  aSubject,
  away,
  connected,
  signedInAs,
  startUpstream,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe('submitIdentifier', () => {
  test('leads a name of a verified domain to the identity provider, with what the user typed', async ({
    service,
  }) => {
    const { id, domain, callbackUrl } = await connected(service, upstream);
    const { led } = await typed(service, ` Ada@${domain.toUpperCase()} `);
    expect(led.status).toBe(303);
    const { origin, searchParams } = locationOf(led);
    expect(origin).toBe(upstream.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'keyward',
      response_type: 'code',
      redirect_uri: callbackUrl,
      scope: 'openid profile email',
      state: expect.stringMatching(/^sgn_[0-9a-z]{26}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: `Ada@${domain.toUpperCase()}`,
    });
    await changeConnection(service, id, 'pkce = false, scopes = $2', [['openid']]);
    const plain = locationOf((await typed(service, `ada@${domain}`)).led).searchParams;
    expect([plain.get('code_challenge'), plain.get('scope')]).toEqual([null, 'openid']);
  });

  test('answers alike whether the user exists', async ({ service }) => {
    const { domain } = await connected(service, upstream);
    await aUser(service.ours, { email: `ada@${domain}` });
    const answers = [];
    for (const name of ['ada', 'unknown']) {
      const { led } = await typed(service, `${name}@${domain}`);
      const { searchParams } = locationOf(led);
      for (const random of ['state', 'nonce', 'code_challenge', 'login_hint']) searchParams.delete(random);
      answers.push([led.status, searchParams.toString()]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('leads only by verified domains of active connections of the tenant', async ({ service }) => {
    const { ours, theirs } = service;
    const one = await connected(service, upstream);
    const [pending, failed] = [aDomain(), aDomain()];
    await verifiedDomain(service, one.id, pending, 'PENDING');
    await verifiedDomain(service, one.id, failed, 'FAILED');
    const other = await aConnection(service, { issuer: upstream.url }, theirs.orgId);
    const foreign = aDomain();
    await verifiedDomain(service, other.id, foreign);
    const disabled = await connected(service, upstream, { status: 'DISABLED' });
    const names = [pending, failed, foreign, disabled.domain, `sub.${one.domain}`].map(
      (name) => `ada@${name}`,
    );
    for (const name of [...names, one.domain, 'ada', '@', `ada@${'a'.repeat(240)}`]) {
      const { led } = await typed(service, name);
      expect([name, locationOf(led).pathname]).toEqual([name, `/login/${ours.orgId}`]);
    }
  });

  test('tells that an identity provider cannot be reached, with a retry and another way', async ({
    service,
  }) => {
    const { id, domain } = await connected(service, upstream);
    await changeConnection(service, id, "issuer = 'https://nowhere.invalid'");
    const { led, person } = await typed(service, `ada@${domain}`);
    expect([led.status, led.title, led.headers.get('x-error-code')]).toEqual([
      502,
      'We couldn’t sign you in',
      'FEDERATION_CONN_FAILED',
    ]);
    expect(led.text).toMatch(/req_[0-9a-z]{26}/);
    await changeConnection(service, id, 'issuer = $2', [upstream.url]);
    const again = await press(person, led, `/federation/${id}`);
    expect(locationOf(again).searchParams.get('login_hint')).toBe(`ada@${domain}`);
    const back = /<a href="([^"]*)">Sign in another way/.exec(led.text)?.[1] ?? '';
    expect((await person.open(back)).title).toBe('Enter your password');
    const [health] = await service.sql(
      'select health, last_error from federation_connections where id = $1',
      [id],
    );
    expect(health).toEqual({
      health: 'FAILING',
      last_error: 'The provider cannot be reached: DNS_FAILURE',
    });
  });
});

describe('startFederatedSignIn', () => {
  test('is a button for a hint of the application, and passes the hint on to no server', async ({
    service,
  }) => {
    const { ours, origin, sql } = service;
    const { id, domain } = await connected(service, upstream);
    const person = aPerson(origin);
    const page = await person.open(`/login/${ours.orgId}`);
    const [, signIn = ''] = /sign_in=(sgn_\w+)/.exec(page.path) ?? [];
    const hinted = async (state: Record<string, string>) => {
      await sql('update sign_ins set state = $2, identifier = null where id = $1', [
        signIn,
        JSON.stringify(state),
      ]);
      return person.open(page.path);
    };
    const unknown = await hinted({ hint: 'ada@unknown.example', domainHint: 'unknown.example' });
    expect(unknown.forms.some(({ action }) => action.includes('/federation/'))).toBe(false);
    const given: Record<string, string>[] = [{ hint: `Ada@${domain}` }, { domainHint: domain.toUpperCase() }];
    for (const hints of given) {
      const shown = await hinted(hints);
      expect(shown.text).toContain('Continue with Acme');
      const led = locationOf(await press(person, shown, `/federation/${id}`));
      expect([led.origin, led.searchParams.get('login_hint')]).toEqual([upstream.url, null]);
      expect(led.href).not.toContain(encodeURIComponent(domain));
    }
    // The user sends the field as the application filled it in.
    const filled = await hinted({ hint: `ada@${domain}` });
    const form = filled.forms.find(({ action }) => action.endsWith('/identifier'));
    const sent = await person.post(form?.action ?? '', { ...form?.fields });
    expect(form?.fields['username']).toBe(`ada@${domain}`);
    expect(locationOf(sent).searchParams.get('login_hint')).toBeNull();
  });

  test('rejects a forged form, and connections that do not sign users in', async ({ service }) => {
    const { ours } = service;
    const { id, domain } = await connected(service, upstream);
    const { person, page } = await typed(service, 'ada');
    const form = { ...page.forms.find(({ action }) => action.endsWith('/identifier'))?.fields };
    const start = (connectionId: string, changes = {}) =>
      person.post(`/login/${ours.orgId}/federation/${connectionId}`, {
        sign_in: form['sign_in'] ?? '',
        csrf: form['csrf'] ?? '',
        ...changes,
      });
    expect((await start(id, { csrf: 'A'.repeat(43) })).status).toBe(403);
    expect((await start(id)).status).toBe(303);
    await changeConnection(service, id, "status = 'DISABLED'");
    const theirs = await aConnection(service, { issuer: upstream.url }, service.theirs.orgId);
    for (const connectionId of [id, theirs.id, 'fed_unknown', domain])
      expect((await start(connectionId)).status).toBe(404);
  });
});

describe('finishFederatedSignIn', () => {
  test('provisions an unknown user, and signs the same user in the next time', async ({ service }) => {
    const { sql, ours } = service;
    const connection = await connected(service, upstream);
    const claims = aSubject(connection, { given_name: 'Ada', family_name: 'Lovelace' });
    const seen = await signedInAs(service, connection, claims);
    expect([seen.status, seen.title, seen.path]).toEqual([200, 'Your account', `/account/${ours.orgId}`]);
    const [link] = await linksOf(service, claims.sub ?? '');
    expect(link).toMatchObject({
      email: claims.email,
      email_verified: true,
      source: 'FEDERATION',
      username: claims.email,
      roles: '{MEMBER}',
    });
    const userId = link?.user_id ?? '';
    const { body } = await ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({
      status: 'ACTIVE',
      sourceConnectionId: connection.id,
      firstName: 'Ada',
      lastName: 'Lovelace',
      displayName: 'Ada Lovelace',
    });
    // The link holds although the address is another one, and not vouched for.
    const again = await signedInAs(service, connection, {
      ...claims,
      email: 'x@elsewhere.example',
      email_verified: false,
    });
    expect(again.title).toBe('Your account');
    expect(await linksOf(service, claims.sub ?? '')).toEqual([link]);
    const events = await sql<{ type: string; data: Record<string, unknown> }>(
      "select type, data from events where data ->> 'userId' = $1 order by created_at, id",
      [userId],
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.created', 'user.login', 'session.created']),
    );
    expect(events.find(({ type }) => type === 'user.login')?.data).toMatchObject({
      amr: ['fed'],
      connectionId: connection.id,
    });
    const [shown] = await sql<{ health: string; seen: boolean; version: number }>(
      `select health, last_login_at > now() - interval '1 minute' as seen, version
         from federation_connections where id = $1`,
      [connection.id],
    );
    expect(shown).toEqual({ health: 'HEALTHY', seen: true, version: 1 });
  });

  test('keeps with the login where it came from, and what the identity provider calls it', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const authTime = Math.floor(Date.now() / 1000) - 7200;
    const claims = aSubject(connection, { sid: 'upstream-session', auth_time: authTime });
    await signedInAs(service, connection, claims);
    const [login] = await service.sql(
      `select l.connection_id, l.upstream_subject, l.upstream_session, extract(epoch from l.auth_time)::int as at,
              l.expires_at > now() + interval '6 days 23 hours' as long, l.tokens_end_at
         from login_sessions l where l.connection_id = $1`,
      [connection.id],
    );
    expect(login).toEqual({
      connection_id: connection.id,
      upstream_subject: claims.sub,
      upstream_session: 'upstream-session',
      at: authTime,
      long: true,
      tokens_end_at: null,
    });
  });

  test('accepts a response once, even of eight in parallel, in the browser that went there', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const { person, callback } = await away(service, connection, claims);
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${service.ours.orgId}`);
    for (const one of [stranger, aPerson(service.origin)])
      expect((await one.open(callback)).title).toBe('This sign-in has expired');
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
    expect((await person.get(callback)).status).toBe(400);
  });

  test('makes one user and one link of eight first sign-ins in parallel', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const gone = [];
    for (let at = 0; at < 8; at++) gone.push(await away(service, connection, claims));
    const seen = await Promise.all(gone.map(({ person, callback }) => person.open(callback)));
    expect(seen.map(({ title }) => title)).toEqual(Array.from({ length: 8 }, () => 'Your account'));
    expect(await linksOf(service, claims.sub ?? '')).toHaveLength(1);
    const users = await service.sql('select id from users where email = $1', [claims.email]);
    expect(users).toHaveLength(1);
  });

  test('goes on at another node', async ({ service }) => {
    const node = await service.startNode();
    const connection = await connected(service, upstream);
    const { person, callback } = await away(service, connection, aSubject(connection));
    const elsewhere = aPerson(node.origin);
    elsewhere.cookies.add(person.cookies);
    expect((await elsewhere.open(callback)).title).toBe('Your account');
    await node.stop();
  });

  test('returns to the sign-in when the user declines, and shows other errors', async ({ service }) => {
    const connection = await connected(service, upstream);
    const declined = await away(service, connection, aSubject(connection));
    const without = (callback: string, error: string) => callback.replace(/code=[^&]*/, `error=${error}`);
    const back = await declined.person.open(without(declined.callback, 'access_denied'));
    expect(back.title).toBe('Enter your password');
    const failed = await away(service, connection, aSubject(connection));
    const seen = await failed.person.open(without(failed.callback, 'server_error'));
    expect([seen.status, seen.title]).toEqual([400, 'We couldn’t sign you in']);
    // A browser can bring any error: the health of the connection is not of its making.
    const [{ health } = {}] = await service.sql('select health from federation_connections where id = $1', [
      connection.id,
    ]);
    expect(health).toBe('UNKNOWN');
    const [row] = await service.sql<{ reason: string }>(
      `select p.content::jsonb ->> 'reason' as reason from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.action = 'user.login_failed' order by a.created_at desc limit 1`,
    );
    expect(row?.reason).toBe(
      `Acme (${connection.id}): The identity provider responded with an error (server_error)`,
    );
  });

  test('asks for the second factor of Keyward, and does not sign in a suspended user', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    await signedInAs(service, connection, claims);
    const [link] = await linksOf(service, claims.sub ?? '');
    const userId = link?.user_id ?? '';
    await ours.call('suspendUser', { path: { userId } });
    const suspended = await signedInAs(service, connection, claims);
    expect([suspended.status, suspended.text.includes('isn’t active')]).toEqual([403, true]);
    await ours.call('reactivateUser', { path: { userId } });
    await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    const page = await signedInAs(service, connection, claims);
    await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect(page.title).not.toBe('Your account');
    expect(await sql('select id from login_sessions where user_id = $1', [userId])).toEqual([]);
  });
});
