import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { throwawayFolder } from '../../test/support/memory.ts';
import { instrument } from './instrument.ts';

// For the worker, and for the processes that it starts.
process.env['TMPDIR'] ??= throwawayFolder();

const root = process.cwd();

/** `make ways`: functions of `src` tell that they run. */
export default defineConfig({
  plugins: [
    {
      name: 'keyward-ways',
      enforce: 'post',
      transform(code, id) {
        const file = relative(root, id.split('?')[0] ?? '');
        return /^src\/.*\.ts$/.test(file) ? { code: instrument(code, file), map: null } : undefined;
      },
    },
  ],
  test: {
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 10 * 60_000,
    hookTimeout: 60_000,
    include: ['bench/ways/*.bench.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // The modules that it keeps would be those of the tests.
    fsModuleCache: false,
  },
});
