import { describe, expect } from 'vitest';
import { anIdentity, aCredential } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aPerson } from '../support/person.ts';
import { pageOrigin } from '../support/passkey-visits.ts';
import type { Page } from 'playwright-core';
import { aUserCaller, password } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Signs in on the hosted pages, as a user does. */
async function signInOn(page: Page, email: string): Promise<void> {
  await page.locator('input[name=username]').fill(email);
  await page.locator('button[type=submit]:visible').first().click();
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]:visible').first().click();
}

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the frame of the dashboard',
  { timeout: 120_000 },
  () => {
    test.for([
      ['MEMBER', [], ['Credentials', 'Users', 'Audit log']],
      ['HELPDESK', ['Users'], ['Credentials', 'Webhooks']],
      ['DEVELOPER', ['Identities', 'Credentials', 'Webhooks'], ['Alerts']],
      ['AUDITOR', ['Credentials', 'Users', 'Audit log', 'Alerts'], []],
    ] as const)('offers the role %s what it may read', async ([role, offered, hidden], { service }) => {
      const { page, open, complaints } = await openDashboard(
        service,
        await aUserCaller(service, { roles: [role] }),
      );
      if (role === 'MEMBER') {
        await page.goto(
          `${new URL(service.origin).protocol}//localhost:${new URL(service.origin).port}/admin/${service.ours.orgId}`,
        );
        await page.getByText('You do not have access yet').waitFor();
      } else await open('');
      const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
      expect(links).toEqual(expect.arrayContaining([...offered]));
      for (const name of hidden) expect(links).not.toContain(name);
      expect(complaints).toEqual([]);
    });

    test('says which permission is missing where a user opens an address by hand', async ({ service }) => {
      const { page, open } = await openDashboard(
        service,
        await aUserCaller(service, { roles: ['HELPDESK'] }),
      );
      await open('credentials');
      await page.getByText('You do not have permission to view this').waitFor();
      await page.getByText('credentials.read').waitFor();
      await page.getByText(/req_[0-9a-z]{26}/).waitFor();
    });

    test('shows live or test data, and says which', async ({ service }) => {
      const { ours, oursTest } = service;
      await anIdentity(ours, { name: 'live-robot' });
      await aCredential(oursTest, { identityId: await anIdentity(oursTest, { name: 'test-robot' }) });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      expect(await page.getByText('You are viewing test data.').count()).toBe(0);
      await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Test').click();
      await page.getByText('You are viewing test data.').waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Credentials' }).click();
      await page.getByRole('link', { name: 'test-robot' }).waitFor();
      expect(page.url()).toContain(oursTest.orgId);
      expect(complaints).toEqual([]);
    });

    test('keeps what was typed while the network is gone, and goes on when it is back', async ({
      service,
    }) => {
      await anIdentity(service.ours, { name: 'offline-robot' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('button', { name: 'Create a credential' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'offline-robot' }).click();
      await form.getByLabel('Name').fill('typed-before');
      await page.context().setOffline(true);
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await form.getByText('The service cannot be reached').waitFor();
      await page.context().setOffline(false);
      expect(await form.getByLabel('Name').inputValue()).toBe('typed-before');
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await page.getByLabel('Secret', { exact: true }).waitFor();
    });

    test('shows the rule of the service beside the field that breaks it', async ({ service }) => {
      await anIdentity(service.ours, { name: 'ruled-robot' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('button', { name: 'Create a credential' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'ruled-robot' }).click();
      await form.getByLabel('Name').fill('ruled');
      await form.getByRole('button', { name: 'Limits' }).click();
      await form.getByLabel('Allowed IP addresses').fill('999.1.1.1');
      await form.getByLabel('Allowed IP addresses').press('Enter');
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await form.getByText('must be an address or a CIDR range such as 203.0.113.0/24').first().waitFor();
    });

    test('leads to the sign-in of another organization', async ({ service }) => {
      const { ours } = service;
      const { page, open } = await openDashboard(
        service,
        await aUserCaller(service, { roles: ['HELPDESK'] }),
      );
      await open('users');
      await page.getByRole('button', { name: /^Organization: / }).click();
      await page.getByRole('menuitem', { name: 'Sign in to another organization' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Organization ID').fill('acme');
      await dialog.getByRole('button', { name: 'Go to sign-in' }).click();
      await dialog.getByText('must be an ID such as').waitFor();
      await dialog.getByLabel('Organization ID').fill(ours.orgId ?? '');
      await dialog.getByRole('button', { name: 'Go to sign-in' }).click();
      // The user has a session of it, and comes back at once.
      await page.waitForURL(`**/admin/${ours.orgId}`);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });

    test('leads a user without a session to the sign-in, and back to the page', async ({ service }) => {
      const { ours } = service;
      const user = await aUserCaller(service);
      const { page } = await openDashboard(service, { person: aPerson(service.origin) });
      await page.goto(`${pageOrigin(service)}/admin/${ours.orgId}/credentials?status=ACTIVE`);
      await signInOn(page, user.email);
      await page.getByRole('heading', { name: 'Credentials' }).waitFor();
      expect(page.url()).toContain('/credentials?status=ACTIVE');
    });

    test('asks for a sign-in in a second window when the session ends, and keeps what was typed', async ({
      service,
    }) => {
      const { sql, ours } = service;
      await anIdentity(ours, { name: 'kept-robot' });
      const user = await aUserCaller(service);
      const { page, open } = await openDashboard(service, user);
      await open('credentials');
      await page.getByRole('button', { name: 'Create a credential' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create a credential' });
      await form.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'kept-robot' }).click();
      await form.getByLabel('Name').fill('typed-before-the-end');
      await sql('delete from login_sessions where user_id = $1', [user.userId]);
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await page.getByText('Your session has expired.').waitFor();
      const opening = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Sign in again' }).click();
      await signInOn(await opening, user.email);
      await page.getByLabel('Secret', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('link', { name: 'typed-before-the-end' }).waitFor();
    });
  },
);
