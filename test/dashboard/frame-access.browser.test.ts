// The sentinel of accessibility: the frame of the dashboard by keyboard, and on a small screen in the dark.
import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the frame of the dashboard',
  { timeout: 120_000 },
  () => {
    test('is used by keyboard: skip link, palette by Ctrl K, and back', async ({ service }) => {
      const id = await anIdentity(service.ours, { name: 'palette-robot' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.locator('body').press('Tab');
      await page.locator('a:focus', { hasText: /^Skip to the content$/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('#content:focus').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search for a setting, an action, a name or an ID').waitFor();
      // All at once: what is found for a part of it would be replaced, and the selection with it.
      await page.keyboard.insertText('palette-robot');
      await page.getByRole('button', { name: /palette-robot/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('button[data-selected]', { hasText: 'palette-robot' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/identities/${id}`);
      // A new page has the focus at its title, and names the window.
      await page.locator('h1:focus', { hasText: 'palette-robot' }).waitFor();
      await expect.poll(() => page.title()).toBe('palette-robot · Keyward');
      await page.goBack();
      await page.locator('h1:focus', { hasText: 'Credentials' }).waitFor();
      await expect.poll(() => page.title()).toBe('Credentials · Keyward');
      // An action of the palette opens the page with its dialog, and the address forgets that.
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search for a setting, an action, a name or an ID').fill('new identity');
      await page.getByRole('button', { name: 'Create an identity' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('button[data-selected]', { hasText: 'Create an identity' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Create an identity' }).waitFor();
      await page.waitForURL(({ search }) => search === '');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // Without a choice, the focus goes back to where it was.
      await page.getByRole('button', { name: 'Search' }).press('Enter');
      await page.getByPlaceholder('Search for a setting, an action, a name or an ID').press('Escape');
      await page.locator('button:focus', { hasText: 'Search' }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('finds settings by other words in the palette, and begins with what was opened last', async ({
      service,
    }) => {
      const id = await anIdentity(service.ours, { name: 'recent-robot' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open(`identities/${id}`);
      await open('groups');
      await page.keyboard.press('Control+k');
      await page.getByRole('button', { name: /recent-robot/ }).waitFor();
      expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(
        'recent-robot',
      );
      await page.keyboard.insertText('logo');
      await page.getByRole('button', { name: 'Branding' }).click();
      await page.getByRole('tab', { name: 'Branding', selected: true }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('shows many rows at a desk', async ({ service }) => {
      await aCredential(service.ours);
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      for (const path of ['credentials', 'users']) {
        await open(path);
        const second = page.getByRole('row').nth(1);
        await second.getByRole('link').first().waitFor();
        const row = await second.boundingBox();
        expect(row?.height, path).toBeLessThanOrEqual(41);
      }
    });

    test('fits a phone, with its sections in a drawer', async ({ service }) => {
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service), {
        viewport: { width: 360, height: 740 },
        colorScheme: 'dark',
      });
      await aCredential(service.ours);
      await open('credentials');
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      // The first row is on the first screen.
      await page.getByRole('row').nth(1).getByRole('link').first().waitFor();
      const first = await page.getByRole('row').nth(1).boundingBox();
      expect((first?.y ?? 740) + (first?.height ?? 0)).toBeLessThan(740);
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(await findings()).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);
