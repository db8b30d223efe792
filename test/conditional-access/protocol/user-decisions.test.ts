import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aGroup } from '../../support/groups.ts';
import { aUser } from '../../support/builders.ts';
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
import { anEmail } from '../../support/users.ts';

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
    await expect.poll(() => recorded(userId, party.clientId), { timeout: 20_000 }).toHaveLength(3);
    const rows = await recorded(userId, party.clientId);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ASKED', 'ALLOWED', 'ALLOWED']);
    // The risk decides whether a factor may be set up. So the authorization behind the sign-in does not read it.
    expect(rows.map(({ risk }) => (risk as { level: string } | null)?.level)).toEqual([
      'LOW',
      'LOW',
      undefined,
    ]);
    const [stored] = await service.sql<{ signals: object }>(
      'select signals from access_decisions where user_id = $1 order by at limit 1',
      [userId],
    );
    expect(stored?.signals).toMatchObject({ amr: ['pwd'], authTime: expect.any(String) });
    for (const row of rows)
      expect(row).toMatchObject({
        decision: 'REQUIRE',
        policyId,
        requirements: ['MFA'],
      });
  });

  test('as a denial only, when the user has no factor that could meet the policy', async () => {
    const policyId = await anAccessPolicy(service.ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: forParty(),
    });
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const stranger = new Browser(party.issuer);
    const named = await stranger.send((await authorized(party, stranger)).shown, { username: email });
    expect((await stranger.send(named, { password })).status).toBe(403);
    const denied = { outcome: 'DENIED', decision: 'REQUIRE', policyId };
    expect(await recorded(userId, party.clientId)).toMatchObject([denied]);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    await authorized(party, browser);
    expect((await recorded(userId, party.clientId)).map(({ outcome }) => outcome)).toEqual([
      'DENIED',
      'ASKED',
      'DENIED',
    ]);
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

  test('soon when an authorization is simply allowed, also if its policies read the risk', async () => {
    const userId = await aPerson(service);
    const groupId = await aGroup(service.ours);
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    await anAccessPolicy(service.ours, { conditions: { ...forParty(), groups: { exclude: [groupId] } } });
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    await authorized(party, browser);
    await authorized(party, browser);
    await expect.poll(() => recorded(userId, party.clientId), { timeout: 20_000 }).toHaveLength(2);
    for (const row of await recorded(userId, party.clientId))
      expect(row).toMatchObject({
        decision: 'ALLOW',
        outcome: 'ALLOWED',
        policyId: null,
        attempts: 1,
        requestId: expect.stringMatching(/^req_/),
        inputs: { groups: [groupId], ipAddress: '127.0.0.1', riskLevel: null },
        outcomes: [{ applies: false, reasons: expect.arrayContaining([expect.stringMatching(/^groups/)]) }],
      });
    await anAccessPolicy(service.ours, { conditions: { ...forParty(), riskLevels: ['CRITICAL'] } });
    await signedIn(service, { issuer: party.issuer, userId });
    // The user signed in with the other browser.
    await service.sql(
      `insert into known_browsers (org_id, user_id, browser_id)
       select org_id, user_id, browser_id from login_sessions where user_id = $1 order by created_at desc limit 1`,
      [userId],
    );
    await authorized(party, browser);
    await expect.poll(() => recorded(userId, party.clientId), { timeout: 20_000 }).toHaveLength(3);
    expect(await recorded(userId, party.clientId)).toContainEqual(
      expect.objectContaining({
        inputs: expect.objectContaining({ riskLevel: 'LOW' }),
        risk: expect.objectContaining({ score: 10, reasons: [{ kind: 'NEW_BROWSER', weight: 10 }] }),
      }),
    );
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
