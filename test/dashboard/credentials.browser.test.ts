import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();
const hostile = `<img src=x onerror=alert(1)>\u{1F511} مفتاح ${'long'.repeat(10)}`;

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'credentials in the dashboard',
  { timeout: 90_000 },
  () => {
    test('an owner creates one, sees its secret once, and tries it', async ({ service }) => {
      const { ours } = service;
      await anIdentity(ours, { name: 'deploy-bot' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));

      await open('credentials');
      await page.getByRole('button', { name: 'Create a credential' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'deploy-bot' }).click();
      await form.getByLabel('Name').fill('from-the-dashboard');
      await form.getByRole('button', { name: 'Create a credential' }).click();
      const secret = await page.getByLabel('Secret', { exact: true }).innerText();
      expect(secret).toMatch(/^kd_live_/);
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('link', { name: 'from-the-dashboard' }).waitFor();
      expect(await page.content()).not.toContain(secret);
      expect(
        await page.evaluate<string>(
          'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
        ),
      ).not.toContain(secret);

      await page.getByRole('button', { name: 'Try a key' }).click();
      await page.getByLabel(/^Key/).fill(secret);
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('The key is valid.').waitFor();
      const [row] = await service.sql<{ usage_count: string }>(
        `select usage_count::text from credentials where name = 'from-the-dashboard'`,
      );
      expect(row?.usage_count).toBe('0');
      expect(complaints).toEqual([]);
    });

    test('a name of a stranger is a text and nothing more', async ({ service }) => {
      const { ours } = service;
      const identityId = await anIdentity(ours, { name: hostile });
      await aCredential(ours, { identityId, name: hostile });
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page
        .getByRole('link', { name: hostile.slice(0, 40) })
        .first()
        .waitFor();
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await findings()).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);
