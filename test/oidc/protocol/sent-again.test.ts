import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aRelyingParty, begin, Browser, call, redirectUri, type Shown } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

describe('a form that a user sends again after the sign-in', () => {
  test('goes on to the client, with a new code for the same request, and to no other user', async ({
    service,
  }) => {
    const { ours } = service;
    const party = await aRelyingParty(ours, { consentRequired: true });
    const [email, another] = [anEmail(), anEmail()];
    for (const one of [email, another]) await aUser(ours, { email: one, password });

    const signIn = async (browser: Browser, url: URL, username: string) => {
      const names = await browser.open(url);
      const passwords = await browser.send(names, { username });
      return { passwords, consent: await browser.send(passwords, { password }) };
    };
    const browser = new Browser(party.issuer);
    const { url, verifier, state } = await begin(party);
    const { passwords, consent } = await signIn(browser, url, email);
    expect(consent.text).toContain('name="answer"');
    const done = await browser.send(consent, { answer: 'allow' });
    const codeOf = (shown: Shown) => shown.url.searchParams.get('code') ?? '';
    expect(done.url.href).toMatch(redirectUri);
    const spend = async (code: string) => {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      return (await call(party, '/token', { ...form, code_verifier: verifier })).status;
    };
    expect(await spend(codeOf(done))).toBe(200);
    for (const [page, answer] of [
      [passwords, { password }],
      [consent, { answer: 'allow' }],
    ] as const) {
      const again = await browser.send(page, answer);
      expect(again.url.href).toMatch(redirectUri);
      expect(again.url.searchParams.get('state')).toBe(state);
      expect(codeOf(again)).not.toBe(codeOf(done));
      expect(await spend(codeOf(again))).toBe(200);
    }
    const other = new Browser(party.issuer);
    expect((await other.open(consent.url)).status).toBe(404);
    await signIn(other, (await begin(party)).url, another);
    expect((await other.open(consent.url)).text).toContain('expired');
  });

  test('goes nowhere if the client pushed its request', async ({ service }) => {
    const party = await aRelyingParty(service.ours, { consentRequired: true });
    const email = anEmail();
    await aUser(service.ours, { email, password });
    const { url } = await begin(party);
    const pushed = await call(party, '/par', url.searchParams);
    const address = new URL(url);
    address.search = new URLSearchParams({
      client_id: party.clientId,
      request_uri: String(pushed.body['request_uri']),
    }).toString();
    const browser = new Browser(party.issuer);
    const passwords = await browser.send(await browser.open(address), { username: email });
    const consent = await browser.send(passwords, { password });
    expect((await browser.send(consent, { answer: 'allow' })).url.href).toMatch(redirectUri);
    const again = await browser.send(consent, { answer: 'allow' });
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('expired')]);
  });
});
