import { javascript } from './javascript.ts';
import type { Quickstart } from './quickstart.ts';

/** All quickstarts of `examples/`. */
export const quickstarts: readonly Quickstart[] = [...javascript];
