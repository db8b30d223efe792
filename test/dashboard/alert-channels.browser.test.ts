import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aReader, aRuleWith } from '../support/alert-channels.ts';
import { aReceiver } from '../support/receiver.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))('channels of alert rules', { timeout: 120_000 }, () => {
  test('are added, tested and kept without their address', async ({ service }) => {
    const { ours } = service;
    const { url, received } = await aReceiver();
    const name = `rule ${randomUUID()}`;
    const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
    await open('alerts/rules');
    await page.getByRole('button', { name: 'Create a rule' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await form.getByPlaceholder('Add a channel').click();
    await page.getByRole('option', { name: 'Slack' }).click();
    await form.getByLabel('Webhook URL').fill(url);
    expect(await findings()).toEqual([]);
    await form.getByRole('button', { name: 'Create a rule' }).click();
    await page.getByText('The rule was created.').waitFor();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('Slack').waitFor();
    await row.getByRole('button', { name: 'Test' }).click();
    await form.getByRole('button', { name: 'Send test messages' }).click();
    await form.getByText('The receiver accepted the test message.').waitFor();
    expect(received).toHaveLength(1);
    await form.getByRole('button', { name: 'Close' }).last().click();

    await row.getByRole('button', { name: 'Edit' }).click();
    await form.getByText('Slack · localhost').waitFor();
    expect(await form.getByLabel('Webhook URL').inputValue()).toBe('');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule was saved.').waitFor();
    const { body } = await ours.call('listAlertRules');
    const rule = body.data.find((one: { name: string }) => one.name === name);
    expect(rule.channels).toHaveLength(1);
    await ours.call('testAlertRule', { path: { id: rule.id } });
    expect(received).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  test('that fail are red in the list, and say why in a test', async ({ service }) => {
    const { ours } = service;
    const { url } = await aReceiver((response) => response.writeHead(404).end());
    const reader = await aReader(ours);
    const name = `rule ${randomUUID()}`;
    const channels = [
      { type: 'TEAMS', url },
      { type: 'EMAIL', userIds: [reader.id] },
    ];
    await aRuleWith(ours, channels, { name });
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    await open('alerts/rules');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send test messages' }).click();
    await dialog.getByText('The receiver rejected the message.').waitFor();
    await dialog.getByText('The test emails will be sent in a moment.').waitFor();
    const folder = process.env['SCREENSHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/test.png` });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row.getByText('Microsoft Teams · failing').waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').waitFor();
    if (folder) await page.screenshot({ path: `${folder}/edit0.png` });
    await dialog.getByText('Microsoft Teams · localhost').waitFor();
    if (folder) {
      await dialog.getByRole('button', { name: 'Remove channel' }).first().scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${folder}/edit.png` });
    }
  });
});
