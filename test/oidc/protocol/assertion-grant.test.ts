import { calculateJwkThumbprint, decodeJwt, exportJWK } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aConnectionBody } from '../../support/connections.ts';
import {
  aTrustedIssuer,
  issuingParty,
  jwtBearer,
  refusedAs,
  resource,
  tokensFor,
} from '../../support/identity-assertions.ts';
import { json, secondsFromNow } from '../../support/issuer.ts';
import { anOidcResource } from '../../support/oidc-resources.ts';
import { aRelyingParty, issuerOf } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

const other = 'https://reports.example.com';

describe('issueOidcToken for an identity assertion', () => {
  test('gives the linked user a token for the resource, without a refresh token', async ({ service }) => {
    const { assertion, party, userId } = await aTrustedIssuer(service);
    const tokens = await oidc.genericGrantRequest(party.config, jwtBearer, { assertion: await assertion() });
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'profile',
      resource,
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: userId,
      aud: resource,
      client_id: party.clientId,
      scope: 'profile',
    });
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({
      active: true,
      sub: userId,
    });
  });

  test('takes each assertion once, also if it comes several times at once', async ({ service }) => {
    const { assertion, present } = await aTrustedIssuer(service);
    const one = await assertion();
    const answers = await Promise.all([1, 2, 3, 4].map(() => present(one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await present(one)).toEqual(refusedAs('was used before'));
  });

  test('refuses assertions that the identity provider did not make for this client and this server', async ({
    service,
  }) => {
    const { assertion, present, party, issuer } = await aTrustedIssuer(service);
    const now = secondsFromNow(0);
    const wrong: [Record<string, unknown>, string, Record<string, unknown>?][] = [
      [{ aud: issuer.url }, 'must have the aud'],
      [{ aud: [party.issuer, issuer.url] }, 'must have the aud'],
      [{ aud: [] }, 'must have the aud'],
      [{ aud: `${party.issuer}/` }, 'must have the aud'],
      [{ aud: `${party.issuer}/token` }, 'must have the aud'],
      [{ client_id: 'cli_01kahz5v3be4nr7q2m8x9c0d1e' }, 'client_id'],
      [{ client_id: undefined }, 'client_id'],
      [{ iss: `${issuer.url}/` }, 'iss that is not trusted'],
      [{ iss: undefined }, 'iss that is not trusted'],
      [{ exp: now - 120 }, 'exp that is not over'],
      [{ exp: undefined }, 'exp that is not over'],
      [{ exp: now + 4_000 }, 'at most 3600 seconds'],
      [{ iat: now + 120 }, 'iat'],
      [{ iat: undefined }, 'iat'],
      [{ nbf: now + 120 }, 'nbf'],
      [{ auth_time: now + 120 }, 'auth_time'],
      [{ jti: undefined }, 'jti'],
      [{ jti: 'x'.repeat(256) }, 'jti'],
      [{ sub: undefined }, 'sub'],
      [{ scope: ['profile'] }, 'scope'],
      [{ resource: [] }, 'resource'],
      [{ tenant: 'acme' }, 'tenant'],
      [{ authorization_details: [] }, 'authorization_details'],
      [{ cnf: { x5t: 'x' } }, 'cnf'],
      [{}, 'typ', { typ: 'JWT' }],
      [{}, 'typ', { typ: undefined }],
      [{}, 'no key of the issuer', { kid: 'another' }],
    ];
    for (const [claims, why, header] of wrong)
      expect([claims, await present(await assertion(claims, header))]).toEqual([claims, refusedAs(why)]);
    const [head, , signature] = (await assertion()).split('.');
    const [, claims] = (await assertion()).split('.');
    expect(await present(`${head}.${claims}.${signature}`)).toEqual(refusedAs('no key of the issuer'));
    expect(await present(await assertion({ aud: [party.issuer] }))).toMatchObject({ status: 200 });
  });

  test('refuses an assertion that another client presents', async ({ service }) => {
    const { assertion } = await aTrustedIssuer(service);
    const { party: another } = await aTrustedIssuer(service);
    const form = { grant_type: jwtBearer, assertion: await assertion() };
    expect(await tokensFor(another, form)).toEqual(refusedAs('client_id'));
  });

  test('gives no more scopes than the assertion, the client and the request have', async ({ service }) => {
    const { assertion, present } = await aTrustedIssuer(service);
    const scopeOf = async (scope: string | undefined, asked?: string) =>
      (await present(await assertion({ scope }), asked === undefined ? {} : { scope: asked })).body;
    expect(await scopeOf('profile email phone openid offline_access')).toMatchObject({
      scope: 'profile email',
    });
    expect(await scopeOf('profile email', 'email')).toMatchObject({ scope: 'email' });
    expect(await scopeOf('profile', 'email')).toMatchObject({ error: 'invalid_scope' });
    expect(await scopeOf('openid profile', 'openid')).toMatchObject({ error: 'invalid_scope' });
    expect(await scopeOf(undefined)).not.toHaveProperty('scope');
    expect(await scopeOf(undefined)).toMatchObject({ access_token: expect.any(String) });
  });

  test('gives a token for one resource, which the assertion and the client have', async ({ service }) => {
    const { assertion, present } = await aTrustedIssuer(service, {
      client: { resources: [resource, other] },
    });
    const audienceOf = async (claim: unknown, asked?: string) => {
      const more: Record<string, string> = asked === undefined ? {} : { resource: asked };
      const { body } = await present(await assertion({ resource: claim }), more);
      return body['error'] ?? decodeJwt(String(body['access_token'])).aud;
    };
    expect(await audienceOf([resource])).toBe(resource);
    expect(await audienceOf([resource, other])).toBe('invalid_target');
    expect(await audienceOf([resource, other], other)).toBe(other);
    expect(await audienceOf(resource, other)).toBe('invalid_target');
    expect(await audienceOf([other, 'https://unknown.example'])).toBe(other);
    expect(await audienceOf('https://unknown.example')).toBe('invalid_target');
    expect(await audienceOf(undefined, other)).toBe(other);
    expect(await audienceOf(undefined, 'https://unknown.example')).toBe('invalid_target');
    expect(await audienceOf(undefined)).toBe(issuerOf(service.ours));
  });

  test('gives a token for a resource of the tenant with its scopes and its lifetime, and no more than the assertion', async ({
    service,
  }) => {
    const { assertion, present, party } = await aTrustedIssuer(service, { client: { resources: [] } });
    const clients = [party.clientId];
    const scopes = [{ name: 'wiki.read' }, { name: 'wiki.write' }];
    const wiki = await anOidcResource(service.ours, { clients, scopes, accessTokenTtl: 120 });
    const chat = await anOidcResource(service.ours, { clients, scopes: [{ name: 'chat.read' }] });
    const closed = await anOidcResource(service.ours, { clients: [], scopes });
    const given = async (claims: Record<string, unknown>, more?: Record<string, string>) =>
      (await present(await assertion(claims), more)).body;
    const scope = 'wiki.read chat.read profile';
    const at = async (named: string | undefined, more?: Record<string, string>) =>
      given({ scope, resource: named }, more);

    const token = await at(wiki.identifier);
    expect(token).toMatchObject({ scope: 'wiki.read', expires_in: 120, resource: wiki.identifier });
    expect(decodeJwt(String(token['access_token']))).toMatchObject({
      aud: wiki.identifier,
      scope: 'wiki.read',
    });
    expect(await at(`${wiki.identifier}/`)).toMatchObject({ resource: wiki.identifier });
    expect(await at(undefined, { resource: chat.identifier })).toMatchObject({ scope: 'chat.read' });
    expect(await at(wiki.identifier, { scope: 'wiki.write' })).toMatchObject({ error: 'invalid_scope' });
    expect(await at(wiki.identifier, { scope: 'chat.read' })).toMatchObject({ error: 'invalid_scope' });
    expect(await at(wiki.identifier, { resource: chat.identifier })).toMatchObject({
      error: 'invalid_target',
    });
    expect(await at(closed.identifier)).toMatchObject({ error: 'invalid_target' });
    expect(await at(undefined)).toMatchObject({ scope: 'profile' });
  });

  test('binds the token to a proved key, and takes a bound assertion with its key only', async ({
    service,
  }) => {
    const { assertion, party } = await aTrustedIssuer(service);
    const key = await oidc.randomDPoPKeyPair();
    const jkt = await calculateJwkThumbprint(await exportJWK(key.publicKey));
    const asked = async (cnf: object | undefined, pair?: oidc.CryptoKeyPair) =>
      oidc
        .genericGrantRequest(
          party.config,
          jwtBearer,
          { assertion: await assertion({ cnf }) },
          pair && { DPoP: oidc.getDPoPHandle(party.config, pair) },
        )
        .then(
          (tokens) => decodeJwt(tokens.access_token)['cnf'],
          (error: unknown) => (error as oidc.ResponseBodyError).error,
        );
    expect(await asked(undefined)).toBeUndefined();
    expect(await asked(undefined, key)).toEqual({ jkt });
    expect(await asked({ jkt }, key)).toEqual({ jkt });
    expect(await asked({ jkt })).toBe('invalid_grant');
    expect(await asked({ jkt }, await oidc.randomDPoPKeyPair())).toBe('invalid_grant');
  });

  test('follows new keys of the identity provider, and asks for none that it cannot read', async ({
    service,
  }) => {
    const { assertion, present, issuer } = await aTrustedIssuer(service);
    expect(await present(await assertion())).toMatchObject({ status: 200 });
    await issuer.rotate();
    expect(await present(await assertion())).toMatchObject({ status: 200 });
    const silent = await aTrustedIssuer(service);
    silent.issuer.pages['/keys'] = (response) => json(response, { keys: 'none' });
    expect(await silent.present(await silent.assertion())).toEqual(refusedAs('keys of the issuer'));
    const asked = silent.issuer.asked.length;
    await silent.present(await silent.assertion({ exp: 1 }));
    await silent.present(await silent.assertion({ client_id: 'another' }));
    expect(silent.issuer.asked).toHaveLength(asked);
  });

  test('refuses clients without the grant, and public clients cannot have it', async ({ service }) => {
    const { assertion, party } = await aTrustedIssuer(service);
    const without = await aRelyingParty(service.ours);
    const form = { grant_type: jwtBearer, assertion: await assertion() };
    expect(await tokensFor(without, form)).toMatchObject({ body: { error: 'unauthorized_client' } });
    expect(await tokensFor(party, { grant_type: jwtBearer })).toMatchObject({
      body: { error: 'invalid_request' },
    });
    const body = { name: 'Public', grantTypes: [jwtBearer], tokenEndpointAuthMethod: 'none' };
    expect(await service.ours.call('createOidcClient', { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_GRANT_TYPE' },
    });
  });

  test('never trusts a tenant of this service: not as a connection, and not for its assertions', async ({
    service,
  }) => {
    const { present } = await aTrustedIssuer(service);
    const addresses = [service.ours, service.theirs].map((api) => issuerOf(api).replace('http:', 'https:'));
    for (const issuer of addresses) {
      const body = aConnectionBody({ issuer, acceptAssertions: true });
      expect(await service.ours.call('createOidcConnection', { body })).toMatchObject({
        status: 400,
        body: { details: { issuer: expect.stringContaining('which is this service') } },
      });
    }
    const { exchange } = await issuingParty(service);
    const { body } = await exchange();
    expect(await present(String(body['access_token']))).toEqual(refusedAs('iss that is not trusted'));
  });
});

describe('getOidcConfiguration', () => {
  test('names the profile and the grant only while a connection is trusted for assertions', async ({
    service,
  }) => {
    const read = async () =>
      (await (await fetch(`${issuerOf(service.theirs)}/.well-known/openid-configuration`)).json()) as Record<
        string,
        unknown
      >;
    const profiles = 'authorization_grant_profiles_supported';
    const before = await read();
    expect(before).not.toHaveProperty(profiles);
    expect(before['grant_types_supported']).not.toContain(jwtBearer);
    const { body } = await service.theirs.call('createOidcConnection', {
      body: aConnectionBody({ acceptAssertions: true }),
    });
    const on = await read();
    expect(on[profiles]).toEqual(['urn:ietf:params:oauth:grant-profile:id-jag']);
    expect(on['grant_types_supported']).toContain(jwtBearer);
    await service.theirs.call('updateConnection', { path: { id: body.id }, body: { status: 'DISABLED' } });
    expect(await read()).toEqual(before);
  });
});

describe('createOidcConnection with acceptAssertions', () => {
  test('trusts one connection of an issuer for assertions', async ({ service }) => {
    const body = aConnectionBody({
      issuer: `https://${crypto.randomUUID()}.example`,
      acceptAssertions: true,
    });
    expect(await service.ours.call('createOidcConnection', { body })).toMatchObject({
      status: 201,
      body: { acceptAssertions: true },
    });
    expect(await service.ours.call('createOidcConnection', { body })).toMatchObject({
      status: 400,
      body: { details: { acceptAssertions: expect.any(String) } },
    });
    const second = await service.ours.call('createOidcConnection', {
      body: { ...body, acceptAssertions: false },
    });
    const path = { id: second.body.id };
    expect(
      await service.ours.call('updateOidcConnection', { path, body: { acceptAssertions: true } }),
    ).toMatchObject({ status: 400 });
  });

  test('trusts an issuer for people or for workloads, never for both', async ({ service }) => {
    const { ours } = service;
    const issuer = `https://${crypto.randomUUID()}.example`;
    const federatedSubjects = [{ issuer, audience: 'https://keyward.example', subject: 'deploy' }];
    const connect = (acceptAssertions: boolean) =>
      ours.call('createOidcConnection', { body: aConnectionBody({ issuer, acceptAssertions }) });
    const identify = (rules: object[]) =>
      ours.call('createIdentity', { body: { name: 'deploy', type: 'CI_CD', federatedSubjects: rules } });
    const change = (id: string, rules: object[]) =>
      ours.call('updateIdentity', { path: { id }, body: { federatedSubjects: rules } });

    const trusting = await identify(federatedSubjects);
    expect(trusting.status).toBe(201);
    const refused = {
      status: 400,
      body: { details: { acceptAssertions: expect.stringContaining('workloads') } },
    };
    expect(await connect(true)).toMatchObject(refused);
    const { body: connection } = await connect(false);
    const accept = () =>
      ours.call('updateOidcConnection', { path: { id: connection.id }, body: { acceptAssertions: true } });
    expect(await accept()).toMatchObject(refused);

    expect((await change(trusting.body.id, [])).status).toBe(200);
    expect((await accept()).status).toBe(200);
    const details = { 'federatedSubjects.0.issuer': expect.stringContaining('acceptAssertions') };
    expect(await identify(federatedSubjects)).toMatchObject({ status: 400, body: { details } });
    expect(await change(trusting.body.id, federatedSubjects)).toMatchObject({
      status: 400,
      body: { details },
    });
  });
});
