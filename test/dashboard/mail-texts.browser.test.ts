// The texts of mails: an editor with a preview of what is not saved.
import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'texts of emails in the dashboard',
  { timeout: 90_000 },
  () => {
    test('are shown while they are typed, saved, tried and reset', async ({ service }) => {
      const { ours, sql } = service;
      const user = await aUserCaller(service);
      await sql('update users set email_verified = true where id = $1', [user.userId]);
      const { page, open, complaints, findings } = await openDashboard(service, user);
      await open('sign-in?tab=mails&kind=INVITATION');
      await page.getByRole('button', { name: 'Edit: Invitation (German)' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invitation (German)' });
      const preview = page.frameLocator('iframe[title="Preview of the email"]');
      const shown = (hasText: string) => preview.locator('p', { hasText }).waitFor();
      await shown('Sie sind zu Ours eingeladen.');
      await dialog.getByLabel('Subject').fill('Willkommen bei {organization}');
      await preview.getByRole('heading', { name: 'Willkommen bei Ours' }).waitFor();
      await dialog.getByLabel('Body').fill('Bitte öffnen Sie evil.example');
      await dialog.getByText('Body: must not have a domain').waitFor();
      await dialog.getByLabel('Body').fill('Bitte wählen Sie ein Passwort.');
      await shown('Bitte wählen Sie ein Passwort.');
      const back = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('iframe[title="Preview of the email"]').contentDocument.querySelector('.button')).backgroundColor`,
      );
      expect(back).toBe('rgb(31, 79, 216)');
      await shootPage(page, 'mail-texts-editor');
      expect(await findings()).toEqual([]);
      await dialog.getByRole('button', { name: 'Send a test email' }).click();
      await page.getByText('The test email will arrive').waitFor();
      const path = { kind: 'INVITATION', language: 'de' };
      expect((await ours.call('getMailTemplate', { path })).body.isEdited).toBe(false);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The texts were saved.').waitFor();
      expect((await ours.call('getMailTemplate', { path })).body).toMatchObject({
        subject: 'Willkommen bei {organization}',
        body: 'Bitte wählen Sie ein Passwort.',
        footer: null,
      });
      await page.getByRole('button', { name: 'Reset: Invitation (German)' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
      await page.getByText('The email has the default texts again.').waitFor();
      expect((await ours.call('getMailTemplate', { path })).body.isEdited).toBe(false);
      await open('sign-in?tab=mails&kind=CHANGED_BY_USER');
      await page.getByText('Cannot be edited').first().waitFor();
      expect(await page.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
      expect(complaints).toEqual([]);
    });
  },
);
