import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { aCredential, aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { type TestService, test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Every page that the router knows, so that a new page is looked at without a change here. */
const paths = [
  ...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/^ {2}page\(\s*'([^']+)'/gm),
].map(([, path = '']) => (path === '/' ? '' : path));

const hostile = `<script>alert(1)</script> \u202Eمفتاح\u{1F511} ${'x'.repeat(60)}`.replace('\u202E', '');

/** One of each thing that a page with an id shows, by the path of its list. */
async function things({ ours }: TestService): Promise<Record<string, Record<string, string>>> {
  const { id, identityId } = await aCredential(ours, { name: hostile });
  await ours.call('updateIdentity', { path: { id: identityId }, body: { name: hostile } });
  return {
    credentials: { id },
    identities: { id: identityId },
    users: { id: await aUser(ours, { displayName: hostile }) },
  };
}

const filled = (path: string, ids: Record<string, Record<string, string>>): string | undefined => {
  const known = ids[path.split('/')[0] ?? ''] ?? {};
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  if (names.some((name) => known[name] === undefined)) return undefined;
  return path.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? '');
};

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'each page of the dashboard',
  { timeout: 240_000 },
  () => {
    for (const [name, options] of [
      ['light at a desk', { colorScheme: 'light' }],
      ['dark on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
    ] as const)
      test(`is read by everyone, runs nothing of others and fits, ${name}`, async ({ service }) => {
        const ids = await things(service);
        const { page, open, complaints, findings } = await openDashboard(
          service,
          await aUserCaller(service, { roles: ['OWNER'], displayName: 'Ada Lovelace' }),
          options,
        );
        for (const path of paths) {
          const address = filled(path, ids);
          if (address === undefined) {
            expect.soft(address, `give ${path} a thing to show`).toBeDefined();
            continue;
          }
          await open(address);
          await page.waitForLoadState('networkidle');
          await shootPage(page, `${path.replaceAll(/\W+/g, '-') || 'overview'}-${name.replaceAll(' ', '-')}`);
          expect.soft(await findings(), address).toEqual([]);
          const width = page.viewportSize()?.width;
          expect
            .soft(await page.evaluate<number>('document.documentElement.scrollWidth'), address)
            .toBeLessThanOrEqual(width ?? 0);
          expect.soft(complaints, address).toEqual([]);
          complaints.length = 0;
        }
      });
  },
);
