import { describe, expect } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { challengeOf } from '../../../src/http/challenges.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { sendRaw } from '../../support/raw.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// The header WWW-Authenticate of a refusal (RFC 6750, RFC 9470, RFC 9728).

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
    const address = `${publicOrigin(service)}/.well-known/oauth-protected-resource/api/v1/${orgId}`;
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
