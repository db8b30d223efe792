import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });
const jwks = { keys: [jwk] };
const redirectUris = ['https://app.example.com/callback'];

/** The settings of the profile. */
const fapi = {
  profile: 'FAPI2',
  tokenEndpointAuthMethod: 'private_key_jwt',
  requireIssuerAudience: true,
  dpopBoundAccessTokens: true,
  refreshTokenRotation: false,
  requirePushedAuthorizationRequests: true,
  requirePkce: true,
  idTokenSignedResponseAlg: 'ES256',
  accessTokenSigningAlg: 'ES256',
};
const without = {
  profile: null,
  tokenEndpointAuthMethod: 'client_secret_basic',
  requireIssuerAudience: false,
  dpopBoundAccessTokens: false,
  refreshTokenRotation: true,
  requirePushedAuthorizationRequests: false,
  requirePkce: true,
  idTokenSignedResponseAlg: 'RS256',
};

const create = (body: Record<string, unknown>) => service.ours.call('createOidcClient', { body });
const update = (clientId: string, body: Record<string, unknown>) =>
  service.ours.call('updateOidcClient', { path: { clientId }, body });

/** Settings that contradict the profile, by the field that is named. */
const contradictions: [field: string, settings: Record<string, unknown>][] = [
  ['tokenEndpointAuthMethod', { tokenEndpointAuthMethod: 'client_secret_basic' }],
  ['tokenEndpointAuthMethod', { tokenEndpointAuthMethod: 'none' }],
  ['requireIssuerAudience', { requireIssuerAudience: false }],
  ['dpopBoundAccessTokens', { dpopBoundAccessTokens: false }],
  ['refreshTokenRotation', { refreshTokenRotation: true }],
  ['requirePushedAuthorizationRequests', { requirePushedAuthorizationRequests: false }],
  ['requirePkce', { requirePkce: false }],
  ['accessTokenSigningAlg', { accessTokenSigningAlg: 'RS256' }],
  ['idTokenSignedResponseAlg', { idTokenSignedResponseAlg: 'RS256' }],
  ['redirectUris.0', { redirectUris: ['http://localhost/callback'] }],
  ['postLogoutRedirectUris.0', { postLogoutRedirectUris: ['http://127.0.0.1/bye'] }],
  ['grantTypes.1', { grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] }],
  ['grantTypes.0', { grantTypes: ['urn:ietf:params:oauth:grant-type:token-exchange'] }],
  ['jwks.keys.0.alg', { jwks: { keys: [{ kty: 'RSA', alg: 'RS256', n: 'x'.repeat(342), e: 'AQAB' }] } }],
];

describe('createOidcClient', () => {
  test('sets by the profile FAPI2 alone what FAPI 2.0 asks for', async () => {
    const { status, body } = await create({ profile: 'FAPI2', redirectUris, jwks });
    expect([status, body]).toEqual([201, expect.objectContaining({ ...fapi, clientSecret: null })]);
    const machine = await create({ profile: 'FAPI2', applicationType: 'machine', jwks });
    expect([machine.status, machine.body.profile]).toEqual([201, 'FAPI2']);
    expect((await create({ redirectUris })).body).toMatchObject(without);
  });

  test.for(contradictions)('refuses with it what contradicts it: %s', async ([field, settings]) => {
    const { status, body } = await create({ profile: 'FAPI2', redirectUris, jwks, ...settings });
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', [field]]);
    expect(body.details[field]).toContain('FAPI2');
  });

  test('refuses it without keys, without a client that can keep one, and under another name', async () => {
    for (const [field, settings] of [
      ['jwks', {}],
      ['profile', { applicationType: 'spa', jwks }],
      ['profile', { applicationType: 'native', jwks }],
      ['profile', { jwks, profile: 'FAPI1' }],
    ] as const) {
      const { status, body } = await create({ profile: 'FAPI2', redirectUris, ...settings });
      expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    }
  });
});

describe('updateOidcClient', () => {
  test('switches the profile on by one setting, which ends the secret, and says all that changed', async () => {
    const { clientId } = await anOidcClient(service.ours, { jwks, accessTokenSigningAlg: 'RS256' });
    const { status, body } = await update(clientId, { profile: 'FAPI2' });
    expect([status, body]).toEqual([200, expect.objectContaining({ ...fapi, secretRotatedAt: null })]);
    const [event] = await service.sql<{ data: { changes: { field: string }[] } }>(
      `select data from events where type = 'oidc_client.updated' and data ->> 'clientId' = $1`,
      [clientId],
    );
    expect(event?.data.changes.map(({ field }) => field).toSorted()).toEqual(
      Object.keys(fapi)
        .filter((name) => name !== 'requirePkce')
        .toSorted(),
    );
  });

  test.for(contradictions)('refuses what contradicts it, then and later: %s', async ([field, settings]) => {
    const plain = await anOidcClient(service.ours, { jwks });
    const held = await anOidcClient(service.ours, { profile: 'FAPI2', jwks });
    for (const [{ clientId }, patch] of [
      [plain, { profile: 'FAPI2', ...settings }],
      [held, settings],
      [held, { profile: 'FAPI2', ...settings }],
    ] as const) {
      const { status, body } = await update(clientId, patch);
      expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    }
  });

  test('without a profile any more lifts nothing by itself, and takes no other right', async () => {
    const { clientId } = await anOidcClient(service.ours, { profile: 'FAPI2', jwks });
    const { caller: reader } = await aCallerWith(service, ['oidc.read']);
    const refused = await reader.call('updateOidcClient', { path: { clientId }, body: { profile: null } });
    expect(refused.status).toBe(403);
    const { caller } = await aCallerWith(service, ['oidc.write']);
    // One step does not do both.
    for (const loosened of [{ requirePushedAuthorizationRequests: false }, { requirePkce: false }]) {
      const both = await caller.call('updateOidcClient', {
        path: { clientId },
        body: { profile: null, ...loosened },
      });
      expect([both.status, Object.keys(both.body.details)]).toEqual([400, Object.keys(loosened)]);
    }
    const { body } = await caller.call('updateOidcClient', { path: { clientId }, body: { profile: null } });
    expect(body).toMatchObject({ ...fapi, profile: null });
    expect((await update(clientId, { requirePushedAuthorizationRequests: false })).status).toBe(200);
  });
});
