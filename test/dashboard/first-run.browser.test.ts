import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { service } from '../support/process.ts';
import { lacks } from '../support/programs.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'a first start on this machine',
  { timeout: 120_000 },
  () => {
    test('leads from its link to the dashboard with calls to copy, and the link works once', async () => {
      const made = keys();
      const started = await service({ DATA_DIR: await migratedFolder(), ...made });
      const link = /^Dashboard {2}(\S+)$/m.exec(started.printed())?.[1] ?? '';
      const browser = await chromium.launch({
        executablePath: chromiumProgram ?? '',
        args: ['--no-sandbox'],
      });
      onTestFinished(() => browser.close());
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(20_000);

      await page.goto(link);
      await page.waitForURL('**/login/**');
      expect(page.url()).not.toContain(new URL(link).hash);
      // The first owner does not set up a second step.
      await page.getByText('Choose how you’ll sign in from now on.').waitFor();
      // A passkey is offered first; this user chooses a password.
      const byPassword = page.getByRole('link', { name: /password/i });
      if (await byPassword.count()) await byPassword.first().click();
      await page.locator('input[name=new_password]').fill('vivid-harbor-cello-42');
      await page.locator('form:has(input[name=new_password]) button[type=submit]:visible').click();
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      await page
        .getByText('"name":"deploy-bot"')
        .or(page.getByText('"name": "deploy-bot"'))
        .first()
        .waitFor();

      const client = createClient(new URL(link).origin, made.BOOTSTRAP_LIVE_KEY);
      expect((await client.call('listAlerts')).body.data).toEqual([]);
      const verifyStep = page.getByRole('button', { name: 'Verify the credential' });
      await expect(verifyStep.getByLabel('Done').count()).resolves.toBe(0);
      // A refusal is counted within seconds, a valid verification within minutes (docs/reports.md).
      await client.call('verifyCredential', { body: { credential: newSecret('kd_live_') } });
      await expect
        .poll(
          async () => {
            await page.reload();
            await verifyStep.waitFor();
            return verifyStep.getByLabel('Done').count();
          },
          { timeout: 30_000 },
        )
        .toBe(1);

      const again = await (await browser.newContext()).newPage();
      await again.goto(link);
      await again.getByText('This link works once and expires after 15 minutes.').waitFor();
      expect(again.url()).not.toContain('#');
    });
  },
);
