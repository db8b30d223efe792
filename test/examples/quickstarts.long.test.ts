import { describe } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { test } from '../support/service.ts';
import { chromium, lacksProgramOf, lacksPrograms, quickstarts } from './quickstarts.ts';
import { tryOut } from './try-out.ts';

// Quickstarts that take minutes to install and to build.
const heavy = quickstarts.filter(({ isLight }) => !isLight);
const openPage = aBrowser(chromium);

describe.skipIf(lacksPrograms())('a large quickstart', { timeout: 900_000 }, () => {
  for (const quickstart of heavy)
    test.skipIf(lacksProgramOf(quickstart))(
      `signs a user in and protects an API: ${quickstart.name}`,
      ({ service }) => tryOut(quickstart, service, openPage),
    );
});
