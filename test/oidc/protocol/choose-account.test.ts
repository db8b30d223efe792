import { describe, expect } from 'vitest';
import * as oidc from 'openid-client';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  type RelyingParty,
  type Shown,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const chosen = { prompt: 'select_account' };

/** Opens a request, without an answer to the pages that it shows. */
async function asked(party: RelyingParty, browser: Browser, parameters: Record<string, string> = chosen) {
  const { url, verifier, state, nonce } = await begin(party, parameters);
  const shown = await browser.open(url);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  const subjectAt = async (back: Shown) =>
    (await oidc.authorizationCodeGrant(party.config, back.url, checks)).claims()?.sub;
  return { shown, subjectAt };
}

async function visit(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, { name: 'Portal', ...fields });
  const userId = await aPerson(service, { displayName: 'Ada Lovelace' });
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  await service.sql(`update login_sessions set auth_time = now() - interval '1 minute' where user_id = $1`, [
    userId,
  ]);
  return { party, userId, browser };
}

describe('prompt=select_account', () => {
  test('is in the discovery document, with the other prompts', async ({ service }) => {
    const { party } = await visit(service);
    expect(party.config.serverMetadata()['prompt_values_supported']).toEqual([
      'none',
      'login',
      'consent',
      'select_account',
    ]);
  });

  test('shows the account that is signed in, and goes on with it', async ({ service }) => {
    const { party, userId, browser } = await visit(service);
    const flow = await asked(party, browser);
    expect(flow.shown.text).toContain('Choose an account to continue to Portal');
    expect(flow.shown.text).toContain('Ada Lovelace (');
    const back = await browser.send(flow.shown, { answer: 'continue' });
    expect(await flow.subjectAt(back)).toBe(userId);
  });

  test('signs in another user who is chosen, and does not ask again', async ({ service }) => {
    const { party, browser } = await visit(service);
    const other = await aPerson(service);
    const flow = await asked(party, browser, { ...chosen, login_hint: 'someone@example.com' });
    const signIn = await browser.send(flow.shown, { answer: 'other' });
    expect(signIn.url.pathname).toContain('/login/');
    expect(signIn.text).toContain('someone@example.com');
    await signedIn(service, { issuer: party.issuer, userId: other }, browser);
    await service.sql(
      `update login_sessions set auth_time = now() + interval '2 seconds' where user_id = $1`,
      [other],
    );
    const [waiting] = await service.sql<{ path: string }>(
      'select return_to as path from sign_ins order by id desc limit 1',
    );
    const back = await browser.open(waiting?.path ?? '');
    expect(await flow.subjectAt(back)).toBe(other);
  });

  test('drops a login_hint that names the account which the user does not want', async ({ service }) => {
    const { party, userId, browser } = await visit(service);
    const [{ username } = { username: '' }] = await service.sql<{ username: string }>(
      'select username from users where id = $1',
      [userId],
    );
    const { shown } = await asked(party, browser, { ...chosen, login_hint: username });
    expect((await browser.send(shown, { answer: 'other' })).text).not.toContain(`value="${username}"`);
  });

  test('goes to the sign-in if the browser has no session', async ({ service }) => {
    const { party } = await visit(service);
    const { shown } = await asked(party, new Browser(party.issuer));
    expect(shown.url.pathname).toContain('/login/');
  });

  test('asks for a new sign-in too with prompt=login, and for consent with prompt=consent', async ({
    service,
  }) => {
    const { party, browser } = await visit(service, { consentRequired: true });
    const first = await asked(party, browser, { prompt: 'select_account login' });
    expect((await browser.send(first.shown, { answer: 'continue' })).url.pathname).toContain('/login/');
    const second = await asked(party, browser, { prompt: 'consent select_account' });
    const consent = await browser.send(second.shown, { answer: 'continue' });
    expect(consent.text).toContain('Allow Portal');
  });

  test('is refused together with prompt=none, and none shows no page', async ({ service }) => {
    const { party, browser } = await visit(service);
    const { url } = await begin(party, { prompt: 'none select_account' });
    expect((await browser.open(url)).url.searchParams.get('error')).toBe('invalid_request');
    const silent = await authorized(party, browser, { prompt: 'none' });
    expect((await silent.exchange()).access_token).not.toBe('');
  });

  test('accepts an answer only from its own page', async ({ service }) => {
    const { party, browser } = await visit(service);
    const { shown } = await asked(party, browser);
    const forged = await browser.post(shown.url.href, { answer: 'continue', csrf: 'x' });
    expect([forged.status, forged.url.pathname]).toEqual([403, shown.url.pathname]);
  });
});
