import { calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, exportJWK, jwtVerify, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aGroup } from '../../support/groups.ts';
import {
  audience,
  identityAssertion,
  idTokenType,
  type Issuing,
  issuingParty,
  refreshTokenType,
  refusedAs,
  tokenExchange,
  tokensFor,
} from '../../support/identity-assertions.ts';
import { aRelyingParty, authorized, issuerOf } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

const chat = 'https://api.chat.example';

/** The claims of an assertion, whose signature and type are verified by the published keys. */
async function verified({ issuer }: { issuer: string }, body: Record<string, unknown>) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return jwtVerify(String(body['access_token']), keys, { typ: 'oauth-id-jag+jwt', issuer, audience });
}

const byRefresh = ({ tokens }: Issuing) => ({
  subject_token: String(tokens.refresh_token),
  subject_token_type: refreshTokenType,
});

describe('issueOidcToken for an assertion to another system', () => {
  test('gives openid-client one for the ID token of its user', async ({ service }) => {
    const { party, tokens, userId } = await issuingParty(service);
    const answer = await oidc.genericGrantRequest(party.config, tokenExchange, {
      requested_token_type: identityAssertion,
      audience,
      subject_token: String(tokens.id_token),
      subject_token_type: idTokenType,
    });
    expect((await verified(party, answer)).payload.sub).toBe(userId);
  });

  test('answers with the type and the lifetime of the draft', async ({ service }) => {
    const issuing = await issuingParty(service);
    const { party, userId, exchange } = issuing;
    for (const fields of [{}, byRefresh(issuing)]) {
      const { status, body } = await exchange(fields);
      expect([status, body]).toEqual([
        200,
        {
          issued_token_type: identityAssertion,
          access_token: expect.any(String),
          token_type: 'N_A',
          expires_in: 300,
          scope: 'chat.read chat.history',
        },
      ]);
      const { payload, protectedHeader } = await verified(party, body);
      expect(protectedHeader.alg).toBe('RS256');
      expect(payload).toEqual({
        iss: party.issuer,
        sub: userId,
        aud: audience,
        client_id: 'wiki-at-chat',
        jti: expect.any(String),
        iat: expect.any(Number),
        exp: (payload.iat ?? 0) + 300,
        scope: 'chat.read chat.history',
        resource: chat,
        auth_time: expect.any(Number),
        acr: expect.any(String),
        amr: ['pwd'],
      });
    }
  });

  test('names the user as the other server knows the user: by the subject and the algorithm of its client', async ({
    service,
  }) => {
    const sector = { redirectUris: ['https://chat.example/callback'], subjectType: 'pairwise' };
    const issuing = await issuingParty(service, {
      other: { ...sector, idTokenSignedResponseAlg: 'ES256' },
    });
    const { payload, protectedHeader } = await verified(issuing.party, (await issuing.exchange()).body);
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload.sub).not.toBe(issuing.userId);
    const same = await aRelyingParty(service.ours, {
      ...sector,
      grantTypes: ['authorization_code'],
    });
    const asked = { redirect_uri: 'https://chat.example/callback' };
    const begun = await authorized(same, issuing.browser, asked);
    const tokens = await begun.exchange();
    expect(decodeJwt(String(tokens.id_token)).sub).toBe(payload.sub);
  });

  test('names no more scopes and resources than the administrator listed', async ({ service }) => {
    const { party, exchange } = await issuingParty(service, {
      entry: { resources: [chat, `${chat}/files`] },
    });
    const namedBy = async (fields: Record<string, string>) => {
      const { body } = await exchange(fields);
      if (body['error'] !== undefined) return body['error'];
      const { scope, resource } = (await verified(party, body)).payload;
      return { scope, resource };
    };
    const scope = 'chat.read chat.history';
    expect(await namedBy({})).toEqual({ scope, resource: [chat, `${chat}/files`] });
    expect(await namedBy({ scope: 'chat.read', resource: chat })).toEqual({
      scope: 'chat.read',
      resource: chat,
    });
    expect(await namedBy({ scope: 'chat.write' })).toBe('invalid_scope');
    expect(await namedBy({ resource: 'https://other.example' })).toBe('invalid_target');
    expect(await namedBy({ audience: 'https://other.example' })).toBe('invalid_target');
    expect(await namedBy({ audience: `${audience}/` })).toBe('invalid_target');
    const bare = await issuingParty(service, { entry: { scopes: [], resources: [] } });
    const { payload } = await verified(bare.party, (await bare.exchange()).body);
    expect(payload).not.toHaveProperty('scope');
    expect(payload).not.toHaveProperty('resource');
  });

  test('refuses tokens that are not of a sign-in to this client', async ({ service }) => {
    const { party, tokens, exchange } = await issuingParty(service);
    const another = await issuingParty(service);
    const idToken = (token: unknown) => exchange({ subject_token: String(token) });
    const notOurs = refusedAs('is not a valid ID token');
    expect(await idToken(another.tokens.id_token)).toEqual(notOurs);
    expect(await idToken(tokens.access_token)).toEqual(notOurs);
    expect(await idToken('x')).toEqual(notOurs);
    const claims = decodeJwt(String(tokens.id_token));
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256' })
      .sign((await oidc.randomDPoPKeyPair()).privateKey);
    expect(await idToken(forged)).toEqual(notOurs);
    const assertion = (await exchange()).body['access_token'];
    expect(await idToken(assertion)).toEqual(notOurs);
    const refresh = (token: unknown) =>
      exchange({ subject_token: String(token), subject_token_type: refreshTokenType });
    const notRefresh = refusedAs('is not a valid refresh token of this client');
    expect(await refresh(another.tokens.refresh_token)).toEqual(notRefresh);
    expect(await refresh(tokens.access_token)).toEqual(notRefresh);
    const accessToken = {
      subject_token: tokens.access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    };
    const invalid = { body: { error: 'invalid_request' } };
    expect(await exchange(accessToken)).toMatchObject(invalid);
    expect(await exchange({ actor_token: 'x' })).toMatchObject(invalid);
    const twice: [string, string][] = [
      ['grant_type', tokenExchange],
      ['requested_token_type', identityAssertion],
      ['audience', audience],
      ['audience', audience],
      ['subject_token', String(tokens.id_token)],
      ['subject_token_type', idTokenType],
    ];
    expect(await tokensFor(party, twice)).toMatchObject(invalid);
  });

  test('refuses the ID token of a session that has ended, and the user whose access has ended', async ({
    service,
  }) => {
    const bound = await issuingParty(service, { scope: 'openid' });
    expect(await bound.exchange({ ...byRefresh(bound), scope: 'chat.read' })).toMatchObject({ status: 200 });
    await service.sql('delete from login_sessions where user_id = $1', [bound.userId]);
    expect(await bound.exchange()).toEqual(refusedAs('of a session that has ended'));
    expect(await bound.exchange(byRefresh(bound))).toEqual(refusedAs('is not a valid refresh token'));
    const issuing = await issuingParty(service);
    await service.ours.call('suspendUser', { path: { userId: issuing.userId } });
    for (const fields of [{}, byRefresh(issuing)])
      expect(await issuing.exchange(fields)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('ends the family of a refresh token that is used again, as a refresh does', async ({ service }) => {
    const issuing = await issuingParty(service, { client: { refreshReuseWindow: 0 } });
    const { party, tokens, exchange } = issuing;
    const next = await oidc.refreshTokenGrant(party.config, String(tokens.refresh_token));
    expect(await exchange(byRefresh(issuing))).toMatchObject({ body: { error: 'invalid_grant' } });
    await expect(oidc.refreshTokenGrant(party.config, String(next.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('heeds the groups and the policies of the client that the other server signs users in with', async ({
    service,
  }) => {
    const groupId = await aGroup(service.ours);
    const closed = await issuingParty(service, { other: { allowedGroups: [groupId] } });
    expect(await closed.exchange()).toEqual(refusedAs('may not use this client, or the other system'));
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userId: closed.userId } });
    expect(await closed.exchange()).toMatchObject({ status: 200 });
    for (const which of ['party', 'other'] as const) {
      const issuing = await issuingParty(service);
      const applications = { include: [issuing[which].clientId], exclude: [] };
      await anAccessPolicy(service.ours, { conditions: { applications } });
      expect(await issuing.exchange()).toEqual(refusedAs('conditional access refuses the user'));
      await withoutAccessPolicies(service.ours);
      expect(await issuing.exchange()).toMatchObject({ status: 200 });
    }
  });

  test('binds the assertion to a key that the client proves', async ({ service }) => {
    const { party, tokens, exchange } = await issuingParty(service);
    const pair = await oidc.randomDPoPKeyPair();
    const jwk = await exportJWK(pair.publicKey);
    const proof = await new SignJWT({ htm: 'POST', htu: `${party.issuer}/token`, jti: crypto.randomUUID() })
      .setIssuedAt()
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(pair.privateKey);
    const { body } = await exchange({}, { dpop: proof });
    expect((await verified(party, body)).payload['cnf']).toEqual({ jkt: await calculateJwkThumbprint(jwk) });
    expect(await exchange({}, { dpop: proof })).toMatchObject({ body: { error: 'invalid_dpop_proof' } });
    expect(tokens.id_token).toBeDefined();
  });

  test('writes an audit row with the client, the user and the other server', async ({ service }) => {
    const { party, userId, exchange } = await issuingParty(service);
    await exchange();
    const { body } = await service.ours.call('listAuditLogs', {
      query: { action: 'oidc_assertion.issue', limit: 1 },
    });
    expect(body.data[0]).toMatchObject({
      actor: { type: 'OIDC_CLIENT', id: party.clientId },
      target: { id: userId },
      result: 'SUCCESS',
      reason: `for ${audience}`,
    });
  });

  test('says in the metadata that assertions are issued, while a client may get some', async ({
    service,
  }) => {
    const read = async () =>
      (await (await fetch(`${issuerOf(service.theirs)}/.well-known/openid-configuration`)).json()) as Record<
        string,
        unknown
      >;
    const issued = 'identity_chaining_requested_token_types_supported';
    expect(await read()).not.toHaveProperty(issued);
    const other = await aRelyingParty(service.theirs);
    const entry = {
      issuer: audience,
      clientId: 'x',
      signInClientId: other.clientId,
      scopes: [],
      resources: [],
    };
    await aRelyingParty(service.theirs, {
      grantTypes: ['authorization_code', tokenExchange],
      assertionAudiences: [entry],
    });
    expect((await read())[issued]).toEqual([identityAssertion]);
  });
});
