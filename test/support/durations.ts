import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Returns the path of the durations that belong to a report. */
export const durationsOf = (report: string): string => report.replace(/\.json$/, '.durations.json');

/** Writes how long a worker took for each file, in seconds: the JSON report of vitest counts only the tests, not their set-up. */
export class Durations implements Reporter {
  readonly #file: string;
  readonly #seconds: Record<string, number> = {};

  /** @param report the JSON report of the run */
  constructor(report: string) {
    this.#file = durationsOf(report);
  }

  onTestModuleEnd(module: TestModule): void {
    const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const all = prepareDuration + collectDuration + setupDuration + duration;
    this.#seconds[relative('.', module.moduleId)] = Math.round(all / 100) / 10;
  }

  onTestRunEnd(): void {
    writeFileSync(this.#file, JSON.stringify(this.#seconds));
  }
}
