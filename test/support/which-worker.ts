import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The process that runs the file. */
    worker?: number;
  }
}

// Written before the file is loaded, so that it is also known if the file cannot be loaded.
TestRunner.getCurrentSuite().file.meta.worker = process.pid;
