import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Collects the addresses that a page asks for. */
function addressesOf(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => found.push(request.url()));
  return found;
}

const title = 'Whose key is it?';

describe.skipIf(lacks(chromiumProgram, chromiumHint))('a key', { timeout: 90_000 }, () => {
  test('that is pasted into the palette or a search is not sent, and its owner is found', async ({
    service,
  }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours, { name: 'pasted-robot' });
    const { secret } = await aCredential(ours, { identityId });
    const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
    await open('users');
    const addresses = addressesOf(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search for a setting, an action, a name or an ID').focus();
    await page.keyboard.insertText(` ${secret}`);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByRole('link', { name: 'pasted-robot' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A key with wrong check digits, in the search of the list.
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    const field = page.getByRole('search').getByLabel('Search', { exact: true });
    await field.focus();
    await page.keyboard.insertText(wrong);
    await dialog.waitFor();
    expect(await dialog.locator('input[autocomplete=off]').first().inputValue()).toBe(wrong);
    expect(await field.inputValue()).toBe('');
    expect(addresses.filter((address) => address.includes(secret.slice(8, 30)))).toEqual([]);
    expect(page.url()).not.toContain(secret.slice(8, 30));
    expect(complaints).toEqual([]);
  });

  test('in the address of a page leaves the address, and no call has it', async ({ service }) => {
    const { secret } = await aCredential(service.ours);
    const { page, open } = await openDashboard(service, await aUserCaller(service));
    const addresses = addressesOf(page);
    await open(`identities?search=${secret}`);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    expect(await dialog.locator('input[autocomplete=off]').first().inputValue()).toBe(secret);
    expect(page.url()).not.toContain(secret.slice(8, 30));
    expect(addresses.filter((address) => address.includes('/api/') && address.includes(secret))).toEqual([]);
  });
});
