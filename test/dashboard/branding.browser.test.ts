// The preview of a branding that is not saved: the dashboard frames one page of the service, and no other page can be framed.
import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();
const title = 'Preview of the sign-in page';
/** The frame that is shown. The next one is loaded beside it. */
const preview = (page: Page): FrameLocator =>
  page.frameLocator(`iframe[title="${title}"][aria-hidden="false"]`);

/** The color behind a part of the shown page. */
const backOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('iframe[title="${title}"][aria-hidden="false"]').contentDocument
      .querySelector('${selector}')).backgroundColor`,
  );

/** Notes when each key changes a field. */
const noteKeys = 'globalThis.keys = []; addEventListener("input", () => keys.push(performance.now()), true)';
/** The pauses between two keys that are as long as that of the preview, as on a busy machine. */
const pauses = 'keys.filter((key, at) => key - keys[at - 1] >= 395).length';

/** A PNG of one pixel. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the branding in the dashboard',
  { timeout: 90_000 },
  () => {
    test('is shown while it is typed, with one request after the last key, and saves nothing', async ({
      service,
    }) => {
      const { page, open, complaints, findings } = await openDashboard(
        service,
        await aUserCaller(service),
        // The emulation of a color scheme would hold in the frame, too.
        { colorScheme: null },
      );
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/admin/sign-in-preview')) asked.push(request.postData() ?? '');
      });
      await open('sign-in?tab=branding');
      await preview(page).getByRole('heading', { name: 'Sign in' }).waitFor();
      const before = await page.evaluate<number>('history.length');
      asked.length = 0;
      await page.evaluate(noteKeys);
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByLabel('Name', { exact: true }).pressSequentially('<b>Acme & Søn', { delay: 5 });
      await preview(page).getByText('to continue to <b>Acme & Søn').waitFor();
      expect(asked.length).toBeLessThanOrEqual(1 + (await page.evaluate<number>(pauses)));
      await page.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: 'German' }).click();
      await preview(page).getByRole('heading', { name: 'Anmelden' }).waitFor();
      await page.getByLabel('Primary color').fill('#aa0000');
      await page.getByLabel('Logo URL').fill(logo);
      const image = preview(page).getByRole('img', { name: '<b>Acme & Søn' });
      await image.waitFor();
      await expect.poll(() => backOf(page, 'button')).toBe('rgb(170, 0, 0)');
      await shootPage(page, 'branding-preview-light');
      await page.getByText('Dark', { exact: true }).click();
      await expect.poll(() => backOf(page, 'body')).toBe('rgb(15, 17, 21)');
      await page.getByText('Phone', { exact: true }).click();
      await shootPage(page, 'branding-preview-dark-phone');
      await page.getByLabel('Logo URL').fill('http://plain.example/logo.png');
      await preview(page).getByText('must be an https address').waitFor();
      // The way back of the browser leads through no previews.
      expect(await page.evaluate<number>('history.length')).toBe(before);
      expect((await service.ours.call('getBranding', {})).body).toMatchObject({ updatedAt: null });
      expect(await findings()).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test('is shown of that page only: no other page can be framed, and the preview not alone', async ({
      service,
    }) => {
      const { orgId = '' } = service.ours;
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('sign-in?tab=branding');
      await preview(page).getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(complaints).toEqual([]);
      for (const address of [
        `/login/${orgId}`,
        `/account/${orgId}`,
        '/admin/sign-in',
        '/admin/sign-in-preview',
      ]) {
        const isShown = await page.evaluate<boolean>(`new Promise((told) => {
          const frame = document.createElement('iframe');
          // The empty page of a new frame is not the page of the address.
          frame.addEventListener('load', () => {
            if (frame.contentDocument?.URL !== 'about:blank') told(frame.contentDocument !== null);
          });
          frame.src = ${JSON.stringify(address)};
          document.body.append(frame);
        })`);
        expect([address, isShown]).toEqual([address, false]);
      }
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/admin/sign-in-preview'));
      await page.evaluate(`(() => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/admin/sign-in-preview' });
        form.innerHTML = '<input name="displayName" value="Your bank">';
        document.body.append(form);
        form.submit();
      })()`);
      expect((await answered).status()).toBe(403);
      await page.getByText('This form came from another site').waitFor();
    });
  },
);
