import { SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { commandLineId } from '../../../src/lib/command-line-id.ts';
import { ownApiOf } from '../../../src/oidc/own-api.ts';
import { anIdentity, aUser } from '../../support/builders.ts';
import { aCommandLine, aProofKey, deviceGrant, told } from '../../support/command-line.ts';
import {
  aRelyingParty,
  authorized,
  begin,
  call,
  issuerOf,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

// No client but the command line gets tokens for our API (docs/decisions/0128).

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const withoutPages = { redirectUris: [], postLogoutRedirectUris: [] };

const anOwner = ({ ours }: Pick<TestService, 'ours'>): Promise<string> => aUser(ours, { roles: ['OWNER'] });

describe('a workload', () => {
  test('gets no credential for a token of the command line, though a rule of its identity names our API', async ({
    service,
  }) => {
    const { ours, anonymous } = service;
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    const rule = {
      issuer: 'https://issuer.example',
      audience: ownApiOf(issuerOf(service.ours)),
      subject: line.userId,
    };
    const identityId = await anIdentity(ours, { federatedSubjects: [rule] });
    const body = { orgId: ours.orgId, identityId, token: line.tokens.access };
    const { status, body: told } = await anonymous.call('exchangeToken', { body });
    expect([status, told.code]).toEqual([401, 'TOKEN_REFUSED']);
  });

  test('is not the command line by an assertion', async ({ service }) => {
    const issuer = issuerOf(service.ours);
    const key = await aProofKey();
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(commandLineId)
      .setSubject(commandLineId)
      .setAudience(issuer)
      .setJti('one')
      .setExpirationTime('1m')
      .sign(key.privateKey);
    const { status, body } = await told(
      issuer,
      '/token',
      {
        grant_type: 'client_credentials',
        resource: ownApiOf(issuerOf(service.ours)),
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      },
      key,
    );
    expect([status, body['access_token']]).toEqual([expect.toBeOneOf([400, 401]), undefined]);
  });
});

/** Spellings of our API, and addresses under it. */
const spellings = (api: string): string[] => {
  const { port } = new URL(api);
  return [
    api,
    `${api}/`,
    `${api}/identities`,
    `http://LOCALHOST:${port}/api/v1`,
    `https://localhost:${port}/api/v1`,
    `http://localhost.:${port}/api/v1`,
    `http://localhost:${port}/API/v1`,
    `http://localhost:${port}/api//v1`,
    `http://localhost:${port}/x/../api/v1`,
    `http://localhost:${port}/%61pi/v1`,
    `http://user@localhost:${port}/api/v1?x=1`,
  ];
};

describe('a client of a stranger', () => {
  test('lists our API neither as a resource nor as one that it is, in no spelling', async ({ service }) => {
    const { ours } = service;
    const { clientId } = await aRelyingParty(ours);
    for (const resource of spellings(ownApiOf(issuerOf(service.ours))))
      for (const field of ['resources', 'servedResources']) {
        const made = await ours.call('createOidcClient', {
          body: { redirectUris: ['https://rp.example.com/callback'], [field]: [resource] },
        });
        const changed = await ours.call('updateOidcClient', {
          path: { clientId },
          body: { [field]: ['https://api.example.com/', resource] },
        });
        expect([resource, made.status, made.body.details]).toEqual([
          resource,
          400,
          { [`${field}.0`]: 'must not be the API of Keyward: call it with an API key' },
        ]);
        expect([resource, changed.status, Object.keys(changed.body.details)]).toEqual([
          resource,
          400,
          [`${field}.1`],
        ]);
      }
    const body = {
      resources: [
        `${new URL(ownApiOf(issuerOf(service.ours))).origin}/api/v10`,
        'https://keyward.example/api/v1',
      ],
    };
    expect((await ours.call('updateOidcClient', { path: { clientId }, body })).status).toBe(200);
  });

  test('gets a token for it by no grant, though a row of before lists it', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await anOwner(service);
    const resource = ownApiOf(issuerOf(service.ours));
    const listing = async (fields: Record<string, unknown>): Promise<RelyingParty> => {
      const party = await aRelyingParty(ours, fields);
      await sql(`update oidc_clients set resources = array[$2], served_resources = array[$2] where id = $1`, [
        party.clientId,
        resource,
      ]);
      await sql('update tenants set oidc_version = oidc_version + 1 where id = $1', [ours.orgId]);
      return party;
    };
    const refused: [grant: string, error: unknown][] = [];
    const web = await listing({ grantTypes: ['authorization_code', 'refresh_token'] });
    const browser = await signedIn(service, { issuer: web.issuer, userId });
    const asked = await authorized(web, browser, { resource });
    refused.push(['authorization_code', asked.callback.searchParams.get('error')]);
    const plain = await (await authorized(web, browser)).exchange();
    const renewed = { grant_type: 'refresh_token', refresh_token: plain.refresh_token ?? '', resource };
    refused.push(['refresh_token', (await call(web, '/token', renewed)).body['error']]);
    const { url } = await begin(web, { resource });
    const pushed = await call(web, '/par', url.searchParams);
    refused.push(['pushed', pushed.body['error']]);
    const device = await listing({ ...withoutPages, grantTypes: [deviceGrant] });
    const codes = await call(device, '/device/authorize', { scope: 'openid', resource });
    refused.push(['device_code', codes.body['error']]);
    const machine = { ...withoutPages, applicationType: 'machine', grantTypes: ['client_credentials'] };
    const own = await call(await listing(machine), '/token', { grant_type: 'client_credentials', resource });
    refused.push(['client_credentials', own.body['error']]);
    const exchanger = await listing({ ...withoutPages, grantTypes: [exchangeGrant], scopes: ['openid'] });
    await sql(`update oidc_clients set served_resources = array[$2] where id = $1`, [
      exchanger.clientId,
      web.clientId,
    ]);
    const third = await (await authorized(web, browser)).exchange();
    for (const target of ['resource', 'audience']) {
      const form = {
        grant_type: exchangeGrant,
        subject_token: third.access_token,
        subject_token_type: accessToken,
        [target]: resource,
      };
      refused.push([target, (await call(exchanger, '/token', form)).body['error']]);
    }
    for (const [grant, error] of refused)
      expect([grant, error]).toEqual([grant, expect.stringMatching(/^invalid_(target|grant)$/)]);
    expect(refused.filter(([, error]) => error === 'invalid_target').map(([grant]) => grant)).toEqual(
      expect.arrayContaining(['authorization_code', 'pushed', 'device_code', 'client_credentials']),
    );
  });

  test('neither exchanges, introspects nor shows a token of the command line', async ({ service }) => {
    const { ours, sql } = service;
    const line = await aCommandLine(service, { userId: await anOwner(service) });
    const party = await aRelyingParty(ours, {
      ...withoutPages,
      grantTypes: [exchangeGrant],
      scopes: ['openid'],
    });
    await sql(`update oidc_clients set served_resources = array[$2, $3] where id = $1`, [
      party.clientId,
      ownApiOf(issuerOf(service.ours)),
      commandLineId,
    ]);
    await sql('update tenants set oidc_version = oidc_version + 1 where id = $1', [ours.orgId]);
    const { access } = line.tokens;
    expect(await oidc.tokenIntrospection(party.config, access)).toEqual({ active: false });
    const exchanged = await call(party, '/token', {
      grant_type: exchangeGrant,
      subject_token: access,
      subject_token_type: accessToken,
    });
    expect(exchanged.body['error']).toBe('invalid_grant');
    const shown = await fetch(`${line.issuer}/userinfo`, { headers: { authorization: `Bearer ${access}` } });
    expect(shown.status).toBe(403);
    // RFC 7009 section 2.2: a token of another client is not revoked, and the response does not say so.
    expect((await call(party, '/revoke', { token: line.tokens.refresh })).status).toBe(200);
    expect((await line.client.call('getMe')).status).toBe(200);
  });
});
