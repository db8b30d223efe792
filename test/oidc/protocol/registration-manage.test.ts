import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aPerson, authorized, Browser, discovered, issuerOf, signedIn } from '../../support/relying-party.ts';
import { aRegistration, anInitialToken, atRegistration, letRegister } from '../../support/registrations.ts';
import { type Client, createClient } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';

const web = 'https://app.example.com/callback';

const openTenant = async ({ addPair }: TestService) => {
  const { ours } = await addPair();
  await letRegister(ours, { mode: 'OPEN' });
  return ours;
};

const registered = async (ours: Client, metadata: Record<string, unknown> = {}, token?: string) => {
  const { status, body } = await aRegistration(ours, { redirect_uris: [web], ...metadata }, token);
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
  return body as { client_id: string; registration_access_token: string; client_secret?: string };
};

/** The body that replaces the registration of a client. */
const replacing = (clientId: string, more: Record<string, unknown> = {}) => ({
  client_id: clientId,
  client_name: 'Editor',
  redirect_uris: [web],
  ...more,
});

const auditOf = async (ours: Client, targetId: string) =>
  (await ours.call('listAuditLogs', { query: { targetId } })).body.data as {
    action: string;
    reason: string | null;
  }[];

describe('getOidcRegistration', () => {
  test('shows what is registered to the client itself, and to no other one', async ({ service }) => {
    const ours = await openTenant(service);
    const [one, other] = [await registered(ours), await registered(ours)];
    const read = await atRegistration(
      ours,
      'getOidcRegistration',
      one.client_id,
      one.registration_access_token,
    );
    expect([read.status, read.body]).toEqual([200, one]);
    expect(read.headers.get('cache-control')).toBe('no-store');
    const { token } = await anInitialToken(ours);
    for (const wrong of [undefined, other.registration_access_token, token, ours.key, 'x', ''])
      for (const operation of [
        'getOidcRegistration',
        'replaceOidcRegistration',
        'deleteOidcRegistration',
      ] as const) {
        const body = operation === 'replaceOidcRegistration' ? replacing(one.client_id) : undefined;
        const { status, body: answer } = await atRegistration(ours, operation, one.client_id, wrong, body);
        expect([status, answer.error]).toEqual([401, 'invalid_token']);
      }
    for (const id of ['cli_01kahz5v3be4nr7q2m8x9c0d1e', 'x', '%00', "' or 1=1"]) {
      const { status } = await atRegistration(ours, 'getOidcRegistration', id, one.registration_access_token);
      expect(status).toBe(401);
    }
    // A disabled client does not come back by itself.
    await service.sql(`update oidc_clients set status = 'DISABLED' where id = $1`, [one.client_id]);
    const disabled = await atRegistration(
      ours,
      'getOidcRegistration',
      one.client_id,
      one.registration_access_token,
    );
    expect(disabled.status).toBe(401);
  });

  test('is not found by the management API', async ({ service }) => {
    const ours = await openTenant(service);
    const { client_id: clientId } = await registered(ours);
    for (const operation of [
      'getOidcClient',
      'updateOidcClient',
      'deleteOidcClient',
      'rotateOidcClientSecret',
    ] as const) {
      const body =
        operation === 'updateOidcClient'
          ? { consentRequired: false }
          : operation === 'rotateOidcClientSecret'
            ? {}
            : undefined;
      expect((await ours.call(operation, { path: { clientId }, ...(body ? { body } : {}) })).status).toBe(
        404,
      );
    }
    expect((await ours.call('listOidcClients')).body.data).toEqual([]);
  });
});

describe('replaceOidcRegistration', () => {
  test('gives a new registration access token, and ends the one before', async ({ service }) => {
    const ours = await openTenant(service);
    const { client_id: id, registration_access_token: before } = await registered(ours);
    const replaced = await atRegistration(
      ours,
      'replaceOidcRegistration',
      id,
      before,
      replacing(id, { client_name: 'New' }),
    );
    expect([replaced.status, replaced.body.client_name]).toEqual([200, 'New']);
    const after = replaced.body.registration_access_token;
    expect(after).not.toBe(before);
    expect((await atRegistration(ours, 'getOidcRegistration', id, before)).status).toBe(401);
    expect((await atRegistration(ours, 'getOidcRegistration', id, after)).status).toBe(200);
    expect((await auditOf(ours, id)).map(({ action }) => action)).toEqual([
      'oidc_client.change_registration',
      'oidc_client.register',
    ]);
  });

  test('ends all consents and tokens when a redirect URI changes, and none when the name changes', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const issuer = issuerOf(ours);
    const metadata = { grant_types: ['authorization_code', 'refresh_token'] };
    const { client_id: id, registration_access_token } = await registered(ours, metadata);
    const userId = await aPerson(service, {}, ours);
    const browser = await signedIn(service, { issuer, userId }, new Browser(issuer));
    const config = await discovered(issuer, id, null);
    const asked = { redirect_uri: web, scope: 'openid offline_access', prompt: 'consent' };
    const { refresh_token: first = '' } = await (await authorized({ config }, browser, asked)).exchange();
    const unused = await authorized({ config }, browser, asked);
    const renamed = await atRegistration(
      ours,
      'replaceOidcRegistration',
      id,
      registration_access_token,
      replacing(id, { ...metadata, client_name: 'New' }),
    );
    const { refresh_token: second = '' } = await oidc.refreshTokenGrant(config, first);
    expect(second).not.toBe('');
    const more = { ...metadata, redirect_uris: [web, 'https://other.example.com/'] };
    const moved = await atRegistration(
      ours,
      'replaceOidcRegistration',
      id,
      renamed.body.registration_access_token,
      replacing(id, more),
    );
    expect(moved.status).toBe(200);
    await expect(oidc.refreshTokenGrant(config, second)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(unused.exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await service.sql('select from oidc_consents where client_id = $1', [id])).toEqual([]);
    const [last] = await auditOf(ours, id);
    expect(last).toMatchObject({ action: 'oidc_client.change_registration', reason: '1 consents ended' });
  });

  test('changes a registration 20 times in an hour, so that a stranger does not fill the audit log', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const hour = Math.floor(Date.now() / 3_600_000);
    const { client_id: id, registration_access_token } = await registered(ours);
    let [held, changes] = [registration_access_token, 0];
    for (let at = 0; at < 22; at++) {
      const { status, body } = await atRegistration(
        ours,
        'replaceOidcRegistration',
        id,
        held,
        replacing(id, { client_name: `${at}` }),
      );
      if (status !== 200) expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
      else [held, changes] = [body.registration_access_token, changes + 1];
    }
    // The registration counts, too. The test runs across the end of an hour once in a long while.
    if (Math.floor(Date.now() / 3_600_000) === hour) expect(changes).toBe(19);
    expect((await atRegistration(ours, 'getOidcRegistration', id, held)).status).toBe(200);
  });

  test('gives no more than the registration could', async ({ service }) => {
    const ours = await openTenant(service);
    const template = {
      authMethods: ['client_secret_basic'],
      applicationTypes: ['web'],
      scopes: ['openid'],
      redirectHosts: ['app.example.com'],
    };
    const { id: tokenId, token } = await anInitialToken(ours, template);
    const {
      client_id: id,
      registration_access_token: held,
      client_secret: secret,
    } = await registered(ours, {}, token);
    expect(secret).toMatch(/^\w{43}$/);
    await ours.call('revokeInitialAccessToken', { path: { tokenId } });
    const put = (body: Record<string, unknown>, with_ = held) =>
      atRegistration(ours, 'replaceOidcRegistration', id, with_, body);
    const word = async (more: Record<string, unknown>) => {
      const { status, body } = await put(replacing(id, more));
      return [status, body.error];
    };
    expect(await word({ redirect_uris: ['https://evil.example/'] })).toEqual([400, 'invalid_redirect_uri']);
    expect(await word({ redirect_uris: ['http://127.0.0.1/'] })).toEqual([400, 'invalid_client_metadata']);
    expect(await word({ token_endpoint_auth_method: 'none' })).toEqual([400, 'invalid_client_metadata']);
    expect(await word({ client_id: 'cli_01kahz5v3be4nr7q2m8x9c0d1e' })).toEqual([
      400,
      'invalid_client_metadata',
    ]);
    expect(await word({ client_id: undefined })).toEqual([400, 'invalid_client_metadata']);
    expect(await word({ client_secret: 'chosen-by-the-client' })).toEqual([400, 'invalid_client_metadata']);
    const wider = await put(
      replacing(id, {
        client_secret: secret,
        scope: 'openid email',
        grant_types: ['authorization_code', 'client_credentials'],
      }),
    );
    expect([wider.status, wider.body.scope, wider.body.grant_types]).toEqual([
      200,
      'openid',
      ['authorization_code'],
    ]);
    expect(wider.body).not.toHaveProperty('client_secret');
    await letRegister(ours, { mode: 'OFF' });
    const off = await put(replacing(id), wider.body.registration_access_token);
    expect([off.status, off.body.code]).toEqual([403, 'CLIENT_REGISTRATION_OFF']);
  });
});

describe('deleteOidcRegistration', () => {
  test('removes the client, its consents and its tokens, also when registration is off', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const { client_id: id, registration_access_token: token } = await registered(ours);
    await letRegister(ours, { mode: 'OFF' });
    expect((await atRegistration(ours, 'deleteOidcRegistration', id, token)).status).toBe(204);
    expect((await atRegistration(ours, 'deleteOidcRegistration', id, token)).status).toBe(401);
    expect(await service.sql('select from oidc_client_registrations where client_id = $1', [id])).toEqual([]);
    const { body } = await ours.call('listAuditLogs', {
      query: { targetId: id, action: 'oidc_client.remove_registration' },
    });
    expect(body.data).toHaveLength(1);
  });
});

/** Asks as the script of another origin does before its request. */
async function expectPreflight(
  service: TestService,
  operation: 'preflightOidcRegistration' | 'preflightRegisteredOidcClient',
  path: Record<string, string>,
): Promise<void> {
  const asked = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
  const { orgId = '' } = service.ours;
  const { status, headers } = await createClient(service.origin).call(operation, {
    path: { orgId, ...path },
    headers: asked,
  });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(headers.get('access-control-allow-headers')).toContain('Content-Type');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
}

describe('preflightOidcRegistration', () => {
  test('lets scripts of every origin register a client without cookies', ({ service }) =>
    expectPreflight(service, 'preflightOidcRegistration', {}));
});

describe('preflightRegisteredOidcClient', () => {
  test('lets scripts of every origin change a registration without cookies', ({ service }) =>
    expectPreflight(service, 'preflightRegisteredOidcClient', {
      clientId: 'cli_01kahz5v3be4nr7q2m8x9c0d1e',
    }));
});
