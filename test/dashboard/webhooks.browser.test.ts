import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';
import { aFailedDelivery, createWebhook } from '../support/webhooks.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'webhooks in the dashboard',
  { timeout: 90_000 },
  () => {
    test('an owner chooses events, and sees the secret once', async ({ service }) => {
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('webhooks');
      await page.getByRole('button', { name: 'Create a webhook' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Ledger');
      await form.getByLabel('URL').fill('https://127.0.0.1:9/hook');
      await form.getByRole('button', { name: 'Create a webhook' }).click();
      await form.getByText('Choose at least one event').waitFor();
      await form.getByRole('checkbox', { name: 'Groups' }).check();
      await form.getByLabel('Search for an event').fill('rotated secret');
      await form.getByRole('checkbox', { name: 'credential.rotated' }).check();
      await form.getByRole('button', { name: 'Create a webhook' }).click();

      const secret = await page.getByLabel('Signing secret', { exact: true }).innerText();
      expect(secret).toMatch(/^whsec_/);
      const recipe = await page.getByRole('tabpanel').innerText();
      expect(recipe).toContain('KEYWARD_WEBHOOK_SECRET');
      expect(recipe).not.toContain(secret);
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
      expect(await page.content()).not.toContain(secret);
      const [row] = await service.sql<{ events: string[] }>(
        `select events from webhooks where name = 'Ledger'`,
      );
      expect(row?.events.toSorted()).toEqual([
        'credential.rotated',
        'group.created',
        'group.deleted',
        'group.member_added',
        'group.member_removed',
        'group.updated',
      ]);
      expect(complaints).toEqual([]);
    });

    test('an edit keeps what another user changed meanwhile', async ({ service }) => {
      const { ours } = service;
      const { id } = await createWebhook(ours, { name: 'Before' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open(`webhooks/${id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Mine');
      await ours.call('updateWebhook', { path: { id }, body: { url: 'https://127.0.0.1:9/theirs' } });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByRole('button', { name: 'Reload' }).click();
      await form.getByText('Another user changed: URL').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      const { body } = await ours.call('getWebhook', { path: { id } });
      expect(body).toMatchObject({ name: 'Mine', url: 'https://127.0.0.1:9/theirs' });
    });

    test('dead letters are reviewed, replayed and deleted', async ({ service }) => {
      const { ours } = service;
      const { id } = await createWebhook(ours, { events: ['identity.created'] });
      const letters = [];
      for (let count = 0; count < 4; count += 1) letters.push(await aFailedDelivery(ours, id));
      const waiting = async () =>
        (await ours.call('listDeadLetters', { path: { id } })).body as { data: { id: string }[] };
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));

      await open('webhooks');
      await page.getByRole('link', { name: '4 waiting' }).click();
      await page.getByRole('region', { name: 'Dead letters' }).getByRole('link').first().click();
      await page.getByText('Response to attempt 1').waitFor();
      await page.getByText('down', { exact: true }).waitFor();
      await page.getByText('"identityId"').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The dead letter was deleted.').waitFor();
      expect((await waiting()).data).toHaveLength(3);

      // The list has the deleted one until it is read again.
      await expect.poll(() => page.getByLabel('Select identity.created').count()).toBe(3);
      await page.getByLabel('Select identity.created').first().check();
      await page.getByLabel('Select identity.created').nth(1).check();
      await page.getByText('2 selected').locator('..').getByRole('button', { name: 'Replay' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
      await page.getByText('2 of 2 done').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      expect((await waiting()).data).toHaveLength(1);

      await page.getByRole('button', { name: 'Replay a time range' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
      await page.getByText('1 event is being sent again.').waitFor();
      await page.getByText('No dead letters').waitFor();
      expect(complaints).toEqual([]);
    });

    test('a user who only reads is offered no change', async ({ service }) => {
      const { id } = await createWebhook(service.ours, { name: 'Ledger' });
      const { page, open } = await openDashboard(service, await aUserCaller(service, { roles: ['AUDITOR'] }));
      await open(`webhooks/${id}`);
      await page.getByRole('link', { name: 'Verify signatures' }).waitFor();
      await expect(page.getByRole('button', { name: 'Edit', exact: true }).count()).resolves.toBe(0);
      await expect(page.getByRole('button', { name: 'Send a test event' }).count()).resolves.toBe(0);
    });
  },
);
