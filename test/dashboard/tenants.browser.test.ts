import { describe, expect } from 'vitest';
import { anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { pageOrigin } from '../support/passkey-visits.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'two tabs of the dashboard',
  { timeout: 90_000 },
  () => {
    test('each show and change the tenant of their own address', async ({ service }) => {
      const { ours, oursTest } = service;
      await anIdentity(ours, { name: 'live-only' });
      await anIdentity(oursTest, { name: 'test-only' });
      const { page: first, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('identities', oursTest.orgId);
      await first.getByRole('link', { name: 'test-only' }).waitFor();
      const second = await first.context().newPage();
      await second.goto(`${pageOrigin(service)}/admin/${ours.orgId}/identities`);
      await second.getByRole('link', { name: 'live-only' }).waitFor();

      // The other tab was in live last. This one goes there, too, and must not show what it read of test.
      await first.getByRole('radiogroup', { name: 'Environment' }).getByText('Live').click();
      await first.waitForURL(`**/admin/${ours.orgId}`);
      await first.getByText('You are viewing test data.').waitFor({ state: 'detached' });
      await first.getByRole('navigation').getByRole('link', { name: 'Identities' }).click();
      await first.getByRole('link', { name: 'live-only' }).waitFor();
      expect(await first.getByRole('link', { name: 'test-only' }).count()).toBe(0);

      // The actions of the first tab change nothing in the second one.
      await second.getByRole('navigation').getByRole('link', { name: 'Credentials' }).hover();
      await second.getByRole('radiogroup', { name: 'Environment' }).getByText('Test').click();
      await second.getByText('You are viewing test data.').waitFor();
      const asked = second.waitForRequest((request) => request.url().includes('/api/v1/identities'));
      await second.getByRole('navigation').getByRole('link', { name: 'Identities' }).click();
      expect((await asked).headers()['keyward-tenant']).toBe(oursTest.orgId);
      await second.getByRole('link', { name: 'test-only' }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('show nothing of one tenant while another one is opened', async ({ service }) => {
      const { ours, oursTest } = service;
      await anIdentity(ours, { name: 'must-not-be-used' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('identities');
      const row = page.getByRole('link', { name: 'must-not-be-used' });
      await row.waitFor();
      const held = Promise.withResolvers<undefined>();
      await page.route('**/api/v1/me', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Test').click();
      await row.waitFor({ state: 'detached' });
      held.resolve(undefined);
      await page.getByText('You are viewing test data.').waitFor();
      expect(page.url()).toContain(oursTest.orgId ?? '');
    });
  },
);
