import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrivenPage } from './devtools.ts';

/** SCREENSHOTS=<folder> keeps a picture of what a page shows, light and dark, at a desk and on a phone. */
export async function shoot(page: DrivenPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const scheme of ['light', 'dark']) {
    for (const [size, width, height] of [
      ['desk', 1280, 800],
      ['phone', 320, 640],
    ] as const) {
      await page.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      });
      const metrics = { width, height, deviceScaleFactor: 1, mobile: size === 'phone' };
      await page.send('Emulation.setDeviceMetricsOverride', metrics);
      const { data } = await page.send('Page.captureScreenshot', { captureBeyondViewport: true });
      writeFileSync(join(folder, `${name}-${scheme}-${size}.png`), Buffer.from(String(data), 'base64'));
    }
  }
}
