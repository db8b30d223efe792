import type { Reporter, TestRunEndReason } from 'vitest/node';

/** Says at the end of a failed run how to draw the same values again. */
export class Seed implements Reporter {
  onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): void {
    if (reason === 'failed')
      console.error(`TEST_SEED=${process.env['TEST_SEED']} draws the same values again`);
  }
}
