import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  logoutUri,
  redirectUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

const refusedWith = ({ url }: { url: URL }) => url.searchParams.get('error');

describe('two nodes', () => {
  test('stop signing with a replaced key, and accept the new keys at once', async ({ service }) => {
    const { party, browser } = await flow(service, {
      resources: ['https://api.example.com/'],
      refreshReuseWindow: 0,
    });
    const node = await service.startNode({ BASE_URL: new URL(party.issuer).origin });
    const there = { ...party, issuer: party.issuer.replace(new URL(party.issuer).origin, node.origin) };
    const kids = async ({ issuer }: Pick<RelyingParty, 'issuer'>) => {
      const { keys } = (await (await fetch(`${issuer}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[];
      };
      return keys.map(({ kid }) => kid).toSorted();
    };
    const before = await kids(party);
    expect(await kids(there)).toEqual(before);
    const old = await (await authorized(party, browser)).exchange();
    const code = await authorized(party, browser);
    const rotated = await service.ours.call('rotateSigningKeys', { body: { emergency: true } });
    expect(rotated.status).toBe(200);
    const after = await kids(there);
    expect(after.filter((kid) => before.includes(kid))).toEqual([]);
    expect(await kids(party)).toEqual(after);
    for (const who of [party, there]) {
      expect((await call(who, '/introspect', { token: old.access_token })).body).toEqual({ active: false });
      const info = await fetch(`${who.issuer}/userinfo`, {
        headers: { authorization: `Bearer ${old.access_token}` },
      });
      expect(info.status).toBe(401);
    }
    const { body } = await call(there, '/token', {
      grant_type: 'authorization_code',
      code: code.callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: code.verifier,
    });
    for (const token of [body['access_token'], body['id_token']])
      expect(after).toContain(decodeProtectedHeader(String(token)).kid);
    const hinted = await browser.open(`${party.issuer}/end-session?id_token_hint=${old.id_token}`);
    expect(hinted.status).toBe(400);
    // Both nodes together accept a refresh token of one node only once.
    const refresh = String(body['refresh_token']);
    const ask = (who: RelyingParty) =>
      call(who, '/token', { grant_type: 'refresh_token', refresh_token: refresh });
    const all = await Promise.all([party, there, party, there, party, there, party, there].map(ask));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    await node.stop();
  });
});

describe('the database', () => {
  test('stores nothing that a client or a browser presents', async ({ service }) => {
    const { party, browser } = await flow(service, {
      accessTokenFormat: 'opaque',
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant],
    });
    const secrets: Record<string, string> = { clientSecret: party.clientSecret };
    const keep = (more: Record<string, unknown>) => {
      for (const [name, value] of Object.entries(more)) secrets[name] = String(value);
    };
    const first = await authorized(party, browser);
    keep({ code: first.callback.searchParams.get('code') });
    const tokens = await first.exchange();
    keep({ access: tokens.access_token, refresh: tokens.refresh_token });
    const signed = await flow(service);
    const jwt = await (await authorized(signed.party, signed.browser)).exchange();
    keep({ jwt: jwt.access_token, idToken: jwt.id_token });
    const machine = await call(party, '/token', { grant_type: 'client_credentials' });
    keep({ machine: machine.body['access_token'] });
    const device = await call(party, '/device/authorize', { scope: 'openid' });
    keep({
      deviceCode: device.body['device_code'],
      userCode: String(device.body['user_code']).replace('-', ''),
    });
    const pushed = await call(party, '/par', Object.fromEntries(first.url.searchParams));
    keep({ requestUri: String(pushed.body['request_uri']).split(':').at(-1) });
    const stranger = new Browser(party.issuer);
    const { url } = await begin(party);
    await stranger.open(url);
    const kept = await fetch(`${party.issuer}/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(url.searchParams),
    });
    keep({ form: new URL(kept.headers.get('location') ?? '').searchParams.get('form') });
    for (const name of ['kd_session', 'kd_oidc']) keep({ [name]: browser.cookie(name) });
    keep({ interaction: stranger.cookie('kd_oidc_interaction'), resume: stranger.cookie('kd_oidc_resume') });
    expect(Object.values(secrets).filter((value) => value.length < 8 || value === 'undefined')).toEqual([]);

    const tables = await service.sql<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await service.sql<{ whole: string }>(
        `select coalesce(string_agg(t::text || encode(convert_to(t::text, 'UTF8'), 'escape'), ' '), '') as whole from ${name} t`,
      );
      const whole = row?.whole ?? '';
      const hex = (text: string) => Buffer.from(text).toString('hex');
      for (const [what, secret] of Object.entries(secrets))
        if (whole.includes(secret) || whole.includes(hex(secret))) found.push(`${what} in ${name}`);
    }
    // The return path after a sign-in names the interaction. Only the browser that signed in may continue it (below).
    expect(found).toEqual(['interaction in sign_ins', 'resume in sign_ins']);
  });

  test('deletes every expired row', async ({ service }) => {
    const { party } = await flow(service);
    const { url } = await begin(party);
    await new Browser(party.issuer).open(url);
    await fetch(`${party.issuer}/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(url.searchParams),
    });
    const count = async () =>
      (
        await service.sql<{ n: number }>(
          'select count(*)::int as n from oidc_artifacts where expires_at < now()',
        )
      )[0]?.n;
    await service.sql(`update oidc_artifacts set expires_at = now() - interval '1 hour'
      where model in ('KeptForm', 'Interaction')`);
    expect(await count()).toBeGreaterThan(1);
    await service.runTask('clean-up');
    expect(await count()).toBe(0);
  });
});

describe('another user in the same browser', () => {
  test('continues a request for a new sign-in under their own account', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    await service.sql(
      `update login_sessions set auth_time = now() - interval '1 minute' where user_id = $1`,
      [userId],
    );
    const { url } = await begin(party, { prompt: 'login' });
    const asked = await browser.open(url);
    expect(asked.url.pathname).toContain('/login/');
    // These are the deletions of src/users/sessions/login-sessions.ts when another user signs in.
    const other = await aPerson(service);
    await service.sql(`delete from oidc_artifacts where user_id = $1 and model = 'Session'`, [userId]);
    await service.sql(`delete from login_sessions where user_id = $1`, [userId]);
    await signedIn(service, { issuer: party.issuer, userId: other }, browser);
    const uid = browser.cookie('kd_oidc_interaction');
    const back = await browser.open(`${party.issuer}/interaction/${uid}`);
    expect({ text: back.text, code: back.url.searchParams.get('code') }).toMatchObject({
      code: expect.any(String),
    });
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    const known = await (await authorized(party, browser, { prompt: 'none' })).exchange();
    expect(known.claims()?.sub).toBe(other);
    const hinted = await authorized(party, browser, { prompt: 'none', id_token_hint: tokens.id_token ?? '' });
    expect(refusedWith(hinted.shown)).toBe('login_required');
  });

  test('continues only with their own sign-in', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    await service.sql(`update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    await browser.open((await begin(party, { prompt: 'login' })).url);
    const uid = browser.cookie('kd_oidc_interaction') ?? '';
    await signedIn(service, { issuer: party.issuer, userId }, browser);
    // The response tells the browser where to continue. An attacker who reads along is faster than the browser.
    const { pathname } = new URL(party.issuer);
    const told = await fetch(`${party.issuer}/interaction/${uid}`, {
      redirect: 'manual',
      headers: { cookie: `kd_oidc_interaction=${uid}; kd_session=${browser.cookie('kd_session')}` },
    });
    expect(told.headers.get('location')).toContain(`${pathname}/authorize/${uid}`);
    const thief = new Browser(party.issuer);
    thief.set('kd_oidc_resume', uid, `${pathname}/authorize/${uid}`);
    const shown = await thief.open(`${party.issuer}/authorize/${uid}`);
    expect(shown.url.searchParams.get('code')).toBeNull();
    expect(shown.url.pathname).toBe(`/login/${service.ours.orgId}`);
  });
});

describe('a foreign value', () => {
  test('opens no pushed request, stored form or hint', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const other = await aRelyingParty(service.ours);
    const theirs = await aRelyingParty(service.theirs);
    const { url } = await begin(party);
    const push = async () =>
      String((await call(party, '/par', Object.fromEntries(url.searchParams))).body['request_uri']);
    for (const who of [other, theirs]) {
      const foreign = new URL(`${who.issuer}/authorize`);
      foreign.search = new URLSearchParams({ client_id: who.clientId, request_uri: await push() }).toString();
      expect((await browser.open(foreign)).status).toBe(400);
    }
    expect((await call(other, '/par', Object.fromEntries(url.searchParams))).status).toBe(400);
    const kept = await fetch(`${party.issuer}/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(url.searchParams),
    });
    const form = new URL(kept.headers.get('location') ?? '').searchParams.get('form');
    expect((await browser.open(`${theirs.issuer}/authorize?form=${form}`)).status).toBe(400);
    expect((await browser.open(`${party.issuer}/authorize?form=${randomUUID()}`)).status).toBe(400);

    const there = await signedIn(
      service,
      { issuer: theirs.issuer, userId: await aPerson(service, {}, service.theirs) },
      browser,
    );
    const hint = (await (await authorized(theirs, there)).exchange()).id_token ?? '';
    const forged = new UnsecuredJWT({ ...decodeJwt(hint), iss: party.issuer, aud: party.clientId }).encode();
    for (const wrong of [hint, forged, 'x']) {
      const logout = new URLSearchParams({ id_token_hint: wrong, post_logout_redirect_uri: logoutUri });
      const shown = await browser.open(`${party.issuer}/end-session?${logout.toString()}`);
      expect({ wrong, status: shown.status, host: shown.url.host }).toEqual({
        wrong,
        // The hint of another tenant names a client that does not exist in this tenant.
        status: wrong === hint ? 404 : 400,
        host: new URL(party.issuer).host,
      });
      const asked = await authorized(party, browser, { prompt: 'none', id_token_hint: wrong });
      expect(refusedWith(asked.shown)).toBe('invalid_request');
    }
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(1);
  });

  test('is rejected as an address after a logout', async ({ service }) => {
    const { party, browser } = await flow(service);
    for (const wrong of [
      `${logoutUri}/`,
      `${logoutUri}?x`,
      logoutUri.replace('bye', 'Bye'),
      logoutUri.replace('bye', 'x/../bye'),
      logoutUri.replace('rp.example.com', 'rp.example.com.'),
      logoutUri.replace('rp.example.com', 'rp.example.com@evil.example'),
      redirectUri,
      'javascript:alert(1)',
    ]) {
      const query = new URLSearchParams({ client_id: party.clientId, post_logout_redirect_uri: wrong });
      const shown = await browser.open(`${party.issuer}/end-session?${query.toString()}`);
      expect({ wrong, status: shown.status }).toEqual({ wrong, status: 400 });
    }
    // A logout request that names no client leads to no redirect.
    const query = new URLSearchParams({ post_logout_redirect_uri: logoutUri });
    const asked = await browser.open(`${party.issuer}/end-session?${query.toString()}`);
    const done = await browser.send(asked, { logout: 'yes' });
    expect(done.url.href).toBe(`${party.issuer}/end-session/success`);
  });

  test('stays signed in when the sign-in of the first user continues', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    await service.sql(`update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    await browser.open((await begin(party, { prompt: 'login' })).url);
    const uid = browser.cookie('kd_oidc_interaction') ?? '';
    await signedIn(service, { issuer: party.issuer, userId }, browser);
    const told = await fetch(`${party.issuer}/interaction/${uid}`, {
      redirect: 'manual',
      headers: { cookie: `kd_oidc_interaction=${uid}; kd_session=${browser.cookie('kd_session')}` },
    });
    const other = await aPerson(service);
    await signedIn(service, { issuer: party.issuer, userId: other }, browser);
    const shown = await browser.open(told.headers.get('location') ?? '');
    expect(shown.url.searchParams.get('code')).toBeNull();
    expect(shown.text).toContain('name="logout"');
    expect(shown.text).toContain('/ui/style.css');
    expect(await service.sql('select from login_sessions where user_id = $1', [other])).toHaveLength(1);
    // Who does not want to be the other one signs in again, and the client gets who asked.
    const back = await browser.send(shown, { logout: 'yes' });
    expect(await service.sql('select from login_sessions where user_id = $1', [other])).toEqual([]);
    expect(back.url.searchParams.get('code')).toBeNull();
  });
});
