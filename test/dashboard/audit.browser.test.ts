import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();
const hostile = `<img src=x onerror=alert(1)>\u{1F511} مفتاح`;

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the audit log in the dashboard',
  { timeout: 90_000 },
  () => {
    test('a row shows what was before and what is after, and its filters are in the address', async ({
      service,
    }) => {
      const { ours } = service;
      const id = await anIdentity(ours, { name: 'deploy-bot', description: 'the old words' });
      await ours.call('updateIdentity', { path: { id }, body: { description: hostile } });
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));

      await open(`audit?targetId=${id}&action=identity.update`);
      await page.getByRole('link', { name: 'identity.update' }).click();
      const row = page.getByRole('dialog');
      await row.getByRole('cell', { name: 'the old words' }).waitFor();
      await row.getByRole('cell', { name: hostile }).waitFor();
      expect(page.url()).toMatch(/row=aud_/);
      expect(await findings()).toEqual([]);

      await row.getByRole('link', { name: 'this request' }).click();
      await page.waitForURL(/requestId=req_/);
      expect(page.url()).not.toContain('targetId');
      expect(complaints).toEqual([]);
    });

    test('an export is saved whole, as the service wrote it', async ({ service }) => {
      await anIdentity(service.ours, { name: hostile });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));

      await open('audit');
      await page.getByRole('button', { name: 'Export' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Start the export' }).click();
      const lines = readFileSync(await (await saved).path(), 'utf8')
        .trimEnd()
        .split('\n');
      await page.getByText('The export is complete.').waitFor();
      expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(
        expect.arrayContaining(['header', 'row', 'end']),
      );
      expect(lines.at(-1)).toMatch(/^\{"type":"end"/);
      expect(complaints).toEqual([]);
    });
  },
);
