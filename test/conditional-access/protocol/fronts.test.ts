// A refresh is judged by the last request of the browser of its login.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  call,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { aServiceProvider, redirectPath } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const office = '203.0.113.7';
const home = '198.51.100.1';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

let service: TestService;
let first: RelyingParty;
let second: RelyingParty;
let native: RelyingParty;
beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  const scopes = ['openid', 'offline_access'];
  [first, second, native] = await Promise.all([
    aRelyingParty(service.ours, { scopes, resources: [api] }),
    aRelyingParty(service.ours, { scopes }),
    aRelyingParty(service.ours, { scopes, applicationType: 'native', tokenEndpointAuthMethod: 'none' }),
  ]);
});
afterAll(() => service.stop());
afterEach(() => withoutAccessPolicies(service.ours));

const from = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': 'https',
});
const blockHome = (conditions: object = {}): Promise<string> =>
  anAccessPolicy(service.ours, { conditions: { ipRanges: [`${home}/32`], ...conditions } });

/** A signed-in user with a browser that can move. */
async function aTraveller(known?: string) {
  const userId = known ?? (await aPerson(service));
  const place = from(office);
  const browser = await signedIn(service, { issuer: first.issuer, userId }, new Browser(first.issuer, place));
  return { userId, browser, moveTo: (address: string) => Object.assign(place, from(address)) };
}

/** Opens a client with a browser. @returns what refreshes its tokens, from anywhere */
async function opened(party: RelyingParty, browser: Browser) {
  const asked = { scope: 'openid offline_access', prompt: 'consent' };
  const tokens = await (await authorized(party, browser, asked)).exchange();
  let token = tokens.refresh_token ?? '';
  return async (address = office): Promise<string> => {
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const isPublic = party.clientSecret === null;
    const { body } = await (isPublic
      ? send(party.issuer, { ...form, client_id: party.clientId }, address)
      : call(party, '/token', form, from(address)));
    token = (body['refresh_token'] as string | undefined) ?? token;
    return (body['error'] as string | undefined) ?? 'allowed';
  };
}

async function send(issuer: string, form: Record<string, string>, address: string) {
  const body = new URLSearchParams(form);
  const response = await fetch(`${issuer}/token`, { method: 'POST', headers: from(address), body });
  return { body: (await response.json()) as Record<string, unknown> };
}

const rowOf = async (userId: string) =>
  (
    await service.sql<{ version: string; seen: Date; front: object | null }>(
      'select ctid || xmin::text as version, last_seen_at as seen, front from login_sessions where user_id = $1',
      [userId],
    )
  )[0];

describe.each([
  ['by the address alone', {}],
  ['also by the risk', { riskLevels: ['LOW'] }],
])('a refresh that is judged %s', (_name, conditions) => {
  test('is denied as soon as another client of the login is opened elsewhere, and allowed again after the way back', async () => {
    await blockHome(conditions);
    const { browser, moveTo } = await aTraveller();
    const refresh = await opened(first, browser);
    moveTo(home);
    expect(await refresh(home)).toBe('allowed');
    expect((await authorized(second, browser)).shown.url.searchParams.get('error')).toBe('access_denied');
    expect(await refresh()).toBe('invalid_grant');
    moveTo(office);
    expect((await authorized(second, browser)).shown.url.searchParams.get('code')).toBeTruthy();
    expect(await refresh()).toBe('allowed');
  });

  test('is judged for a public client by the request for the token', async () => {
    await blockHome(conditions);
    const { browser, moveTo } = await aTraveller();
    const refresh = await opened(native, browser);
    moveTo(home);
    await authorized(second, browser);
    expect(await refresh(office)).toBe('allowed');
    moveTo(office);
    await authorized(second, browser);
    expect(await refresh(home)).toBe('invalid_grant');
  });
});

describe('the last request of the browser of a login', () => {
  test('counts also if no policy was live at its time', async () => {
    const { browser, moveTo } = await aTraveller();
    const refresh = await opened(first, browser);
    moveTo(home);
    await authorized(second, browser);
    await blockHome();
    expect(await refresh()).toBe('invalid_grant');
  });

  test('can be a SAML sign-on', async () => {
    const party = await aServiceProvider(service.ours);
    await blockHome({ applications: { include: [first.clientId] } });
    const { browser, moveTo } = await aTraveller();
    const refresh = await opened(first, browser);
    moveTo(home);
    expect((await browser.open(await redirectPath(party))).text).toContain('SAMLResponse');
    expect(await refresh()).toBe('invalid_grant');
  });

  test.each(['', '/passkeys', '/totp'])(
    'can be of the account page%s, also if the user is blocked there',
    async (page) => {
      await blockHome();
      const { browser, moveTo } = await aTraveller();
      const refresh = await opened(first, browser);
      moveTo(home);
      const path = `/account/${service.ours.orgId}${page}`;
      expect((await browser.open(path)).status).toBe(403);
      expect(await refresh()).toBe('invalid_grant');
      moveTo(office);
      expect((await browser.open(path)).status).toBe(200);
      expect(await refresh()).toBe('allowed');
    },
  );

  test('counts for this login only', async () => {
    await blockHome();
    const { userId, browser } = await aTraveller();
    const refresh = await opened(first, browser);
    const elsewhere = await aTraveller(userId);
    elsewhere.moveTo(home);
    await authorized(second, elsewhere.browser);
    expect(await refresh()).toBe('allowed');
  });

  test('counts for an exchange of tokens, and for an exchange of what came of one', async () => {
    await blockHome();
    const { browser, moveTo } = await aTraveller();
    const tokens = await (await authorized(first, browser, { resource: api })).exchange();
    const service1 = await aRelyingParty(service.ours, {
      grantTypes: [exchangeGrant],
      redirectUris: [],
      postLogoutRedirectUris: [],
      resources: [api],
      servedResources: [api],
    });
    const exchange = async (subject_token: string) => {
      const form = {
        grant_type: exchangeGrant,
        subject_token,
        subject_token_type: accessToken,
        resource: api,
      };
      const { body } = await call(service1, '/token', form, from(office));
      return { token: String(body['access_token']), error: body['error'] };
    };
    const once = await exchange(tokens.access_token);
    expect((await exchange(once.token)).error).toBeUndefined();
    moveTo(home);
    await authorized(second, browser);
    expect((await exchange(tokens.access_token)).error).toBe('invalid_grant');
    expect((await exchange(once.token)).error).toBe('invalid_grant');
  });

  test('is lost with the login: then the last authorization of the client counts', async () => {
    await blockHome();
    const { userId, browser, moveTo } = await aTraveller();
    const refresh = await opened(first, browser);
    moveTo(home);
    await authorized(second, browser);
    expect(await refresh()).toBe('invalid_grant');
    await service.sql('delete from login_sessions where user_id = $1', [userId]);
    expect(await refresh()).toBe('allowed');
  });

  test('is written only if it came from elsewhere, and holds no more than where it came from', async () => {
    const { userId, browser, moveTo } = await aTraveller();
    await authorized(second, browser);
    const before = await rowOf(userId);
    expect(before?.front).toEqual({ address: office, platform: 'other' });
    await authorized(first, browser);
    await browser.open(`/account/${service.ours.orgId}`);
    expect(await rowOf(userId)).toEqual(before);
    moveTo(home);
    await authorized(first, browser);
    expect(await rowOf(userId)).toMatchObject({ seen: before?.seen, front: { address: home } });
  });
});
