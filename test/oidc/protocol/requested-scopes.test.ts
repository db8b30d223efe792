import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { anOidcScope } from '../../support/oidc-clients.ts';
import { aPerson, aRelyingParty, authorized, begin, call, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** A client with one custom scope that is a default, and one that is not. */
async function world(service: TestService) {
  const usual = await anOidcScope(service.ours, { isDefault: true });
  const rare = await anOidcScope(service.ours);
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const party = await aRelyingParty(service.ours, {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant],
    scopes: ['openid', 'email', usual.name, rare.name],
    resources: ['https://api.example.com/'],
    allowedOrigins: ['https://app.example.com'],
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] },
  });
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  return { usual: usual.name, rare: rare.name, party, browser, privateKey };
}

describe('a scope that the client does not have', () => {
  test('is dropped like an unknown scope, wherever a client asks for scopes', async ({ service }) => {
    const { party, browser, rare, privateKey } = await world(service);
    const scope = `openid phone made-up ${rare}`;
    const left = `openid ${rare}`;
    const { exchange } = await authorized(party, browser, { scope });
    expect((await exchange()).scope).toBe(left);

    const { url, verifier } = await begin(party, { scope });
    const pushed = await call(party, '/par', url.searchParams);
    const { client_id, ...parameters } = Object.fromEntries(url.searchParams);
    const request = await new SignJWT({ ...parameters, client_id, iss: party.clientId, aud: party.issuer })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setExpirationTime('1 min')
      .sign(privateKey);
    const ways: [string, string][] = [
      ['request_uri', String(pushed.body['request_uri'])],
      ['request', request],
    ];
    for (const way of ways) {
      const query = new URLSearchParams([['client_id', party.clientId], way]);
      const back = await browser.open(`${party.issuer}/authorize?${query.toString()}`);
      const { body } = await call(party, '/token', {
        grant_type: 'authorization_code',
        code: back.url.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: parameters['redirect_uri'] ?? '',
      });
      expect({ way: way[0], scope: body['scope'] }).toEqual({
        way: way[0],
        scope: left,
      });
    }

    const codes = await call(party, '/device/authorize', { scope });
    expect(codes.status).toBe(200);
    for (const resource of ['', 'https://api.example.com/']) {
      const form = { grant_type: 'client_credentials', scope: `phone made-up ${rare}`, resource };
      const { status, body } = await call(party, '/token', form);
      expect([status, body['scope']]).toEqual([200, rare]);
      // With this header, the engine answers.
      const engine = await call(party, '/token', form, { origin: 'https://app.example.com' });
      expect([engine.status, engine.body['scope']]).toEqual([200, rare]);
    }
  });
});

describe('a request without scope', () => {
  test('is answered for the default scopes of the client, and never for openid', async ({ service }) => {
    const { party, browser, usual } = await world(service);
    const { url, verifier } = await begin(party);
    for (const name of ['scope', 'nonce']) url.searchParams.delete(name);
    const back = await browser.open(url);
    const { body } = await call(party, '/token', {
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: url.searchParams.get('redirect_uri') ?? '',
    });
    expect([body['scope'], body['id_token']]).toEqual([usual, undefined]);
    const machine = await call(party, '/token', { grant_type: 'client_credentials' });
    expect(machine.body['scope']).toBe(usual);
    const other = await aRelyingParty(service.ours, {
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      scopes: ['openid', 'email'],
    });
    const none = await call(other, '/token', { grant_type: 'client_credentials' });
    expect([none.status, none.body['scope']]).toEqual([200, undefined]);
  });
});

test('a request is refused if none of its scopes is left, and gets no default scopes', async ({
  service,
}) => {
  const { party, browser, usual } = await world(service);
  const { url, verifier } = await begin(party, { scope: 'phone made-up' });
  url.searchParams.delete('nonce');
  const without = new URLSearchParams(url.searchParams);
  without.delete('scope');
  const pushed = async (query: URLSearchParams) => {
    const { body } = await call(party, '/par', query);
    return new URLSearchParams({ client_id: party.clientId, request_uri: String(body['request_uri']) });
  };
  const answer = async (query: URLSearchParams) =>
    (await browser.open(`${party.issuer}/authorize?${query.toString()}`)).url.searchParams;
  for (const query of [url.searchParams, await pushed(url.searchParams)])
    expect((await answer(query)).get('error')).toBe('access_denied');
  const { body } = await call(party, '/token', {
    grant_type: 'authorization_code',
    code: (await answer(await pushed(without))).get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: without.get('redirect_uri') ?? '',
  });
  expect(body['scope']).toBe(usual);
});
