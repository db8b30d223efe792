import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { aDomainName } from '../../support/connections.ts';
import { aBrowser, type DrivenPage } from '../../support/devtools.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { aPartnerKey } from '../../support/service-providers.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSetupLink, publishShown } from '../../support/setup-links.ts';
import { phpWithSimpleSaml } from '../../support/simplesamlphp.ts';
import { startSocialIssuer } from '../../support/social.ts';
import { arrives, clickOn, enter, readOn } from '../../support/visits.ts';
import { simpleSamlIdp } from '../protocol/simplesamlphp.ts';

// From the call that creates a setup link to the first sign-in, as its holder, an administrator and a user do it.

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const withoutChromium = lacks(
  chromium,
  'setup links are visited only with Chromium (Debian: apt-get install chromium)',
);
const withoutPhp = lacks(
  phpWithSimpleSaml,
  'SimpleSAMLphp is set up by a link (Debian: apt-get install php-cli php-xml simplesamlphp)',
);

/** Opens a new link, and chooses an identity provider that is not listed. */
async function aHolderIn(service: TestService, domain: string, type: string) {
  const link = await aSetupLink(service.ours, { name: 'Analytical Engines', domains: [domain], type });
  const page = await openPage('about:blank');
  await page.send('Security.setIgnoreCertificateErrors', { ignore: true });
  await page.send('Page.navigate', { url: link['url'] });
  await arrives(page, 'Set up single sign-on');
  expect(await readOn(page)).toContain(domain);
  await clickOn(page, 'Begin');
  await arrives(page, 'Choose your identity provider');
  await page.evaluate(`document.querySelector('a[href$="provider=generic"]').click()`);
  await arrives(page, 'Connect Another provider');
  return { link, page };
}

/** Returns the value that a field to copy has. */
const valueOf = (page: DrivenPage, label: string): Promise<string> =>
  page.evaluate(
    `[...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(${JSON.stringify(label)})).control.value`,
  );

/** Proves the domain, tests and finishes. */
async function finish(page: DrivenPage, domain: string): Promise<void> {
  await publishShown({ text: await page.evaluate('document.documentElement.outerHTML') }, domain);
  await page.evaluate(`document.querySelector('form[action$="/domain"] button').click()`);
  await expect.poll(() => readOn(page)).toMatch(/\bVerified\b/);
  await clickOn(page, 'Test now');
  await expect.poll(() => readOn(page)).toContain('All checks passed.');
  await clickOn(page, 'Finish');
  await arrives(page, 'You’re done');
}

/** Reads the alert, looks at the connection, and activates what was read. */
async function activate({ ours }: TestService, linkId: string, trusted: 'updateSamlConnection' | undefined) {
  const { body: link } = await ours.call('getSetupLink', { path: { id: linkId } });
  const path = { id: link.connectionId };
  const { body: alerts } = await ours.call('listAlerts', { query: { limit: 100 } });
  const sources = alerts.data.map(({ source }: { source: { id: string } }) => source.id);
  expect(sources).toContain(path.id);
  expect(link).toMatchObject({ status: 'FINISHED', provedDomains: link.domains });
  // SAML does not say that an address is verified.
  if (trusted) await ours.call(trusted, { path, body: { trustEmail: true } });
  const { headers, body: read } = await ours.call('getConnection', { path });
  expect(read).toMatchObject({ status: 'DISABLED', domains: [] });
  const ifMatch = { 'if-match': headers.get('etag') ?? '' };
  const { status, body } = await ours.call('updateConnection', {
    path,
    body: { status: 'ACTIVE' },
    headers: ifMatch,
  });
  expect({ status, domains: body.domains }).toEqual({ status: 200, domains: link.domains });
}

const beginSignIn = async (page: DrivenPage, { ours }: TestService): Promise<void> => {
  const url = await page.evaluate<string>(`new URL('/login/${ours.orgId}', location).href`);
  await page.send('Page.navigate', { url });
  await arrives(page, 'Sign in');
};

describe('the whole way of a setup link', { timeout: 60_000 }, () => {
  test.skipIf(withoutChromium)('leads to the first sign-in by oidc-provider', async ({ service }) => {
    const peer = await startSocialIssuer({ asks: true });
    onTestFinished(() => peer.close());
    const domain = aDomainName();
    const { link, page } = await aHolderIn(service, domain, 'OIDC');
    await peer.register(await valueOf(page, 'Redirect URI'));
    await page.evaluate(`{
      const { issuer, client_id, client_secret } = document.querySelector('form[action$="/connection"]').elements;
      issuer.value = ${JSON.stringify(peer.url)};
      client_id.value = 'keyward';
      client_secret.value = 'a secret of the test';
    }`);
    await clickOn(page, 'Save');
    await arrives(page, 'Your connection');
    await finish(page, domain);
    await activate(service, link.id, undefined);

    const email = `${randomUUID()}@${domain}`;
    await peer.become({ sub: email, email, email_verified: 'true', name: 'Ada Lovelace' });
    await beginSignIn(page, service);
    await enter(page, 'username', email);
    await arrives(page, 'Acme sign-in');
    await clickOn(page, 'Continue');
    await arrives(page, 'Your account');
    expect(await readOn(page)).toContain(email);
  });

  test.skipIf(withoutChromium || withoutPhp)(
    'leads from a file with metadata to the first sign-in by SimpleSAMLphp',
    async ({ service }) => {
      const domain = aDomainName();
      const [uid, password] = [randomUUID(), 'of the company'];
      const email = `${uid}@${domain}`;
      const idp = await simpleSamlIdp({
        key: await aPartnerKey('identity provider'),
        users: [{ uid, password, attributes: { mail: [email], givenName: ['Ada'], sn: ['Lovelace'] } }],
      });
      const folder = mkdtempSync(join(tmpdir(), 'keyward-metadata-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'metadata.xml');
      writeFileSync(file, await (await fetch(idp.metadataUrl)).text());

      const { link, page } = await aHolderIn(service, domain, 'SAML');
      // The identity provider imports our metadata before there is a connection.
      idp.know(await (await fetch(await valueOf(page, 'Entity ID'))).text());
      const { root } = (await page.send('DOM.getDocument')) as { root: { nodeId: number } };
      const selector = '#metadata_file';
      const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await page.send('DOM.setFileInputFiles', { nodeId, files: [file] });
      await clickOn(page, 'Save');
      await arrives(page, 'Your connection');
      await finish(page, domain);
      await activate(service, link.id, 'updateSamlConnection');

      await beginSignIn(page, service);
      await enter(page, 'username', email);
      await arrives(page, 'Enter your username and password');
      await page.evaluate(`{
        const { username, password } = document.forms[0].elements;
        username.value = ${JSON.stringify(uid)};
        password.value = ${JSON.stringify(password)};
        document.forms[0].submit();
      }`);
      await arrives(page, 'Your account');
      expect(await readOn(page)).toContain(email);
    },
  );
});
