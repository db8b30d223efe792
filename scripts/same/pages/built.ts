// A dashboard that was built at one of both commits, in front of the service of this tree.
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Page, Route } from 'playwright-core';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Has a browser page load the dashboard from a folder as `generated/dashboard` is. Calls of the API go to the service. */
export async function serveBuilt(page: Page, folder: string): Promise<void> {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  await page.route('**/admin/assets/*', async (route) => {
    const file = join(folder, 'assets', basename(new URL(route.request().url()).pathname));
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? 'text/plain' });
  });
  await page.route(/\/admin(\/(?!assets\/).*)?$/, async (route: Route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    // The styles of the page need the nonce of its policy.
    const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(response.headers()['content-security-policy'] ?? '') ?? [];
    return route.fulfill({ response, body: index.replaceAll('KEYWARD_NONCE', nonce) });
  });
}
