import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DrivenPage } from './devtools.ts';

export const takesPictures = Boolean(process.env['SCREENSHOTS']);

/** SCREENSHOTS=<folder> keeps a picture of a whole page as it looks now. */
export async function shoot(page: DrivenPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const { data } = await page.send('Page.captureScreenshot', { captureBeyondViewport: true });
  writeFileSync(join(folder, `${name}.png`), Buffer.from(String(data), 'base64'));
}

/** The same of a page that Playwright drives. */
export async function shootPage(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
