import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { metadataOfOwnApi, ownApiOf, ownApiOfTenant } from '../../../src/oidc/own-api.ts';
import { aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aCommandLine, aProofKey, allowDevice, deviceGrant, told } from '../../support/command-line.ts';
import { issuerOf, signedIn } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

// Our API as a protected resource (RFC 9728). The challenge of a refusal leads here (test/http/security/challenges.test.ts).

const idOf = ({ orgId = '' }: Client): string => orgId;

describe('getApiResourceMetadata', () => {
  test('names the issuer of its tenant and no other, and may be cached', async ({ service }) => {
    const { origin } = new URL(issuerOf(service.ours));
    for (const orgId of [service.ours, service.theirs].map(idOf)) {
      const answer = await fetch(metadataOfOwnApi(origin, orgId));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
      expect(await answer.json()).toMatchObject({
        resource: `${origin}/api/v1/${orgId}`,
        authorization_servers: [`${origin}/api/oidc/${orgId}`],
        scopes_supported: expect.arrayContaining(['*', 'identities.*', 'oidc.read']),
        bearer_methods_supported: ['header'],
        dpop_bound_access_tokens_required: true,
      });
    }
    const unknown = metadataOfOwnApi(origin, 'org_01kahz5v3be4nr7q2m8x9c0d1e');
    expect((await fetch(unknown)).status).toBe(404);
    // Metadata of the API without a tenant would have to list all of them.
    const whole = await fetch(`${origin}/.well-known/oauth-protected-resource/api/v1`);
    expect(whole.status).toBe(404);
  });

  test('describes a resource that the command line gets a token for, beside the one without a tenant', async ({
    service,
  }) => {
    const { ours, theirs } = service;
    const issuer = issuerOf(ours);
    const userId = await aUser(ours, { roles: ['ADMIN'] });
    const resource = ownApiOfTenant(issuer, idOf(ours));
    const key = await aProofKey();
    const browser = await signedIn(service, { issuer, userId });
    const codes = await told(issuer, '/device/authorize', { scope: 'oidc.read', resource });
    await allowDevice(browser, codes.body);
    const { body } = await told(
      issuer,
      '/token',
      { grant_type: deviceGrant, device_code: String(codes.body['device_code']) },
      key,
    );
    expect(body).toMatchObject({ scope: 'oidc.read', token_type: 'DPoP' });
    expect(() => decodeJwt(String(body['access_token']))).toThrow();
    const line = await aCommandLine(service, { userId }, { browser });
    line.tokens.access = String(body['access_token']);
    Object.assign(line.key, key);
    expect((await line.client.call('listOidcResources')).status).toBe(200);
    for (const other of [ownApiOfTenant(issuer, idOf(theirs)), `${ownApiOf(issuer)}/`]) {
      const refused = await told(issuer, '/device/authorize', { scope: 'oidc.read', resource: other });
      expect([other, refused.body['error']]).toEqual([other, 'invalid_target']);
    }
  });
});
