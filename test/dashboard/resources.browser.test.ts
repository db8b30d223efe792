import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'resources in the dashboard',
  { timeout: 90_000 },
  () => {
    test('are created with scopes and clients, changed after a conflict, and deleted', async ({
      service,
    }) => {
      const { ours } = service;
      const { clientId } = await anOidcClient(ours, { name: 'Backend' });
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('applications');
      await page.getByRole('link', { name: 'Resources', exact: true }).click();
      await page.getByText('No resources yet').waitFor();
      await page.getByRole('button', { name: 'Create a resource' }).click();
      const form = page.getByRole('dialog', { name: 'Create a resource' });
      await form.getByRole('textbox', { name: 'Identifier' }).fill('https://MCP.example.com');
      await form.getByRole('textbox', { name: 'Name' }).fill('Project tools');
      await form.getByRole('button', { name: 'Add a scope' }).click();
      const scope = form.getByRole('group', { name: 'Scope 1', exact: true });
      await scope.getByLabel('Scope', { exact: true }).fill('projects:read');
      await scope.getByLabel('Text for users').fill('Read your projects');
      await form.getByRole('switch', { name: 'Agents may ask' }).click();
      await form.getByRole('combobox', { name: 'Clients that are this resource' }).fill('Backend');
      await page.getByRole('option', { name: 'Backend' }).click();
      await form.getByRole('button', { name: 'Create a resource' }).click();
      // The rule of the service is beside its field.
      await form.getByText('must have the form of the URL standard').waitFor();
      await form.getByRole('textbox', { name: 'Identifier' }).fill('https://mcp.example.com');
      expect(await findings()).toEqual([]);
      await shootPage(page, 'resource-form');
      await form.getByRole('button', { name: 'Create a resource' }).click();
      await page.getByText('The resource was created.').waitFor();
      const row = page.getByRole('row', { name: 'Project tools' });
      await row.getByText('projects:read').waitFor();
      const [made] = (await ours.call('listOidcResources')).body.data;
      expect(made).toMatchObject({
        identifier: 'https://mcp.example.com',
        scopes: [{ name: 'projects:read', displayName: 'Read your projects', description: null }],
        accessTokenTtl: 600,
        clients: [],
        agents: true,
        servedBy: [clientId],
      });

      await row.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Project tools' });
      await edit.getByRole('switch', { name: 'Every registered client' }).click();
      const path = { resourceId: made.id };
      await ours.call('updateOidcResource', { path, body: { agents: false } });
      await edit.getByRole('button', { name: 'Edit' }).click();
      await edit.getByRole('button', { name: 'Reload' }).click();
      await edit.getByRole('button', { name: 'Edit' }).click();
      await page.getByText('The resource was changed.').waitFor();
      expect((await ours.call('getOidcResource', { path })).body).toMatchObject({
        clients: null,
        agents: false,
      });

      await shootPage(page, 'resource-list');
      await row.getByRole('button', { name: 'Delete' }).click();
      const removal = page.getByRole('dialog', { name: 'Delete Project tools?' });
      await removal.getByRole('textbox').fill('Project tools');
      await removal.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No resources yet').waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
