import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { aDocumentHost, allowHosts, type DocumentHost, documentParty } from '../../support/document-hosts.ts';
import {
  aPerson,
  authorized,
  begin,
  Browser,
  issuerOf,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// Clients whose client_id is the address of their metadata document (docs/client-metadata-documents.md).

let host: DocumentHost;
beforeAll(async () => {
  host = await aDocumentHost();
});
afterAll(() => host.receiver.close());

const redirect_uri = 'https://agent.example.com/callback';

async function aUser(service: TestService, fields: Record<string, unknown> = {}) {
  await allowHosts(service.ours, [host.host], fields);
  const userId = await aPerson(service);
  return { userId, browser: await signedIn(service, { issuer: issuerOf(service.ours), userId }) };
}

const authorize = (party: RelyingParty, browser: Browser, more: Record<string, string> = {}) =>
  authorized(party, browser, { redirect_uri, scope: 'openid email offline_access', ...more });

const asked = (url: string): number =>
  host.receiver.received.filter(({ path }) => path === new URL(url).pathname).length;

/** Sets the clock of a row: its document was fresh until so many hours ago. */
const endedAgo = ({ sql }: TestService, url: string, hours: number) =>
  sql(
    `update oidc_clients set document_fresh_until = now() - $2 * interval '1 hour',
       document_stale_until = now() - ($2 - 24) * interval '1 hour', document_tried_at = now() - interval '2 hours'
      where id = $1`,
    [url, hours],
  );

const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error instanceof oidc.ResponseBodyError ? error.error : error;
  }
  return 'done';
};

const refresh = (party: RelyingParty, token: string | undefined) =>
  oidc.refreshTokenGrant(party.config, token ?? '');

describe('a client with a metadata document', () => {
  test('signs a user in who allows it, and refreshes its tokens', async ({ service }) => {
    const { browser } = await aUser(service);
    const url = host.publish();
    const party = await documentParty(service.ours, url);
    const { exchange, callback } = await authorize(party, browser);
    expect(callback.searchParams.get('iss')).toBe(party.issuer);
    const tokens = await exchange();
    expect(tokens.claims()?.aud).toBe(url);
    expect(tokens.expires_in).toBeLessThanOrEqual(300);
    const refreshed = await refresh(party, tokens.refresh_token);
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(asked(url)).toBe(1);
  });

  test('is read after the sign-in only, and the page of the sign-in names no client', async ({ service }) => {
    await allowHosts(service.ours, [host.host]);
    const url = host.publish({ client_name: 'Name of a stranger' });
    const party = await documentParty(service.ours, url);
    const begun = await begin(party, { redirect_uri });
    const shown = await new Browser(party.issuer).open(begun.url);
    expect(shown.url.pathname).toBe(`/login/${service.ours.orgId}`);
    expect(shown.text).not.toContain('Name of a stranger');
    expect(asked(url)).toBe(0);
    const { browser } = await aUser(service);
    await authorize(party, browser);
    const again = await new Browser(party.issuer).open(begun.url);
    expect(again.text).not.toContain('Name of a stranger');
  });

  test('does not exist while the tenant reads no documents, and its tokens end when its host is not allowed any more', async ({
    service,
  }) => {
    const { browser } = await aUser(service);
    const url = host.publish();
    const party = await documentParty(service.ours, url);
    const { exchange } = await authorize(party, browser);
    const { refresh_token } = await exchange();
    await allowHosts(service.ours, ['agent.example.com']);
    expect(await refusalOf(refresh(party, refresh_token))).toBe('invalid_client');
    const { shown } = await authorize(party, browser);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
    await allowHosts(service.ours, [host.host], { mode: 'OFF' });
    const off = await authorize(party, browser);
    expect([off.shown.status, off.shown.headers.get('x-error-code')]).toEqual([404, 'OIDC_CLIENT_NOT_FOUND']);
    await allowHosts(service.ours, [], { mode: 'ANY_HOST' });
    expect(await refusalOf(refresh(party, refresh_token))).toBe('done');
    // The host that it sends users to.
    await service.ours.call('updateOidcBlockedHosts', { body: { hosts: ['agent.example.com'] } });
    expect(await refusalOf(refresh(party, refresh_token))).toBe('invalid_client');
    await service.ours.call('updateOidcBlockedHosts', { body: { hosts: [] } });
    // To block a host ends what was allowed. It does not come back.
    expect(await refusalOf(refresh(party, refresh_token))).toBe('invalid_grant');
  });

  test('is always allowed by a user, who reads its host, and prompt=none reads no document', async ({
    service,
  }) => {
    const { browser } = await aUser(service);
    const url = host.publish();
    const party = await documentParty(service.ours, url);
    const none = await begin(party, { redirect_uri, prompt: 'none' });
    expect((await browser.open(none.url)).status).toBe(404);
    expect(asked(url)).toBe(0);
    const first = await browser.open((await begin(party, { redirect_uri })).url);
    expect(first.text).toContain('Agent of a stranger');
    expect(first.text).toContain(host.host);
    expect(first.text).toContain('Your organization hasn’t checked this app.');
    expect(first.text).toContain('Your answer goes to agent.example.com.');
    const refused = await browser.open((await begin(party, { redirect_uri, prompt: 'none' })).url);
    expect(refused.url.searchParams.get('error')).toBe('consent_required');
    await browser.send(first, { answer: 'allow' });
    const silent = await browser.open((await begin(party, { redirect_uri, prompt: 'none' })).url);
    expect(silent.url.searchParams.has('code')).toBe(true);
  });

  test('on the computer of the user needs the setting, warns, and asks each time', async ({ service }) => {
    const { browser } = await aUser(service);
    const loopback = 'http://127.0.0.1:33418/callback';
    const url = host.publish({ redirect_uris: ['http://127.0.0.1/callback'] });
    const party = await documentParty(service.ours, url);
    const open = async () => browser.open((await begin(party, { redirect_uri: loopback })).url);
    expect((await open()).text).toContain('The app runs on your computer');
    await allowHosts(service.ours, [host.host], { loopbackRedirects: true });
    for (let times = 0; times < 2; times++) {
      const shown = await open();
      expect(shown.text).toContain('Any program here can pretend to be this app.');
      const answered = await browser.send(shown, { answer: 'allow' });
      expect(answered.url.origin).toBe('http://127.0.0.1:33418');
    }
  });

  test('by a form goes on as a GET', async ({ service }) => {
    const { browser } = await aUser(service);
    const party = await documentParty(service.ours, host.publish());
    const { url } = await begin(party, { redirect_uri });
    const shown = await browser.post(`${party.issuer}/authorize`, Object.fromEntries(url.searchParams));
    expect(shown.text).toContain('Agent of a stranger');
    const wrong = await browser.post(`${party.issuer}/authorize`, {
      client_id: 'https://other.example.com/c',
    });
    expect([wrong.status, wrong.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
  });

  test('authenticates with its key', async ({ service }) => {
    const { browser } = await aUser(service);
    const { privateKey, publicKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['sign', 'verify'],
    );
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    const { key_ops: _, ext: __, ...key } = jwk;
    const url = host.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key] } });
    const open = await documentParty(service.ours, url);
    const config = new oidc.Configuration(
      open.config.serverMetadata(),
      url,
      undefined,
      oidc.PrivateKeyJwt(privateKey),
    );
    // oxlint-disable-next-line typescript/no-deprecated
    oidc.allowInsecureRequests(config);
    const { exchange } = await authorize({ ...open, config }, browser);
    expect((await exchange()).claims()?.aud).toBe(url);
    const { callback, verifier } = await authorize(open, browser);
    expect(
      await refusalOf(
        oidc.authorizationCodeGrant(open.config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: oidc.skipStateCheck,
        }),
      ),
    ).toBe('invalid_client');
  });
});

describe('a document that changes', () => {
  const times = { 'cache-control': 'max-age=60' };
  const again = async (service: TestService, party: RelyingParty, browser: Browser) => {
    await endedAgo(service, party.clientId, 1);
    return authorize(party, browser);
  };

  test('in its redirect URIs ends consents, tokens and codes, with a row of the audit log and an event', async ({
    service,
  }) => {
    const { browser, userId } = await aUser(service);
    const url = host.publish({}, times);
    const party = await documentParty(service.ours, url);
    const { refresh_token } = await (await authorize(party, browser)).exchange();
    const { exchange } = await authorize(party, browser);
    const other = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const unanswered = await other.open((await begin(party, { redirect_uri })).url);
    host.change(
      url,
      { redirect_uris: ['https://agent.example.com/callback', 'https://thief.example.com/'] },
      times,
    );
    const shown = await again(service, party, browser);
    expect(await refusalOf(exchange())).toBe('invalid_grant');
    expect(await refusalOf(refresh(party, refresh_token))).toBe('invalid_grant');
    expect((await other.send(unanswered, { answer: 'allow' })).url.searchParams.has('code')).toBe(false);
    // The user was asked again, for the client that it is now.
    await expect(shown.exchange()).resolves.toHaveProperty('refresh_token');
    const { body } = await service.ours.call('listAuditLogs', {
      query: { action: 'oidc_client_document.change' },
    });
    expect(body.data).toMatchObject([
      { target: { id: url }, reason: '1 consents ended', changes: [{ field: 'redirectUris' }] },
    ]);
    const events = await service.sql(
      "select from events where type = 'oidc_client.updated' and data ->> 'clientId' = $1",
      [url],
    );
    expect(events).toHaveLength(1);
    expect(userId).toBeTruthy();
  });

  test('in its name alone ends nothing', async ({ service }) => {
    const { browser } = await aUser(service);
    const url = host.publish({}, times);
    const party = await documentParty(service.ours, url);
    const { refresh_token } = await (await authorize(party, browser)).exchange();
    host.change(url, { client_name: 'Another name' }, times);
    await again(service, party, browser);
    expect(await refusalOf(refresh(party, refresh_token))).toBe('done');
  });

  test('to an error serves refreshes for a day, and no authorization', async ({ service }) => {
    const { browser } = await aUser(service);
    const url = host.publish({}, times);
    const party = await documentParty(service.ours, url);
    const tokens = await (await authorize(party, browser)).exchange();
    host.answer(url, (response) => response.writeHead(503).end());
    const { shown } = await again(service, party, browser);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([400, 'CLIENT_DOCUMENT_REFUSED']);
    const { refresh_token } = await refresh(party, tokens.refresh_token);
    await endedAgo(service, url, 25);
    expect(await refusalOf(refresh(party, refresh_token))).toBe('invalid_client');
    host.change(url, {}, times);
    await service.runTask('tend-strangers');
    const [job] = await service.sql<{ payload: unknown; address: string }>(
      "select payload, address from tenant_jobs where task = 'read-client-document' and payload ->> 'clientId' = $1",
      [url],
    );
    expect(job).toEqual({ payload: { orgId: service.ours.orgId, clientId: url }, address: host.host });
    const node = await service.startNode({ ROLE: 'all' });
    onTestFinished(() => node.stop());
    await expect.poll(() => refusalOf(refresh(party, refresh_token)), { timeout: 20_000 }).toBe('done');
  });
});
