import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anAnomaly } from '../support/findings.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { observed } from '../support/unused.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'identities in the dashboard',
  { timeout: 90_000 },
  () => {
    test('an owner creates one for a pipeline; the rule of a refused field stands at the field', async ({
      service,
    }) => {
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('identities');
      await page.getByRole('button', { name: 'Create an identity' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('pipeline');
      await form.getByRole('button', { name: /Federated subjects/ }).click();
      await form.getByPlaceholder('Add a subject').click();
      await page.getByRole('option', { name: 'GitHub Actions' }).click();
      const audience = form.getByLabel('Audience (aud)');
      await audience.fill('');
      await form.getByRole('button', { name: 'Create an identity' }).click();
      await form.getByText('must not be empty').waitFor();
      expect(await audience.getAttribute('aria-invalid')).toBe('true');
      expect(await findings()).toEqual([]);
      await audience.fill('keyward');

      await form.getByRole('button', { name: 'Do it in code' }).click();
      await page.getByRole('dialog').last().getByText('/api/v1/identities').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('/api/v1/identities').waitFor({ state: 'detached' });
      expect(await form.getByLabel('Name').inputValue()).toBe('pipeline');

      await form.getByRole('button', { name: 'Create an identity' }).click();
      await page.getByRole('heading', { level: 1, name: 'pipeline' }).waitFor();
      await page.getByText('https://token.actions.githubusercontent.com').waitFor();
      await page.getByText('Choose an owner').waitFor();
      expect(complaints).toEqual([]);
    });

    test('an edit over the edit of another user keeps both', async ({ service }) => {
      const { ours } = service;
      const id = await anIdentity(ours, { name: 'contested' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open(`identities/${id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('mine');
      await ours.call('updateIdentity', {
        path: { id },
        body: { name: 'theirs', description: 'theirs too' },
      });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('This was changed in the meantime').waitFor();
      await form.getByRole('button', { name: 'Reload' }).click();
      await form.getByText('Another user changed: Description.').waitFor();
      await form.getByText('You both changed: Name.').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'mine' }).waitFor();
      const { body } = await ours.call('getIdentity', { path: { id } });
      expect(body).toMatchObject({ name: 'mine', description: 'theirs too' });
    });

    test('filters, order and page are in the address', async ({ service }) => {
      const { ours } = service;
      const tag = 'sorted';
      await anIdentity(ours, { name: 'b-robot', tags: [tag] });
      await anIdentity(ours, { name: 'a-robot', tags: [tag] });
      await anIdentity(ours, { name: 'c-person', tags: ['other'] });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('identities');
      await page.getByRole('textbox', { name: 'Tag' }).fill(tag);
      await page.getByRole('link', { name: 'c-person' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Name' }).click();
      await page
        .getByRole('columnheader', { name: 'Name', exact: true })
        .and(page.locator('[aria-sort=ascending]'))
        .waitFor();
      const names = () =>
        page.locator('tbody tr td a[href*="identities/idn_"]').filter({ hasText: 'robot' }).allInnerTexts();
      await expect.poll(names).toEqual(['a-robot', 'b-robot']);
      // The tag is in the address when the user stops typing, so either may come first.
      const search = () => Object.fromEntries(new URL(page.url()).searchParams);
      await expect.poll(search).toEqual({ tag, sort: 'name' });
      await page.reload();
      await page.getByRole('link', { name: 'a-robot' }).waitFor();
      expect(await names()).toEqual(['a-robot', 'b-robot']);
      await page.getByRole('textbox', { name: 'Tag' }).fill('none-such');
      await page.getByText('No rows match these filters.').waitFor();
    });

    test('a click beside the name opens the row, and a click on its checkbox does not', async ({
      service,
    }) => {
      const id = await anIdentity(service.ours, { name: 'clicked-robot' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('identities?search=clicked-robot');
      const row = page.getByRole('row', { name: /clicked-robot/ });
      await row.getByRole('checkbox').click();
      await page.getByText('1 selected').waitFor();
      await row.getByText('Active', { exact: true }).click();
      await page.waitForURL(`**/identities/${id}`);
    });

    test('right-sizing shows what it removes, and removes that', async ({ service }) => {
      const { ours } = service;
      const identityId = await anIdentity(ours);
      const scopes = ['secrets.*', 'deploy.run'];
      const { id } = await observed(service, identityId, scopes, { 'secrets.read': 2 }, ['VERIFY']);
      const { page, open, findings } = await openDashboard(service, await aUserCaller(service));
      await open(`identities/${identityId}?tab=scopes`);
      await page.getByRole('button', { name: /^Right-size: / }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Removed').waitFor();
      await dialog.getByText('deploy.run').waitFor();
      expect(await findings()).toEqual([]);
      await dialog.getByRole('button', { name: 'Right-size' }).click();
      await page.getByText('All scopes are used').waitFor();
      const { body } = await ours.call('getCredential', { path: { id } });
      expect(body.scopes).toEqual(['secrets.read']);
    });

    test('several are suspended together, and several anomalies judged together', async ({ service }) => {
      const { ours } = service;
      const ids = [
        await anIdentity(ours, { name: 'pair one' }),
        await anIdentity(ours, { name: 'pair two' }),
      ];
      await ours.call('suspendIdentity', { path: { id: ids[1] ?? '' } });
      const anomalies = [await anAnomaly(ours), await anAnomaly(ours)];
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      const dialog = page.getByRole('dialog');
      // A click before the rows are there selects nothing.
      const thirdBox = page.getByRole('checkbox', { name: /^Select / }).nth(2);
      await open('identities?search=pair');
      await thirdBox.waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Suspend', exact: true }).click();
      await dialog.getByText('Suspend 1 identity?').waitFor();
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await dialog.getByText('1 of 1 done').waitFor();
      expect((await ours.call('getIdentity', { path: { id: ids[0] ?? '' } })).body.status).toBe('SUSPENDED');

      await open('alerts/anomalies?status=OPEN');
      await thirdBox.waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Review' }).click();
      await dialog.getByRole('radio', { name: 'False positive' }).check();
      await dialog.getByLabel('Note').fill('a load test');
      await dialog.getByRole('button', { name: 'Review' }).click();
      await dialog.getByText('2 of 2 done').waitFor();
      for (const id of anomalies)
        expect((await ours.call('getAnomaly', { path: { id } })).body).toMatchObject({
          status: 'FALSE_POSITIVE',
          note: 'a load test',
        });
      expect(complaints).toEqual([]);
    });

    test('a policy is tried before it is saved', async ({ service }) => {
      const { ours } = service;
      await anIdentity(ours, { name: 'tried bot' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('policies');
      await page.getByRole('button', { name: 'Create a policy' }).first().click();
      await page.getByLabel('Name').fill('Owners first');
      const form = page.getByRole('dialog', { name: 'Create a policy' });
      await form.getByRole('combobox', { name: 'Type', exact: true }).click();
      await page.getByRole('option', { name: 'Owner', exact: true }).click();
      await page.getByRole('radio', { name: 'Enforce' }).check();
      await page.getByRole('button', { name: 'Test before you save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Test the policy before you save it' });
      await dialog.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'tried bot' }).click();
      await dialog.getByRole('button', { name: 'Evaluate' }).click();
      await dialog.getByText('The attempt would be denied').waitFor();
      await dialog.getByText('Owners first (draft)').waitFor();
      expect((await ours.call('listPolicies')).body.data).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('a deletion names what is lost and wants the name', async ({ service }) => {
      const { ours } = service;
      const { identityId } = await aCredential(ours, {
        identityId: await anIdentity(ours, { name: 'old-robot' }),
      });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open(`identities/${identityId}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Its credential stops working at once.').waitFor();
      const act = dialog.getByRole('button', { name: 'Delete' });
      expect(await act.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('old-robot');
      await act.click();
      await page.getByRole('heading', { level: 1, name: 'Identities' }).waitFor();
      expect((await ours.call('getIdentity', { path: { id: identityId } })).status).toBe(404);
    });

    test('an auditor reads, and finds no button that changes something', async ({ service }) => {
      const { ours } = service;
      const { identityId } = await aCredential(ours);
      const auditor = await aUserCaller(service, { roles: ['AUDITOR'] });
      const { page, open, complaints } = await openDashboard(service, auditor);
      await open(`identities/${identityId}`);
      await page.getByText('Score without this factor:').first().waitFor();
      for (const name of ['Edit', 'Suspend', 'Revoke', 'Delete', 'Choose an owner'])
        expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      await page.getByRole('tab', { name: /Credentials/ }).click();
      await page.getByRole('link', { name: 'deploy key' }).waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  },
);
