import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { allowHosts } from '../../support/document-hosts.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

const unknown = (issuer: string): string => issuer.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

describe('getOidcConfiguration and getOidcKeys', () => {
  test('may be kept for five minutes, also by proxies, and separately for each origin', async ({
    service,
  }) => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json']) {
      const { status, headers } = await fetch(`${issuerOf(service.ours)}${path}`, {
        headers: { origin: 'https://spa.example.com' },
      });
      const named = ['cache-control', 'vary', 'access-control-allow-origin'].map((name) => headers.get(name));
      expect([status, ...named], path).toEqual([
        200,
        'public, max-age=300',
        'Origin',
        'https://spa.example.com',
      ]);
    }
  });

  test('may not be kept if the tenant is unknown', async ({ service }) => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json']) {
      const { status, headers } = await fetch(`${unknown(issuerOf(service.ours))}${path}`);
      expect([status, headers.get('cache-control')], path).toEqual([404, 'no-store']);
    }
  });
});

/** Returns the document that openid-client finds, with the addresses that it asks. */
async function discovered(issuer: string, algorithm: 'oidc' | 'oauth2') {
  const asked: string[] = [];
  const config = await oidc.discovery(new URL(issuer), 'any', undefined, oidc.None(), {
    algorithm,
    // Marked deprecated so that no program uses it outside of tests.
    // oxlint-disable-next-line typescript/no-deprecated
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: (url, options) => {
      asked.push(url);
      return fetch(url, options);
    },
  });
  return { asked, document: { ...config.serverMetadata() } };
}

describe('getOauthServerMetadata', () => {
  test('answers the document of the issuer where a client of RFC 8414 looks for it', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const { origin, pathname } = new URL(issuer);
    const { document } = await discovered(issuer, 'oidc');
    const oauth = await discovered(issuer, 'oauth2');
    expect(oauth.asked).toEqual([`${origin}/.well-known/oauth-authorization-server${pathname}`]);
    expect(oauth.document).toEqual(document);
  });

  test('names metadata documents of clients where they are read, from the next request on', async ({
    service,
  }) => {
    const named = async () =>
      (await discovered(issuerOf(service.theirs), 'oauth2')).document[
        'client_id_metadata_document_supported'
      ];
    expect(await named()).toBeUndefined();
    await allowHosts(service.theirs, ['agent.example.com']);
    expect(await named()).toBe(true);
    await allowHosts(service.theirs, [], { mode: 'OFF' });
    expect(await named()).toBeUndefined();
  });
});

describe('getOauthServerMetadataBelow', () => {
  test('answers the same document below the issuer', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const below = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
    expect(below.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await below.json()).toEqual((await discovered(issuer, 'oidc')).document);
  });
});

describe('getOidcConfigurationOfPath', () => {
  test('answers the same document, which may be kept for five minutes', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const { origin, pathname } = new URL(issuer);
    const openid = await fetch(`${origin}/.well-known/openid-configuration${pathname}`);
    expect(openid.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await openid.json()).toEqual((await discovered(issuer, 'oidc')).document);
  });

  test('refuses an unknown tenant as the other endpoints of clients do', async ({ service }) => {
    const { origin, pathname } = new URL(unknown(issuerOf(service.ours)));
    for (const kind of ['openid-configuration', 'oauth-authorization-server']) {
      const answer = await fetch(`${origin}/.well-known/${kind}${pathname}`);
      expect([answer.status, await answer.json()], kind).toMatchObject([
        404,
        { code: 'ORGANIZATION_NOT_FOUND' },
      ]);
    }
  });
});
