import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  issuerOf,
  logoutUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

const preflight = ({ issuer }: RelyingParty, endpoint: string) =>
  fetch(`${issuer}${endpoint}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://spa.example.com', 'access-control-request-method': 'POST' },
  });

describe('resumeOidcAuthorization', () => {
  test('answers 400 in a browser that did not start the authorization', async ({ service }) => {
    const shown = await new Browser(issuerOf(service.ours)).open(
      `${issuerOf(service.ours)}/authorize/unknown`,
    );
    expect(shown.status).toBe(400);
  });
});

describe('a request of a client', () => {
  test('counts against the limit of the client', async ({ service }) => {
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
    const base = `${node.origin}/api/oidc/${service.ours.orgId}`;
    const remaining = async (endpoint: string, client: RelyingParty) => {
      const { headers } = await call({ ...client, issuer: base }, endpoint, { token: 'x' });
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')].join(' ');
    };
    try {
      const [one, other] = [await aRelyingParty(service.ours), await aRelyingParty(service.ours)];
      const left: string[] = [];
      for (const endpoint of ['/token', '/revoke', '/introspect', '/par', '/device/authorize'])
        left.push(await remaining(endpoint, one));
      // Once a secret was good, the client has requests of its own, which strangers who name it do not spend (docs/decisions/0107).
      expect(left).toEqual(['300 299', '300 298', '300 299', '300 298', '300 297']);
      expect(await remaining('/introspect', other)).toBe('300 299');
    } finally {
      await node.stop();
    }
  });
});

describe('preflightOidcToken', () => {
  test('answers the preflight of a script, and answers only scripts from an origin of the client', async ({
    service,
  }) => {
    const { party, browser } = await flow(service, {
      applicationType: 'spa',
      tokenEndpointAuthMethod: 'none',
      allowedOrigins: ['https://old.example.com'],
    });
    expect((await preflight(party, '/token')).status).toBe(204);
    const { callback, verifier } = await authorized(party, browser);
    const ask = (origin: string) =>
      fetch(`${party.issuer}/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: party.clientId,
          code: callback.searchParams.get('code') ?? '',
          redirect_uri: 'https://rp.example.com/callback',
          code_verifier: verifier,
        }),
      });
    const refused = await ask('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    await service.ours.call('updateOidcClient', {
      path: { clientId: party.clientId },
      body: { allowedOrigins: ['https://spa.example.com'] },
    });
    const fine = await ask('https://spa.example.com');
    expect(fine.status).toBe(200);
    expect(fine.headers.get('access-control-allow-origin')).toBe('https://spa.example.com');
  });
});

describe('preflightOidcUserInfo', () => {
  test('answers the preflight of a script', async ({ service }) => {
    expect((await preflight(await aRelyingParty(service.ours), '/userinfo')).status).toBe(204);
  });
});

describe('preflightOidcPush', () => {
  test('answers the preflight of a script', async ({ service }) => {
    expect((await preflight(await aRelyingParty(service.ours), '/par')).status).toBe(204);
  });
});

describe('postOidcUserInfo', () => {
  test('accepts the token in the header or in the form', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const { access_token: token } = await (await authorized(party, browser)).exchange();
    const bearer = await call(party, '/userinfo', {}, { authorization: `Bearer ${token}` });
    expect(bearer).toMatchObject({ status: 200, body: { sub: userId } });
    const form = await fetch(`${party.issuer}/userinfo`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: token }),
    });
    expect(await form.json()).toMatchObject({ sub: userId });
  });
});

describe('revokeOidcToken', () => {
  test('ends only a token of the client, and answers alike for an unknown token', async ({ service }) => {
    const { party, browser } = await flow(service);
    const other = await aRelyingParty(service.ours);
    const { access_token: token } = await (await authorized(party, browser)).exchange();
    expect((await call(other, '/revoke', { token })).status).toBe(200);
    expect(await oidc.tokenIntrospection(party.config, token)).toMatchObject({ active: true });
    expect((await call(party, '/revoke', { token: 'x' })).status).toBe(200);
    expect((await call(party, '/revoke', { token })).status).toBe(200);
    expect(await oidc.tokenIntrospection(party.config, token)).toEqual({ active: false });
  });
});

describe('authorizeOidc, with response_mode=form_post', () => {
  test('answers with a page of its own, whose button works without scripts', async ({ service }) => {
    const { party, browser } = await flow(service);
    const begun = await begin(party, { response_mode: 'form_post', state: `"'<script>` });
    const shown = await browser.open(begun.url, { headers: { 'accept-language': 'de' } });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<html lang="de">');
    expect(shown.text).toContain('/ui/style.css');
    expect(shown.text).toContain('<button type="submit">Weiter</button>');
    expect(shown.text).not.toMatch(/<script(?![^>]* src="\/ui\/submit\.js")/);
    expect(shown.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect((await fetch(new URL('/ui/submit.js', party.issuer))).status).toBe(200);
    const posted = Object.fromEntries(
      [...shown.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    expect(posted).toMatchObject({ state: '&quot;&#39;&lt;script&gt;', iss: party.issuer });
    const back = new Request('https://rp.example.com/callback', {
      method: 'POST',
      body: new URLSearchParams({ ...posted, state: `"'<script>` }),
    });
    const tokens = await oidc.authorizationCodeGrant(party.config, back, {
      pkceCodeVerifier: begun.verifier,
      expectedState: `"'<script>`,
      expectedNonce: begun.nonce,
    });
    expect(tokens.access_token).toBeTruthy();
  });

  test('answers an error in the same way', async ({ service }) => {
    const { party } = await flow(service);
    const { url } = await begin(party, { response_mode: 'form_post', prompt: 'none' });
    const shown = await new Browser(party.issuer).open(url);
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('name="error" value="login_required"');
    expect(shown.text).toContain('/ui/style.css');
  });
});

describe('endOidcSession', () => {
  test('redirects a user without a session straight to the signed-out address', async ({ service }) => {
    const { party } = await flow(service);
    const stranger = new Browser(party.issuer);
    const done = await stranger.open(`${party.issuer}/end-session?ui_locales=de`);
    expect({ status: done.status, path: done.url.href }).toEqual({
      status: 200,
      path: `${party.issuer}/end-session/success`,
    });
    expect(stranger.cookie('kd_oidc')).toBeUndefined();
    const back = new URLSearchParams({
      client_id: party.clientId,
      post_logout_redirect_uri: logoutUri,
      state: 'a b',
    });
    const { url } = await stranger.open(`${party.issuer}/end-session?${back.toString()}`);
    expect(url.href).toBe(`${logoutUri}?state=a+b`);
    expect(
      await service.sql(`select from oidc_artifacts where model = 'Session' and user_id is null`),
    ).toEqual([]);
  });
});

describe('postOidcEndSession', () => {
  test('continues as a GET', async ({ service }) => {
    const { party, browser } = await flow(service);
    const asked = await browser.post(`${party.issuer}/end-session`, { client_id: party.clientId });
    expect(asked.text).toContain('name="logout"');
  });

  test('signs a user out only after a confirmation', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    await browser.post(`${party.issuer}/end-session`, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: logoutUri,
      logout: 'yes',
    });
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(1);
  });
});

describe('confirmOidcLogout', () => {
  test('accepts only the form of its own page, and lets the user stay signed in', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const asked = await browser.open(
      `${party.issuer}/end-session?client_id=${party.clientId}&post_logout_redirect_uri=${logoutUri}`,
    );
    expect((await browser.send(asked, { xsrf: 'x', logout: 'yes' })).status).toBe(400);
    const again = await browser.open(
      `${party.issuer}/end-session?client_id=${party.clientId}&post_logout_redirect_uri=${logoutUri}`,
    );
    expect((await browser.send(again)).url.href).toBe(logoutUri);
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(1);
  });
});

describe('showOidcLoggedOut', () => {
  test('shows the page in the requested language', async ({ service }) => {
    const { text } = await new Browser(issuerOf(service.ours)).open(
      `${issuerOf(service.ours)}/end-session/success?ui_locales=de`,
    );
    expect(text).toContain('Sie sind abgemeldet');
  });
});

describe('showOidcDevice', () => {
  test('fills in the code from a link, escaped', async ({ service }) => {
    const { text, headers } = await new Browser(issuerOf(service.ours)).open(
      `${issuerOf(service.ours)}/device?user_code=%22%3E%3Cscript%3E`,
    );
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('submitOidcDevice', () => {
  test('accepts only the form of its own page', async ({ service }) => {
    const shown = await new Browser(issuerOf(service.ours)).post(`${issuerOf(service.ours)}/device`, {
      xsrf: 'x',
      user_code: 'BBBB-BBBB',
    });
    expect(shown.status).toBe(400);
  });
});

describe('resumeOidcDevice', () => {
  test('answers 400 in a browser that did not start the request', async ({ service }) => {
    const shown = await new Browser(issuerOf(service.ours)).open(`${issuerOf(service.ours)}/device/unknown`);
    expect(shown.status).toBe(400);
  });
});

describe('showOidcInteraction', () => {
  test('answers with a page in a browser that did not start the request', async ({ service }) => {
    const shown = await new Browser(issuerOf(service.ours)).open(
      `${issuerOf(service.ours)}/interaction/unknown`,
    );
    expect(shown).toMatchObject({ status: 404, text: expect.stringContaining('This page has expired') });
  });
});

describe('answerOidcInteraction', () => {
  test('accepts an answer only from the user it asked', async ({ service }) => {
    const { party, browser } = await flow(service, { consentRequired: true });
    const asked = await browser.open((await begin(party)).url);
    await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) }, browser);
    expect((await browser.send(asked, { answer: 'allow' })).status).toBe(404);
  });
});
