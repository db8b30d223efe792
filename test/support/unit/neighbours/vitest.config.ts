import { defineConfig } from 'vitest/config';
import { fileOrder } from '../../file-order.ts';
import { Neighbours } from '../../neighbours.ts';

/** A run in which a file fails after one neighbour only; neighbours.test.ts starts it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.fixture.ts'],
    reporters: ['default', new Neighbours()],
    setupFiles: ['../../which-worker.ts'],
    pool: 'forks',
    isolate: false,
    ...fileOrder('named'),
  },
});
