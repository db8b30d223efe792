import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

describe('a client whose access tokens are signed with RS256', () => {
  test('gets tokens that a verifier of RS256 alone accepts, for users and for itself', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours, {
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
      accessTokenSigningAlg: 'RS256',
    });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { access_token: ofUser, refresh_token: refresh = '' } = await (
      await authorized(party, browser)
    ).exchange();
    const { access_token: refreshed } = await oidc.refreshTokenGrant(party.config, refresh);
    const { access_token: own } = await oidc.clientCredentialsGrant(party.config);
    const keys = createRemoteJWKSet(new URL(`${party.issuer}/.well-known/jwks.json`));
    const { issuer } = party;
    for (const token of [ofUser, refreshed, own]) {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], typ: 'at+jwt' });
      expect(payload['client_id']).toBe(party.clientId);
      expect((await oidc.tokenIntrospection(party.config, token)).active).toBe(true);
    }
    expect((await oidc.fetchUserInfo(party.config, ofUser, userId)).sub).toBe(userId);
    await service.ours.call('updateOidcClient', {
      path: { clientId: party.clientId },
      body: { accessTokenSigningAlg: 'ES256' },
    });
    const { access_token: changed } = await oidc.clientCredentialsGrant(party.config);
    expect(decodeProtectedHeader(changed).alg).toBe('ES256');
  });
});
