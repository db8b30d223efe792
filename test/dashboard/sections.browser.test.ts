import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aCredential, aScimToken, aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { aConnection } from '../support/connections.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { aSamlConnection } from '../support/saml-connections.ts';
import { aServiceProvider } from '../support/service-providers.ts';
import { aFailedDelivery } from '../support/webhooks.ts';
import { anAlert, anAnomaly } from '../support/findings.ts';
import { lacks } from '../support/programs.ts';
import { shootPage, takesPictures } from '../support/screenshots.ts';
import { type TestService, test } from '../support/service.ts';
import { halves } from '../support/thorough.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Every page that the router knows, so that a new page is looked at without a change here. */
const paths = [
  ...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/^ {2}page\(\s*'([^']+)'/gm),
].map(([, path = '']) => (path === '/' ? '' : path));

const [atDesk, onPhone] = halves(paths, 'pages of the dashboard');

const hostile = `<script>alert(1)</script> مفتاح\u{1F511} ${'x'.repeat(50)}`;

/** One of each thing that a page with an id shows, by the beginning of its path. */
async function things({ ours }: TestService): Promise<Record<string, Record<string, string>>> {
  await aUser(ours, { displayName: hostile, sendInvite: true });
  const { id, identityId } = await aCredential(ours, { name: hostile });
  await ours.call('updateIdentity', { path: { id: identityId }, body: { name: hostile } });
  const { clientId } = await anOidcClient(ours, { name: hostile });
  const delivery = await aFailedDelivery(ours);
  const policy = await ours.call('createAccessPolicy', {
    body: {
      name: hostile,
      priority: 1,
      decision: 'BLOCK',
      status: 'REPORT_ONLY',
      conditions: { countries: ['DE'] },
    },
  });
  const group = await ours.call('createGroup', {
    body: { name: `${randomUUID()} ${hostile}`.slice(0, 100) },
  });
  const governed = await ours.call('createPolicy', {
    body: {
      name: hostile,
      type: 'TIME_WINDOW',
      parameters: { timezone: 'UTC', days: ['MON'], from: '08:00', to: '18:00' },
    },
  });
  return {
    alerts: { id: await anAlert(ours), anomalyId: await anAnomaly(ours) },
    audit: { id: (await ours.call('listAuditLogs', { query: { limit: 1 } })).body.data[0]?.id ?? '' },
    credentials: { id },
    identities: { id: identityId },
    users: {
      id: await aUser(ours, { displayName: hostile }),
      userId: await aUser(ours, { displayName: hostile }),
    },
    access: { id: policy.body.id },
    scim: { id: (await aScimToken(ours, { name: 'Okta', profile: 'OKTA' })).id },
    policies: { id: governed.body.id },
    groups: { id: group.body.id, groupId: group.body.id },
    'applications/oidc': { clientId },
    'applications/saml': { spId: (await aServiceProvider(ours, { name: hostile })).id },
    'connections/oidc': { id: (await aConnection(ours, { name: hostile })).id },
    'connections/saml': { id: (await aSamlConnection(ours, { name: hostile })).id },
    webhooks: { id: delivery.webhookId, deliveryId: delivery.id, deadLetterId: delivery.deadLetterId },
  };
}

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

/** @returns undefined if the test has nothing that this page could show */
const filled = (path: string, ids: Record<string, Record<string, string>>): string | undefined => {
  const [start = '', next = ''] = path.split('/');
  const known = ids[`${start}/${next}`] ?? ids[start] ?? {};
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  if (names.some((name) => known[name] === undefined)) return undefined;
  return path.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? '');
};

test('every section of the navigation has a page', () => {
  const sections = [...readFileSync('dashboard/src/app/sections.ts', 'utf8').matchAll(/path: '([^']*)'/g)];
  expect(paths).toEqual(expect.arrayContaining(sections.map(([, path = '']) => path)));
});

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'each page of the dashboard',
  { timeout: 240_000 },
  () => {
    let made: ReturnType<typeof things> | undefined;
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
        const ids = await (made ??= things(service));
        const { page, open, settled, complaints, findings } = await openDashboard(
          service,
          await aUserCaller(service, { roles: ['OWNER'], displayName: 'Ada Lovelace' }),
          options,
        );
        for (const path of 'viewport' in options ? onPhone : atDesk) {
          const address = filled(path, ids);
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
