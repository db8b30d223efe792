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
  shownBy,
  typedIn,
} from '../../support/device-origin.ts';
import { aRelyingParty, authorized, type Shown } from '../../support/relying-party.ts';
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

  test('refreshes tokens with the device of the authorization, and not after the device has lost its trust', async () => {
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
    await service.sql(`update access_devices set trust = 'unmanaged' where user_id = $1`, [owner.userId]);
    await expect(oidc.refreshTokenGrant(party.config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});
