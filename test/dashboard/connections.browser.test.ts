import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aScimToken, aUser } from '../support/builders.ts';
import { aDomainName, publishRecord } from '../support/connections.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { aSamlConnection, idpMetadataOf } from '../support/saml-connections.ts';
import { aPartnerKey } from '../support/service-providers.ts';
import { test } from '../support/service.ts';
import { aSubject, connected, signedInAs, startUpstream, type Upstream } from '../support/upstream.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe.skipIf(lacks(chromiumProgram, chromiumHint))('connections', { timeout: 90_000 }, () => {
  test('a wizard shows the final addresses of a SAML connection, takes pasted metadata, and verifies its domain', async ({
    service,
  }) => {
    const entityId = `https://login.acme.invalid/${randomUUID()}`;
    const domain = aDomainName();
    const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
    await open('connections');
    await page.getByRole('link', { name: 'Add a connection' }).first().click();
    await page.getByRole('link', { name: 'Google Workspace, SAML' }).click();
    await page.getByLabel('Name').fill('Acme by SAML');
    await page.getByRole('button', { name: 'Show the Keyward values' }).click();
    await page.getByRole('heading', { name: 'Enter the Keyward values at Google Workspace' }).waitFor();
    const { body } = await service.ours.call('listSamlConnections', { query: { search: 'Acme by SAML' } });
    const [made] = body.data;
    expect(made).toMatchObject({ isDraft: true, idpEntityId: null, status: 'DISABLED' });
    for (const value of [made.acsUrl, made.spEntityId]) await page.getByText(value).first().waitFor();
    expect(await findings()).toEqual([]);
    await page.getByRole('link', { name: 'Do this later' }).click();
    await page.getByText('no user can sign in with this connection').waitFor();
    await open(`connections/saml/${made.id}`);
    await page.getByRole('link', { name: 'Add the metadata' }).click();
    // The connection knows its product. A page that is opened later, without the address of the wizard, has its steps.
    await page.getByRole('heading', { name: 'Metadata from Google Workspace' }).waitFor();
    await page.locator('textarea[data-path="metadataXml"]:focus').waitFor();
    await page.getByLabel('Metadata (XML)').fill(await idpMetadataOf({ entityId }));
    await page.getByRole('button', { name: 'Complete the connection' }).click();
    await page.getByRole('heading', { name: 'Verify the domains of the company' }).waitFor();
    const { body: complete } = await service.ours.call('getSamlConnection', { path: { id: made.id } });
    expect(complete).toMatchObject({
      isDraft: false,
      idpEntityId: entityId,
      status: 'ACTIVE',
      acsUrl: made.acsUrl,
    });
    await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
    await page.getByRole('button', { name: 'Add the domain' }).click();
    const shown = page.getByRole('region', { name: domain });
    await shown.getByText('Next check in').waitFor();
    await publishRecord(service.ours, domain);
    await shown.getByRole('button', { name: 'Check now' }).click();
    await shown.getByText('The record was found.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByText('Waiting for the result of the test sign-in.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Verify the domains of the company' }).waitFor();
    await shown.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The domain was removed.').waitFor();
    expect((await service.ours.call('getSamlConnection', { path: { id: made.id } })).body.domains).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
  });

  test('a wizard connects an OpenID Connect provider, and its secret is in no address', async ({
    service,
  }) => {
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open('connections/new');
    await page.getByRole('link', { name: 'Keycloak, OpenID Connect' }).click();
    await page.getByLabel('Issuer').fill('https://keycloak.acme.invalid/realms/acme');
    await page.getByLabel('Client ID').fill('keyward');
    await page.getByLabel('Client secret').fill('a secret of the wizard');
    await page.getByRole('button', { name: 'Add the connection' }).click();
    await page
      .getByText(/must be/)
      .first()
      .waitFor();
    await page.getByLabel('Name').fill('Acme by Keycloak');
    await page.getByRole('button', { name: 'Add the connection' }).click();
    await page.getByRole('heading', { name: 'Enter the Keyward values at Keycloak' }).waitFor();
    const { body } = await service.ours.call('listOidcConnections', {
      query: { search: 'Acme by Keycloak' },
    });
    expect(body.data).toEqual([
      expect.objectContaining({ clientId: 'keyward', clientSecretSet: true, pkce: true }),
    ]);
    await page.getByText(body.data[0].callbackUrl).first().waitFor();
    const kept = await page.evaluate<string>(
      'location.href + JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
    );
    expect(kept).not.toContain('a secret of the wizard');
    // The form is not behind this step: it would add a second connection.
    await page.goBack();
    await page.getByRole('link', { name: 'Keycloak, SAML' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the certificate of a SAML identity provider is replaced, and a claim is mapped', async ({
    service,
  }) => {
    const { ours } = service;
    const { id } = await aSamlConnection(ours, { name: 'Acme' });
    const { certificate } = await aPartnerKey('next identity provider');
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open(`connections/saml/${id}`);
    await page.getByRole('button', { name: 'Replace the certificates' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Signing certificates (PEM)').fill(certificate);
    await form.getByText(/^[0-9a-f]{64}$/).waitFor();
    const fingerprint = await form.getByText(/^[0-9a-f]{64}$/).innerText();
    await form.getByRole('button', { name: 'Replace the certificates' }).click();
    await page
      .getByRole('table', { name: 'Certificates of the identity provider' })
      .getByText(fingerprint)
      .waitFor();
    const { body } = await ours.call('getSamlConnection', { path: { id } });
    expect(body.certificates.map((one: { fingerprint: string }) => one.fingerprint)).toEqual([fingerprint]);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Edit the mappings' }).click();
    await form.getByRole('button', { name: 'Add a field' }).click();
    await form.getByLabel('Field', { exact: true }).fill('department');
    const claims = form.getByLabel('Claims').and(form.locator('input'));
    await claims.fill('dept');
    await claims.press('Enter');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The connection was changed.').waitFor();
    expect((await ours.call('getSamlConnection', { path: { id } })).body.attributeMapping).toEqual({
      department: { from: ['dept'] },
    });
    expect(complaints).toEqual([]);
  });

  test('a sign-in shows its claims, and the preview tries them', async ({ service }) => {
    const one = await connected(service, upstream);
    const claims = aSubject(one, { department: 'Sales' });
    await signedInAs(service, one, claims);
    const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
    await open(`connections/oidc/${one.id}?tab=signIns`);
    await page.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell', { name: 'Sales' }).waitFor();
    await dialog.getByRole('button', { name: 'Use these claims in the preview' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await page.getByText('The linked user is signed in.').waitFor();
    expect(await findings()).toEqual([]);
    expect(page.url()).not.toContain(claims.email);
    expect(complaints).toEqual([]);
  });

  test('a dry run shows what a directory would change, and leaves no token that works', async ({
    service,
  }) => {
    const { ours } = service;
    const { id } = await aScimToken(ours, { name: 'Okta', profile: 'OKTA' });
    const userId = await aUser(ours, { lastName: 'Byron' });
    const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
    await open(`scim/${id}?tab=dryRun`);
    await page.getByRole('textbox', { name: 'ID of the user or group' }).fill(userId);
    await page.getByRole('button', { name: 'Start the dry run' }).click();
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('Byron').waitFor();
    await changes.getByText('Lovelace').waitFor();
    expect(await findings()).toEqual([]);
    expect((await ours.call('getUser', { path: { userId } })).body.lastName).toBe('Byron');
    const { body } = await ours.call('listScimTokens', { query: { limit: 100 } });
    expect(body.data.find(({ name }: { name: string }) => name === 'Dry run: Okta')).toMatchObject({
      status: 'REVOKED',
      profile: 'OKTA',
    });
    expect(complaints).toEqual([]);
  });
});
