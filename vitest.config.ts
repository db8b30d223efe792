import { defineConfig } from 'vitest/config';
import { throwawayFolder } from './test/support/memory.ts';
import { SlowestFirst } from './test/support/slowest-first.ts';

// For the workers, and for whatever they start.
process.env['TMPDIR'] ??= throwawayFolder();

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Fails every test in which a transaction awaits anything but the database.
    setupFiles: 'test/support/watch-transactions.ts',
    // Worker threads do not end cleanly under Deno.
    pool: 'forks',
    maxWorkers: 2,
    // To load the service again for each file would take a second of each. Whatever a file changes of its process it sets back.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 20_000,
  },
});
