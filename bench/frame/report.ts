import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Calibration } from './calibration.ts';
import type { Row, Run } from './measure.ts';

/** A comparison the project has a goal for: the first over the second. */
export interface Goal {
  of: string;
  to: string;
  aim: number;
}

export interface Summary {
  runs: (Omit<Row, 'round' | 'calibration'> & {
    slowest: number;
    fastest: number;
    about: string;
    /** CPU of a request, as a multiple of a hash and an update of {@link Calibration}. */
    calibrated: number;
  })[];
  ratios: (Goal & { ratio: number; lowest: number; highest: number; cpuRatio: number | undefined })[];
  /** Medians of the fixed work, in CPU microseconds. */
  calibration: Calibration;
}

/** Medians over the rounds; a ratio is the median of the ratios of each round, whose runs were neighbours. */
export function summarize(
  rows: readonly Row[],
  contestants: readonly Pick<Run, 'name' | 'about'>[],
  goals: readonly Goal[],
): Summary {
  const of = (name: string): Row[] => rows.filter((row) => row.name === name);
  const runs = contestants
    .filter(({ name }) => of(name).length > 0)
    .map(({ name, about }) => {
      const all = of(name);
      const middle = (pick: (row: Row) => number): number => median(all.map(pick));
      return {
        name,
        about,
        perSecond: middle((row) => row.perSecond),
        slowest: Math.min(...all.map((row) => row.perSecond)),
        fastest: Math.max(...all.map((row) => row.perSecond)),
        serverCpu: middle((row) => row.serverCpu),
        postgresCpu: all.some((row) => row.postgresCpu === undefined)
          ? undefined
          : middle((row) => row.postgresCpu ?? 0),
        loadCpu: middle((row) => row.loadCpu),
        p50: middle((row) => row.p50),
        p99: middle((row) => row.p99),
        fullPages: middle((row) => row.fullPages),
        // A slow machine slows the fixed work, too; a schema does not.
        calibrated: middle(
          (row) => (row.serverCpu + (row.postgresCpu ?? 0)) / (row.calibration.hash + row.calibration.update),
        ),
        foreign: Math.max(...all.map((row) => row.foreign)),
      };
    });
  const cpuOf = (name: string): number | undefined => {
    const run = runs.find((one) => one.name === name);
    return run?.postgresCpu === undefined ? undefined : run.serverCpu + run.postgresCpu;
  };
  const ratios = goals.flatMap((goal) => {
    const below = of(goal.to);
    const each = of(goal.of).flatMap(({ round, perSecond }) =>
      below.filter((row) => row.round === round).map((row) => perSecond / row.perSecond),
    );
    if (each.length === 0) return [];
    const [above, under] = [cpuOf(goal.of), cpuOf(goal.to)];
    return {
      ...goal,
      ratio: median(each),
      lowest: Math.min(...each),
      highest: Math.max(...each),
      cpuRatio: above === undefined || under === undefined ? undefined : above / under,
    };
  });
  const fixed = (pick: (calibration: Calibration) => number): number =>
    median(rows.map(({ calibration }) => pick(calibration)));
  const calibration = {
    hash: fixed(({ hash }) => hash),
    statement: fixed(({ statement }) => statement),
    update: fixed(({ update }) => update),
  };
  return { runs, ratios, calibration };
}

export function summaryText({ runs, ratios, calibration }: Summary): string {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const micros = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(1));
  const table = columns([
    [
      'run',
      'req/s',
      'slowest',
      'fastest',
      'server µs',
      'postgres µs',
      'load µs',
      'p50 ms',
      'p99 ms',
      'calibrated',
      'full pages',
      'foreign',
      '',
    ],
    ...runs.map((run) => [
      run.name,
      run.perSecond.toFixed(0),
      run.slowest.toFixed(0),
      run.fastest.toFixed(0),
      micros(run.serverCpu),
      micros(run.postgresCpu),
      micros(run.loadCpu),
      run.p50.toFixed(2),
      run.p99.toFixed(2),
      run.calibrated.toFixed(2),
      run.fullPages.toFixed(2),
      percent(run.foreign),
      run.about,
    ]),
  ]);
  const compared = columns([
    ['ratio', 'median', 'lowest', 'highest', 'aim', 'CPU', ''],
    ...ratios.map(({ of, to, ratio, lowest, highest, aim, cpuRatio }) => [
      `${of} / ${to}`,
      ratio.toFixed(2),
      lowest.toFixed(2),
      highest.toFixed(2),
      aim.toFixed(2),
      cpuRatio === undefined ? '-' : cpuRatio.toFixed(2),
      verdict(ratio >= aim),
    ]),
  ]);
  const { hash, statement, update } = calibration;
  const work = `fixed work, CPU µs: a hash of 1 KiB ${micros(hash)}, select 1 ${micros(statement)}, an update ${micros(update)}`;
  return `${table}\n\n${compared}\n${work}\n`;
}

/** @returns the path of the file */
export function saveResults(settings: object, rows: readonly object[], summary: object): string {
  const folder = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = `${folder}${at.replaceAll(/[:.]/g, '-')}.json`;
  const machine = {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    commit: commit(),
  };
  writeFileSync(file, `${JSON.stringify({ at, machine, settings, ...summary, rows }, undefined, 2)}\n`);
  return file;
}

function commit(): string | undefined {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return undefined;
  }
}

export const verdict = (isReached: boolean): string => (isReached ? 'reached' : 'missed');

/** Cells for the median, the least and the most of values. */
export const spread = (values: readonly number[]): string[] =>
  [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0));

/** Returns the value below which a share of the values lies, and 0 if there are none. @param share from 0 to 1 */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Lines the first and the last column up to the left and numbers to the right. */
export function columns(lines: readonly string[][]): string {
  const count = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, at) => {
          const width = widths[at] ?? 0;
          return at === 0 || at === count - 1 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
