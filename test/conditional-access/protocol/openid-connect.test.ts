import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { withApp } from '../../support/access-users.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  type RelyingParty,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { besides } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

let service: TestService;
let domain: Awaited<ReturnType<typeof besides>>;
let party: RelyingParty;
let other: RelyingParty;
beforeAll(async () => {
  service = await startTestService();
  domain = await besides(service);
  [party, other] = await Promise.all([
    aRelyingParty(service.ours, { scopes: ['openid', 'offline_access'] }),
    aRelyingParty(service.ours),
  ]);
});
afterAll(async () => {
  await domain.close();
  await service.stop();
});
afterEach(() => withoutAccessPolicies(service.ours));

const errorOf = ({ url }: Shown): string | null => url.searchParams.get('error');
const codeIn = ({ url }: Shown): string | null => url.searchParams.get('code');
const forParty = () => ({ applications: { include: [party.clientId] } });
const requiring = (...requirements: string[]) => ({ decision: 'REQUIRE', requirements });

/** Goes from the page that asks for the name to the end of the sign-in. */
async function typeIn(browser: Browser, { shown }: { shown: Shown }, email: string): Promise<Shown> {
  const page = await browser.send(shown, { username: email });
  return browser.send(page, { password });
}

describe('an authorization', () => {
  test('is denied for a user if a policy blocks the user, and says a reference', async () => {
    await anAccessPolicy(service.ours, { name: 'Secret plan', conditions: forParty() });
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const { shown } = await authorized(party, browser);
    expect(errorOf(shown)).toBe('access_denied');
    expect(shown.url.searchParams.get('error_description')).toMatch(/reference req_/);
    expect(shown.url.searchParams.get('error_description')).not.toContain('Secret plan');
    expect(codeIn((await authorized(other, browser)).shown)).toBeTruthy();
  });

  test('goes on if a policy only reports, and is counted', async () => {
    const id = await anAccessPolicy(service.ours, { conditions: forParty(), status: 'REPORT_ONLY' });
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    expect(codeIn((await authorized(party, browser)).shown)).toBeTruthy();
    await expect
      // Matches are written about once a second.
      .poll(async () => (await service.ours.call('getAccessPolicy', { path: { id } })).body.matchCount, {
        timeout: 20_000,
      })
      .toBe(1);
  });

  test('is judged by the groups that the user has now', async () => {
    const [userId, outsider] = [await aPerson(service), await aPerson(service)];
    const groupId = await aGroup(service.ours);
    await anAccessPolicy(service.ours, { conditions: { ...forParty(), groups: { exclude: [groupId] } } });
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    expect(codeIn((await authorized(party, browser)).shown)).toBeTruthy();
    const theirs = await signedIn(service, { issuer: party.issuer, userId: outsider });
    expect(errorOf((await authorized(party, theirs)).shown)).toBe('access_denied');
    await service.ours.call('removeGroupMember', { path: { groupId, userId } });
    expect(errorOf((await authorized(party, browser)).shown)).toBe('access_denied');
  });

  test('leads through the missing second factor, and back to the application', async () => {
    await anAccessPolicy(service.ours, { ...requiring('MFA'), conditions: forParty() });
    const { userId, nextCode } = await withApp(service, domain);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const quiet = await authorized(party, browser, { prompt: 'none' });
    expect(errorOf(quiet.shown)).toBe('interaction_required');
    const begun = await authorized(party, browser);
    expect(begun.shown.text).toContain('name="otp"');
    const back = await browser.send(begun.shown, { otp: nextCode() });
    expect((await begun.exchangeAt(back)).claims()?.['amr']).toContain('mfa');
    expect(codeIn((await authorized(party, browser)).shown)).toBeTruthy();
  });

  test('stores as much for a user who must prove more, however many policies there are', async () => {
    const { userId } = await withApp(service, domain);
    await anAccessPolicy(service.ours, { ...requiring('MFA'), conditions: forParty(), priority: 10_000 });
    const stored = async (): Promise<number> => {
      const browser = await signedIn(service, { issuer: party.issuer, userId });
      await authorized(party, browser);
      const [row] = await service.sql<{ bytes: number }>(
        `select octet_length(coalesce(sealed, payload::bytea)) as bytes from oidc_artifacts
          where model = 'Interaction' order by created_at desc limit 1`,
      );
      return row?.bytes ?? 0;
    };
    const one = await stored();
    expect(one).toBeGreaterThan(0);
    for (let priority = 1; priority <= 40; priority++)
      await anAccessPolicy(service.ours, { priority, status: 'REPORT_ONLY' });
    expect(await stored()).toBeLessThan(one + 200);
  });

  test('leads a user who is not signed in through both factors in one sign-in', async () => {
    await anAccessPolicy(service.ours, { ...requiring('MFA'), conditions: forParty() });
    const { email, nextCode } = await withApp(service, domain);
    const browser = new Browser(party.issuer);
    const page = await typeIn(browser, await authorized(party, browser), email);
    expect(page.text).toContain('name="otp"');
    expect(codeIn(await browser.send(page, { otp: nextCode() }))).toBeTruthy();
  });

  test('is denied for a user without the factor, also right after the sign-in', async () => {
    await anAccessPolicy(service.ours, { ...requiring('MFA'), conditions: forParty() });
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    expect(errorOf((await authorized(party, browser)).shown)).toBe('access_denied');
    const stranger = new Browser(party.issuer);
    const page = await typeIn(stranger, await authorized(party, stranger), email);
    expect([page.status, page.text.includes('Sign-in blocked')]).toEqual([403, true]);
    const logins = await service.sql('select from login_sessions where user_id = $1', [userId]);
    expect(logins).toHaveLength(1);
    const link = /href="([^"]+denied=1)"/.exec(page.text)?.[1] ?? '';
    expect(errorOf(await stranger.open(link))).toBe('access_denied');
  });

  test('does not let a stolen password set up the second factor that a policy requires', async () => {
    await service.ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } });
    await anAccessPolicy(service.ours, { ...requiring('MFA'), conditions: forParty() });
    const email = anEmail();
    await aUser(service.ours, { email, password });
    const thief = new Browser(party.issuer);
    const page = await typeIn(thief, await authorized(party, thief), email);
    await service.ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } });
    expect([page.status, page.text.includes('Sign-in blocked')]).toEqual([403, true]);
  });

  test('asks for a new sign-in after the time that a policy sets, and once only', async () => {
    await anAccessPolicy(service.ours, {
      ...requiring('REAUTHENTICATION'),
      session: { maxAgeSeconds: 120 },
      conditions: forParty(),
    });
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    expect(codeIn((await authorized(party, browser)).shown)).toBeTruthy();
    await service.sql(
      `update login_sessions set auth_time = now() - interval '121 seconds' where user_id = $1`,
      [userId],
    );
    const begun = await authorized(party, browser);
    expect(begun.shown.text).toContain('name="username"');
    const back = await typeIn(browser, begun, email);
    expect(codeIn(back)).toBeTruthy();
    expect(codeIn((await authorized(party, browser)).shown)).toBeTruthy();
  });
});

describe('a refresh', () => {
  const askOffline = { scope: 'openid offline_access', prompt: 'consent' };

  test('is refused for a user if a policy blocks the user by now, and goes on when it is gone', async () => {
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const { exchange } = await authorized(party, browser, askOffline);
    const tokens = await exchange();
    const id = await anAccessPolicy(service.ours, { conditions: forParty() });
    await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await service.ours.call('deleteAccessPolicy', { path: { id } });
    const again = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(again.access_token).toBeTruthy();
  });

  test('is judged by where the user was, if the client keeps a secret', async () => {
    const browser = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const { exchange } = await authorized(party, browser, askOffline);
    const tokens = await exchange();
    await anAccessPolicy(service.ours, { conditions: { ...forParty(), ipRanges: ['203.0.113.0/24'] } });
    const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect(refreshed.access_token).toBeTruthy();
    await anAccessPolicy(service.ours, { conditions: { ...forParty(), ipRanges: ['127.0.0.0/8'] } });
    await expect(
      oidc.refreshTokenGrant(party.config, refreshed.refresh_token ?? tokens.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
