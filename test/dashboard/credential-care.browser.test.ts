import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the care of credentials in the dashboard',
  { timeout: 90_000 },
  () => {
    test('a rotation counts down to the end of the old secret, and guards the new one', async ({
      service,
    }) => {
      const { ours } = service;
      const { id, secret } = await aCredential(ours, { name: 'rotated key' });
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('link', { name: 'rotated key' }).click();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      const shown = page.getByLabel('Secret', { exact: true });
      await shown.waitFor();
      await page.getByRole('dialog').getByRole('timer').waitFor();
      const next = await shown.innerText();
      await page.goBack();
      await page.getByText('The secret is not shown again.').waitFor();
      expect(await shown.innerText()).toBe(next);
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor();
      expect(await verify(ours, secret, { consume: false })).toMatchObject({
        valid: true,
        gracePeriod: true,
      });
      expect(await verify(ours, next, { consume: false })).toMatchObject({ valid: true, gracePeriod: false });
      await open(`credentials/${id}`);
      await page.getByText('Two secrets are active').waitFor();
      expect(complaints).toEqual([]);
    });

    test('a bulk revocation says which ones failed, and keeps these selected', async ({ service }) => {
      const { ours } = service;
      const identityId = await anIdentity(ours);
      const gone = await aCredential(ours, { identityId, name: 'many one' });
      const other = await aCredential(ours, { identityId, name: 'many two' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('credentials?search=many');
      await page.getByRole('link', { name: 'many one' }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await ours.call('deleteCredential', { path: { id: gone.id } });
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('too many');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByText('1 of 2 done').waitFor();
      await dialog.getByText('1 failed.').waitFor();
      await dialog.getByRole('link', { name: 'many one' }).waitFor();
      await dialog.getByText(/req_[0-9a-z]{26}/).waitFor();
      const { body } = await ours.call('getCredential', { path: { id: other.id } });
      expect(body).toMatchObject({ status: 'REVOKED', statusReason: 'too many' });
    });

    test('a key that no service accepts any more still leads to its owner', async ({ service }) => {
      const { ours } = service;
      const { id, secret } = await aCredential(ours, { name: 'leaked key' });
      await ours.call('revokeCredential', { path: { id } });
      await aCredential(ours, { name: 'another key' });
      const { page, open, findings } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('button', { name: 'Try a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^Key/).fill(secret);
      await dialog.getByRole('button', { name: 'Verify' }).click();
      await dialog.getByText('Invalid key: Revoked').waitFor();
      const links = dialog.getByRole('link');
      expect(await links.allInnerTexts()).toEqual(['leaked key']);
      expect(await findings()).toEqual([]);
      await links.click();
      await page.waitForURL(`**/credentials/${id}`);
    });

    test('a clean-up ends just the unused credentials that it showed', async ({ service }) => {
      const { ours, sql } = service;
      const { id } = await aCredential(ours, { name: 'forgotten key' });
      const used = await aCredential(ours, { name: 'monthly key' });
      const other = await aCredential(ours, { name: 'new key' });
      const grow = (ids: string[]) =>
        sql(`update credentials set created_at = now() - interval '1 year' where id = any ($1)`, [ids]);
      await grow([id, used.id]);
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('button', { name: 'Clean up unused' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 credentials are unused:').waitFor();
      await dialog.getByRole('link', { name: 'forgotten key' }).waitFor();
      await sql(`update credentials set last_used_at = now() where id = $1`, [used.id]);
      await grow([other.id]);
      await dialog.getByRole('button', { name: 'Suspend' }).click();
      await page
        .getByText('1 done. Skipped, because they were used or changed in the meantime: monthly key.')
        .waitFor();
      const stateOf = async (one: string) =>
        (await ours.call('getCredential', { path: { id: one } })).body.status;
      expect(await Promise.all([id, used.id, other.id].map(stateOf))).toEqual([
        'SUSPENDED',
        'ACTIVE',
        'ACTIVE',
      ]);
    });
  },
);
