import { describe, expect } from 'vitest';
import { aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'rights that change while a page of the dashboard is open',
  { timeout: 90_000 },
  () => {
    test('a refused change names the permission and keeps what was typed; the navigation follows', async ({
      service,
    }) => {
      const { ours } = service;
      await aUser(ours, { displayName: 'Katherine Johnson' });
      const user = await aUserCaller(service, { roles: ['ADMIN'], displayName: 'Dorothy Vaughan' });
      const { page, open, complaints } = await openDashboard(service, user);
      const setRoles = async (roles: string[]) => {
        const { status } = await ours.call('updateUser', { path: { userId: user.userId }, body: { roles } });
        expect(status).toBe(200);
      };
      await open('users');
      await page.getByRole('link', { name: 'Katherine Johnson' }).waitFor();
      await page.getByRole('button', { name: 'Add a user' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Email address/).fill('mary@example.com');
      await setRoles(['DEVELOPER']);
      await form.getByRole('button', { name: 'Add a user' }).click();
      await form.getByText('You do not have permission to do this').waitFor();
      await form.getByText('the required permission: directory.write').waitFor();
      await page.locator('nav a', { hasText: 'Users' }).first().waitFor({ state: 'detached' });
      await shootPage(page, 'rights-refused');
      await setRoles(['MEMBER']);
      await form.getByRole('button', { name: 'Add a user' }).click();
      await page.locator('nav a', { hasText: 'Identities' }).first().waitFor({ state: 'detached' });
      expect(await form.getByLabel(/^Email address/).inputValue()).toBe('mary@example.com');
      await setRoles(['DEVELOPER']);
      await page.reload();
      await page.getByText('You do not have permission to view this').waitFor();
      expect(await page.content()).not.toContain('Katherine Johnson');
      expect(await page.getByRole('button', { name: 'Add a user' }).count()).toBe(0);
      await setRoles(['MEMBER']);
      await page.locator('nav a', { hasText: 'Identities' }).first().click();
      await page.getByText('identities.read').waitFor();
      await page.locator('nav a', { hasText: 'Identities' }).first().waitFor({ state: 'detached' });
      await page.reload();
      await page.getByText('You do not have access yet').waitFor();
      expect(complaints).toEqual([]);
    });

    test('a user who is suspended changes nothing more, and sees nothing after a reload', async ({
      service,
    }) => {
      const { ours } = service;
      await aUser(ours, { displayName: 'Annie Easley' });
      const user = await aUserCaller(service, { roles: ['ADMIN'], displayName: 'Melba Mouton' });
      const { page, open, complaints } = await openDashboard(service, user);
      await open('users');
      await page.getByRole('link', { name: 'Annie Easley' }).waitFor();
      await page.getByRole('button', { name: 'Add a user' }).click();
      const form = page.getByRole('dialog', { name: 'Add a user' });
      await form.getByLabel(/^Email address/).fill('evelyn@example.com');
      expect((await ours.call('suspendUser', { path: { userId: user.userId } })).status).toBe(200);
      await form.getByRole('button', { name: 'Add a user' }).click();
      await page.getByText('Your session has expired.').waitFor();
      await shootPage(page, 'rights-suspended');
      expect(await form.getByLabel(/^Email address/).inputValue()).toBe('evelyn@example.com');
      const { body } = await ours.call('listUsers', { query: { search: 'evelyn@example.com' } });
      expect(body.data).toEqual([]);
      expect(complaints).toEqual([]);
      await page.reload();
      await page.locator('input[name=username]').first().waitFor();
      expect(await page.content()).not.toContain('Annie Easley');
    });
  },
);
