import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginTotp, confirmTotp } from '../../../src/users/factors/totp.ts';
import { newId } from '../../../src/lib/id.ts';
import { aUser } from '../../support/builders.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  Browser,
  type RelyingParty,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { besides, codeOf, vault } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const single = 'urn:keyward:acr:single';
const multi = 'urn:keyward:acr:multi';
const password = 'vivid-harbor-cello-42';

let service: TestService;
let domain: Awaited<ReturnType<typeof besides>>;
let party: RelyingParty;
beforeAll(async () => {
  service = await startTestService();
  domain = await besides(service);
  party = await aRelyingParty(service.ours);
});
afterAll(async () => {
  await domain.close();
  await service.stop();
});

const essential = (acr: Record<string, unknown>): Record<string, string> => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }),
});
const required = essential({ values: [multi] });
const wished = { acr_values: multi };

/** Creates a user with a password and an authenticator app. */
async function withApp() {
  const email = anEmail();
  const userId = await aUser(service.ours, { email, password });
  const holder = newId('ses');
  const secret = await domain.within(async (tx) => {
    const begun = await beginTotp(tx, vault, { userId, holder });
    if (!begun) throw new Error('nothing was begun');
    return begun.secret;
  });
  await domain.within((tx) =>
    confirmTotp(tx, vault, { userId, holder, code: codeOf(secret) }, domain.origin),
  );
  return { userId, email, nextCode: () => codeOf(secret, 30) };
}

const errorOf = ({ url }: Shown): string | null => url.searchParams.get('error');

describe('an essential acr of two factors', () => {
  test('is rejected for a user with one factor, also right after the sign-in', async () => {
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    for (const asked of [required, essential({ value: multi }), { ...required, ...wished }])
      expect(errorOf((await authorized(party, browser, asked)).shown)).toBe(
        'unmet_authentication_requirements',
      );
    expect(errorOf((await authorized(party, browser, { ...required, prompt: 'none' })).shown)).toBe(
      'interaction_required',
    );
    const email = anEmail();
    await aUser(service.ours, { email, password });
    const stranger = new Browser(party.issuer);
    const { shown } = await authorized(party, stranger, required);
    const signIn = {
      sign_in: shown.url.searchParams.get('sign_in') ?? '',
      csrf: /name="csrf" value="([^"]*)"/.exec(shown.text)?.[1] ?? '',
    };
    await stranger.post(`/login/${service.ours.orgId}/identifier`, { ...signIn, username: email });
    const end = await stranger.post(`/login/${service.ours.orgId}/password`, { ...signIn, password });
    expect(errorOf(end)).toBe('unmet_authentication_requirements');
  });

  test('asks a signed-in user with one factor for the second factor only', async () => {
    const { userId, nextCode } = await withApp();
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const begun = await authorized(party, browser, required);
    expect(begun.shown.url.pathname).toBe(`/login/${service.ours.orgId}`);
    expect(begun.shown.text).toContain('name="otp"');
    const back = await browser.send(begun.shown, { otp: nextCode() });
    expect(back.url.searchParams.get('code')).toBeTruthy();
    const claims = (await begun.exchangeAt(back)).claims();
    expect(claims).toMatchObject({ sub: userId, acr: multi });
    expect(new Set(claims?.['amr'] as string[])).toEqual(new Set(['mfa', 'otp', 'pwd']));
    const [login] = await service.sql<{ at: number }>(
      'select floor(extract(epoch from auth_time))::float8 as at from login_sessions where user_id = $1',
      [userId],
    );
    expect(claims?.['auth_time']).toBe(login?.at);
  });

  test('asks nothing more of a user who signed in with a passkey', async () => {
    const userId = await aPerson(service);
    const amr = ['hwk', 'user', 'mfa'];
    const browser = await signedIn(service, { issuer: party.issuer, userId, amr });
    const claims = (await (await authorized(party, browser, required)).exchange()).claims();
    expect(claims).toMatchObject({ acr: multi, amr });
  });

  test('is rejected if it is unknown, and two factors satisfy an acr of one', async () => {
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const unknown = await authorized(party, browser, essential({ value: 'urn:other' }));
    expect(errorOf(unknown.shown)).toBe('unmet_authentication_requirements');
    const either = await authorized(party, browser, essential({ values: [multi, single] }));
    expect((await either.exchange()).claims()?.['acr']).toBe(single);
    await service.sql(`update login_sessions set amr = '{pwd,otp,mfa}' where user_id = $1`, [userId]);
    const more = await authorized(party, browser, essential({ value: single }));
    expect((await more.exchange()).claims()?.['acr']).toBe(multi);
  });
});

describe('a wish for two factors', () => {
  test('asks a user who has a second factor, and lets every other user continue', async () => {
    const userId = await aPerson(service);
    const browser = await signedIn(service, { issuer: party.issuer, userId });
    const claims = (await (await authorized(party, browser, wished)).exchange()).claims();
    expect(claims).toMatchObject({ acr: single, amr: ['pwd'] });
    const app = await withApp();
    const theirs = await signedIn(service, { issuer: party.issuer, userId: app.userId });
    expect((await authorized(party, theirs, wished)).shown.text).toContain('name="otp"');
  });
});
