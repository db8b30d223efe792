import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aBrowser, type DrivenPage } from '../../support/devtools.ts';
import { pageOrigin } from '../../support/passkey-visits.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { addAuthenticator } from '../../support/visits.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'passkeys are tried in a browser only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 20_000, interval: 50 };
const password = 'vivid-harbor-cello-42';

const textOf = (page: DrivenPage, selector: string) =>
  page.evaluate<string | undefined>(`document.querySelector(${JSON.stringify(selector)})?.textContent`);

/** Fills a field and sends its form, as a user who types does. */
const fill = (page: DrivenPage, name: string, value: string, form = 'form') =>
  page.evaluate(`(() => {
    const field = document.querySelector('${form}:not([hidden]) input[name="${name}"]:not([readonly])');
    field.value = ${JSON.stringify(value)};
    field.form.requestSubmit();
  })()`);

/** The form for a passkey, once the script of the page has brought it. */
const ready = (page: DrivenPage) =>
  expect
    .poll(() => page.evaluate('document.querySelector("form[data-passkey]:not([hidden])") !== null'), soon)
    .toBe(true);

const goTo = async (page: DrivenPage, url: string, heading: string) => {
  await page.send('Page.navigate', { url });
  await expect.poll(() => textOf(page, 'h1'), soon).toBe(heading);
};

/** Holds and counts the questions of a page to the service, until `release()` is called. */
const holdQuestions = `{
  const send = fetch;
  globalThis.questions = 0;
  const released = new Promise((release) => { globalThis.release = release; });
  globalThis.fetch = async (...asked) => {
    globalThis.questions += 1;
    await released;
    return send(...asked);
  };
}`;

describe.skipIf(lacks(chromium, hint))('a passkey in a browser', { timeout: 120_000 }, () => {
  test('is added on the account page, signs in alone and beside a password', async ({ service }) => {
    const { ours, sql } = service;
    const email = anEmail();
    const userId = await aUser(ours, { email, password });
    const origin = pageOrigin(service);
    const login = `${origin}/login/${ours.orgId}`;
    const page = await openPage('about:blank');
    const amr = async () =>
      (
        await sql<{ amr: string[] }>('select amr from login_sessions where user_id = $1 order by id desc', [
          userId,
        ])
      )[0]?.amr;
    const authenticatorId = await addAuthenticator(page);
    const present = (enabled: boolean) =>
      page.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

    await goTo(page, login, 'Sign in');
    await ready(page);
    await fill(page, 'username', email);
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Enter your password');
    await fill(page, 'password', password);
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Your account');

    await goTo(page, `${origin}/account/${ours.orgId}/passkeys`, 'Passkeys');
    await ready(page);
    await fill(page, 'name', 'Work laptop', 'form[data-passkey]');
    await expect.poll(() => textOf(page, '.notice'), soon).toBe('The passkey was added.');
    const { credentials } = await page.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

    // The browser offers it by itself where a name is asked for, and this one takes it at once.
    await page.send('Network.clearBrowserCookies');
    await page.send('Page.navigate', { url: login });
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Your account');
    expect(await amr()).toEqual(['hwk', 'user', 'mfa']);

    // By the button. The authenticator of the test never answers what began before the user was present, and the browser's own offer must
    // not be taken. So the user comes after the button has ended the offer, and before the page has the question of the button.
    await present(false);
    await page.send('Network.clearBrowserCookies');
    await goTo(page, login, 'Sign in');
    await ready(page);
    await page.evaluate(holdQuestions);
    await page.evaluate(`document.querySelector('form[data-passkey] button').click()`);
    await present(true);
    await page.evaluate('release()');
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Your account');

    // As the second factor.
    await present(false);
    await page.send('Network.clearBrowserCookies');
    await goTo(page, login, 'Sign in');
    await fill(page, 'username', email);
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Enter your password');
    await fill(page, 'password', password);
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Use your passkey');
    await ready(page);
    await present(true);
    await page.evaluate(`document.querySelector('form[data-passkey] button').click()`);
    await expect.poll(() => textOf(page, 'h1'), soon).toBe('Your account');
    expect(await amr()).toEqual(['pwd', 'hwk', 'user', 'mfa']);

    // The authenticator knows it already.
    await goTo(page, `${origin}/account/${ours.orgId}/passkeys`, 'Passkeys');
    await ready(page);
    await fill(page, 'name', 'Again', 'form[data-passkey]');
    await expect
      .poll(() => textOf(page, '[data-passkey-error]:not([hidden])'), soon)
      .toBe('This device already has a passkey for your account.');
    // Another authenticator may be tried at once.
    expect(await page.evaluate('document.querySelector("form[data-passkey] button").disabled')).toBe(false);
    expect(page.complaints()).toEqual([]);
  });

  test('asks for one challenge at a time, because the service keeps the last one', async ({ service }) => {
    const { ours } = service;
    await aUser(ours, { email: anEmail(), password });
    const page = await openPage('about:blank');
    await addAuthenticator(page);
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: holdQuestions,
    });
    const questions = () => page.evaluate<number>('questions');

    await goTo(page, `${pageOrigin(service)}/login/${ours.orgId}`, 'Sign in');
    await expect.poll(questions, soon).toBe(1);
    await page.evaluate(`document.querySelector('form[data-passkey] button').click()`);
    expect(await questions()).toBe(1);
    await page.evaluate('release()');
    await expect.poll(questions, soon).toBeGreaterThan(1);
  });
});
