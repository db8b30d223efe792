import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'custom scopes in the dashboard',
  { timeout: 90_000 },
  () => {
    test('are created with claims, changed after a conflict, and deleted when no client has them', async ({
      service,
    }) => {
      const { ours } = service;
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('applications');
      await page.getByRole('link', { name: 'Scopes and claims' }).click();
      await page.getByText('No custom scopes yet').waitFor();
      await page.getByRole('button', { name: 'Create a scope' }).click();
      const form = page.getByRole('dialog', { name: 'Create a scope' });
      await form.getByLabel('Scope', { exact: false }).first().fill('workplace');
      await form.getByRole('button', { name: 'Add a claim' }).click();
      const claim = form.getByRole('group', { name: 'Claim 1', exact: true });
      await claim.getByLabel('Claim', { exact: true }).fill('email');
      await claim.getByRole('combobox', { name: 'Source' }).fill('attributes.floor');
      await form.getByRole('button', { name: 'Create a scope' }).click();
      // The rule of the service is beside its field.
      await claim.getByText('must not be a reserved claim').waitFor();
      await claim.getByLabel('Claim', { exact: true }).fill('floor');
      expect(await findings()).toEqual([]);
      await shootPage(page, 'scope-form');
      await form.getByRole('button', { name: 'Create a scope' }).click();
      await page.getByText('The scope was created.').waitFor();
      const row = page.getByRole('row', { name: 'workplace' });
      await row.getByText('floor').waitFor();
      const [scope] = (await ours.call('listOidcScopes')).body.data;
      expect(scope).toMatchObject({
        name: 'workplace',
        claims: [{ claim: 'floor', source: 'attributes.floor' }],
      });

      await row.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'workplace' });
      await edit.getByLabel('Name', { exact: false }).first().fill('Where you work');
      const path = { scopeId: scope.id };
      await ours.call('updateOidcScope', { path, body: { isDefault: true } });
      await edit.getByRole('button', { name: 'Edit' }).click();
      await edit.getByRole('button', { name: 'Reload' }).click();
      await edit.getByRole('button', { name: 'Edit' }).click();
      await page.getByText('The scope was changed.').waitFor();
      expect((await ours.call('getOidcScope', { path })).body).toMatchObject({
        displayName: 'Where you work',
        isDefault: true,
      });

      const { clientId } = await anOidcClient(ours, { scopes: ['openid', 'workplace'] });
      await shootPage(page, 'scope-list');
      await row.getByRole('button', { name: 'Delete' }).click();
      const removal = page.getByRole('dialog', { name: 'Delete workplace?' });
      await removal.getByRole('textbox').fill('workplace');
      await removal.getByRole('button', { name: 'Delete' }).click();
      await removal.getByRole('link', { name: clientId }).waitFor();
      await ours.call('updateOidcClient', {
        path: { clientId },
        body: { scopes: ['openid'] },
      });
      await removal.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No custom scopes yet').waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
