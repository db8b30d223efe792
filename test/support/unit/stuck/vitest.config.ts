import { defineConfig } from 'vitest/config';
import { Silence } from '../../silence.ts';

/** A run in which both workers stand still; silence.chaos.test.ts starts it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.fixture.ts'],
    reporters: ['default', new Silence(4_000)],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
});
