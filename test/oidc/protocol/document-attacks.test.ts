import { randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aDocumentHost, allowHosts, type DocumentHost, documentParty } from '../../support/document-hosts.ts';
import { aPerson, authorized, begin, Browser, issuerOf, signedIn } from '../../support/relying-party.ts';
import { hang, type Reply } from '../../support/receiver.ts';
import { test, type TestService } from '../../support/service.ts';

// Attacks of hostile hosts, clients and users with client ID metadata documents.

let host: DocumentHost;
beforeAll(async () => {
  host = await aDocumentHost();
});
afterAll(() => host.receiver.close());

const redirect_uri = 'https://agent.example.com/callback';

async function aUser(service: TestService, hosts = [host.host]): Promise<Browser> {
  await allowHosts(service.ours, hosts);
  return signedIn(service, { issuer: issuerOf(service.ours), userId: await aPerson(service) });
}

const authorizeUrl = async (
  service: TestService,
  url: string,
  more: Record<string, string> = {},
): Promise<URL> => (await begin(await documentParty(service.ours, url), { redirect_uri, ...more })).url;

const isKept = async ({ sql }: TestService, url: string): Promise<boolean> =>
  (await sql('select from oidc_clients where id = $1', [url])).length > 0;

/** Posts a form as a client without a secret. */
async function post(issuer: string, endpoint: string, form: Record<string, string>) {
  const answer = await fetch(`${issuer}${endpoint}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const json = { 'content-type': 'application/json' };

describe('a hostile host', () => {
  test.for<[string, Reply]>([
    ['REDIRECTED', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['TOO_LARGE', (response) => response.writeHead(200, json).end(' '.repeat(5_121))],
    ['STATUS', (response) => response.writeHead(500).end()],
    ['NOT_JSON', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}')],
    ['NOT_JSON', (response) => response.writeHead(200, json).end('{"client_id":')],
    [
      'OTHER_CLIENT_ID',
      (response) => response.writeHead(200, json).end('{"client_id":"https://a.example/c"}'),
    ],
    ['UNREACHABLE', (response) => response.destroy()],
  ])(
    'whose answer is %s gets a page that says so, and no redirect',
    async ([problem, reply], { service }) => {
      const browser = await aUser(service);
      const url = `https://${host.host}/${randomUUID()}`;
      host.answer(url, reply);
      const shown = await browser.open(await authorizeUrl(service, url));
      expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
      expect(shown.text).toContain(`<code>${problem}</code>`);
      expect(await isKept(service, url)).toBe(false);
      const program = await browser.open(await authorizeUrl(service, url), {
        headers: { accept: 'application/json' },
      });
      expect(JSON.parse(program.text)).toMatchObject({
        error: 'invalid_client',
        code: 'CLIENT_DOCUMENT_REFUSED',
      });
    },
  );

  test('that is slow delays no other client', { timeout: 30_000 }, async ({ service }) => {
    const browser = await aUser(service);
    const slow = `https://${host.host}/${randomUUID()}`;
    host.answer(slow, hang);
    const waiting = authorizeUrl(service, slow).then((url) => browser.open(url));
    const other = await aUser(service);
    const shown = await other.open(await authorizeUrl(service, host.publish()));
    expect(shown.text).toContain('Agent of a stranger');
    expect((await waiting).text).toContain('<code>TOO_SLOW</code>');
  });

  test('at a private address is not called', async ({ service }) => {
    const url = 'https://10.0.0.1/client';
    const browser = await aUser(service, ['10.0.0.1']);
    const shown = await browser.open(await authorizeUrl(service, url));
    expect(shown.text).toContain('<code>PRIVATE_ADDRESS</code>');
  });

  test('writes no markup and no disguise into pages', async ({ service }) => {
    const browser = await aUser(service);
    const url = host.publish({ client_name: '<img src=x onerror=alert(1)>\u202Ekcatta' });
    const { text } = await browser.open(await authorizeUrl(service, url));
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u202E');
    expect(text).toContain(host.host);
  });
});

describe('a hostile client', () => {
  test('with the redirect URI of another one has no share in its consent', async ({ service }) => {
    const browser = await aUser(service);
    const good = await documentParty(service.ours, host.publish());
    await (await authorized(good, browser, { redirect_uri })).exchange();
    const evil = await documentParty(service.ours, host.publish());
    await browser.open((await begin(evil, { redirect_uri })).url);
    const silent = await browser.open((await begin(evil, { redirect_uri, prompt: 'none' })).url);
    expect(silent.url.searchParams.get('error')).toBe('consent_required');
  });

  test('cannot use the code of another one, nor its own without the right verifier', async ({ service }) => {
    const browser = await aUser(service);
    const good = await documentParty(service.ours, host.publish());
    const evil = await documentParty(service.ours, host.publish());
    await browser.open((await begin(evil, { redirect_uri })).url);
    const { callback, verifier } = await authorized(good, browser, { redirect_uri });
    const code = callback.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    const stolen = await post(evil.issuer, '/token', { ...form, client_id: evil.clientId });
    expect(stolen.body['error']).toBe('invalid_grant');
    const guessed = { ...form, client_id: good.clientId, code_verifier: oidc.randomPKCECodeVerifier() };
    const wrong = await post(good.issuer, '/token', guessed);
    expect(wrong.body['error']).toBe('invalid_grant');
  });

  test.for<[string, Record<string, string>]>([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
  ])('%s gets no code', async ([, more], { service }) => {
    const browser = await aUser(service);
    const url = await authorizeUrl(service, host.publish());
    for (const [name, value] of Object.entries(more))
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    const shown = await browser.open(url);
    expect(shown.url.searchParams.get('error')).toBe('invalid_request');
  });

  test('cannot have a redirect URI that its document does not list', async ({ service }) => {
    const browser = await aUser(service);
    const url = await authorizeUrl(service, host.publish(), {
      redirect_uri: 'https://agent.example.com/callback/x',
    });
    const shown = await browser.open(url);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'INVALID_REDIRECT_URI']);
  });

  test('has no document read at the token, pushing, revoking, introspecting or device endpoints', async ({
    service,
  }) => {
    await allowHosts(service.ours, [host.host]);
    const url = host.publish();
    const issuer = issuerOf(service.ours);
    const forms = {
      '/token': { grant_type: 'authorization_code', code: 'x', redirect_uri, code_verifier: 'x'.repeat(43) },
      '/par': { response_type: 'code', redirect_uri },
      '/revoke': { token: 'x' },
      '/introspect': { token: 'x' },
      '/device/authorize': { scope: 'openid' },
    };
    for (const [endpoint, form] of Object.entries(forms)) {
      const answer = await post(issuer, endpoint, { ...form, client_id: url });
      expect([endpoint, answer.body['error']]).toEqual([endpoint, 'invalid_client']);
    }
    expect(host.receiver.received.some(({ path }) => path === new URL(url).pathname)).toBe(false);
    expect(await isKept(service, url)).toBe(false);
  });

  test('gets no new consent by an old document, when it says prompt=none beside a pushed request', async ({
    service,
  }) => {
    const browser = await aUser(service);
    const url = host.publish();
    await browser.open(await authorizeUrl(service, url));
    host.answer(url, (response) => response.writeHead(503).end());
    await service.sql(
      "update oidc_clients set document_fresh_until = now() - interval '1 hour' where id = $1",
      [url],
    );
    const { body } = await post(issuerOf(service.ours), '/par', {
      client_id: url,
      redirect_uri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const pushed = new URL(`${issuerOf(service.ours)}/authorize`);
    const named = { client_id: url, prompt: 'none', request_uri: String(body['request_uri']) };
    pushed.search = new URLSearchParams(named).toString();
    const shown = await browser.open(pushed);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
  });

  test('gets no device code and no token for itself, also when it is known', async ({ service }) => {
    const browser = await aUser(service);
    const url = host.publish({
      grant_types: [
        'authorization_code',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
    });
    await browser.open(await authorizeUrl(service, url));
    const issuer = issuerOf(service.ours);
    const forms = {
      '/token': { grant_type: 'client_credentials' },
      '/device/authorize': { scope: 'openid' },
    };
    for (const [endpoint, form] of Object.entries(forms)) {
      const answer = await post(issuer, endpoint, { ...form, client_id: url });
      expect([endpoint, answer.status]).toEqual([endpoint, 400]);
    }
  });
});

describe('a wrong address', () => {
  test.for([
    'http://agent.example.com/c',
    'https://agent.example.com',
    'https://agent.example.com/c#x',
    'https://agent.example.com/a/../c',
    'https://user:password@agent.example.com/c',
    'https://agent.example.com:443/c',
    'https://other.example.com/c',
  ])('%s gets a page, without a sign-in and a call', async (clientId, { service }) => {
    await allowHosts(service.ours, [host.host, 'agent.example.com']);
    const url = new URL(`${issuerOf(service.ours)}/authorize`);
    url.search = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code' }).toString();
    const shown = await new Browser(url.origin).open(url);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
  });
});
