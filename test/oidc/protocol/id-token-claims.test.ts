import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, aRelyingParty, authorized, logoutUri, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const scopes = ['openid', 'profile', 'email', 'groups'];

/** Signs a user in to a client. @returns the tokens, and what is needed to go on */
async function tokensOf(service: TestService, fields: Record<string, unknown>, userId?: string) {
  const party = await aRelyingParty(service.ours, { scopes, ...fields });
  const id = userId ?? (await aPerson(service));
  const browser = await signedIn(service, { issuer: party.issuer, userId: id });
  const flow = await authorized(party, browser, { scope: 'openid email groups' });
  const tokens = await flow.exchange();
  return { party, userId: id, browser, tokens, claims: tokens.claims() ?? {} };
}

describe('idTokenClaims', () => {
  test('is off by default, and the ID token tells who signed in and no more', async ({ service }) => {
    const { claims } = await tokensOf(service, {});
    expect(claims).toMatchObject({ sub: expect.any(String), acr: expect.any(String) });
    for (const claim of ['email', 'email_verified', 'groups', 'name'])
      expect(claims).not.toHaveProperty(claim);
  });

  test('puts the claims of the granted scopes into the ID token, and of no others', async ({ service }) => {
    const { party, userId, tokens, claims } = await tokensOf(service, { idTokenClaims: true });
    const { sub, ...info } = await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    expect(claims).toMatchObject({ sub, ...info });
    expect(info).toMatchObject({ email: expect.stringContaining('@'), email_verified: true, groups: [] });
    expect(claims).not.toHaveProperty('name');
  });

  test('tells the values of now in a refreshed ID token, for the scopes that were asked for', async ({
    service,
  }) => {
    const { party, userId, tokens } = await tokensOf(service, { idTokenClaims: true });
    const body = { email: `new-${userId}@example.com` };
    expect((await service.ours.call('updateUser', { path: { userId }, body })).status).toBe(200);
    const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '', {
      scope: 'openid email',
    });
    expect(refreshed.claims()).toMatchObject(body);
    expect(refreshed.claims()).not.toHaveProperty('groups');
  });

  test('leaves out the claims of a scope that the client has lost since', async ({ service }) => {
    const { party, tokens } = await tokensOf(service, { idTokenClaims: true });
    const path = { clientId: party.clientId };
    await service.ours.call('updateOidcClient', { path, body: { scopes: ['openid', 'groups'] } });
    const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ groups: [] });
    expect(refreshed.claims()).not.toHaveProperty('email');
  });

  test('keeps the pairwise subject of the client', async ({ service }) => {
    const { userId, tokens, claims } = await tokensOf(service, {
      idTokenClaims: true,
      subjectType: 'pairwise',
    });
    expect(claims).toMatchObject({ email: expect.stringContaining('@') });
    expect(tokens.claims()?.sub).not.toBe(userId);
  });

  test('leaves out the longest claims of a long ID token, which still signs the user out', async ({
    service,
  }) => {
    const userId = await aPerson(service);
    const join = async (at: number) => {
      const { body } = await service.ours.call('createGroup', {
        body: { name: `${at} ${userId} ${'x'.repeat(100)}`.slice(0, 100) },
      });
      await service.ours.call('addGroupMembers', { path: { groupId: body.id }, body: { userId } });
    };
    await Promise.all(Array.from({ length: 55 }, (_, at) => join(at)));
    const { party, browser, tokens, claims } = await tokensOf(service, { idTokenClaims: true }, userId);
    expect(claims).toMatchObject({ email: expect.stringContaining('@') });
    expect(claims).not.toHaveProperty('groups');
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    expect(info['groups']).toHaveLength(55);
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: logoutUri };
    const asked = await browser.open(oidc.buildEndSessionUrl(party.config, hint));
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('name="logout"')]);
  });
});
