import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { test } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** A client of our tenant that waits for a device, and what it asks for its tokens with. */
async function aPoll({ ours, origin }: { ours: Client; origin: string }) {
  const { clientId } = await anOidcClient(ours, {
    applicationType: 'native',
    tokenEndpointAuthMethod: 'none',
    redirectUris: ['http://127.0.0.1/callback'],
    grantTypes: ['authorization_code', deviceGrant],
  });
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${origin}/api/oidc/${ours.orgId ?? ''}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
    });
  const made = (await (await post('/device/authorize', { scope: 'openid' })).json()) as {
    device_code: string;
  };
  return () => post('/token', { grant_type: deviceGrant, device_code: made.device_code });
}

describe('a tenant whose statements wait for a row', () => {
  test('leaves connections to the tokens of other tenants', async ({ service }) => {
    const poll = await aPoll({ ours: service.ours, origin: service.origin });
    const theirs = await aPoll({ ours: service.theirs, origin: service.origin });
    const release = await holding(
      service,
      `select from oidc_artifacts where org_id = $1 and model = 'DeviceCode' for update`,
      [service.ours.orgId],
    );
    let answered = 0;
    const polls = Array.from({ length: 24 }, () => poll().finally(() => answered++));
    await waiting(service, 3);
    expect(await (await theirs()).json()).toMatchObject({ error: 'authorization_pending' });
    expect((await service.theirs.call('listIdentities')).status).toBe(200);
    expect(answered).toBe(0);
    await release();
    const statuses = (await Promise.all(polls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400]));
  });

  test('leaves connections to the keys of other tenants', async ({ service }) => {
    const { ours, theirs } = service;
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => aCallerWith(service, ['identities.read'])),
    );
    const other = await aCallerWith({ ...service, ours: theirs }, ['identities.read']);
    const release = await holding(service, 'select from credentials where id = any ($1) for update', [
      keys.map(({ id }) => id),
    ]);
    const releaseTheirs = await holding(service, 'select from credentials where id = $1 for update', [
      other.id,
    ]);
    let answered = 0;
    const calls = keys.map(({ caller }) => caller.call('listIdentities').finally(() => answered++));
    await waiting(service, 1);
    const call = other.caller.call('listIdentities');
    await waiting(service, 2);
    await releaseTheirs();
    expect((await call).status).toBe(200);
    expect(answered).toBe(0);
    await release();
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ours.call('listIdentities')).status).toBe(200);
  });
});
