import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aCredential, aUser, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

describe('after the answer to a change, another process', () => {
  test('obeys it from its very next decision on', async ({ service }) => {
    const { ours } = service;
    const node = await startServiceProcess(service);
    const theirs = createClient(node.origin, ours.key);
    const { secret } = await aCredential(ours);
    const location = await aLocation(ours, { ipRanges: ['198.51.100.0/24'] });
    const conditions = { clientTypes: ['machine'], applications: { exclude: ['keyward:api'] } };
    const code = async (): Promise<string> =>
      (await verify(theirs, secret, { ipAddress: '203.0.113.7' })).code;

    expect(await code()).toBe('VALID');
    for (let round = 0; round < 5; round++) {
      const path = {
        id: await anAccessPolicy(ours, { conditions: { ...conditions, locations: { include: [location] } } }),
      };
      expect(await code()).toBe('VALID');
      const at = { path: { id: location } };
      await ours.call('updateNamedLocation', { ...at, body: { ipRanges: ['203.0.113.0/24'] } });
      expect(await code()).toBe('POLICY_DENIED');
      await ours.call('updateNamedLocation', { ...at, body: { ipRanges: ['198.51.100.0/24'] } });
      expect(await code()).toBe('VALID');
      await ours.call('updateAccessPolicy', { path, body: { conditions: { locations: { include: [] } } } });
      expect(await code()).toBe('POLICY_DENIED');
      await ours.call('updateAccessPolicy', { path, body: { status: 'DISABLED' } });
      expect(await code()).toBe('VALID');
      await ours.call('updateAccessPolicy', { path, body: { status: 'ENABLED' } });
      expect(await code()).toBe('POLICY_DENIED');
      await ours.call('deleteAccessPolicy', { path });
      expect(await code()).toBe('VALID');
    }
  });

  test('refuses the next call of the API with a key that the change blocks', async ({ service }) => {
    const { ours } = service;
    const node = await startServiceProcess(service);
    const { caller, identityId } = await aCallerWith(service, ['identities.read']);
    const there = createClient(node.origin, caller.key);
    for (let round = 0; round < 5; round++) {
      expect((await there.call('listIdentities')).status).toBe(200);
      const id = await anAccessPolicy(ours, { conditions: { identities: { include: [identityId] } } });
      expect((await there.call('listIdentities')).body.code).toBe('POLICY_DENIED');
      await ours.call('deleteAccessPolicy', { path: { id } });
    }
  });

  test('judges users by it in their next sign-in, authorization, refresh and visit of the account page', async ({
    service,
  }) => {
    const { ours } = service;
    const node = await startServiceProcess(service);
    const there = createClient(node.origin, ours.key, ours.orgId);
    const party = await aRelyingParty(there, { scopes: ['openid', 'offline_access'] });
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const asked = { scope: 'openid offline_access', prompt: 'consent' };
    let { refresh_token: token = '' } = await (await authorized(party, browser, asked)).exchange();

    const signsIn = async (): Promise<boolean> => {
      const { title } = await aPerson(node.origin).signIn(ours.orgId ?? '', email, password);
      return title === 'Your account';
    };
    const authorizes = async (): Promise<boolean> =>
      (await authorized(party, browser)).shown.url.searchParams.has('code');
    const refreshes = async (): Promise<boolean> => {
      const tokens = await oidc.refreshTokenGrant(party.config, token).catch(() => undefined);
      token = tokens?.refresh_token ?? token;
      return tokens !== undefined;
    };
    const opensAccount = async (): Promise<boolean> =>
      (await browser.open(`/account/${ours.orgId}`)).status === 200;

    for (const isLetIn of [signsIn, authorizes, refreshes, opensAccount]) {
      expect(await isLetIn()).toBe(true);
      const path = { id: await anAccessPolicy(ours, { conditions: { users: { include: [userId] } } }) };
      expect(await isLetIn(), isLetIn.name).toBe(false);
      await ours.call('updateAccessPolicy', { path, body: { status: 'REPORT_ONLY' } });
      expect(await isLetIn(), isLetIn.name).toBe(true);
      await ours.call('updateAccessPolicy', { path, body: { status: 'ENABLED' } });
      expect(await isLetIn(), isLetIn.name).toBe(false);
      await ours.call('deleteAccessPolicy', { path });
      expect(await isLetIn(), isLetIn.name).toBe(true);
    }
  });
});
