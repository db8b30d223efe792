import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { anAgent } from '../../support/agents.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
afterEach(() => withoutAccessPolicies(service.ours));

/** Returns the error that a client gets for a user; null if it gets a code. */
async function errorOf(party: RelyingParty): Promise<string | null> {
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const { callback } = await authorized(party, browser);
  return callback.searchParams.get('error');
}

describe('authorizeOidc', () => {
  test('blocks an agent by a policy that names agents, and no other client', async () => {
    await anAccessPolicy(service.ours, { conditions: { clientTypes: ['agent'] } });
    expect(await errorOf(await anAgent(service, service.ours))).toBe('access_denied');
    expect(await errorOf(await aRelyingParty(service.ours))).toBeNull();
  });

  test('blocks an agent by a policy that names browsers, and says on record that it is an agent', async () => {
    await anAccessPolicy(service.ours, { conditions: { clientTypes: ['browser'] } });
    const agent = await anAgent(service, service.ours);
    expect(await errorOf(agent)).toBe('access_denied');
    const { body } = await service.ours.call('listAccessDecisions', {
      query: { application: agent.clientId },
    });
    expect(body.data[0].inputs).toMatchObject({ clientType: 'browser', isAgent: true });
  });
});

describe('simulateAccess', () => {
  test('judges an agent that is named', async () => {
    await anAccessPolicy(service.ours, { conditions: { clientTypes: ['agent'] } });
    const decisionOn = async (isAgent: boolean) =>
      (await service.ours.call('simulateAccess', { body: { clientType: 'native', isAgent } })).body.decision;
    expect(await decisionOn(true)).toBe('BLOCK');
    expect(await decisionOn(false)).toBe('ALLOW');
    const { status } = await service.ours.call('simulateAccess', {
      body: { clientType: 'machine', isAgent: true },
    });
    expect(status).toBe(400);
  });
});
