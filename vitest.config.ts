import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Worker threads do not end cleanly under Deno.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
