import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aTrustedIssuer,
  jwtBearer,
  linkAccount,
  resource,
  tokensFor,
} from '../../support/identity-assertions.ts';
import { secondsFromNow } from '../../support/issuer.ts';
import { aPerson } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

describe('issueOidcToken for an identity assertion', () => {
  test('gives the linked user a token for the resource, without a refresh token', async ({ service }) => {
    const { assertion, present, userId, party } = await aTrustedIssuer(service);
    const { status, body } = await present(await assertion());
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'profile',
        resource,
      },
    ]);
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      sub: userId,
      aud: resource,
      client_id: party.clientId,
      scope: 'profile',
    });
    expect(await oidc.tokenIntrospection(party.config, String(body['access_token']))).toMatchObject({
      active: true,
      sub: userId,
    });
  });
});
