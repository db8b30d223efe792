import { columns, median } from '../frame/report.ts';
import { mostGrown, type Statement } from './statements.ts';

/** The results of one run on one database. */
export interface Run {
  round: number;
  /** Requests, or 1 for the run of a task. */
  units: number;
  /** CPU microseconds of a unit. */
  process: number;
  postgres: number;
  /** Pages of a unit. */
  pages: number;
  statements: readonly Statement[];
}

/** The runs of an operation in both databases. */
export interface Compared {
  name: string;
  small: readonly Run[];
  large: readonly Run[];
}

export interface Line {
  name: string;
  small: { process: number; postgres: number; pages: number };
  large: { process: number; postgres: number; pages: number };
  /** CPU of the large one over that of the small one: the median of the rounds, and their spread. */
  ratio: number;
  lowest: number;
  highest: number;
  /** The same of pages. */
  pages: number;
  /** The statement that looks at more pages. */
  grown: { text: string; from: number; to: number } | undefined;
}

/** The highest ratio of the large database to the small one that the project accepts. */
export const aim = 1.2;

const cpu = ({ process, postgres }: Run): number => process + postgres;

export function lineOf({ name, small, large }: Compared): Line {
  const each = large.flatMap((run) =>
    small.filter(({ round }) => round === run.round).map((other) => cpu(run) / cpu(other)),
  );
  const middle = (runs: readonly Run[], pick: (run: Run) => number): number => median(runs.map(pick));
  const side = (runs: readonly Run[]) => ({
    process: middle(runs, (run) => run.process),
    postgres: middle(runs, (run) => run.postgres),
    pages: middle(runs, (run) => run.pages),
  });
  const [a, b] = [side(small), side(large)];
  const [last, other] = [small.at(-1), large.at(-1)];
  return {
    name,
    small: a,
    large: b,
    ratio: median(each),
    lowest: Math.min(...each),
    highest: Math.max(...each),
    // One page more or less is not growth.
    pages: (b.pages + 1) / (a.pages + 1),
    grown: last && other && mostGrown(last.statements, other.statements, [last.units, other.units]),
  };
}

const number = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export function tableText(lines: readonly Line[], [few, many]: readonly [number, number]): string {
  return columns([
    [
      'operation',
      `${few}: process µs`,
      'Postgres µs',
      'pages',
      `${many}: process µs`,
      'Postgres µs',
      'pages',
      'CPU ratio',
      'lowest',
      'highest',
      'pages ratio',
      '',
    ],
    ...lines.map(({ name, small, large, ratio, lowest, highest, pages }) => [
      name,
      ...[small, large].flatMap((side) => [side.process, side.postgres, side.pages].map(number)),
      ...[ratio, lowest, highest, pages].map((value) => value.toFixed(2)),
      ratio <= aim ? 'flat' : 'grew',
    ]),
  ]);
}

/** Returns the work that grew, each with the statement whose pages grew most. */
export function grownText(lines: readonly Line[]): string {
  return lines
    .filter(({ ratio, pages }) => ratio > aim || pages > aim)
    .map(({ name, grown }) =>
      grown === undefined || grown.to <= grown.from
        ? `${name}: no statement looks at more pages`
        : `${name}: ${number(grown.from)} and ${number(grown.to)} pages: ${grown.text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)}`,
    )
    .join('\n');
}
