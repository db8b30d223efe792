// `make same PAGES=…`: whether the pages of two built dashboards are the same. Both are shown with one service, one set of data and one
// fixed time, so that ids are equal, too. BASE_DASHBOARD and HEAD_DASHBOARD are their folders. PAGES=all, or parts of paths of pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { aDashboard, type Dashboard } from '../../../test/support/dashboard.ts';
import { addressOf, pagePaths, thingsOnPages } from '../../../test/support/dashboard-pages.ts';
import { test } from '../../../test/support/service.ts';
import { aUserCaller } from '../../../test/support/user-caller.ts';
import { serveBuilt } from './built.ts';
import { compareLooks, type PageDifference, pageText, parts, withoutUnstable } from './compare-looks.ts';
import { callsOf, look, type Look } from './look.ts';
import { isSamePicture } from './pictures.ts';
import { type Way, waysFrom, withoutWrites } from './ways.ts';

const openDashboard = aDashboard();
const out = '.cache/same/pages';
const folderOf = (side: 'BASE' | 'HEAD'): string => {
  const folder = process.env[`${side}_DASHBOARD`];
  if (folder === undefined) throw new Error(`${side}_DASHBOARD names no folder`);
  return folder;
};
const wanted = (process.env['PAGES'] ?? 'all').split(/\s+/).filter((part) => part !== '' && part !== 'all');
const chosen = pagePaths.filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));

const looks = {
  'light at a desk': { colorScheme: 'light' },
  'dark on a phone': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const;

const [differing, unstable, compared]: [string[], string[], string[]] = [[], [], []];

for (const [name, options] of Object.entries(looks))
  test(`each page is the same, ${name}`, async ({ service }) => {
    const user = await aUserCaller(service, { roles: ['OWNER'], displayName: 'Ada Lovelace' });
    const ids = await thingsOnPages(service);
    const now = new Date(Date.now() + 60_000);
    const visits: Visit[] = [];
    for (const side of ['BASE', 'BASE', 'HEAD'] as const) {
      const dashboard = await openDashboard(service, user, { ...options, reducedMotion: 'reduce' });
      await serveBuilt(dashboard.page, folderOf(side));
      await withoutWrites(dashboard.page);
      await dashboard.page.clock.setFixedTime(now);
      visits.push({ ...dashboard, calls: callsOf(dashboard.page) });
    }
    for (const path of chosen) {
      const address = addressOf(path, ids);
      if (address === undefined) continue;
      const [base] = visits;
      if (!base) throw new Error('there is no such dashboard');
      await visit(base, { address });
      const hasDialogs = wanted.length > 0 && !('viewport' in options);
      const ways = await waysFrom(base, address, hasDialogs ? 'tabs and dialogs' : 'tabs');
      // Calls of this search for tabs and buttons belong to no look.
      base.calls();
      for (const way of ways.map((steps) => ({ address, ...steps }))) {
        const [first, shown] = [await visit(base, way), await visit(visits[2], way)];
        let head = shown;
        let found = await differences(base, first, head);
        // A part that differs may differ from itself at BASE.
        const ofBase = found.length > 0 ? await differences(base, first, await visit(visits[1], way)) : [];
        found = withoutUnstable(found, ofBase);
        // A part of a page that is painted late does not differ. A second and a third look tell.
        for (let looks = 0; found.length > 0 && looks < 2; looks++) {
          head = await visit(visits[2], way);
          found = withoutUnstable(await differences(base, first, head), ofBase);
        }
        const title = [`/${path}`, way.tab, way.button, name].filter(Boolean).join(', ');
        compared.push(title);
        for (const { part } of ofBase) unstable.push(`${title}: ${parts[part]}`);
        if (found.length === 0) continue;
        differing.push(pageText(title, found));
        keep(title.replaceAll(/\W+/g, '-').slice(0, 120), first, head);
      }
    }
  });

test('the report', () => {
  const text = [
    `${compared.length} looks at ${chosen.length} pages${wanted.length > 0 ? ', their tabs and their dialogs' : ' and their tabs'}.`,
    `BASE differs from itself in ${unstable.length} parts of pages, which are left out:`,
    ...unstable.map((one) => `  ${one}`),
    differing.length === 0 ? 'The same.' : `${differing.length} looks differ:\n${differing.join('\n')}`,
  ].join('\n');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'report.txt'), `${text}\n`);
  process.stdout.write(`${text}\n`);
  expect(compared).not.toEqual([]);
  expect(differing, `pictures of both are in ${out}`).toEqual([]);
});

type Visit = Dashboard & { calls: () => string[] };

async function visit(side: Visit | undefined, { address, tab, button }: Way): Promise<Look> {
  if (!side) throw new Error('there is no such dashboard');
  await side.open(address);
  await side.settled();
  const main = side.page.getByRole('main');
  // A page without the tab or the button differs, which the look tells.
  const patience = { timeout: 2_000 };
  if (tab !== undefined)
    await main
      .getByRole('tab', { name: tab })
      .first()
      .click(patience)
      .catch(() => {});
  await side.settled();
  if (button !== undefined)
    await main
      .locator(button)
      .first()
      .click(patience)
      .catch(() => {});
  return look(side.page, side.settled, side.calls);
}

/** Returns what differs to a user between two looks at a page. */
async function differences({ page }: Visit, one: Look, other: Look): Promise<PageDifference[]> {
  const found = compareLooks(one, other);
  if (!found.some(({ part }) => part === 'picture')) return found;
  const isSame = await isSamePicture(page.context().browser(), one.picture, other.picture);
  return isSame ? found.filter(({ part }) => part !== 'picture') : found;
}

/** Keeps the pictures of a page that differs. */
function keep(name: string, base: Look, head: Look): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}-base.png`), base.picture);
  writeFileSync(join(out, `${name}-head.png`), head.picture);
}
