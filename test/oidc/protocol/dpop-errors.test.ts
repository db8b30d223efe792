import { hash, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, aRelyingParty, authorized, begin, call, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
  return { party, browser };
}

describe('a DPoP proof that is not accepted', () => {
  const keyPair = () => oidc.randomDPoPKeyPair('ES256');

  async function prove(
    { privateKey, publicKey }: Awaited<ReturnType<typeof keyPair>>,
    claims: Record<string, unknown>,
  ): Promise<string> {
    return new SignJWT({ jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
  }

  test('is invalid_dpop_proof and 400 at the endpoints of clients', async ({ service }) => {
    const { party, browser } = await flow(service, { dpopBoundAccessTokens: true });
    const key = await keyPair();
    const tokens = await (await authorized(party, browser)).exchange(oidc.getDPoPHandle(party.config, key));
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const pushed = (await begin(party)).url.searchParams;
    const asked = async (endpoint: string, proof: string | undefined) => {
      const { status, body } = await call(
        party,
        endpoint,
        endpoint === '/token' ? form : pushed,
        proof === undefined ? {} : { dpop: proof },
      );
      return [status, body['error'], body['code']];
    };
    const refused = [400, 'invalid_dpop_proof', 'VALIDATION_ERROR'];
    expect(await asked('/token', undefined)).toEqual(refused);
    expect(await asked('/token', 'nonsense')).toEqual(refused);
    const elsewhere = await prove(key, { htm: 'POST', htu: `${party.issuer}/userinfo` });
    expect(await asked('/token', elsewhere)).toEqual(refused);
    const good = await prove(key, { htm: 'POST', htu: `${party.issuer}/token` });
    const [status] = await asked('/token', good);
    expect(status).toBe(200);
    expect(await asked('/token', good)).toEqual(refused);
    expect(await asked('/par', 'nonsense')).toEqual(refused);
  });

  test('is invalid_dpop_proof and 401 at userinfo, which names its scheme', async ({ service }) => {
    const { party, browser } = await flow(service, { dpopBoundAccessTokens: true });
    const key = await keyPair();
    const { access_token: token } = await (await authorized(party, browser)).exchange(
      oidc.getDPoPHandle(party.config, key),
    );
    const ath = hash('sha256', token, 'base64url');
    const good = await prove(key, { htm: 'GET', htu: `${party.issuer}/userinfo`, ath });
    const asked = async (proof: string) => {
      const headers = { authorization: `DPoP ${token}`, dpop: proof };
      const response = await fetch(`${party.issuer}/userinfo`, { headers });
      const { error, code } = (await response.json()) as { error?: string; code?: string };
      const scheme = response.headers.get('www-authenticate') ?? '';
      return [response.status, error, code, /^DPoP .*error="([^"]*)"/.exec(scheme)?.[1]];
    };
    const refused = [401, 'invalid_dpop_proof', 'UNAUTHORIZED', 'invalid_dpop_proof'];
    expect((await asked(good))[0]).toBe(200);
    expect(await asked(good)).toEqual(refused);
    expect(await asked('nonsense')).toEqual(refused);
    expect(await asked(await prove(key, { htm: 'GET', htu: `${party.issuer}/userinfo` }))).toEqual(refused);
  });
});
