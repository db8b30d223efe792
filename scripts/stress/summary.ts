// The results of a stress run.
import type { FileRun } from '../../test/support/neighbours.ts';

/** A round that ran. */
export interface RoundResult {
  number: number;
  seed: number;
  /** When its clock began, if that was not the real time. */
  clock?: string;
  /** In seconds since the start of the round, for a round with a clock. */
  midnight?: number;
  runs: FileRun[];
  /** Whether it failed. A round can fail without a failed file, for example by an unhandled rejection. */
  failed: boolean;
  /** The report of each file that failed, with the command that repeats it. */
  failures: readonly string[];
}

export interface Line {
  file: string;
  rounds: number;
  /** The rounds in which midnight passed while the file ran. */
  midnights: number;
  failures: number;
  /** In seconds. */
  least: number;
  median: number;
  most: number;
}

/** Returns the middle one, or the lower of the two in the middle; 0 of none. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** Returns a line for each file, with the most failures first. */
export function linesOf(results: readonly RoundResult[]): Line[] {
  const files = [...new Set(results.flatMap(({ runs }) => runs.map(({ file }) => file)))];
  return files
    .map((file): Line => {
      const own = results.flatMap(({ runs, midnight }) =>
        runs.filter((run) => run.file === file).map((run) => ({ ...run, midnight })),
      );
      const seconds = own.map(({ from, to }) => to - from);
      return {
        file,
        rounds: own.length,
        midnights: own.filter(
          ({ from, to, midnight }) => midnight !== undefined && from <= midnight && midnight <= to,
        ).length,
        failures: own.filter(({ failed }) => failed.length > 0).length,
        least: Math.min(...seconds),
        median: medianOf(seconds),
        most: Math.max(...seconds),
      };
    })
    .toSorted((a, b) => b.failures - a.failures || a.file.localeCompare(b.file));
}

/** Returns the text of the table. */
export function tableOf(lines: readonly Line[]): string {
  const width = Math.max(4, ...lines.map(({ file }) => file.length));
  const row = (file: string, ...cells: (string | number)[]): string =>
    file.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('');
  return [
    row('file', 'rounds', 'midnights', 'failures', 'least s', 'median s', 'most s'),
    ...lines.map(({ file, rounds, midnights, failures, least, median, most }) =>
      row(file, rounds, midnights, failures, ...[least, median, most].map((seconds) => seconds.toFixed(1))),
    ),
  ].join('\n');
}
