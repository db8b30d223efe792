import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

interface Key {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

const newKey = (): Promise<Key> => generateKeyPair('ES256', { extractable: true });

const thumbprintOf = async ({ publicKey }: Key): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(publicKey));

/** Makes a proof for one request to the token endpoint. */
const proofOf = async (
  { issuer }: RelyingParty,
  { publicKey, privateKey }: Key,
  claims: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: randomUUID(), ...claims })
    .setIssuedAt()
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
    .sign(privateKey);

/** Exchanges a token. @returns the body of the response */
async function exchanged(
  party: RelyingParty,
  token: string,
  { proof, ...more }: { proof?: string; [name: string]: string | undefined } = {},
): Promise<Record<string, unknown>> {
  const form = {
    grant_type: exchangeGrant,
    subject_token: token,
    subject_token_type: accessToken,
    ...(more as Record<string, string>),
  };
  const response = await fetch(`${party.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${party.clientId}:${party.clientSecret}`).toString('base64')}`,
      ...(proof === undefined ? {} : { dpop: proof }),
    },
    body: new URLSearchParams(form),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Makes a token of a user that is bound to a key, for a client that may exchange, and an API that is called with it. */
async function aBoundToken(service: TestService) {
  const party = await aRelyingParty(service.ours, {
    dpopBoundAccessTokens: true,
    resources: [api],
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', exchangeGrant],
  });
  const called = await aRelyingParty(service.ours, {
    grantTypes: [exchangeGrant, 'client_credentials'],
    redirectUris: [],
    postLogoutRedirectUris: [],
    servedResources: [api],
  });
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  const key = await oidc.randomDPoPKeyPair();
  const dpop = oidc.getDPoPHandle(party.config, key);
  const tokens = await (await authorized(party, browser, { resource: api })).exchange(dpop);
  return { party, called, key, token: tokens.access_token };
}

const jktOf = (body: Record<string, unknown>): unknown =>
  (decodeJwt(String(body['access_token']))['cnf'] as { jkt?: unknown } | undefined)?.jkt;

describe('issueOidcToken for a token that is bound to a key', () => {
  test('refuses an exchange without a proof, for the client of the token and for the API', async ({
    service,
  }) => {
    const { party, called, token } = await aBoundToken(service);
    for (const one of [party, called])
      expect(await exchanged(one, token)).toMatchObject({
        error: 'invalid_dpop_proof',
        error_description: expect.stringContaining('bound to a key'),
      });
  });

  test('lets the client of the token exchange it with its key, and with no other', async ({ service }) => {
    const { party, key, token } = await aBoundToken(service);
    const other = await proofOf(party, await newKey());
    expect(await exchanged(party, token, { proof: other })).toMatchObject({ error: 'invalid_grant' });
    const made = await exchanged(party, token, { proof: await proofOf(party, key) });
    expect(made).toMatchObject({ token_type: 'DPoP' });
    expect(jktOf(made)).toBe(await thumbprintOf(key));
  });

  test('binds the token of an API to the key of the API', async ({ service }) => {
    const { called, token } = await aBoundToken(service);
    const key = await newKey();
    const made = await exchanged(called, token, { proof: await proofOf(called, key) });
    expect(made).toMatchObject({ token_type: 'DPoP' });
    expect(jktOf(made)).toBe(await thumbprintOf(key));
    expect(await oidc.tokenIntrospection(called.config, String(made['access_token']))).toMatchObject({
      active: true,
      cnf: { jkt: await thumbprintOf(key) },
    });
    // The new token is bound as well, and the API is its client now.
    const again = { proof: await proofOf(called, await newKey()) };
    expect(await exchanged(called, String(made['access_token']), again)).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('takes each proof once, and refuses proofs for other requests', async ({ service }) => {
    const { called, token } = await aBoundToken(service);
    const key = await newKey();
    const proof = await proofOf(called, key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchanged(called, token, { proof })));
    expect(answers.filter(({ access_token: made }) => made !== undefined)).toHaveLength(1);
    for (const wrong of [{ htm: 'GET' }, { htu: `${called.issuer}/userinfo` }, { jti: '' }])
      expect(await exchanged(called, token, { proof: await proofOf(called, key, wrong) })).toMatchObject({
        error: 'invalid_dpop_proof',
      });
  });

  test('takes a bound actor token with a proof of its key only', async ({ service }) => {
    const { called, token } = await aBoundToken(service);
    const key = await newKey();
    const actor = await oidc.clientCredentialsGrant(
      called.config,
      {},
      {
        DPoP: oidc.getDPoPHandle(called.config, key),
      },
    );
    const asked = { actor_token: actor.access_token, actor_token_type: accessToken };
    const other = await proofOf(called, await newKey());
    expect(await exchanged(called, token, { ...asked, proof: other })).toMatchObject({
      error: 'invalid_grant',
    });
    const made = await exchanged(called, token, { ...asked, proof: await proofOf(called, key) });
    expect(jktOf(made)).toBe(await thumbprintOf(key));
  });
});

test('a client whose tokens are bound to a key exchanges with a proof only', async ({ service }) => {
  const party = await aRelyingParty(service.ours, { resources: [api] });
  const called = await aRelyingParty(service.ours, {
    grantTypes: [exchangeGrant],
    redirectUris: [],
    postLogoutRedirectUris: [],
    servedResources: [api],
    dpopBoundAccessTokens: true,
  });
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  const { access_token: token } = await (await authorized(party, browser, { resource: api })).exchange();
  expect(await exchanged(called, token)).toMatchObject({ error: 'invalid_dpop_proof' });
  const key = await newKey();
  const made = await exchanged(called, token, { proof: await proofOf(called, key) });
  expect([made['token_type'], jktOf(made)]).toEqual(['DPoP', await thumbprintOf(key)]);
});
