import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aBrowser, type DrivenPage } from '../../support/devtools.ts';
import { pageOrigin } from '../../support/passkey-visits.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { aRelyingParty, begin } from '../../support/relying-party.ts';
import { codeOf, wrongCodeOf } from '../../support/second-factors.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { arrives, enter, reach } from '../../support/visits.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'signing in is tried in a browser only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 20_000, interval: 50 };
const password = 'vivid-harbor-cello-42';

/** The error beside the field that has the focus, once there is one. */
const told = (page: DrivenPage, text: string) =>
  expect
    .poll(
      () =>
        page.evaluate(
          "document.getElementById(document.activeElement.getAttribute('aria-describedby')?.split(' ').at(-1))?.textContent",
        ),
      soon,
    )
    .toBe(text);

const withoutScripts = (page: DrivenPage) =>
  page.send('Emulation.setScriptExecutionDisabled', { value: true });

// Every text is typed where the focus is by itself, which `enter` waits for: on the first field, or on the one with the error.
describe.skipIf(lacks(chromium, hint))('signing in by a browser', { timeout: 60_000 }, () => {
  test.for(['with', 'without'])(
    'goes from the name to the account and out again by keys alone, %s scripts',
    async (scripts, { service }) => {
      const { ours } = service;
      const email = anEmail();
      await aUser(ours, { email, password });
      const page = await openPage('about:blank');
      if (scripts === 'without') await withoutScripts(page);
      await page.send('Page.navigate', { url: `${pageOrigin(service)}/login/${ours.orgId}` });
      await arrives(page, 'Sign in');
      await enter(page, 'username', email);
      await arrives(page, 'Enter your password');
      await enter(page, 'password', 'not the password');
      await told(page, 'Incorrect username or password.');
      expect(await page.evaluate('document.title')).toBe('Error: Enter your password · Ours');
      await enter(page, 'password', password);
      await arrives(page, 'Your account');
      await reach(page, 'Sign out');
      await arrives(page, 'Sign out?');
      await reach(page, 'Sign out');
      await arrives(page, 'You’re signed out');
      // A wrong password is answered with 400, which the console tells.
      expect(page.complaints().filter((text) => !text.includes('400'))).toEqual([]);
    },
  );

  test('sets up an app, allows an application and connects a device by keys alone, without scripts', async ({
    service,
  }) => {
    const { ours } = service;
    expect((await ours.call('updateTotpConfig', { body: { enforcement: 'REQUIRED' } })).status).toBe(200);
    const email = anEmail();
    await aUser(ours, { email, password });
    // The page belongs to the service itself, so that nothing leaves this machine.
    const home = `${pageOrigin(service)}/callback`;
    const party = await aRelyingParty(ours, {
      name: 'Portal',
      redirectUris: [home],
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      consentRequired: true,
    });
    const { url } = await begin(party, { redirect_uri: home });
    const page = await openPage('about:blank');
    await withoutScripts(page);
    await page.send('Page.navigate', { url: url.href });
    await arrives(page, 'Sign in');
    await enter(page, 'username', email);
    await arrives(page, 'Enter your password');
    await enter(page, 'password', password);
    await arrives(page, 'Set up an authenticator app');
    const secret = await page.evaluate<string>("document.querySelector('code.secret').textContent");
    await page.evaluate("document.querySelector('#otp').focus()");
    await enter(page, 'otp', wrongCodeOf(secret));
    await told(
      page,
      'Incorrect code. Check that it’s for this account and that the time on your phone is correct.',
    );
    await enter(page, 'otp', codeOf(secret));
    await arrives(page, 'Save your recovery codes');
    await reach(page, 'I’ve saved my codes');
    await arrives(page, 'Allow Portal to access your account?');
    await reach(page, 'Allow');
    await expect.poll(() => page.shown().url, soon).toMatch(`${home}?code=`);

    const codes = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
    await page.send('Page.navigate', { url: codes.verification_uri });
    await arrives(page, 'Connect a device');
    await enter(page, 'user_code', 'BCDF-BCDF');
    await told(page, 'Incorrect code. Compare it with the code on your device.');
    await enter(page, 'user_code', codes.user_code.toLowerCase());
    await arrives(page, 'Connect Portal?');
    await reach(page, 'Yes, connect it');
    await arrives(page, 'Device connected');

    // A response by a form waits for a user without scripts. With scripts, the form sends itself.
    const byForm = (await begin(party, { redirect_uri: home, response_mode: 'form_post' })).url;
    await page.send('Page.navigate', { url: byForm.href });
    await arrives(page, 'Back to Portal');
    await reach(page, 'Continue');
    const arrived = () => expect.poll(() => page.shown(), soon).toMatchObject({ method: 'POST', url: home });
    await arrived();
    await page.send('Emulation.setScriptExecutionDisabled', { value: false });
    await page.send('Page.navigate', { url: `${pageOrigin(service)}/account/${ours.orgId}` });
    await arrives(page, 'Your account');
    await page.send('Page.navigate', { url: byForm.href });
    await arrived();
  });
});
