import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  call,
  redirectUri,
  type RelyingParty,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { unescaped } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSigningParty, post } from '../../support/signing-party.ts';

const verified = (token: string, { issuer, clientId }: { issuer: string; clientId: string }, typ?: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`)), {
    issuer,
    audience: clientId,
    ...(typ === undefined ? {} : { typ }),
  });

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  return { party, browser };
}

/** The JWT of an authorization response, by the way it came. */
const responseIn = {
  jwt: ({ url }: Shown) => url.searchParams,
  'query.jwt': ({ url }: Shown) => url.searchParams,
  'fragment.jwt': ({ url }: Shown) => new URLSearchParams(url.hash.slice(1)),
  'form_post.jwt': ({ text }: Shown) =>
    new URLSearchParams(
      [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, unescaped(value)],
      ),
    ),
};

describe('an authorization response that is a JWT (JARM)', () => {
  test.for(Object.keys(responseIn) as (keyof typeof responseIn)[])(
    'comes signed with the algorithm of the client, also if it is a refusal: %s',
    async (response_mode, { service }) => {
      for (const idTokenSignedResponseAlg of ['RS256', 'ES256']) {
        const { party, browser } = await flow(service, { idTokenSignedResponseAlg });
        const { url, verifier, state } = await begin(party, { response_mode });
        const fields = responseIn[response_mode](await browser.open(url));
        expect(['code', 'state', 'iss'].filter((name) => fields.has(name))).toEqual([]);
        const { payload, protectedHeader } = await verified(fields.get('response') ?? '', party);
        expect([protectedHeader.alg, payload['state']]).toEqual([idTokenSignedResponseAlg, state]);
        expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThan(600);
        const tokens = await call(party, '/token', {
          grant_type: 'authorization_code',
          code: String(payload['code']),
          code_verifier: verifier,
          redirect_uri: redirectUri,
        });
        expect(tokens.status).toBe(200);
        const refused = await begin(party, { response_mode, prompt: 'none', max_age: '0' });
        const shown = await browser.open(refused.url);
        const refusal = await verified(responseIn[response_mode](shown).get('response') ?? '', party);
        expect(refusal.payload).toMatchObject({ error: 'login_required', state: refused.state });
      }
    },
  );

  test('is understood by openid-client, and announced', async ({ service }) => {
    const { party, browser } = await flow(service);
    oidc.useJwtResponseMode(party.config);
    const { exchange } = await authorized(party, browser, { response_mode: 'jwt' });
    expect((await exchange()).access_token).toBeTruthy();
    const metadata = (await (
      await fetch(`${party.issuer}/.well-known/openid-configuration`)
    ).json()) as object;
    expect(metadata).toMatchObject({
      authorization_signing_alg_values_supported: ['RS256', 'ES256'],
      introspection_signing_alg_values_supported: ['RS256', 'ES256'],
      response_modes_supported: expect.arrayContaining(Object.keys(responseIn)),
    });
  });
});

describe('a client with requireSignedRequestObject', () => {
  test('is refused without a signed request, pushed or not', async ({ service }) => {
    const party = await aSigningParty(service.ours, { requireSignedRequestObject: true });
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const { url } = await begin({ config: party.config });
    const plain = Object.fromEntries(url.searchParams);
    expect((await browser.open(url)).url.searchParams.get('error')).toBe('invalid_request');
    const pushed = await post(`${party.issuer}/par`, { ...plain, ...(await party.assertion()) });
    expect([pushed.status, pushed.body['error']]).toEqual([400, 'invalid_request']);
    const request = await party.sign(plain);
    const signed = await post(`${party.issuer}/par`, { request, ...(await party.assertion()) });
    for (const way of [{ request }, { request_uri: String(signed.body['request_uri']) }]) {
      const query = new URLSearchParams(Object.entries({ client_id: party.clientId, ...way }));
      const back = await browser.open(`${party.issuer}/authorize?${query.toString()}`);
      expect(back.url.searchParams.get('code')).toBeTruthy();
    }
  });

  test('may name its audience in a list with the issuer (FAPI 2.0 Message Signing)', async ({ service }) => {
    const party = await aSigningParty(service.ours, { profile: 'FAPI2', requireSignedRequestObject: true });
    const plain = Object.fromEntries((await begin({ config: party.config })).url.searchParams);
    const push = async (aud: string[]) => {
      const request = await party.sign({ ...plain, aud });
      return (await post(`${party.issuer}/par`, { request, ...(await party.assertion()) })).status;
    };
    expect(await push([party.issuer])).toBe(201);
    expect(await push(['https://other.example/', party.issuer])).toBe(201);
    expect(await push(['https://other.example/'])).toBe(400);
    // The audience of an assertion is the issuer alone, as one text.
    const request = await party.sign(plain);
    const assertion = await party.assertion({ aud: [party.issuer] });
    expect((await post(`${party.issuer}/par`, { request, ...assertion })).status).toBe(401);
  });

  test('needs keys, and has no device code', async ({ service }) => {
    const create = (fields: object) =>
      service.ours.call('createOidcClient', {
        body: { redirectUris: [redirectUri], requireSignedRequestObject: true, ...fields },
      });
    expect((await create({})).body.details).toHaveProperty('jwks');
    const grantTypes = ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'];
    const { body } = await create({ grantTypes, jwksUri: 'https://rp.example.com/keys' });
    expect(body.details).toHaveProperty('requireSignedRequestObject');
  });
});

describe('introspectOidcToken, for a resource server that wants a JWT', () => {
  const type = 'application/token-introspection+jwt';
  const asked = async (party: RelyingParty, token: string, accept: string) => {
    const response = await fetch(`${party.issuer}/introspect`, {
      method: 'POST',
      headers: {
        accept,
        authorization: `Basic ${Buffer.from(`${party.clientId}:${party.clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ token }),
    });
    return { type: response.headers.get('content-type')?.split(';', 1)[0], text: await response.text() };
  };

  test('signs what it tells in JSON, of active and of other tokens', async ({ service }) => {
    const { party, browser } = await flow(service, {
      grantTypes: ['authorization_code', 'client_credentials'],
    });
    const { access_token: ofUser } = await (await authorized(party, browser)).exchange();
    const { access_token: own } = await oidc.clientCredentialsGrant(party.config);
    for (const token of [ofUser, own, 'unknown']) {
      const plain = await asked(party, token, '*/*');
      expect(plain.type).toBe('application/json');
      const signed = await asked(party, token, type);
      expect(signed.type).toBe(type);
      const { payload } = await verified(signed.text, party, 'token-introspection+jwt');
      expect(payload['token_introspection']).toEqual(JSON.parse(plain.text));
      expect([payload.iat, payload.exp, payload.sub]).toEqual([expect.any(Number), undefined, undefined]);
      if (token !== 'unknown')
        expect(payload['token_introspection']).toMatchObject({ active: true, jti: decodeJwt(token).jti });
    }
    const wrong = await asked({ ...party, clientSecret: 'wrong' }, own, type);
    expect(JSON.parse(wrong.text)).toMatchObject({ error: 'invalid_client' });
  });
});
