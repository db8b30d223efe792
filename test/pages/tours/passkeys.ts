import { expect } from 'vitest';
import { aPassHolder } from '../../support/access-passes.ts';
import { addAuthenticator } from '../../support/visits.ts';
import type { DrivenPage } from '../../support/devtools.ts';
import { longWord, somebody, type Tour } from '../visit.ts';

/** Lets the script of passkeys arrive after the page was shown without it, as it does on a slow connection. */
async function withLateScript(page: DrivenPage, action: () => Promise<void>): Promise<void> {
  const frame = `new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown())))`;
  let wasLate = false;
  const goOn = async (requestId: unknown): Promise<void> => {
    await page.evaluate(frame);
    wasLate = await page.evaluate<boolean>(`document.querySelector('form[data-passkey]').hidden`);
    await page.send('Fetch.continueRequest', { requestId });
  };
  page.on('Fetch.requestPaused', ({ requestId }) => void goOn(requestId));
  await page.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*/ui/passkeys.js' }] });
  await action();
  await page.send('Fetch.disable');
  await page.send('Network.setCacheDisabled', { cacheDisabled: false });
  expect(wasLate).toBe(true);
}

/** Passkeys, by the browser's own virtual authenticator. */
export const passkeyTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, page } = visit;
  const { email } = await somebody(visit);
  const authenticatorId = await addAuthenticator(page);
  await signIn(email);
  await go(`/account/${orgId}/passkeys`);
  await look('none', 'Passkeys');
  await send({ name: longWord });
  await look('added', 'Passkeys');
  await page.evaluate(`document.querySelector('details').open = true`);
  await look('renaming', 'Passkeys');
  await send({ name: '' });
  await look('no-name', 'Passkeys');
  await go(`/account/${orgId}?section=security`);
  await look('account', 'Your account');

  await page.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await page.send('Network.clearBrowserCookies');
  await signIn(email);
  await look('second', 'Use your passkey');
  await page.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.evaluate(`document.querySelector('form[data-passkey] button').click()`);
  await page.evaluate(`new Promise((done) => {
    const place = document.querySelector('[data-passkey-error]');
    const told = () => !place.hidden && done();
    new MutationObserver(told).observe(place, { attributes: true });
    told();
  })`);
  await look('second-failed', 'Use your passkey');
  await page.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await press('form[data-passkey] button');
  await visit.at('Your account');
};

/** Sets a passkey up in a sign-in that began with an access pass, and signs in with it again. */
export const passkeyEnrolmentTour: Tour = async (visit) => {
  const { go, send, press, look, page, service, orgId, origin } = visit;
  const { email, pass } = await aPassHolder(service);
  const authenticatorId = await addAuthenticator(page);
  await page.send('Network.clearBrowserCookies');
  await go(`${origin}/login/${orgId}`);
  await send({ username: email });
  await press('a[href*="factor=access-pass"]');
  await send({ access_pass: pass });
  await look('choice', 'Set up an authenticator app');
  await press('a[href*="factor=enrol-passkey"]');
  await look('set-up', 'Set up a passkey');
  await withLateScript(page, () => send({ name: ' ' }));
  await look('no-name', 'Set up a passkey');
  await page.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await send({ name: longWord });
  await visit.at('Your account');
  await page.send('Network.clearBrowserCookies');
  // The page offers passkeys as soon as its script runs, and this authenticator takes the offer at once. A button would be gone.
  await go(`${origin}/login/${orgId}`);
  const path = (): Promise<string> => page.evaluate<string>('location.pathname').catch(() => '');
  await expect.poll(path, { timeout: 20_000 }).toBe(`/account/${orgId}`);
  await expect.poll(() => visit.textOf('h1').catch(() => ''), { timeout: 20_000 }).not.toBe('');
  await visit.at('Your account');
};
