import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { addressOf, pagePaths, thingsOnPages } from '../support/dashboard-pages.ts';
import { lacks } from '../support/programs.ts';
import { shootPage, takesPictures } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { halves } from '../support/thorough.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

const [atDesk, onPhone] = halves(pagePaths, 'pages of the dashboard');

const phone = { width: 360, height: 740 };

/** Makes a picture of a page, and of each other tab of it. */
async function shootTabs(page: Page, name: string): Promise<void> {
  await shootPage(page, name);
  if (!takesPictures) return;
  const tabs = page.getByRole('main').getByRole('tab', { selected: false });
  for (const title of await tabs.allInnerTexts()) {
    await page.getByRole('main').getByRole('tab', { name: title, exact: true }).click();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
    await shootPage(page, `${name}-${title.toLowerCase().replaceAll(/\W+/g, '-')}`);
  }
}

test('every section of the navigation has a page', () => {
  const sections = [...readFileSync('dashboard/src/app/sections.ts', 'utf8').matchAll(/path: '([^']*)'/g)];
  expect(pagePaths).toEqual(expect.arrayContaining(sections.map(([, path = '']) => path)));
});

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'each page of the dashboard',
  { timeout: 240_000 },
  () => {
    let made: ReturnType<typeof thingsOnPages> | undefined;
    for (const [name, options] of [
      ['light at a desk', { colorScheme: 'light' }],
      ['dark on a phone', { colorScheme: 'dark', viewport: phone }],
      // For pictures only (make dashboard-pictures).
      ...(takesPictures
        ? ([
            ['dark at a desk', { colorScheme: 'dark' }],
            ['light on a phone', { colorScheme: 'light', viewport: phone }],
          ] as const)
        : []),
    ] as const)
      test(`is read by everyone, runs nothing of others and fits, ${name}`, async ({ service }) => {
        const ids = await (made ??= thingsOnPages(service));
        const { page, open, settled, complaints, findings } = await openDashboard(
          service,
          await aUserCaller(service, { roles: ['OWNER'], displayName: 'Ada Lovelace' }),
          options,
        );
        for (const path of 'viewport' in options ? onPhone : atDesk) {
          const address = addressOf(path, ids);
          if (address === undefined) {
            expect.soft(address, `give ${path} a thing to show`).toBeDefined();
            continue;
          }
          await open(address);
          await settled();
          expect.soft(await findings(), address).toEqual([]);
          const width = page.viewportSize()?.width;
          expect
            .soft(await page.evaluate<number>('document.documentElement.scrollWidth'), address)
            .toBeLessThanOrEqual(width ?? 0);
          expect.soft(complaints, address).toEqual([]);
          complaints.length = 0;
          await shootTabs(page, `${path.replaceAll(/\W+/g, '-') || 'overview'}-${name.replaceAll(' ', '-')}`);
        }
      });
  },
);
