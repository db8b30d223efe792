import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Durations } from './test/support/durations.ts';
import { fileOrder } from './test/support/file-order.ts';
import { throwawayFolder } from './test/support/memory.ts';
import { Neighbours } from './test/support/neighbours.ts';
import { Seed } from './test/support/seed.ts';
import { Silence } from './test/support/silence.ts';

// For the workers, and for the processes that they start.
process.env['TMPDIR'] ??= throwawayFolder();
// The seed of all random values in tests. All workers draw by it.
process.env['TEST_SEED'] ??= String(randomInt(2 ** 31));

/** TESTS=product leaves out what `make test-tools`, `test-chaos`, `test-dashboard`, `test-deployment` and `make long` run. */
const exclude =
  process.env['TESTS'] === 'product' ? ['test/**/*.{tools,chaos,browser,deployment,long}.test.ts'] : [];

/** REPORT=<file> is where a machine reads what came of each test. */
const report = process.env['REPORT'];
const reports: (['json', { outputFile: string }] | Durations)[] = report
  ? [['json', { outputFile: report }], new Durations(report)]
  : [];

/** Tests that need no Postgres start in a second. */
const withoutDatabase = ['test/**/unit/**/*.test.ts', 'test/architecture.test.ts'];
const needsNone = (file: string): boolean => /\/unit\/|^test\/architecture\./.test(file);

/** TEST_LIST=<file> is a list of test files in JSON, which run in this order: the gate and the night choose them. */
const list = process.env['TEST_LIST'];
const listed = list === undefined ? undefined : (JSON.parse(readFileSync(list, 'utf8')) as string[]);
const projects = [
  {
    name: 'database',
    include: listed?.filter((file) => !needsNone(file)) ?? ['test/**/*.test.ts'],
    exclude: listed ? [] : [...withoutDatabase, ...exclude],
    globalSetup: 'test/support/global-setup.ts',
  },
  { name: 'unit', include: listed?.filter(needsNone) ?? withoutDatabase, exclude: listed ? [] : exclude },
];

export default defineConfig({
  // The middleware imports the client by its name, as its users do.
  resolve: { alias: { '@keyward/client': resolve('clients/typescript/src/index.ts') } },
  test: {
    reporters: ['default', new Silence(), new Seed(), new Neighbours(process.env['NEIGHBOURS']), ...reports],
    // Fails every test in which a transaction awaits anything but the database.
    setupFiles: [
      'test/support/which-worker.ts',
      'test/support/watch-transactions.ts',
      'test/support/one-seed.ts',
    ],
    // Worker threads do not end cleanly under Deno.
    pool: 'forks',
    ...fileOrder(process.env['ORDER']),
    // To load the service again for each file would take a second of each. A file resets what it changes in its process.
    isolate: false,
    // Each run would translate some 1,500 modules again.
    fsModuleCache: true,
    fsModuleCachePath: '.cache/vitest',
    // Only what hangs takes so long. A limit near to what a test takes fails on a machine that is busy or slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one second.
    expect: { poll: { timeout: 15_000 } },
    // Without a pattern, a project would look for all tests.
    projects: projects.filter(({ include }) => include.length > 0).map((test) => ({ extends: true, test })),
  },
});
