import { describe } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { test } from '../support/service.ts';
import { drawn } from '../support/thorough.ts';
import { chromium, lacksProgramOf, lacksPrograms, quickstarts } from './quickstarts.ts';
import { tryOut } from './try-out.ts';

// The gate draws three of those that install in seconds. The night has all.
const light = quickstarts.filter(({ isLight }) => isLight);
const openPage = aBrowser(chromium);

describe.skipIf(lacksPrograms())('a quickstart', { timeout: 600_000 }, () => {
  for (const quickstart of drawn(light, 3, 'quickstarts'))
    test.skipIf(lacksProgramOf(quickstart))(
      `signs a user in and protects an API: ${quickstart.name}`,
      ({ service }) => tryOut(quickstart, service, openPage),
    );
});
