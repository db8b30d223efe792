import * as oidc from 'openid-client';
import pg from 'pg';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  type RelyingParty,
  redirectUri,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const refused = { status: 400, body: { error: 'invalid_grant' } };

async function flow(service: TestService, fields: Record<string, unknown> = {}, api = service.ours) {
  const party = await aRelyingParty(api, fields);
  const userId = await aPerson(service, {}, api);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

describe('a client for which PKCE is optional', () => {
  test('cannot redeem a code with a verifier if the request had no challenge', async ({ service }) => {
    const { party, browser } = await flow(service, { requirePkce: false });
    const code = async () => {
      const { url } = await begin(party);
      for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
      return (await browser.open(url)).url.searchParams.get('code') ?? '';
    };
    const form = { grant_type: 'authorization_code', redirect_uri: redirectUri };
    const verifier = oidc.randomPKCECodeVerifier();
    expect(
      await call(party, '/token', { ...form, code: await code(), code_verifier: verifier }),
    ).toMatchObject(refused);
    expect((await call(party, '/token', { ...form, code: await code() })).status).toBe(200);
    // If the request had a challenge, a client cannot avoid the check by omitting the verifier (CVE-2023-48228).
    const { callback } = await authorized(party, browser);
    expect(
      await call(party, '/token', { ...form, code: callback.searchParams.get('code') ?? '' }),
    ).toMatchObject(refused);
  });
});

describe('an unsupported response type', () => {
  const implicit = 'id_token token';
  const isCode = (url: URL): boolean => url.searchParams.has('code') && url.hash === '';

  test('is rejected in a pushed request, in a form, and on the way back from a page', async ({ service }) => {
    const { party, browser } = await flow(service, { consentRequired: true });
    const { url } = await begin(party);
    const pushed = await call(party, '/par', {
      ...Object.fromEntries(url.searchParams),
      response_type: implicit,
    });
    expect(pushed).toMatchObject({ status: 400, body: { error: 'unsupported_response_type' } });
    const form = { ...Object.fromEntries(url.searchParams), response_type: implicit };
    const posted = (await browser.post(`${party.issuer}/authorize`, form)).url;
    expect(posted.href).toContain('error=unsupported_response_type');

    const pushAndOpen = async (more: Record<string, string>) => {
      const good = await call(party, '/par', Object.fromEntries(url.searchParams));
      const query = { client_id: party.clientId, request_uri: String(good.body['request_uri']), ...more };
      return browser.open(`${party.issuer}/authorize?${new URLSearchParams(query).toString()}`);
    };
    // Only the pushed parameters count. A different parameter beside `request_uri` is rejected without a redirect.
    const beside = await pushAndOpen({ response_type: implicit });
    expect([beside.status, beside.url.host]).toEqual([400, new URL(party.issuer).host]);
    const asked = await pushAndOpen({});
    expect(asked.text).toContain('name="answer"');
    const action = new URL(asked.url);
    action.search = new URLSearchParams({ response_type: implicit }).toString();
    const done = await browser.send({ ...asked, url: action }, { answer: 'allow', response_type: implicit });
    expect(done.url.searchParams.get('error') ?? isCode(done.url)).toBe(true);
  });

  test('is rejected when a request continues', async ({ service }) => {
    const { party, browser } = await flow(service);
    const { url } = await begin(party, { prompt: 'login' });
    const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
    const uid = (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
    const query = new URLSearchParams({ response_type: implicit, redirect_uri: 'https://evil.example/' });
    const resumed = await browser.open(`${party.issuer}/authorize/${uid}?${query.toString()}`);
    expect([resumed.status, resumed.url.host]).toEqual([400, new URL(party.issuer).host]);
  });
});

describe('a pushed request', () => {
  test('is accepted once for eight parallel requests', async ({ service }) => {
    const { party, browser } = await flow(service);
    const { url } = await begin(party);
    const pushed = await call(party, '/par', Object.fromEntries(url.searchParams));
    const query = new URLSearchParams({
      client_id: party.clientId,
      request_uri: String(pushed.body['request_uri']),
    });
    // So that several have read it before one has used it: as many as a tenant has connections (src/database/open.ts).
    const holder = new pg.Client(service.database);
    await holder.connect();
    await holder.query(
      "begin; select from oidc_artifacts where model = 'PushedAuthorizationRequest' for update",
    );
    const opened = Array.from({ length: 8 }, () =>
      browser.open(`${party.issuer}/authorize?${query.toString()}`),
    );
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await service.sql(waiting)).length, { timeout: 20_000 }).toBe(3);
    await holder.end();
    const all = await Promise.all(opened);
    expect(all.filter((one) => one.url.searchParams.has('code'))).toHaveLength(1);
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('a cookie between the pages', () => {
  test('holds only ids, and nothing of the request', async ({ service }) => {
    const { party } = await flow(service);
    const { url } = await begin(party, { login_hint: 'canary@example.com', ui_locales: 'de' });
    const pushed = await call(party, '/par', Object.fromEntries(url.searchParams));
    const request = new URLSearchParams({
      client_id: party.clientId,
      request_uri: String(pushed.body['request_uri']),
    });
    const answer = await fetch(`${party.issuer}/authorize?${request.toString()}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      const [, value = ''] = /^[^=]+=([^;]*)/.exec(cookie) ?? [];
      expect(value).toMatch(/^[\w-]{0,64}$/);
      const texts = [value, Buffer.from(value, 'base64url').toString('latin1')];
      for (const [name, secret] of url.searchParams)
        expect({ name, in: texts.filter((text) => secret.length > 3 && text.includes(secret)) }).toEqual({
          name,
          in: [],
        });
    }
  });
});

describe('a token', () => {
  const exchanging = { grantTypes: [exchangeGrant], redirectUris: [], postLogoutRedirectUris: [] };
  const exchange = (party: RelyingParty, token: string, type = accessToken) =>
    call(party, '/token', { grant_type: exchangeGrant, subject_token: token, subject_token_type: type });

  test('from another tenant cannot be exchanged for a token of our tenant', async ({ service }) => {
    const theirs = await flow(service, {}, service.theirs);
    const tokens = await (await authorized(theirs.party, theirs.browser)).exchange();
    const ours = await aRelyingParty(service.ours, exchanging);
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? ''])
      expect(await exchange(ours, token)).toMatchObject(refused);
    const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await call(ours, '/token', body)).toMatchObject({ status: 400 });
    // They were good, or the refusals would prove nothing.
    expect(await oidc.tokenIntrospection(theirs.party.config, tokens.access_token)).toMatchObject({
      active: true,
    });
  });

  test('is accepted only for its own purpose', async ({ service }) => {
    const { party, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    const { access_token: access, id_token: id = '', refresh_token: refresh = '' } = tokens;
    for (const wrong of [id, refresh]) {
      const info = await fetch(`${party.issuer}/userinfo`, { headers: { authorization: `Bearer ${wrong}` } });
      expect(info.status).toBe(401);
    }
    const ours = await aRelyingParty(service.ours, exchanging);
    for (const wrong of [id, refresh]) expect(await exchange(ours, wrong)).toMatchObject(refused);
    for (const wrong of [access, id]) {
      const forms: Record<string, string>[] = [
        { grant_type: 'refresh_token', refresh_token: wrong },
        { grant_type: 'authorization_code', code: wrong, redirect_uri: redirectUri },
      ];
      for (const form of forms)
        expect(await call(party, '/token', form)).toMatchObject({
          status: 400,
          body: { error: expect.stringMatching(/^invalid_(grant|request)$/) },
        });
    }
    // An access token does not count as an `id_token_hint`.
    const { url } = await begin(party, { prompt: 'none', id_token_hint: access });
    expect((await browser.open(url)).url.searchParams.get('error')).toBe('invalid_request');
    const logout = new URLSearchParams({ id_token_hint: access });
    const ended = await new Browser(party.issuer).open(`${party.issuer}/end-session?${logout.toString()}`);
    // It was made for the issuer, which is not a client.
    expect(ended.status).toBe(400);
  });
});
