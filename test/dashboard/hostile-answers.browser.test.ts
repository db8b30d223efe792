import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { hostileAnswer, markup } from '../support/hostile-answers.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Each answer of the API is made up, so any id does. A SCIM token is looked up in the list, which has the id of the example. */
const idIn = (path: string): string =>
  (path.startsWith('scim') ? 'sct_' : 'idn_') + '01kahz5v3be4nr7q2m8x9c0d1e';

/** Every page of the router. */
const paths = [
  ...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/^ {2}page\(\s*'([^']+)'/gm),
].map(([, path = '']) => path.replace(/^\/$/, '').replaceAll(/\$\w+/g, idIn(path)));

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'markup in every field that the API returns',
  { timeout: 120_000 },
  () => {
    test('is a text on every page of the dashboard', async ({ service }) => {
      const user = await aUserCaller(service, { roles: ['OWNER'], displayName: 'Ada <img src=x onerror=1>' });
      const { page, open, complaints } = await openDashboard(service, user);
      const unknown: string[] = [];
      const waiting = new Set<unknown>();
      page.on('request', (request) => waiting.add(request));
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', (request) => waiting.delete(request));
      await page.route('**/api/v1/**', async (route) => {
        const request = route.request();
        const { pathname } = new URL(request.url());
        // Who calls decides which pages there are, and the samples need the contract.
        if (/\/(me|openapi\.json)$/.test(pathname) || request.method() !== 'GET') return route.continue();
        const json = hostileAnswer(pathname);
        if (json === undefined) unknown.push(pathname);
        return route.fulfill({ json, headers: { etag: '"1"' } });
      });
      /** Goes on within the page, as a link does: the program is loaded once. */
      const go = async (path: string) => {
        await page.evaluate(`(() => {
          for (const one of document.querySelectorAll('h1')) one.dataset.left = '';
          history.pushState(null, '', '/admin/${service.ours.orgId}/${path}');
          dispatchEvent(new PopStateEvent('popstate'));
        })()`);
        await page.locator('h1:not([data-left])').waitFor();
      };
      await open('settings');
      let shown = 0;
      for (const path of paths) {
        await go(path);
        await expect.poll(() => waiting.size, { timeout: 20_000, interval: 20, message: path }).toBe(0);
        const seen = await page.evaluate<{ ran: unknown; texts: string; links: string[] }>(`({
          ran: globalThis.ran,
          texts: document.body.innerText,
          links: [...document.querySelectorAll('a[href]')].map((one) => one.protocol),
        })`);
        if (seen.texts.includes(markup.slice(0, 20))) shown++;
        expect.soft(seen.ran, path).toBeUndefined();
        expect.soft(new Set(seen.links), path).not.toContain('javascript:');
        expect.soft(complaints, path).toEqual([]);
        complaints.length = 0;
      }
      expect(unknown).toEqual([]);
      // Nearly all pages show what the API returns.
      expect(shown).toBeGreaterThan(paths.length * 0.8);
    });
  },
);
