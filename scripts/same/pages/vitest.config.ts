import { defineConfig } from 'vitest/config';
import { throwawayFolder } from '../../../test/support/memory.ts';

// For the worker, and for the processes that it starts.
process.env['TMPDIR'] ??= throwawayFolder();
process.env['TEST_SEED'] ??= '1';

/** `make same PAGES=…`. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60 * 60_000,
    hookTimeout: 60_000,
    include: ['scripts/same/pages/*.bench.ts'],
    globalSetup: 'test/support/global-setup.ts',
  },
});
