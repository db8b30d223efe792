import { describe } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { browser, quickstarts } from './quickstarts.ts';
import { tryOut } from './try-out.ts';

// Quickstarts that take minutes to install and to build.
const heavy = quickstarts.filter(({ isLight }) => !isLight);
const openPage = aBrowser(browser.program);

describe.skipIf(lacks(browser.program, browser.hint))('a large quickstart', { timeout: 900_000 }, () => {
  for (const quickstart of heavy)
    test.skipIf(quickstart.needs && lacks(quickstart.needs.program, quickstart.needs.hint))(
      `signs a user in and protects an API: ${quickstart.name}`,
      ({ service }) => tryOut(quickstart, service, openPage),
    );
});
