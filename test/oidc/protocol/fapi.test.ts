import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, begin, call, redirectUri, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSigningParty, post } from '../../support/signing-party.ts';

/** Seconds since 1970 at the call: a time of the start of this file would be too old for the limits of 10 and 60 seconds. */
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

async function aBank(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aSigningParty(service.ours, { profile: 'FAPI2', ...fields });
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const key = { key: party.privateKey, kid: 'k1' };
  // As a FAPI 2.0 client has it: the issuer is the audience.
  const config = await oidc.discovery(
    new URL(party.issuer),
    party.clientId,
    undefined,
    oidc.PrivateKeyJwt(key, {
      [oidc.modifyAssertion]: (_header, payload) => {
        payload['aud'] = party.issuer;
      },
    }),
    // oxlint-disable-next-line typescript/no-deprecated
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  );
  return { party, userId, browser, config };
}

const keyPair = () => oidc.randomDPoPKeyPair('ES256');

describe('a client with the profile FAPI2', () => {
  test('goes through the flow of the profile with openid-client', async ({ service }) => {
    const { party, userId, browser, config } = await aBank(service);
    const dpop = oidc.getDPoPHandle(config, await keyPair());
    const { url, verifier, state, nonce } = await begin({ config });
    const pushed = await oidc.buildAuthorizationUrlWithPAR(config, url.searchParams, { DPoP: dpop });
    const shown = await browser.open(pushed);
    expect(shown.url.searchParams.get('iss')).toBe(party.issuer);
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await oidc.authorizationCodeGrant(config, shown.url, checks, undefined, { DPoP: dpop });
    expect([tokens.token_type.toLowerCase(), tokens.claims()?.sub]).toEqual(['dpop', userId]);
    const header = JSON.parse(Buffer.from(tokens.id_token?.split('.')[0] ?? '', 'base64url').toString());
    expect(header.alg).toBe('ES256');
    const refresh = tokens.refresh_token ?? '';
    const again = await oidc.refreshTokenGrant(config, refresh, undefined, { DPoP: dpop });
    // It is not rotated.
    expect(again.refresh_token ?? refresh).toBe(refresh);
    expect((await oidc.refreshTokenGrant(config, refresh, undefined, { DPoP: dpop })).token_type).toMatch(
      /dpop/i,
    );
    const told = await oidc.fetchUserInfo(config, tokens.access_token, userId, { DPoP: dpop });
    expect(told.sub).toBe(userId);
    const bearer = await fetch(`${party.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(bearer.status).toBe(401);
  });

  test('is refused without a pushed request, S256, redirect_uri, key or proof', async ({ service }) => {
    const { party, browser, config } = await aBank(service, {
      grantTypes: ['authorization_code', 'client_credentials'],
    });
    const { url } = await begin({ config });
    const direct = await browser.open(url);
    expect([direct.url.searchParams.get('error'), direct.url.searchParams.get('code')]).toEqual([
      'invalid_request',
      null,
    ]);
    const signed = await party.sign(Object.fromEntries(url.searchParams));
    const jar = await browser.open(`${party.issuer}/authorize?client_id=${party.clientId}&request=${signed}`);
    expect(jar.url.searchParams.get('code')).toBeNull();
    const form = await browser.post(`${party.issuer}/authorize`, Object.fromEntries(url.searchParams));
    expect(form.url.searchParams.get('code')).toBeNull();

    const fields = Object.fromEntries(url.searchParams);
    const push = async (change: Record<string, string | undefined>) => {
      const sent = { ...fields, ...(await party.assertion()), ...change };
      const kept = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return (await post(`${party.issuer}/par`, Object.fromEntries(kept))).status;
    };
    expect(await push({})).toBe(201);
    expect(await push({ code_challenge: undefined, code_challenge_method: undefined })).toBe(400);
    expect(await push({ code_challenge_method: 'plain' })).toBe(400);
    expect(await push({ redirect_uri: undefined })).toBe(400);
    expect(await push({ response_type: 'code id_token' })).toBe(400);
    expect(await push({ client_assertion: undefined, client_assertion_type: undefined })).toBe(401);
    const basic = await call({ ...party, clientSecret: 'x' }, '/par', {
      ...fields,
      redirect_uri: redirectUri,
    });
    expect(basic.status).toBe(401);

    const bearer = await post(`${party.issuer}/token`, {
      grant_type: 'client_credentials',
      ...(await party.assertion()),
    });
    expect([bearer.status, bearer.body['error']]).toEqual([400, 'invalid_dpop_proof']);
  });

  test('is held to its algorithms, audience and times', async ({ service }) => {
    const bank = await aBank(service);
    const rsa = await aSigningParty(service.ours, { profile: 'FAPI2' }, 'RS256');
    const fields = Object.fromEntries((await begin(bank)).url.searchParams);
    const push = async (party: typeof rsa, assertion: Record<string, string>, headers = {}) => {
      const sent = { ...fields, client_id: party.clientId, ...assertion };
      return (await post(`${party.issuer}/par`, sent, headers)).status;
    };
    const { party } = bank;
    expect(await push(rsa, await rsa.assertion())).toBe(401);
    expect(await push(party, await party.assertion({ aud: [party.issuer] }))).toBe(401);
    expect(await push(party, await party.assertion({ aud: `${party.issuer}/par` }))).toBe(401);
    // A clock may be ahead by 10 seconds and not by more than 60 (FAPI 2.0 section 5.3.2.1).
    for (const [ahead, status] of [
      [10, 201],
      [75, 401],
    ] as const) {
      const times = { iat: inSeconds(ahead), nbf: undefined, exp: inSeconds(ahead + 60) };
      expect({ ahead, status: await push(party, await party.assertion(times)) }).toEqual({ ahead, status });
    }
    const nbf = { iat: inSeconds(0), nbf: inSeconds(10), exp: inSeconds(120) };
    expect(await push(party, await party.assertion(nbf))).toBe(201);
    const proof = await party.sign({ jti: 'x' }, { typ: 'dpop+jwt' });
    const [, ...rest] = proof.split('.');
    const weak = [Buffer.from('{"alg":"RS256","typ":"dpop+jwt"}').toString('base64url'), ...rest].join('.');
    expect(await push(party, await party.assertion(), { dpop: weak })).toBe(401);

    const jar = async (claims: Record<string, unknown>) => {
      const request = await party.sign({ ...fields, ...claims });
      return (await post(`${party.issuer}/par`, { request, ...(await party.assertion()) })).status;
    };
    expect(await jar({})).toBe(201);
    expect(await jar({ nbf: undefined })).toBe(400);
    expect(await jar({ nbf: inSeconds(-3600), exp: inSeconds(60) })).toBe(400);
    expect(await jar({ iat: inSeconds(75) })).toBe(400);
  });
});

describe('requirePushedAuthorizationRequests', () => {
  test('is a setting of its own', async ({ service }) => {
    const party = await aSigningParty(service.ours, { requirePushedAuthorizationRequests: true });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { url } = await begin(party);
    const refused = await browser.open(url);
    expect(refused.url.searchParams.get('error')).toBe('invalid_request');
    const fields = Object.fromEntries(url.searchParams);
    const { body } = await post(`${party.issuer}/par`, { ...fields, ...(await party.assertion()) });
    const query = new URLSearchParams({
      client_id: party.clientId,
      request_uri: String(body['request_uri']),
    });
    const shown = await browser.open(`${party.issuer}/authorize?${query.toString()}`);
    expect(shown.url.searchParams.get('code')).toMatch(/./);
  });
});
