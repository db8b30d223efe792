import { createHmac, randomUUID } from 'node:crypto';
import { CompactEncrypt, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  begin,
  type Browser,
  issuerOf,
  redirectUri,
  signedIn,
  type Shown,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSigningParty, post, type SigningParty } from '../../support/signing-party.ts';

async function aFlow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aSigningParty(service.ours, fields);
  const userId = await aPerson(service);
  return { party, userId, browser: await signedIn(service, { issuer: party.issuer, userId }) };
}

/** The parameters of an authorization, as claims. */
async function parameters(party: SigningParty): Promise<Record<string, string>> {
  return Object.fromEntries((await begin(party)).url.searchParams);
}

const authorize = (
  browser: Browser,
  { issuer, clientId }: Pick<SigningParty, 'issuer' | 'clientId'>,
  outside: Record<string, string>,
): Promise<Shown> =>
  browser.open(`${issuer}/authorize?${new URLSearchParams({ client_id: clientId, ...outside }).toString()}`);

const typ = 'oauth-authz-req+jwt';

describe('a signed request object', () => {
  test('is obeyed at /authorize and /par, with the response_mode in it', async ({ service }) => {
    const { party, browser } = await aFlow(service);
    const claims = await parameters(party);
    const request = await party.sign({ ...claims, response_mode: 'form_post', state: 'inside' }, { typ });
    // Parameters outside the request object do not count (RFC 9101 section 6.3).
    const shown = await authorize(browser, party, { request, state: 'outside', response_mode: 'query' });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(`action="${redirectUri}"`);
    expect(shown.text).toMatch(/name="state" value="inside"/);

    const fragment = await party.sign({ ...claims, response_mode: 'fragment' });
    const pushed = await post(`${party.issuer}/par`, { request: fragment, ...(await party.assertion()) });
    expect(pushed.status).toBe(201);
    const { url } = await authorize(browser, party, { request_uri: String(pushed.body['request_uri']) });
    expect(new URLSearchParams(url.hash.slice(1)).get('code')).toMatch(/./);
    expect(url.search).toBe('');
  });

  test('goes through a code flow of openid-client, by GET, by a form and pushed', async ({ service }) => {
    const { party, browser, userId } = await aFlow(service);
    const { clientId, privateKey, issuer } = party;
    const key = { key: privateKey, kid: 'k1' };
    const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.PrivateKeyJwt(key), {
      // oxlint-disable-next-line typescript/no-deprecated
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    });
    for (const way of ['get', 'form', 'pushed']) {
      const { url, verifier, state, nonce } = await begin({ config });
      const signed = await oidc.buildAuthorizationUrlWithJAR(config, url.searchParams, key);
      let shown: Shown;
      if (way === 'get') shown = await browser.open(signed);
      else if (way === 'form')
        shown = await browser.post(`${issuer}/authorize`, Object.fromEntries(signed.searchParams));
      else shown = await browser.open(await oidc.buildAuthorizationUrlWithPAR(config, signed.searchParams));
      const tokens = await oidc.authorizationCodeGrant(config, shown.url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      });
      expect({ way, sub: tokens.claims()?.sub }).toEqual({ way, sub: userId });
    }
  });

  test('is signed with any algorithm of discovery, and discovery says which', async ({ service }) => {
    const response = await fetch(`${issuerOf(service.ours)}/.well-known/openid-configuration`);
    const said = (await response.json()) as Record<string, unknown>;
    expect(said).toMatchObject({ request_parameter_supported: true, request_uri_parameter_supported: false });
    expect(said).not.toHaveProperty('request_object_encryption_alg_values_supported');
    const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
    expect(said['request_object_signing_alg_values_supported']).toEqual(algorithms);
    for (const alg of algorithms) {
      const party = await aSigningParty(service.ours, {}, alg);
      const request = await party.sign(await parameters(party));
      const { status } = await post(`${party.issuer}/par`, { request, ...(await party.assertion()) });
      expect({ alg, status }).toEqual({ alg, status: 201 });
    }
  });
});

describe('a request object that is not one of the client', () => {
  type Forged = (party: SigningParty, claims: Record<string, string>) => Promise<string> | string;
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const signed =
    (change: JWTPayload | (() => JWTPayload), header?: Record<string, unknown>): Forged =>
    (party, claims) =>
      party.sign({ ...claims, ...(typeof change === 'function' ? change() : change) }, header);
  const hmac = (party: SigningParty, claims: Record<string, string>, key: string): string => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { clientId, issuer } = party;
    const text = `${part({ alg: 'HS256' })}.${part({ iss: clientId, aud: issuer, exp: inSeconds(60), ...claims })}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const cases: [string, Forged][] = [
    [
      'unsigned',
      ({ clientId, issuer }, claims) =>
        new UnsecuredJWT({ iss: clientId, aud: issuer, exp: inSeconds(60), ...claims }).encode(),
    ],
    ['of an empty HMAC', (party, claims) => hmac(party, claims, '')],
    ['of an HMAC with the public key', (party, claims) => hmac(party, claims, 'k1')],
    [
      'signed with another key',
      async ({ clientId, issuer }, claims) => {
        const { privateKey } = await generateKeyPair('ES256');
        return new SignJWT({ iss: clientId, aud: issuer, exp: inSeconds(60), ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
          .sign(privateKey);
      },
    ],
    [
      'signed with a key in its header',
      async ({ clientId, issuer }, claims) => {
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
        const jwk = await crypto.subtle.exportKey('jwk', publicKey);
        return new SignJWT({ iss: clientId, aud: issuer, exp: inSeconds(60), ...claims })
          .setProtectedHeader({
            alg: 'ES256',
            jwk: { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' },
          })
          .sign(privateKey);
      },
    ],
    [
      'with a changed payload',
      async (party, claims) => {
        const [header, , signature] = (await party.sign(claims)).split('.');
        const payload = {
          iss: party.clientId,
          aud: party.issuer,
          exp: inSeconds(60),
          ...claims,
          scope: 'openid email',
        };
        return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
      },
    ],
    [
      'encrypted',
      async (party, claims) => {
        const { publicKey } = await generateKeyPair('RSA-OAEP-256');
        return new CompactEncrypt(Buffer.from(await party.sign(claims)))
          .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A128GCM' })
          .encrypt(publicKey);
      },
    ],
    ['of another issuer', signed({ iss: 'cli_00000000000000000000000000' })],
    ['for another audience', signed({ aud: 'https://other.example/' })],
    ['for two strangers', signed({ aud: ['https://other.example/', 'https://another.example/'] })],
    ['for its endpoint', (party, claims) => party.sign({ ...claims, aud: `${party.issuer}/authorize` })],
    ['without an audience', signed({ aud: undefined })],
    ['that has expired', signed(() => ({ exp: inSeconds(-60) }))],
    ['without an end', signed({ exp: undefined })],
    ['that is good for a day', signed(() => ({ exp: inSeconds(86_400) }))],
    ['that is not good yet', signed(() => ({ nbf: inSeconds(300), exp: inSeconds(600) }))],
    ['with another client_id', signed({ client_id: 'cli_00000000000000000000000000' })],
    ['with a request in it', signed({ request: 'x' })],
    ['with a request_uri in it', signed({ request_uri: 'https://rp.example.com/request' })],
    ['that is an assertion', (party, claims) => party.sign({ ...claims, sub: party.clientId })],
    ['of another type', signed({}, { typ: 'dpop+jwt' })],
    ['with a critical header', signed({}, { crit: ['b64'], b64: true })],
    ['with a NUL', signed({ state: 'a\0b' })],
    ['that is no JWT', () => 'x'],
    ['with two redirect URIs', signed({ redirect_uri: [redirectUri, 'https://evil.example/'] })],
  ];

  test.for(cases)('is refused: %s', async ([, forge], { service }) => {
    const { party, browser } = await aFlow(service);
    const claims = await parameters(party);
    const request = await forge(party, claims);
    const pushed = await post(`${party.issuer}/par`, { request, ...(await party.assertion()) });
    expect([pushed.status, pushed.body['error']]).toEqual([
      400,
      expect.stringMatching(/^invalid_request(_object)?$/),
    ]);
    // Also where good parameters stand beside it.
    const { url, status } = await authorize(browser, party, { ...claims, request });
    expect(url.searchParams.get('code')).toBeNull();
    expect([status, url.searchParams.get('error') ?? 'invalid_request']).toEqual([
      expect.toBeOneOf([303, 400]),
      expect.stringMatching(/^invalid_request(_object)?$/),
    ]);
  });

  test('is refused: of another client, of another tenant, and of one without keys', async ({ service }) => {
    const { party, browser } = await aFlow(service);
    const other = await aSigningParty(service.ours);
    const theirs = await aSigningParty(service.theirs);
    const plain = await aRelyingParty(service.ours);
    const claims = await parameters(party);
    for (const stranger of [other, theirs]) {
      const request = await stranger.sign({ ...claims, iss: party.clientId, aud: party.issuer });
      const { url } = await authorize(browser, party, { ...claims, request });
      expect(url.searchParams.get('error')).toBe('invalid_request_object');
    }
    const own = await party.sign(claims);
    expect(
      (
        await authorize(browser, other, { ...claims, client_id: other.clientId, request: own })
      ).url.searchParams.get('code'),
    ).toBeNull();
    const request = await party.sign({ ...claims, iss: plain.clientId, client_id: plain.clientId });
    const { url } = await authorize(browser, plain, { ...claims, client_id: plain.clientId, request });
    expect(url.searchParams.get('error')).toBe('invalid_request_object');
  });

  test('is refused by reference, in another response type, and from a device', async ({ service }) => {
    const { party, browser } = await aFlow(service, {
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    const claims = await parameters(party);
    for (const uri of [
      'https://rp.example.com/request',
      'http://127.0.0.1/',
      `urn:ietf:params:oauth:request_uri:${randomUUID()}`,
    ])
      expect(
        (await authorize(browser, party, { ...claims, request_uri: uri })).url.searchParams.get('code'),
      ).toBeNull();
    const request = await party.sign(claims);
    const { url } = await authorize(browser, party, { ...claims, request, response_type: 'none' });
    expect(url.searchParams.get('error')).toBe('invalid_request_object');
    const both = await authorize(browser, party, {
      ...claims,
      request,
      request_uri: 'urn:ietf:params:oauth:request_uri:x',
    });
    expect(both.url.searchParams.get('code')).toBeNull();
    const device = await post(`${party.issuer}/device/authorize`, {
      request: await party.sign({ scope: 'openid', client_id: party.clientId }),
      ...(await party.assertion()),
    });
    expect([device.status, device.body['error']]).toEqual([400, 'invalid_request_object']);
  });
});
