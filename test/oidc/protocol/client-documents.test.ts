import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
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

async function aUser(service: TestService): Promise<{ browser: Browser; userId: string }> {
  await allowHosts(service.ours, [host.host]);
  const userId = await aPerson(service);
  return { userId, browser: await signedIn(service, { issuer: issuerOf(service.ours), userId }) };
}

const authorize = (party: RelyingParty, browser: Browser, more: Record<string, string> = {}) =>
  authorized(party, browser, { redirect_uri, scope: 'openid email offline_access', ...more });

const asked = (url: string): number =>
  host.receiver.received.filter(({ path }) => path === new URL(url).pathname).length;

describe('a client with a metadata document', () => {
  test('signs a user in who allows it, and refreshes its tokens', async ({ service }) => {
    const { browser } = await aUser(service);
    const url = host.publish();
    const party = await documentParty(service.ours, url);
    const { exchange } = await authorize(party, browser);
    const tokens = await exchange();
    expect(tokens.claims()?.aud).toBe(url);
    expect(tokens.expires_in).toBeLessThanOrEqual(300);
    const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(asked(url)).toBe(1);
  });

  test('is read after the sign-in only: a browser without a session goes to the sign-in, and no client is named', async ({
    service,
  }) => {
    await allowHosts(service.ours, [host.host]);
    const url = host.publish({ client_name: 'Name of a stranger' });
    const party = await documentParty(service.ours, url);
    const begun = await begin(party, { redirect_uri });
    const shown = await new Browser(party.issuer).open(begun.url);
    expect(shown.url.pathname).toBe(`/login/${service.ours.orgId}`);
    expect(shown.text).not.toContain('Name of a stranger');
    expect(asked(url)).toBe(0);
  });

  test('does not exist while the tenant reads no documents', async ({ service }) => {
    const { browser } = await aUser(service);
    await allowHosts(service.ours, [host.host], { mode: 'OFF' });
    const url = host.publish();
    const party = await documentParty(service.ours, url);
    const { shown } = await authorize(party, browser);
    expect([shown.status, shown.headers.get('x-error-code')]).toEqual([404, 'OIDC_CLIENT_NOT_FOUND']);
    expect(asked(url)).toBe(0);
  });
});
