import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, authorized, Browser, issuerOf, signedIn } from '../../support/relying-party.ts';
import { aRegistration, anInitialToken, letRegister } from '../../support/registrations.ts';
import { test } from '../../support/service.ts';

const callback = 'http://127.0.0.1:53125/callback';

describe('createOidcRegistration', () => {
  test('registers a program with openid-client, which then signs a user in and refreshes', async ({
    service,
  }) => {
    const { ours } = service;
    await letRegister(ours, { mode: 'OPEN' });
    const issuer = issuerOf(ours);
    const config = await oidc.dynamicClientRegistration(
      new URL(issuer),
      {
        client_name: 'Editor',
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'openid email offline_access unknown',
      },
      oidc.None(),
      // oxlint-disable-next-line typescript/no-deprecated
      { execute: [oidc.allowInsecureRequests] },
    );
    const registered = config.clientMetadata();
    expect(registered).toMatchObject({
      client_id: expect.stringMatching(/^cli_[0-9a-z]{26}$/),
      registration_access_token: expect.stringMatching(/^kd_registration_\w{49}$/),
      registration_client_uri: `${issuer}/register/${registered.client_id}`,
      application_type: 'native',
      scope: 'openid email offline_access',
    });
    expect(registered).not.toHaveProperty('client_secret');
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer, userId }, new Browser(issuer));
    const flow = await authorized({ config }, browser, {
      redirect_uri: callback,
      // It did not register `profile`.
      scope: 'openid profile offline_access',
      prompt: 'consent',
    });
    const tokens = await flow.exchange();
    expect(tokens.claims()).toMatchObject({ sub: userId });
    expect(tokens.expires_in).toBe(300);
    expect(tokens.scope).toBe('openid offline_access');
    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
    await letRegister(ours, { mode: 'OFF' });
  });

  test('gives a client no scope beyond those of its initial access token', async ({ service }) => {
    const { ours } = service;
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
    const { token } = await anInitialToken(ours, { scopes: ['openid'] });
    const metadata = { redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    const { body } = await aRegistration(ours, metadata, token);
    const issuer = issuerOf(ours);
    const config = await oidc.discovery(new URL(issuer), String(body.client_id), undefined, oidc.None(), {
      // oxlint-disable-next-line typescript/no-deprecated
      execute: [oidc.allowInsecureRequests],
    });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer, userId }, new Browser(issuer));
    const asked = { redirect_uri: callback, scope: 'openid email profile', prompt: 'consent' };
    const tokens = await (await authorized({ config }, browser, asked)).exchange();
    expect(tokens.scope).toBe('openid');
    await letRegister(ours, { mode: 'OFF' });
  });

  test('says in the metadata of the provider where clients register, as long as they can', async ({
    service,
  }) => {
    const { ours, anonymous } = service;
    const endpoint = async () =>
      (await anonymous.call('getOidcConfiguration', { path: { orgId: ours.orgId ?? '' } })).body[
        'registration_endpoint'
      ];
    await letRegister(ours, { mode: 'OFF' });
    expect(await endpoint()).toBeUndefined();
    for (const mode of ['INITIAL_ACCESS_TOKEN', 'OPEN']) {
      await letRegister(ours, { mode });
      expect(await endpoint()).toBe(`${issuerOf(ours)}/register`);
    }
    await letRegister(ours, { mode: 'OFF' });
    expect(await endpoint()).toBeUndefined();
    const { status, body } = await aRegistration(ours);
    expect([status, body]).toEqual([
      403,
      {
        error: 'access_denied',
        error_description: expect.stringContaining('register'),
        code: 'CLIENT_REGISTRATION_OFF',
        requestId: expect.any(String),
      },
    ]);
  });
});
