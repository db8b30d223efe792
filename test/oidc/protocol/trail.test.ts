import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  call,
  redirectUri,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, { name: 'Shop', ...fields });
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

/** Returns the rows of the audit log about a target, as an administrator reads them, oldest first. */
async function trailOf({ ours }: TestService, targetId: string): Promise<Record<string, unknown>[]> {
  const { body } = await ours.call('listAuditLogs', { query: { targetId } });
  return (body.data as Record<string, unknown>[])
    .filter(({ action }) => String(action).startsWith('oidc_'))
    .filter(({ action }) => !String(action).startsWith('oidc_client'))
    .toReversed();
}

const revoked = (party: { clientId: string }, reason: string) => ({
  action: 'oidc_grant.revoke',
  actor: { type: 'OIDC_CLIENT', id: party.clientId, name: 'Shop' },
  result: 'SUCCESS',
  reason: `${reason} Shop (${party.clientId})`,
  ipAddress: '127.0.0.1',
  requestId: expect.any(String),
});

describe('the audit log', () => {
  test('records once, with the client, that a refresh token was used a second time', async ({ service }) => {
    const { party, userId, browser } = await flow(service, { refreshReuseWindow: 0 });
    const first = await (await authorized(party, browser)).exchange();
    const token = first.refresh_token ?? '';
    const second = await oidc.refreshTokenGrant(party.config, token);
    const again = () => call(party, '/token', { grant_type: 'refresh_token', refresh_token: token });
    const all = await Promise.all(Array.from({ length: 8 }, again));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
    expect(await oidc.tokenIntrospection(party.config, second.access_token)).toEqual({ active: false });
    const target = { type: 'user', id: userId, name: expect.any(String) };
    expect(await trailOf(service, userId)).toMatchObject([
      { ...revoked(party, 'REFRESH_TOKEN_REUSED'), target },
    ]);
    expect(JSON.stringify(await trailOf(service, userId))).not.toContain(token);
  });

  test('records that a code was used a second time', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const { callback, verifier, exchange } = await authorized(party, browser);
    const tokens = await exchange();
    const again = await call(party, '/token', {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    expect(await trailOf(service, userId)).toMatchObject([revoked(party, 'CODE_REUSED')]);
  });

  test('records that a client ended a token, but no failed attempt', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    const other = await aRelyingParty(service.ours);
    await call(other, '/revoke', { token: tokens.access_token });
    await call(party, '/revoke', { token: 'unknown' });
    expect(await trailOf(service, userId)).toEqual([]);
    await oidc.tokenRevocation(party.config, tokens.access_token);
    await oidc.tokenRevocation(party.config, tokens.access_token);
    expect(await trailOf(service, userId)).toMatchObject([revoked(party, 'REVOKED_BY_CLIENT')]);
    // Its refresh token has ended with it.
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('records that a machine ended its own token', async ({ service }) => {
    const { party } = await flow(service, {
      applicationType: 'machine',
      grantTypes: ['client_credentials'],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const tokens = await oidc.clientCredentialsGrant(party.config);
    await oidc.tokenRevocation(party.config, tokens.access_token);
    expect(await oidc.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    expect(await trailOf(service, party.clientId)).toMatchObject([
      { ...revoked(party, 'REVOKED_BY_CLIENT'), target: { type: 'oidc_client', id: party.clientId } },
    ]);
  });

  test('records which user approved a device, and which user declined', async ({ service }) => {
    const { party, userId, browser } = await flow(service, {
      grantTypes: [deviceGrant, 'refresh_token'],
      redirectUris: [],
      postLogoutRedirectUris: [],
    });
    const answered = async (who: Browser, answer: Record<string, string>) => {
      const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
      const asked = await who.open(codes.verification_uri_complete ?? '');
      const confirm = await who.send(asked, { user_code: codes.user_code });
      await who.send(confirm, { user_code: codes.user_code, ...answer });
      return call(party, '/token', { grant_type: deviceGrant, device_code: codes.device_code });
    };
    expect(await answered(browser, { confirm: 'yes' })).toMatchObject({ status: 200 });
    expect(await answered(browser, { abort: 'yes' })).toMatchObject({ body: { error: 'access_denied' } });
    const actor = { type: 'USER', id: userId, name: expect.any(String) };
    const reason = `Shop (${party.clientId})`;
    expect(await trailOf(service, userId)).toMatchObject([
      { action: 'oidc_device.allow', actor, reason, result: 'SUCCESS', ipAddress: '127.0.0.1' },
      { action: 'oidc_device.refuse', actor, reason, result: 'SUCCESS', ipAddress: '127.0.0.1' },
    ]);
    await answered(new Browser(party.issuer), { abort: 'yes' });
    expect(await trailOf(service, party.clientId)).toMatchObject([
      { action: 'oidc_device.refuse', actor: { type: 'ANONYMOUS', id: null }, reason },
    ]);
  });

  test('records nothing for tokens that are issued, used and refreshed', async ({ service }) => {
    const { party, userId, browser } = await flow(service);
    const tokens = await (await authorized(party, browser)).exchange();
    await oidc.fetchUserInfo(party.config, tokens.access_token, userId);
    await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(await trailOf(service, userId)).toEqual([]);
  });
});
