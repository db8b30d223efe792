import { describe, expect } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aCredential, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { startServiceProcess } from '../../support/service-process.ts';

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
});
