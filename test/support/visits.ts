import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DrivenPage } from './devtools.ts';

const soon = { timeout: 20_000, interval: 50 };

/** Waits for a page with this heading. */
export const arrives = (page: DrivenPage, title: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate<string>(
          "document.readyState === 'complete' ? document.querySelector('h1')?.textContent ?? '' : ''",
        ),
      soon,
    )
    .toBe(title);

/** Returns the text that a user reads on the page. */
export const readOn = (page: DrivenPage): Promise<string> => page.evaluate('document.body.innerText');

/** Types into the field that has the focus, and sends the form. */
export async function enter(page: DrivenPage, field: string, text: string): Promise<void> {
  await expect.poll(() => page.evaluate<string>('document.activeElement?.id'), soon).toBe(field);
  await page.send('Input.insertText', { text });
  await hitEnter(page);
}

/** Goes by the tabulator to what has these words, and presses Enter there. */
export async function reach(page: DrivenPage, words: string): Promise<void> {
  const focused = () => page.evaluate<string>("(document.activeElement?.textContent ?? '').trim()");
  for (let stops = 0; (await focused()) !== words; stops++) {
    if (stops > 40) throw new Error(`no tabulator leads to ${words}`);
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab });
  }
  await hitEnter(page);
}

async function hitEnter(page: DrivenPage): Promise<void> {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

/** Clicks on what has these words. */
export const clickOn = (page: DrivenPage, words: string): Promise<void> =>
  page.evaluate(
    `[...document.querySelectorAll('a, button')].find((one) => one.textContent === ${JSON.stringify(words)}).click()`,
  );

/** The browser's own authenticator, which is built into its device and answers by itself. */
export async function addAuthenticator(page: DrivenPage): Promise<string> {
  await page.send('WebAuthn.enable', {});
  const { authenticatorId } = await page.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return String(authenticatorId);
}

/** SCREENSHOTS=<folder> keeps the picture of a page that the documentation shows. */
export async function picture(page: DrivenPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: 'light' }],
  });
  await page.send('Emulation.setScrollbarsHidden', { hidden: true });
  const metrics = { width: 720, height: 600, deviceScaleFactor: 2, mobile: false };
  await page.send('Emulation.setDeviceMetricsOverride', metrics);
  const { data } = await page.send('Page.captureScreenshot');
  await page.send('Emulation.clearDeviceMetricsOverride');
  writeFileSync(join(folder, `${name}.png`), Buffer.from(String(data), 'base64'));
}
