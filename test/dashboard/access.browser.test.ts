import { describe, expect } from 'vitest';
import { aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'conditional access in the dashboard',
  { timeout: 90_000 },
  () => {
    test('a policy is built from names, tried before it is saved, and shown with names', async ({
      service,
    }) => {
      const { ours } = service;
      const userId = await aUser(ours, { displayName: 'Hedy Lamarr' });
      const group = await ours.call('createGroup', { body: { name: 'Night shift' } });
      const place = await ours.call('createNamedLocation', {
        body: { name: 'Harbour office', type: 'IP', ipRanges: ['203.0.113.0/24'] },
      });
      const { clientId } = await anOidcClient(ours, { name: 'Payroll' });
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('access');
      await page.getByRole('link', { name: 'Create a policy' }).first().click();
      const form = page.getByRole('main');
      // The focus begins in the first field.
      await page.locator('input[data-path="name"]:focus').waitFor();
      await page.keyboard.type('Payroll from the office');
      expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Payroll from the office');
      expect(await form.getByLabel('Priority').inputValue()).toBe('100');
      for (const [field, name] of [
        ['Users', 'Hedy Lamarr'],
        ['Groups', 'Night shift'],
        ['Named locations', 'Harbour office'],
        ['Applications', 'Payroll'],
        ['Countries', 'Germany'],
      ] as const) {
        await form.getByRole('button', { name: 'Add a condition' }).click();
        await page.getByRole('menuitem', { name: field, exact: true }).click();
        await form.getByRole('combobox', { name: field, exact: true }).fill(name);
        await page.getByRole('option', { name }).click();
        await page.keyboard.press('Tab');
      }
      await form.getByLabel('Maximum age of the sign-in', { exact: true }).fill('8');
      await form.getByRole('combobox', { name: 'Maximum age of the sign-in: unit' }).click();
      await page.getByRole('option', { name: 'Hours' }).click();
      expect(await findings()).toEqual([]);
      await shootPage(page, 'access-builder');
      await form.getByRole('button', { name: 'Simulate' }).click();
      const simulation = page.getByRole('dialog', { name: 'Simulate an attempt' });
      await simulation.getByRole('combobox', { name: 'User', exact: true }).fill('Hedy');
      await page.getByRole('option', { name: 'Hedy Lamarr' }).click();
      await simulation.getByRole('combobox', { name: 'Application' }).fill('Payroll');
      await page.getByRole('option', { name: 'Payroll' }).click();
      await simulation.getByRole('button', { name: 'Simulate' }).click();
      await simulation.getByText('does not apply', { exact: true }).waitFor();
      await shootPage(page, 'access-simulated');
      await page.keyboard.press('Escape');
      await simulation.waitFor({ state: 'detached' });
      // Nothing was saved by the simulation.
      expect((await ours.call('listAccessPolicies', {})).body.data).toEqual([]);
      await form.getByRole('button', { name: 'Create a policy' }).click();
      await page.getByRole('heading', { name: 'Payroll from the office' }).waitFor();
      await page.getByText('8 hours').waitFor();
      for (const [name, path] of [
        ['Hedy Lamarr', `users/${userId}`],
        ['Night shift', `groups/${group.body.id}`],
        ['Payroll', `applications/oidc/${clientId}`],
        ['Harbour office', 'access?tab=locations'],
      ] as const)
        expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toMatch(
          new RegExp(`${path.replace('?', String.raw`\?`)}$`),
        );
      await shootPage(page, 'access-policy');
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
      await page.getByRole('button', { name: 'Report only' }).waitFor();
      const { body } = await ours.call('listAccessPolicies', {});
      expect(body.data[0]?.status).toBe('ENABLED');
      expect(body.data[0]?.conditions).toMatchObject({
        users: { include: [userId] },
        groups: { include: [group.body.id] },
        applications: { include: [clientId] },
        locations: { include: [place.body.id] },
        countries: ['DE'],
      });
      expect(complaints).toEqual([]);
    });

    test('policies are ordered by keys and by dragging, and nothing is sent before it is saved', async ({
      service,
    }) => {
      const { ours } = service;
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      for (const policy of (await ours.call('listAccessPolicies', {})).body.data)
        await ours.call('deleteAccessPolicy', { path: { id: policy.id } });
      for (const [name, priority] of [
        ['First', 1],
        ['Second', 2],
        ['Third', 3],
      ] as const)
        await ours.call('createAccessPolicy', { body: { name, priority, decision: 'BLOCK' } });
      const names = async () =>
        (await ours.call('listAccessPolicies', {})).body.data.map(({ name }: { name: string }) => name);
      await open('access');
      await page.getByRole('button', { name: 'Change the order' }).click();
      const form = page.getByRole('dialog', { name: 'Order of the policies' });
      const up = form.getByRole('button', { name: 'Move Third up' });
      await up.focus();
      await page.keyboard.press('Enter');
      await form.getByText('Third is now number 2 of 3.').waitFor();
      // The button has the focus still.
      await page.keyboard.press('Enter');
      await form.getByText('Third is now number 1 of 3.').waitFor();
      expect(await findings()).toEqual([]);
      await shootPage(page, 'access-order');
      expect(await names()).toEqual(['First', 'Second', 'Third']);
      await form.getByRole('button', { name: 'Save the order' }).click();
      await page.getByText('The order was saved.').waitFor();
      expect(await names()).toEqual(['Third', 'First', 'Second']);
      await page.getByRole('button', { name: 'Change the order' }).click();
      const row = (name: string) => form.getByRole('listitem').filter({ hasText: name });
      await row('Third').dragTo(row('Second'));
      await form.getByText('Third is now number 3 of 3.').waitFor();
      await form.getByRole('button', { name: 'Save the order' }).click();
      await form.waitFor({ state: 'detached' });
      expect(await names()).toEqual(['First', 'Second', 'Third']);
      expect(complaints).toEqual([]);
    });

    test('decisions are found by the user and the application, and say what each policy said', async ({
      service,
    }) => {
      const { ours } = service;
      const user = await aUserCaller(service, { roles: ['OWNER'], displayName: 'Hedy Signed' });
      const { page, open, complaints } = await openDashboard(service, user);
      await open('access?tab=decisions');
      await page.getByRole('combobox', { name: 'User', exact: true }).fill('Hedy S');
      await page.getByRole('option', { name: 'Hedy Signed' }).click();
      await page.waitForURL((url) => url.searchParams.get('userId') === user.userId);
      await page.getByRole('link', { name: 'Hedy Signed' }).first().waitFor();
      await shootPage(page, 'access-decisions');
      await page.getByRole('button', { name: 'Show' }).first().click();
      await page.getByRole('dialog').getByText('Policy results').waitFor();
      await shootPage(page, 'access-decision');
      expect(await page.getByRole('dialog').innerText()).toContain('Hedy Signed');
      expect((await ours.call('listAccessDecisions', { query: { userId: user.userId } })).status).toBe(200);
      expect(complaints).toEqual([]);
    });

    test('a device is added for a user by name, and never replaces another one', async ({ service }) => {
      const { ours } = service;
      const userId = await aUser(ours, { displayName: 'Radia Perlman' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('access?tab=devices');
      const add = async () => {
        await page.getByRole('button', { name: 'Add a device' }).first().click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Device', { exact: false }).first().fill('C02XK1ABJG5H');
        await form.getByRole('combobox', { name: 'User' }).fill('Radia');
        await page.getByRole('option', { name: 'Radia Perlman' }).click();
        await form.getByRole('button', { name: 'Add a device' }).click();
        return form;
      };
      await add();
      await page.getByRole('link', { name: 'Radia Perlman' }).waitFor();
      await shootPage(page, 'access-devices');
      const again = await add();
      await again.getByText('A device with this ID already exists. Edit that device.').waitFor();
      await shootPage(page, 'access-device-taken');
      await again.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Edit: C02XK1ABJG5H' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: 'Trust' }).click();
      await page.getByRole('option', { name: 'Managed', exact: true }).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      const { body } = await ours.call('getAccessDevice', { path: { deviceId: 'C02XK1ABJG5H' } });
      expect(body).toMatchObject({ userId, trust: 'managed' });
      expect(complaints).toEqual([]);
    });
  },
);
