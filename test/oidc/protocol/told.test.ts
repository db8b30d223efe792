import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  issuerOf,
  redirectUri,
  signedIn,
} from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

// Who is told of a refusal, and how: a page for people, RFC 6749's body for programs.
const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const deviceFields = { grantTypes: [deviceGrant], redirectUris: [], postLogoutRedirectUris: [] };

interface Asked {
  method?: string;
  accept?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

async function ask(url: string, { method = 'GET', accept = browsers, form, headers = {} }: Asked = {}) {
  const response = await fetch(url, {
    method: form ? 'POST' : method,
    redirect: 'manual',
    headers: { accept, ...headers },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const text = await response.text();
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  const body = type === 'application/json' ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, type, text, body, headers: response.headers };
}

describe('an endpoint for programs', () => {
  test.for([
    ['/token', { grant_type: 'x' }],
    ['/token', {}],
    ['/introspect', { token: 'x' }],
    ['/revoke', { token: 'x' }],
    ['/par', { response_type: 'code' }],
    ['/device/authorize', { scope: 'openid' }],
    ['/userinfo', undefined],
  ] as const)('%s answers JSON also where Accept prefers HTML', async ([path, form], { service }) => {
    const { clientId } = await aRelyingParty(service.ours);
    for (const accept of [browsers, 'text/html, */*; q=0.2', 'text/html, image/gif, *; q=.2, */*; q=.2'])
      for (const fields of [form, form && { ...form, client_id: clientId }]) {
        const told = await ask(`${issuerOf(service.ours)}${path}`, {
          accept,
          ...(fields ? { form: fields } : {}),
        });
        expect({ accept, status: told.status, type: told.type, body: told.body }).toMatchObject({
          status: expect.toBeOneOf([400, 401, 404]),
          type: 'application/json',
          body: { error: expect.any(String), code: expect.any(String), requestId: expect.any(String) },
        });
      }
  });
});

describe('an endpoint for users', () => {
  const long = 'x'.repeat(9_000);
  const refused: [what: string, path: string, asked?: Asked][] = [
    ['a doubled parameter', '/authorize?state=a&state=b'],
    ['NUL', '/authorize?client_id=%00'],
    ['what is no UTF-8', '/authorize?client_id=%ff'],
    ['a long login_hint', `/authorize?login_hint=${long}`],
    ['a long state', `/authorize?state=${long}`],
    ['a long state at the end', `/end-session?state=${long}`],
    ['a long code', '/device', { form: { user_code: long } }],
    ['a long uid', `/authorize/${'x'.repeat(300)}`],
    ['another method', '/authorize', { method: 'DELETE' }],
    ['no client', '/authorize'],
    ['a hint that is none', '/end-session?id_token_hint=x'],
  ];

  test.for(refused)(
    '%s answers with a page, and programs receive JSON',
    async ([, path, asked], { service }) => {
      const url = `${issuerOf(service.ours)}${path}`;
      const shown = await ask(url, asked);
      expect(shown).toMatchObject({ status: expect.toBeOneOf([400, 404, 405]), type: 'text/html' });
      expect(shown.text).toContain(shown.headers.get('x-request-id'));
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(shown.headers.get('x-error-code')).toBeTruthy();
      const told = await ask(url, { ...asked, accept: 'application/json' });
      expect(told).toMatchObject({
        status: shown.status,
        type: 'application/json',
        body: {
          error: expect.any(String),
          code: shown.headers.get('x-error-code'),
          requestId: told.headers.get('x-request-id'),
        },
      });
      expect(told.headers.get('vary')).toContain('Accept');
    },
  );

  test('an unknown organization is reported by a page that names no other', async ({ service }) => {
    const issuer = issuerOf(service.ours).replace(/org_\w+$/, newId('org'));
    for (const path of ['/authorize', '/device', '/end-session', '/interaction/x']) {
      const shown = await ask(`${issuer}${path}`);
      expect({ path, ...shown }).toMatchObject({ status: 404, type: 'text/html' });
      expect(shown.headers.get('x-error-code')).toBe('ORGANIZATION_NOT_FOUND');
      expect(shown.text).toContain(shown.headers.get('x-request-id'));
      expect(shown.text).not.toContain('Ours');
      const told = await ask(`${issuer}${path}`, { accept: 'application/json' });
      expect({ path, ...told }).toMatchObject({ status: 404, body: { code: 'ORGANIZATION_NOT_FOUND' } });
    }
  });

  test('a page is in the requested language', async ({ service }) => {
    const shown = await ask(`${issuerOf(service.ours)}/authorize?ui_locales=de&state=${long}`);
    expect(shown.text).toContain('<html lang="de"');
  });
});

describe('an expired interaction', () => {
  test('is reported to programs in JSON', async ({ service }) => {
    for (const form of [undefined, { answer: 'allow', csrf: 'x' }]) {
      const told = await ask(`${issuerOf(service.ours)}/interaction/x`, {
        accept: 'application/json',
        ...(form ? { form } : {}),
      });
      expect(told).toMatchObject({ status: 404, body: { code: 'INTERACTION_NOT_FOUND', details: {} } });
    }
  });
});

describe('INVALID_REDIRECT_URI', () => {
  test('is answered for an unregistered address in a pushed request', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const { url } = await begin(party);
    const push = (redirect: string) =>
      call(party, '/par', { ...Object.fromEntries(url.searchParams), redirect_uri: redirect });
    expect(await push('https://evil.example/')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', code: 'INVALID_REDIRECT_URI' },
    });
    expect(await push(redirectUri)).toMatchObject({ status: 201 });
    const other = await call(party, '/par', { redirect_uri: redirectUri, client_id: party.clientId });
    expect(other).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  test('is answered for an unregistered address after sign-out', async ({ service }) => {
    const { clientId, issuer } = await aRelyingParty(service.ours);
    const url = `${issuer}/end-session?client_id=${clientId}&post_logout_redirect_uri=https://evil.example/`;
    const shown = await ask(url);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'INVALID_REDIRECT_URI']);
    const told = await ask(url, { accept: 'application/json' });
    expect(told).toMatchObject({ status: 400, body: { code: 'INVALID_REDIRECT_URI' } });
  });
});

describe('a client that does not authenticate', () => {
  test.for(['/token', '/introspect', '/revoke', '/par', '/device/authorize'])(
    'is rejected at %s, with a challenge if it sent Authorization',
    async (path, { service }) => {
      const url = `${issuerOf(service.ours)}${path}`;
      const form = { token: 'x', grant_type: 'client_credentials' };
      const none = await ask(url, { form });
      expect(none).toMatchObject({ status: 401, body: { error: 'invalid_client', code: 'UNAUTHORIZED' } });
      expect(none.headers.get('www-authenticate')).toBeNull();
      const other = await ask(url, { form, headers: { authorization: 'Bearer x' } });
      expect(other).toMatchObject({ status: 401, body: { error: 'invalid_client', code: 'UNAUTHORIZED' } });
      expect(other.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
      const broken = await ask(url, { form, headers: { authorization: 'Basic ???' } });
      expect(broken).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );

  test('may send its secret by the header or by the form, for either registration', async ({ service }) => {
    for (const tokenEndpointAuthMethod of ['client_secret_basic', 'client_secret_post']) {
      const party = await aRelyingParty(service.ours, { tokenEndpointAuthMethod });
      const { clientId, clientSecret, issuer } = party;
      expect((await call(party, '/introspect', { token: 'x' })).status).toBe(200);
      const posted = { token: 'x', client_id: clientId, client_secret: clientSecret };
      expect((await ask(`${issuer}/introspect`, { form: posted })).status).toBe(200);
      const alone = await ask(`${issuer}/introspect`, { form: { token: 'x', client_id: clientId } });
      expect(alone).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    }
  });
});

describe('a device', () => {
  test('learns how long it must wait between its requests', async ({ service }) => {
    const party = await aRelyingParty(service.ours, deviceFields);
    expect(await oidc.initiateDeviceAuthorization(party.config, {})).toMatchObject({ interval: 5 });
  });

  test('is not approved by an unknown code, and the form answers with its own status', async ({
    service,
  }) => {
    const issuer = issuerOf(service.ours);
    const browser = new Browser(issuer);
    for (const code of ['', 'BBBB-BBBB']) {
      const shown = await browser.send(await browser.open(`${issuer}/device`), { user_code: code });
      expect(shown).toMatchObject({ status: 400, text: expect.stringContaining('name="user_code"') });
      expect(shown.text).toContain('data-failed');
      expect(shown.headers.get('x-error-code')).toBe('VALIDATION_ERROR');
      const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(shown.text) ?? [];
      const told = await browser.open(`${issuer}/device`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, user_code: code }),
        headers: { accept: 'application/json' },
      });
      expect({ status: told.status, ...JSON.parse(told.text) }).toMatchObject({
        status: 400,
        error: 'invalid_request',
        error_description: expect.stringMatching(/code/),
        code: 'VALIDATION_ERROR',
        requestId: expect.stringMatching(/^req_/),
      });
    }
  });

  test('can be declined without an error', async ({ service }) => {
    const party = await aRelyingParty(service.ours, deviceFields);
    const browser = new Browser(party.issuer);
    const codes = await oidc.initiateDeviceAuthorization(party.config, {});
    const confirm = await browser.send(await browser.open(codes.verification_uri), {
      user_code: codes.user_code,
    });
    expect((await browser.send(confirm, { abort: 'yes' })).status).toBe(200);
  });
});

describe('an unreadable body', () => {
  test('is rejected with a message that names the accepted format', async ({ service }) => {
    const { origin } = new URL(issuerOf(service.ours));
    const send = async (type: string, body: string, accept = '*/*') => {
      const headers = { 'content-type': type, accept };
      const url = `${origin}/api/oidc/${service.ours.orgId}/token`;
      const answer = await fetch(url, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as Record<string, unknown>)['error_description']];
    };
    const form = 'application/x-www-form-urlencoded';
    expect(await send('application/json', '{}')).toEqual([415, expect.stringContaining(form)]);
    expect(await send(form, 'x', 'image/png')).toEqual([406, expect.stringContaining('application/json')]);
    expect(await send(form, `x=${'x'.repeat(1_048_577)}`)).toEqual([413, expect.stringContaining('262144')]);
  });
});

describe('a token exchange', () => {
  test('rejects the type of an actor token without the token', async ({ service }) => {
    const party = await aRelyingParty(service.ours, {
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { access_token: token } = await (await authorized(party, browser)).exchange();
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const exchange = (fields: Record<string, string>) =>
      call(party, '/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: type,
        ...fields,
      });
    expect(await exchange({ actor_token_type: type })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: expect.stringContaining('actor_token_type') },
    });
    expect((await exchange({})).status).toBe(200);
  });
});
