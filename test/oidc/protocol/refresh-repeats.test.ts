import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const refused = { error: 'invalid_grant' };

/** Signs a user in. @returns the refresh token, and what sends one */
async function begun(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const { refresh_token: token = '' } = await (await authorized(party, browser)).exchange();
  const send = async (one: string) => (await oidc.refreshTokenGrant(party.config, one)).refresh_token ?? '';
  const isActive = async (one: string) => (await oidc.tokenIntrospection(party.config, one)).active;
  return { party, userId, token, send, isActive };
}

const kinds = [
  ['without a consent', {}],
  ['with a consent', { consentRequired: true }],
] as const;

describe.for(kinds)('a refresh token whose answer was lost, %s', ([, fields]) => {
  test('is sent again by a new client, and the new answer replaces the lost one', async ({ service }) => {
    const { token, send, isActive } = await begun(service, fields);
    const lost = await send(token);
    const next = await send(token);
    expect(await Promise.all([lost, next].map(isActive))).toEqual([false, true]);
    expect(await send(await send(next))).not.toBe('');
  });

  test('ends the family if its successor was used', async ({ service }) => {
    const { token, send, isActive } = await begun(service, fields);
    const last = await send(await send(token));
    await expect(send(token)).rejects.toMatchObject(refused);
    expect(await isActive(last)).toBe(false);
    await expect(send(last)).rejects.toMatchObject(refused);
  });

  test('ends the family if the replaced token is presented, because two hold tokens then', async ({
    service,
  }) => {
    const { token, send, isActive } = await begun(service, fields);
    const replaced = await send(token);
    const next = await send(token);
    await expect(send(replaced)).rejects.toMatchObject(refused);
    expect(await isActive(next)).toBe(false);
  });

  test('leaves one good token after twelve parallel requests, whichever answer came last', async ({
    service,
  }) => {
    const { token, userId, send, isActive } = await begun(service, fields);
    const all = await Promise.all(Array.from({ length: 12 }, () => send(token)));
    const active = await Promise.all(all.map(isActive));
    expect(active.filter(Boolean)).toHaveLength(1);
    const alive = `select from oidc_artifacts where user_id = $1 and model = 'RefreshToken' and consumed_at is null`;
    expect(await service.sql(alive, [userId])).toHaveLength(1);
    expect(await send(all[active.indexOf(true)] ?? '')).not.toBe('');
  });

  test('is either repeated or followed by its successor, if both are sent at once', async ({ service }) => {
    const { token, send, isActive } = await begun(service, fields);
    const next = await send(token);
    const sent = await Promise.allSettled([send(token), send(next), send(token), send(next)]);
    // Rows are not counted: a request that ends with 503 after it has stored its successor leaves a token that no client has.
    const given = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const active = await Promise.all(given.map(isActive));
    expect(active.filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});

describe('refreshReuseWindow of a new client', () => {
  const windowOf = async (service: TestService, fields: Record<string, unknown>) => {
    const body = { redirectUris: ['https://rp.example.com/callback'], ...fields };
    return (await service.ours.call('createOidcClient', { body })).body.refreshReuseWindow;
  };

  test('is 30 seconds if the client authenticates or uses DPoP, and 0 otherwise', async ({ service }) => {
    expect(await windowOf(service, {})).toBe(30);
    expect(await windowOf(service, { applicationType: 'spa' })).toBe(0);
    expect(await windowOf(service, { tokenEndpointAuthMethod: 'none' })).toBe(0);
    expect(await windowOf(service, { applicationType: 'native', dpopBoundAccessTokens: true })).toBe(30);
    expect(await windowOf(service, { refreshReuseWindow: 0 })).toBe(0);
  });

  test('lets a public client send a token once', async ({ service }) => {
    const { token, send } = await begun(service, { applicationType: 'spa' });
    await send(token);
    await expect(send(token)).rejects.toMatchObject(refused);
  });

  test('stays as it is stored when the client changes', async ({ service }) => {
    const { party } = await begun(service, { refreshReuseWindow: 0 });
    const path = { clientId: party.clientId };
    const { body } = await service.ours.call('updateOidcClient', {
      path,
      body: { dpopBoundAccessTokens: true },
    });
    expect(body).toMatchObject({ refreshReuseWindow: 0, dpopBoundAccessTokens: true });
  });

  test.for([
    [{ refreshReuseWindow: 60 }, { tokenEndpointAuthMethod: 'none' }],
    [{ applicationType: 'spa', dpopBoundAccessTokens: true }, { dpopBoundAccessTokens: false }],
  ])('ends when a client becomes public without DPoP: %j, then %j', async ([before, body], { service }) => {
    const created = { redirectUris: ['https://rp.example.com/callback'], ...before };
    const { body: client } = await service.ours.call('createOidcClient', { body: created });
    const path = { clientId: client.clientId };
    const answer = await service.ours.call('updateOidcClient', { path, body });
    expect([answer.status, answer.body.refreshReuseWindow]).toEqual([200, 0]);
    const changes = await service.sql(
      `select data -> 'changes' as changes from events where type = 'oidc_client.updated' and data ->> 'clientId' = $1`,
      [client.clientId],
    );
    expect(changes).toEqual([
      {
        changes: expect.arrayContaining([
          { field: 'refreshReuseWindow', from: client.refreshReuseWindow, to: 0 },
        ]),
      },
    ]);
    // Who asks for a window gets it, as at creation.
    const asked = await service.ours.call('updateOidcClient', { path, body: { refreshReuseWindow: 5 } });
    expect(asked.body.refreshReuseWindow).toBe(5);
  });
});
