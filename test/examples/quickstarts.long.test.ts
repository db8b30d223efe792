import { describe } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { quickstarts } from './quickstarts.ts';
import { startQuickstart } from './quickstart.ts';
import { callApi, walkPages } from './walk.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'quickstarts are tried only with Chromium (Debian: apt-get install chromium)';

describe.skipIf(lacks(chromium, hint))('each quickstart', { timeout: 600_000 }, () => {
  test.for(quickstarts)('signs a user in and protects an API: $name', async (quickstart, { service }) => {
    const running = await startQuickstart(quickstart, service);
    await callApi(running);
    await walkPages(await openPage(running.home));
  });
});
