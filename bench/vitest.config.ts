import { defineConfig } from 'vitest/config';
import { throwawayFolder } from '../test/support/memory.ts';

// For the worker, and for the processes that it starts.
process.env['TMPDIR'] ??= throwawayFolder();

/** Benches that call every operation of the contract. They use what the tests of the contract know of resources. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60 * 60_000,
    hookTimeout: 60_000,
    include: ['bench/**/*.bench.ts'],
    globalSetup: 'test/support/global-setup.ts',
  },
});
