import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { aServiceProvider, aVisitor, redirectPath, signInOn } from '../../support/saml-sign-on.ts';
import { besides } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const password = 'vivid-harbor-cello-42';

let service: TestService;
let party: RelyingParty;
beforeAll(async () => {
  service = await startTestService();
  party = await aRelyingParty(service.ours, { scopes: ['openid', 'offline_access'] });
});
afterAll(() => service.stop());
afterEach(() => withoutAccessPolicies(service.ours));

/** Lists the decisions about a user and an application, the oldest first. */
const recorded = async (userId: string, application: string): Promise<Record<string, unknown>[]> => {
  const { body } = await service.ours.call('listAccessDecisions', { query: { userId, application } });
  return (body.data as Record<string, unknown>[]).toReversed();
};

const forParty = () => ({ applications: { include: [party.clientId] } });

describe('a decision about a user is on record', () => {
  test('with the reference that a denied user reads', async () => {
    const policyId = await anAccessPolicy(service.ours, { conditions: forParty() });
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { shown } = await authorized(party, browser);
    const [, reference] =
      /reference (req_\w+)/.exec(shown.url.searchParams.get('error_description') ?? '') ?? [];
    expect(await recorded(userId, party.clientId)).toMatchObject([
      {
        subject: 'user',
        decision: 'BLOCK',
        outcome: 'DENIED',
        policyId,
        requestId: reference,
        attempts: 1,
        inputs: { clientType: 'browser', ipAddress: '127.0.0.1', groups: [] },
        outcomes: [{ policyId, applies: true, reasons: [expect.stringContaining('applications')] }],
      },
    ]);
  });

  test('when it asks for a factor, and when the factor is proved', async () => {
    const policyId = await anAccessPolicy(service.ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: forParty(),
    });
    const domain = await besides(service);
    const { userId, email, nextCode } = await withApp(service, domain);
    await domain.close();
    const browser = new Browser(party.issuer);
    const begun = await authorized(party, browser);
    const named = await browser.send(begun.shown, { username: email });
    const asked = await browser.send(named, { password });
    await browser.send(asked, { otp: nextCode() });
    const rows = await recorded(userId, party.clientId);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ASKED', 'ALLOWED', 'ALLOWED']);
    for (const row of rows)
      expect(row).toMatchObject({
        decision: 'REQUIRE',
        policyId,
        requirements: ['MFA'],
        risk: { level: 'LOW' },
      });
  });

  test('when a refresh is refused', async () => {
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const { exchange } = await authorized(party, browser, {
      scope: 'openid offline_access',
      prompt: 'consent',
    });
    const { refresh_token: token = '' } = await exchange();
    await anAccessPolicy(service.ours, { conditions: forParty() });
    await expect(oidc.refreshTokenGrant(party.config, token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await recorded(userId, party.clientId)).toMatchObject([{ outcome: 'DENIED' }]);
  });

  test('when a SAML sign-on is denied, and it is erased with the user', async () => {
    const provider = await aServiceProvider(service.ours);
    const { email, visitor } = await aVisitor(service);
    await signInOn(visitor, await visitor.open(await redirectPath(provider)), email);
    await anAccessPolicy(service.ours, { conditions: { applications: { include: [provider.id] } } });
    await visitor.open(await redirectPath(provider));
    const { body } = await service.ours.call('listAccessDecisions', { query: { application: provider.id } });
    // The first one is that of the sign-in, when the tenant had no policy.
    expect(body.data).toMatchObject([{ outcome: 'DENIED' }, { outcome: 'ALLOWED' }]);
    const userId = String(body.data[0].userId);
    await service.ours.call('deleteUser', { path: { userId } });
    expect(await recorded(userId, provider.id)).toEqual([]);
  });
});
