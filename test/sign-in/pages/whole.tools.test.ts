import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aBrowser } from '../../support/devtools.ts';
import { freePort } from '../../support/free-port.ts';
import { aPerson } from '../../support/person.ts';
import { program } from '../../support/process.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { codeOf } from '../../support/second-factors.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { arrives, clickOn, enter, picture, readOn } from '../../support/visits.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'the sample application is tried only with Chromium (Debian: apt-get install chromium)';
const password = 'vivid-harbor-cello-42';

describe.skipIf(lacks(chromium, hint))('the whole of signing in', { timeout: 60_000 }, () => {
  test('goes from an application over password, one-time code and consent back to it, and out again', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const orgId = ours.orgId ?? '';
    await ours.call('updateBranding', { body: { displayName: 'Analytical Engines' } });
    const email = anEmail();
    const sub = await aUser(ours, { email, password, displayName: 'Ada Lovelace' });
    // Ada has an authenticator app.
    const ada = aPerson(origin);
    await ada.signIn(orgId, email, password);
    const app = await ada.open(`/account/${orgId}/totp`);
    const [, spaced = ''] = /<code class="secret"[^>]*>([^<]*)</.exec(app.text) ?? [];
    const secret = spaced.replaceAll(' ', '');
    expect((await ada.send(app, { otp: codeOf(secret) })).title).toBe('Save your recovery codes');

    const port = await freePort();
    const home = `http://localhost:${port}/`;
    const { body: client } = await ours.call('createOidcClient', {
      body: { name: 'Portal', redirectUris: [`${home}callback`], postLogoutRedirectUris: [home] },
    });
    const sample = program('examples/sign-in/app.js', {
      ISSUER: issuerOf(ours),
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: client.clientSecret,
      PORT: String(port),
    });
    await sample.prints(/open http/);

    const page = await openPage(home);
    await arrives(page, 'Sample application');
    await clickOn(page, 'Sign in');
    await arrives(page, 'Sign in');
    await picture(page, 'sign-in');
    await enter(page, 'username', email);
    await arrives(page, 'Enter your password');
    await enter(page, 'password', password);
    await arrives(page, 'Enter your code');
    await enter(page, 'otp', codeOf(secret, 30));
    await arrives(page, 'Allow Portal to access your account?');
    await clickOn(page, 'Allow');
    await arrives(page, 'Sample application');
    const claims = await readOn(page);
    for (const text of ['Hello, Ada Lovelace.', sub, email, 'urn:keyward:acr:multi', 'pwd,otp,mfa'])
      expect(claims).toContain(text);

    // Ada is known now, by the login and by the consent: nothing is asked again.
    await page.send('Page.navigate', { url: `${home}sign-in` });
    await arrives(page, 'Sample application');
    expect(await readOn(page)).toContain('Hello, Ada Lovelace.');

    await clickOn(page, 'Sign out');
    await arrives(page, 'Sign out?');
    await clickOn(page, 'Sign out');
    await arrives(page, 'Sample application');
    expect(await readOn(page)).toContain('You are not signed in.');
    await clickOn(page, 'Sign in');
    await arrives(page, 'Sign in');
    expect(page.complaints()).toEqual([]);
  });
});
