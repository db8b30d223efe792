import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { aPerson, aRelyingParty, authorized, call, signedIn } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

describe('issueOidcToken with a refresh token', () => {
  test.for([true, false])(
    'gives an ID token without the nonce of the first one (rotation: %s)',
    async (refreshTokenRotation, { service }) => {
      const party = await aRelyingParty(service.ours, { refreshTokenRotation });
      const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
      const { exchange, nonce } = await authorized(party, browser);
      const first = await exchange();
      expect(first.claims()?.['nonce']).toBe(nonce);
      const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
      const { status, body } = await call(party, '/token', form);
      expect(status).toBe(200);
      const claims = decodeJwt(String(body['id_token']));
      expect(claims.sub).toBe(first.claims()?.sub);
      expect(claims).not.toHaveProperty('nonce');
    },
  );
});
