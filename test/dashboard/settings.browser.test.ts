import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram, heldRequests } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'settings in the dashboard',
  { timeout: 90_000 },
  () => {
    test('keep what was typed when another user changes them, and say what was changed', async ({
      service,
    }) => {
      const { ours } = service;
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('sign-in?tab=passwords');
      await page.getByLabel('Minimum length').fill('14');
      expect((await ours.call('updatePasswordPolicy', { body: { historyCount: 7 } })).status).toBe(200);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This was changed in the meantime').waitFor();
      expect(await page.getByLabel('Minimum length').inputValue()).toBe('14');
      const release = await heldRequests(page, '**/api/v1/auth/password-policy');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
      release();
      await page.getByText('Another user changed: Password history.').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings were saved.').waitFor();
      await page.getByText('The newest version is loaded').waitFor({ state: 'detached' });
      expect((await ours.call('getPasswordPolicy', {})).body).toMatchObject({
        minLength: 14,
        historyCount: 7,
      });
      await page.getByLabel('Minimum length').fill('15');
      await page.getByRole('button', { name: 'Save' }).click();
      // The button is disabled while the change is sent, too.
      const saved = async () => (await ours.call('getPasswordPolicy', {})).body.minLength;
      await expect.poll(saved).toBe(15);
      await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('ask before input is lost, by another tab or a closed dialog', async ({ service }) => {
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('sign-in?tab=passwords');
      const length = page.getByLabel('Minimum length');
      const before = await length.inputValue();
      await length.fill('17');
      await page.getByRole('tab', { name: 'Branding' }).click();
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await length.inputValue()).toBe('17');
      await page.getByRole('button', { name: 'Discard' }).click();
      expect(await length.inputValue()).toBe(before);
      await length.fill('18');
      await page.getByRole('tab', { name: 'Branding' }).click();
      await question.getByRole('button', { name: 'Leave without saving' }).click();
      await page.getByRole('tab', { name: 'Branding', selected: true }).waitFor();

      await open('groups');
      const form = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Create a group' }).first().click();
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Operators');
      await page.keyboard.press('Escape');
      await form.getByRole('alert').getByRole('button', { name: 'Stay' }).click();
      expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Operators');
      await page.keyboard.press('Escape');
      await form.getByRole('alert').getByRole('button', { name: 'Leave without saving' }).click();
      await form.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });

    test('name what is lost before they are saved', async ({ service }) => {
      const { ours } = service;
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('sign-in?tab=passkeys');
      await page.getByLabel('Domain (relying party ID)', { exact: true }).fill('elsewhere.example');
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save this change?' });
      await dialog.getByText('All passkeys of your users stop working').waitFor();
      const { body } = await ours.call('getWebauthnConfig', {});
      expect(body.rpId).not.toBe('elsewhere.example');
      await dialog.getByRole('button', { name: 'Save' }).click();
      // The rule of the service is shown beside the field: the domain is not one of this service.
      await page.locator('input[aria-invalid=true]').waitFor();
      expect(await page.getByLabel('Domain (relying party ID)', { exact: true }).inputValue()).toBe(
        'elsewhere.example',
      );
      expect(complaints).toEqual([]);
    });

    test('the organization shows its members and the keys of its API', async ({ service }) => {
      const { ours } = service;
      const identityId = await anIdentity(ours, { name: 'reporter' });
      await aCredential(ours, { identityId, name: 'reads-reports', scopes: ['reports.read'] });
      await aCredential(ours, { identityId, name: 'reads-orders', scopes: ['orders:read'] });
      await aUserCaller(service, { roles: ['AUDITOR'], displayName: 'Grace Hopper' });
      await aUserCaller(service, { roles: ['MEMBER'], displayName: 'Alan Turing' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('settings?tab=members');
      await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
      expect(await page.getByText('Alan Turing').count()).toBe(0);
      await page.getByRole('button', { name: 'Change the roles: Grace Hopper' }).click();
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Helpdesk' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('row', { name: /Grace Hopper.*Auditor.*Helpdesk|Grace Hopper.*Helpdesk.*Auditor/ })
        .waitFor();
      await page.getByRole('tab', { name: 'API keys' }).click();
      await page.getByRole('link', { name: 'reads-reports' }).waitFor();
      expect(await page.getByText('reads-orders').count()).toBe(0);
      await page.getByRole('button', { name: 'Revoke: reads-reports' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('link', { name: 'reads-reports' }).waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Signing keys' }).click();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      await page
        .getByRole('button', { name: /^Show: key_/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('"kid"').waitFor();
      await page.getByRole('link', { name: 'All public keys (JWKS)' }).waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
