import { randomUUID, X509Certificate } from 'node:crypto';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { lacks } from '../support/programs.ts';
import { startReceiver } from '../support/receiver.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aPartnerKey, aServiceProvider, madeToExpireIn, metadataOf } from '../support/service-providers.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'applications in the dashboard',
  { timeout: 90_000 },
  () => {
    test('a list of APIs that an upgrade copied is shown with its client, and confirmed or cleared', async ({
      service,
    }) => {
      const servedResources = ['https://api.example.com'];
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      for (const [button, kept] of [
        ['Confirm the list', servedResources],
        ['Clear the list', []],
      ] as const) {
        const { clientId } = await anOidcClient(service.ours, { servedResources });
        await service.sql('update oidc_clients set served_resources_copied = true where id = $1', [clientId]);
        await open(`applications/oidc/${clientId}`);
        await page.getByText('Is this client one of these APIs?').waitFor();
        await page.getByText('https://api.example.com', { exact: true }).waitFor();
        expect(await findings()).toEqual([]);
        await shootPage(page, 'copied-resources');
        await page.getByRole('button', { name: button }).click();
        await page.getByText('Is this client one of these APIs?').waitFor({ state: 'detached' });
        const { body } = await service.ours.call('getOidcClient', { path: { clientId } });
        expect(body).toMatchObject({ servedResources: kept, servedResourcesCopied: false });
      }
      expect(complaints).toEqual([]);
    });

    test('a web application is added step by step, and its secret is shown once', async ({ service }) => {
      const { ours } = service;
      const name = `Portal ${randomUUID()}`;
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('applications/new');
      await shootPage(page, 'wizard-kinds');
      await page.getByRole('link', { name: /^Web application/ }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('is required').waitFor();
      await page.getByLabel('Name').fill('x'.repeat(101));
      await page.getByRole('button', { name: 'Next' }).click();
      // The rule of the contract.
      await page.getByText('must have at most 100 characters').waitFor();
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Next' }).click();
      const addresses = page.getByLabel(/^Redirect URIs/).and(page.locator('input'));
      await addresses.fill('http://app.example.com/callback');
      await addresses.press('Enter');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('must be https, or http with localhost').waitFor();
      await shootPage(page, 'wizard-addresses');
      await addresses.press('Backspace');
      await addresses.fill('https://app.example.com/callback');
      await addresses.press('Enter');
      await page.goBack();
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(name);
      await page.goForward();
      await page.getByText('https://app.example.com/callback').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('heading', { level: 2, name: 'Access' }).waitFor();
      await page
        .getByLabel(/^APIs to call/)
        .and(page.locator('input'))
        .fill('https://api.example.com/$(id)');
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Add an application' }).click();
      const secret = await page.getByLabel('Client secret', { exact: true }).innerText();
      expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
      await shootPage(page, 'wizard-added');
      const environment = parseEnv(await page.getByRole('tabpanel').innerText());
      const { origin } = new URL(page.url());
      expect(environment).toMatchObject({
        ISSUER: `${origin}/api/oidc/${ours.orgId}`,
        CLIENT_ID: expect.stringMatching(/^cli_/),
        CLIENT_SECRET: secret,
        AUDIENCE: 'https://api.example.com/$(id)',
        KEYWARD_URL: origin,
        SESSION_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      // The quickstarts read it with a shell, which must not run what an address says.
      await page.getByRole('tabpanel').getByText(`AUDIENCE='https://api.example.com/$(id)'`).waitFor();
      await page.getByText(/Next\.js, Express, .*Go\./).waitFor();
      const guide = await page.getByRole('link', { name: 'Open the quickstarts' }).getAttribute('href');
      expect((await fetch(new URL(guide ?? '', origin))).status).toBe(200);
      const kept = await page.evaluate<string>(
        'JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).not.toContain(secret);
      expect(await findings()).toEqual([]);
      await page.goBack();
      await page.getByText('Close without saving it?').waitFor();
      await page.getByRole('button', { name: 'Stay here' }).click();
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await page.content()).not.toContain(secret);
      const { body } = await ours.call('listOidcClients', { query: { search: name } });
      expect(body.data).toMatchObject([
        {
          applicationType: 'web',
          redirectUris: ['https://app.example.com/callback'],
          resources: ['https://api.example.com/$(id)'],
          idTokenClaims: true,
        },
      ]);
      expect(complaints).toEqual([]);
    });

    test('a product is added by the address of its metadata', async ({ service }) => {
      const entityId = `https://app.example.com/${randomUUID()}`;
      const key = await aPartnerKey('wiki', madeToExpireIn(10));
      const xml = await metadataOf({ entityId, signing: [key.certificate] });
      const receiver = await startReceiver((response) => {
        response.writeHead(200, { 'Content-Type': 'application/samlmetadata+xml' }).end(xml);
      });
      onTestFinished(() => receiver.close());
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('applications/new?kind=saml&step=users');
      // The step before it is not filled in.
      await page.getByRole('heading', { level: 2, name: 'Metadata' }).waitFor();
      await page.getByLabel('Metadata URL').fill(receiver.url);
      await page.getByLabel('Name').fill('Wiki');
      await shootPage(page, 'wizard-saml');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Add an attribute' }).click();
      await page.getByLabel('Attribute name').fill('mail');
      await page.getByRole('combobox', { name: 'User field' }).fill('email');
      await shootPage(page, 'wizard-saml-users');
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Add an application' }).click();
      await page.getByRole('heading', { level: 1, name: 'Wiki was added' }).waitFor();
      await page.getByRole('tab', { name: 'Python (python3-saml)' }).click();
      await page.getByRole('tabpanel').getByText(entityId).first().waitFor();
      await shootPage(page, 'wizard-saml-added');
      await page.getByRole('button', { name: 'Open the application' }).click();
      await page.getByRole('heading', { level: 1, name: 'Wiki' }).waitFor();
      // Ten days are left.
      await page.getByText(/^Expires in (9|10) days$/).waitFor();
      await page
        .getByText(
          new X509Certificate(key.certificate).serialNumber.toLowerCase().replaceAll(/(..)(?!$)/g, '$1:'),
        )
        .waitFor();
      await shootPage(page, 'saml-page');
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Signatures and encryption' }).waitFor();
      await shootPage(page, 'saml-settings');
      expect(await findings()).toEqual([]);
      const { body } = await service.ours.call('listServiceProviders', { query: { entityId } });
      expect(body.data[0]?.attributeMappings).toEqual([
        { name: 'mail', nameFormat: 'basic', source: 'email' },
      ]);
      expect(complaints).toEqual([]);
    });

    test('a preview says what another product reads, and why it refuses a response', async ({ service }) => {
      const { ours } = service;
      await fetch(`${ours.origin}/api/saml/${ours.orgId}/metadata`);
      const caller = await aUserCaller(service);
      const { page, open, complaints, findings } = await openDashboard(service, caller);
      const email = `ada-${randomUUID()}@example.com`;
      await ours.call('createUser', { body: { email, sendInvite: false } });
      for (const [signatureAlgorithm, verdict] of [
        ['rsa-sha256', 'samlify 2.13.1 accepts the response.'],
        ['rsa-sha384', 'samlify 2.13.1 rejects the response.'],
      ] as const) {
        const { id } = await aServiceProvider(ours, { signatureAlgorithm });
        await open(`applications/saml/${id}`);
        await page.getByRole('button', { name: 'Preview' }).click();
        const dialog = page.getByRole('dialog', { name: 'Preview of the SAML response' });
        await dialog.getByLabel('User').fill(email);
        await page.getByRole('option', { name: email }).click();
        await dialog.getByRole('button', { name: 'Preview' }).click();
        await dialog.getByText(verdict).waitFor();
        expect(await findings()).toEqual([]);
        await shootPage(page, `preview-${signatureAlgorithm}`);
      }
      expect(complaints).toEqual([]);
    });

    test('a user who may read SAML alone sees its applications, and no failure', async ({ service }) => {
      const { ours } = service;
      await anOidcClient(ours, { name: `Hidden ${randomUUID()}` });
      const name = `Wiki ${randomUUID()}`;
      const { id } = await aServiceProvider(ours, { name });
      const user = await aUserCaller(service, { roles: ['MEMBER'] });
      const group = await ours.call('createGroup', { body: { name: randomUUID(), scopes: ['saml.read'] } });
      await ours.call('addGroupMembers', {
        path: { groupId: group.body.id },
        body: { userId: user.userId },
      });
      const { page, open, settled, complaints } = await openDashboard(service, user);
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(response.url());
      });
      await open('');
      await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click();
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(page.url()).toContain(id);
      await settled();
      await open('applications?kind=web');
      await page.getByText('No results').waitFor();
      expect(refused).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);
