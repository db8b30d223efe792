import { describe, expect } from 'vitest';
import { aConnection, aDomain, verifiedDomain } from '../../support/stored-connections.ts';
import { aBrowser } from '../../support/devtools.ts';
import { freePort } from '../../support/free-port.ts';
import { program } from '../../support/process.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { shoot } from '../../support/screenshots.ts';
import { test } from '../../support/service.ts';
import { startSocialIssuer } from '../../support/social.ts';
import { arrives, clickOn, enter, readOn } from '../../support/visits.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'the identity provider is visited only with Chromium (Debian: apt-get install chromium)';

describe.skipIf(lacks(chromium, hint))('the whole of signing in by a connection', { timeout: 60_000 }, () => {
  test('goes from an application through the discovery to oidc-provider and back, first and again', async ({
    service,
  }) => {
    const { ours } = service;
    const peer = await startSocialIssuer({ asks: true });
    const { id, callbackUrl } = await aConnection(service, { issuer: peer.url, name: 'Analytical Engines' });
    await peer.register(callbackUrl);
    const domain = aDomain();
    await verifiedDomain(service, id, domain);
    const sub = crypto.randomUUID();
    const email = `${sub}@${domain}`;
    await peer.become({ sub, email, email_verified: 'true', name: 'Ada Lovelace' });

    const port = await freePort();
    const home = `http://localhost:${port}/`;
    const { body: client } = await ours.call('createOidcClient', {
      body: {
        name: 'Portal',
        redirectUris: [`${home}callback`],
        postLogoutRedirectUris: [home],
        consentRequired: false,
      },
    });
    const sample = program('examples/sign-in/app.js', {
      ISSUER: issuerOf(ours),
      CLIENT_ID: client.clientId,
      CLIENT_SECRET: client.clientSecret,
      PORT: String(port),
    });
    await sample.prints(/open http/);

    const page = await openPage('about:blank');
    await page.send('Security.setIgnoreCertificateErrors', { ignore: true });
    await page.send('Page.navigate', { url: home });
    await arrives(page, 'Sample application');
    await clickOn(page, 'Sign in');
    await arrives(page, 'Sign in');
    await enter(page, 'username', email);
    await arrives(page, 'Acme sign-in');
    expect(await readOn(page)).toContain(`Hello ${email}`);
    await shoot(page, 'federation-identity-provider');
    await clickOn(page, 'Continue');
    await arrives(page, 'Sample application');
    const claims = await readOn(page);
    for (const text of ['Hello, Ada Lovelace.', email, 'fed']) expect(claims).toContain(text);

    await clickOn(page, 'Sign out');
    await arrives(page, 'Sign out?');
    await clickOn(page, 'Sign out');
    await arrives(page, 'Sample application');
    // The identity provider has a session still, so that it asks nothing.
    await clickOn(page, 'Sign in');
    await arrives(page, 'Sign in');
    await enter(page, 'username', email);
    await arrives(page, 'Sample application');
    expect(await readOn(page)).toContain('Hello, Ada Lovelace.');
    peer.close();
  });
});
