import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withoutAccessPolicies } from '../../support/access.ts';
import {
  aDeviceOrigin,
  anOwner,
  type DeviceOrigin,
  isAt,
  isBlocked,
  isSignedIn,
  onlyCompliant,
  type Owner,
  pathIn,
  shownBy,
  typedIn,
} from '../../support/device-origin.ts';
import {
  aRelyingParty,
  authorized,
  type Browser,
  type RelyingParty,
  type Shown,
} from '../../support/relying-party.ts';
import { aServiceProvider, redirectPath } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let device: DeviceOrigin;
let service: TestService;
beforeAll(async () => {
  device = await aDeviceOrigin();
  service = await startTestService(device.settings);
});
afterAll(async () => {
  await service.stop();
  await device.remove();
});
afterEach(() => withoutAccessPolicies(service.ours));

/** The XML of the response that a page takes to a service provider. */
const assertionIn = ({ text }: Shown): string =>
  Buffer.from(/name="SAMLResponse" value="([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString();

/** Gives an application tokens of an owner who has shown a device, and refreshes them once. */
async function refreshedByDevice() {
  const party = await aRelyingParty(service.ours, { scopes: ['openid', 'offline_access'] });
  const owner = await anOwner(device, service.ours);
  const { browser } = await typedIn(service.ours, owner);
  await onlyCompliant(service.ours, { conditions: { applications: { include: [party.clientId] } } });
  const begun = await authorized(party, browser, { scope: 'openid offline_access', prompt: 'consent' });
  const back = await shownBy(device, browser, begun.shown, owner.certificate);
  const shown = back.text.includes('name="answer"') ? await browser.send(back, { answer: 'allow' }) : back;
  const tokens = await begun.exchangeAt(shown);
  const refreshed = await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
  expect(refreshed.access_token).toBeTruthy();
  const refused = () =>
    expect(oidc.refreshTokenGrant(party.config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  return { owner, refused };
}

describe('the account page of a user who is signed in', () => {
  test('leads through the device origin once', async () => {
    const owner = await anOwner(device, service.ours);
    const { browser } = await typedIn(service.ours, owner);
    await onlyCompliant(service.ours);
    const shown = await browser.open(`/account/${service.ours.orgId}`);
    expect(isAt(device, shown)).toBe(true);
    expect(isSignedIn(await shownBy(device, browser, shown, owner.certificate))).toBe(true);
  });

  test('is closed without a certificate, and does not lead there again', async () => {
    const { browser } = await typedIn(service.ours, await anOwner(device, service.ours));
    await onlyCompliant(service.ours);
    const shown = await browser.open(`/account/${service.ours.orgId}`);
    expect(isBlocked(await shownBy(device, browser, shown))).toBe(true);
    expect(isBlocked(await browser.open(`/account/${service.ours.orgId}`))).toBe(true);
  });
});

/** The page of the sign-in that began last. */
async function signInPage(): Promise<string> {
  const [row] = await service.sql<{ id: string }>('select id from sign_ins order by created_at desc limit 1');
  return `/login/${service.ours.orgId}?sign_in=${row?.id}`;
}

/** Signs a user who is signed in in again, for an application whose policies do not ask for the device. */
async function signsInAnew(browser: Browser, owner: Owner, party: RelyingParty): Promise<void> {
  const old = `update login_sessions set auth_time = auth_time - interval '1 hour' where user_id = $1`;
  await service.sql(old, [owner.userId]);
  const { shown } = await authorized(party, browser, { prompt: 'login' });
  const named = await browser.send(shown, { username: owner.email });
  const signedIn = await browser.send(named, { password: owner.password });
  expect(signedIn.url.searchParams.get('code')).toBeTruthy();
}

describe('a SAML sign-on of a user who is signed in', () => {
  test('leads through the device origin once, and back to the service provider', async () => {
    const party = await aServiceProvider(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser } = await typedIn(service.ours, owner);
    await onlyCompliant(service.ours, { conditions: { applications: { include: [party.id] } } });
    const shown = await browser.open(await redirectPath(party));
    expect(isAt(device, shown)).toBe(true);
    expect(assertionIn(await shownBy(device, browser, shown, owner.certificate))).toContain('Assertion ');
    expect(assertionIn(await browser.open(await redirectPath(party)))).toContain('Assertion ');
  });
});

describe('an authorization of a user who is signed in', () => {
  test('leads through the device origin once, and back to the application', async () => {
    const party = await aRelyingParty(service.ours);
    const forParty = { applications: { include: [party.clientId] } };
    const owner = await anOwner(device, service.ours);
    const { browser, shown } = await typedIn(service.ours, owner);
    expect(isSignedIn(shown)).toBe(true);
    await onlyCompliant(service.ours, { conditions: forParty });
    const quiet = await authorized(party, browser, { prompt: 'none' });
    expect(quiet.shown.url.searchParams.get('error')).toBe('interaction_required');
    const begun = await authorized(party, browser);
    expect(isAt(device, begun.shown)).toBe(true);
    const back = await shownBy(device, browser, begun.shown, owner.certificate);
    expect(back.url.searchParams.get('code')).toBeTruthy();
    expect((await authorized(party, browser)).shown.url.searchParams.get('code')).toBeTruthy();
    const logins = await service.sql<{ count: number }>(
      `select count(*)::int as count from audit_logs where action = 'user.login' and target_id = $1`,
      [owner.userId],
    );
    expect(logins).toEqual([{ count: 1 }]);
  });

  test('is not interrupted without a page by a policy that only reports', async () => {
    const party = await aRelyingParty(service.ours);
    const { browser } = await typedIn(service.ours, await anOwner(device, service.ours));
    const forParty = { applications: { include: [party.clientId] } };
    await onlyCompliant(service.ours, { conditions: forParty, status: 'REPORT_ONLY' });
    const quiet = await authorized(party, browser, { prompt: 'none' });
    expect(quiet.shown.url.searchParams.get('code')).toBeTruthy();
    expect(isAt(device, (await authorized(party, browser)).shown)).toBe(true);
  });

  test('is denied without a certificate, and does not go there again', async () => {
    const party = await aRelyingParty(service.ours);
    const { browser } = await typedIn(service.ours, await anOwner(device, service.ours));
    await onlyCompliant(service.ours, { conditions: { applications: { include: [party.clientId] } } });
    const begun = await authorized(party, browser);
    const back = await shownBy(device, browser, begun.shown);
    expect(back.url.searchParams.get('error')).toBe('access_denied');
    const again = await authorized(party, browser);
    expect(again.shown.url.searchParams.get('error')).toBe('access_denied');
  });

  test('keeps what the user has proved if the user reloads the page, or the ticket is late', async () => {
    const party = await aRelyingParty(service.ours);
    const owner = await anOwner(device, service.ours);
    const { browser } = await typedIn(service.ours, owner);
    await onlyCompliant(service.ours, { conditions: { applications: { include: [party.clientId] } } });
    const begun = await authorized(party, browser);
    const late = pathIn(await device.open(begun.shown.url.href, owner.certificate));
    expect(isAt(device, await browser.open(await signInPage()))).toBe(true);
    // No name and no password is asked for: the application gets its answer.
    const back = await browser.open(late);
    expect(back.url.searchParams.get('error')).toBe('access_denied');
    await withoutAccessPolicies(service.ours);
    expect((await authorized(party, browser)).shown.url.searchParams.get('code')).toBeTruthy();
  });

  test('asks again for a certificate after a new sign-in, if the user has shown none before', async () => {
    const [party, other] = [await aRelyingParty(service.ours), await aRelyingParty(service.ours)];
    const owner = await anOwner(device, service.ours);
    const { browser } = await typedIn(service.ours, owner);
    await onlyCompliant(service.ours, { conditions: { applications: { include: [party.clientId] } } });
    const begun = await authorized(party, browser);
    expect((await shownBy(device, browser, begun.shown)).url.searchParams.get('error')).toBe('access_denied');
    await signsInAnew(browser, owner, other);
    const again = await authorized(party, browser);
    expect(isAt(device, again.shown)).toBe(true);
    const shown = await shownBy(device, browser, again.shown, owner.certificate);
    expect(shown.url.searchParams.get('code')).toBeTruthy();
    // A certificate is remembered over a new sign-in.
    await signsInAnew(browser, owner, other);
    expect((await authorized(party, browser)).shown.url.searchParams.get('code')).toBeTruthy();
  });

  test('refreshes no tokens after the certificate of the login has ended', async () => {
    const { owner, refused } = await refreshedByDevice();
    await service.sql(
      `update login_sessions set device_certificate_ends_at = now() - interval '1 second' where user_id = $1`,
      [owner.userId],
    );
    await refused();
    const grants = await service.sql(
      `update oidc_artifacts set payload = jsonb_set(payload::jsonb, '{front,certificate,endsAt}', '1000')::text
        where model = 'Grant' and user_id = $1 returning id_hash`,
      [owner.userId],
    );
    expect(grants.length).toBeGreaterThan(0);
    // Without its login, a grant keeps the certificate.
    await service.sql('delete from login_sessions where user_id = $1', [owner.userId]);
    await refused();
  });

  test('refreshes tokens with the device of the authorization, and not after the device has lost its trust', async () => {
    const { owner, refused } = await refreshedByDevice();
    await service.sql(`update access_devices set trust = 'unmanaged' where user_id = $1`, [owner.userId]);
    await refused();
  });
});
