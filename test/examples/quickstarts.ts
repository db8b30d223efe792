import { programOf } from '../support/programs.ts';
import { javascript } from './javascript.ts';
import type { Quickstart } from './quickstart.ts';

/** All quickstarts of `examples/`. */
export const quickstarts: readonly Quickstart[] = [...javascript];

/** The browser in which users try them out. */
export const browser = {
  program: programOf('chromium', 'chromium-browser', 'google-chrome'),
  hint: 'quickstarts are tried out only with Chromium (Debian: apt-get install chromium)',
};
