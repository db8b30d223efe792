import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { challengeOf } from '../../../src/http/challenges.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { metadataOfOwnApi, ownApiOf, ownApiOfTenant } from '../../../src/oidc/own-api.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aCommandLine, aProofKey, allowDevice, deviceGrant, told } from '../../support/command-line.ts';
import { sendRaw } from '../../support/raw.ts';
import { issuerOf, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// The header WWW-Authenticate of a refusal (RFC 6750, RFC 9470, RFC 9728), and the metadata that it leads to.

const anAdministrator = ({ ours }: TestService): Promise<string> => aUser(ours, { roles: ['ADMIN'] });

const idOf = ({ orgId = '' }: Client): string => orgId;

/** The public origin of a service of the tests. */
const publicOrigin = ({ ours }: TestService): string => new URL(issuerOf(ours)).origin;

describe('the challenge of a refusal', () => {
  test('names the scope that a key or a token lacks, and nothing to a browser', async ({ service }) => {
    const body = { identifier: 'https://challenged.example.com', name: 'Challenged' };
    const { caller } = await aCallerWith(service, ['oidc.read']);
    const byKey = await caller.call('createOidcResource', { body });
    expect([byKey.status, byKey.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="oidc.write"',
    ]);
    const userId = await anAdministrator(service);
    const line = await aCommandLine(service, { userId }, { scope: 'oidc.read' });
    const byToken = await line.client.call('createOidcResource', { body });
    expect([byToken.status, byToken.headers.get('www-authenticate')]).toEqual([
      403,
      'DPoP error="insufficient_scope", scope="oidc.write"',
    ]);
  });

  test('says how old the sign-in of a user may be', async ({ service }) => {
    const userId = await anAdministrator(service);
    const line = await aCommandLine(service, { userId });
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const body = { identifier: 'https://late.example.com', name: 'Late' };
    const { status, headers } = await line.client.call('createOidcResource', { body });
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      'DPoP error="insufficient_user_authentication", max_age="300"',
    ]);
  });

  test('leads to the metadata of the tenant that the request names', async ({ service }) => {
    const { ours, origin } = service;
    const ask = async (headers: Record<string, string>) =>
      (await sendRaw(origin, { method: 'GET', path: '/api/v1/me', headers })).headers['www-authenticate'];
    const orgId = idOf(ours);
    const address = metadataOfOwnApi(publicOrigin(service), orgId);
    expect(await ask({})).toBe('Bearer');
    expect(await ask({ 'keyward-tenant': orgId })).toBe(`Bearer resource_metadata="${address}"`);
    expect(await ask({ 'keyward-tenant': orgId, authorization: 'DPoP nonsense', dpop: 'x' })).toContain(
      `, resource_metadata="${address}"`,
    );
    for (const wrong of ['x"; y="', 'org_none', '../../admin'])
      expect(await ask({ 'keyward-tenant': wrong })).toBe('Bearer');
  });

  test('asks for a second factor by its level', () => {
    const context = { errors: 'api', incoming: { authorization: 'DPoP x' } } as unknown as RequestContext;
    const asked = (details: Record<string, unknown>) =>
      challengeOf(new Failure('REAUTHENTICATION_REQUIRED', details), context, {
        given: undefined,
        baseUrl: 'https://keyward.example.com',
      });
    const word = 'DPoP error="insufficient_user_authentication"';
    expect(asked({ required: ['MFA'] })).toBe(`${word}, acr_values="urn:keyward:acr:multi"`);
    expect(asked({ required: ['REAUTHENTICATION', 'PASSKEY'], maxAgeSeconds: 60 })).toBe(
      `${word}, acr_values="urn:keyward:acr:multi", max_age="60"`,
    );
    expect(asked({ required: ['DEVICE'] })).toBe(word);
  });
});

describe('getApiResourceMetadata', () => {
  test('names the issuer of its tenant and no other, and may be cached', async ({ service }) => {
    const origin = publicOrigin(service);
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
    const userId = await anAdministrator(service);
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
