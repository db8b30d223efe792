import type { Background } from '../frame/background.ts';
import type { Row } from '../frame/measure.ts';
import { columns, summarize, verdict } from '../frame/report.ts';

/**
 * An operation. Its rows have its name, the rows of the peer have `<name> by <peer>`, and those of the least that any service must do
 * have `<name> at the floor`.
 */
export interface Compared {
  name: string;
  peer: string;
  aim: number;
}

/** Medians of the rounds; times are CPU microseconds of a request. */
export interface Side {
  by: string;
  perSecond: number;
  slowest: number;
  fastest: number;
  process: number;
  postgres: number | undefined;
  /** After the response, of the process and of Postgres together; undefined if it was not measured. */
  after: number | undefined;
  /** The largest share of the machine that other programs took. */
  foreign: number;
}

export interface Line {
  name: string;
  ours: Side;
  theirs: Side;
  floor: Side;
  /** Ours over theirs, by rate: the median of the ratios of neighbouring runs, and their spread. */
  ratio: number;
  lowest: number;
  highest: number;
  /** The CPU time of a request, ours over theirs; with what runs after the response, if it was measured of both. */
  cpu: number | undefined;
  aim: number;
  /** The floor over theirs, by rate: no ratio can be higher. */
  most: number;
}

export const byPeer = ({ name, peer }: Pick<Compared, 'name' | 'peer'>): string => `${name} by ${peer}`;

export const atFloor = ({ name }: Pick<Compared, 'name'>): string => `${name} at the floor`;

/** @param background by the names of the rows */
export function compare(
  rows: readonly Row[],
  compared: readonly Compared[],
  background: ReadonlyMap<string, Background>,
): Line[] {
  const names = compared.flatMap((one) => [one.name, byPeer(one), atFloor(one)]);
  const { runs, ratios } = summarize(
    rows,
    names.map((name) => ({ name, about: '' })),
    compared.flatMap((one) => [one.name, atFloor(one)].map((of) => ({ of, to: byPeer(one), aim: one.aim }))),
  );
  const sideOf = (name: string, by: string): Side | undefined => {
    const run = runs.find((one) => one.name === name);
    const left = background.get(name);
    return (
      run && {
        by,
        perSecond: run.perSecond,
        slowest: run.slowest,
        fastest: run.fastest,
        process: run.serverCpu,
        postgres: run.postgresCpu,
        after: left && left.server + left.postgres,
        foreign: run.foreign,
      }
    );
  };
  return compared.flatMap((one) => {
    const [ours, theirs] = [sideOf(one.name, 'Keyward'), sideOf(byPeer(one), one.peer)];
    const floor = sideOf(atFloor(one), 'floor');
    const ratio = ratios.find(({ of }) => of === one.name);
    const most = ratios.find(({ of }) => of === atFloor(one));
    if (!ours || !theirs || !floor || !ratio || !most) return [];
    const { lowest, highest, aim } = ratio;
    return {
      name: one.name,
      ours,
      theirs,
      floor,
      ratio: ratio.ratio,
      lowest,
      highest,
      cpu: cpuRatio(ours, theirs),
      aim,
      most: most.ratio,
    };
  });
}

function cpuRatio(ours: Side, theirs: Side): number | undefined {
  if (ours.postgres === undefined || theirs.postgres === undefined) return undefined;
  const whole = ours.after !== undefined && theirs.after !== undefined;
  const of = ({ process, postgres = 0, after = 0 }: Side): number => process + postgres + (whole ? after : 0);
  return of(ours) / of(theirs);
}

const digits = (value: number | undefined, count = 0): string =>
  value === undefined ? '-' : value.toFixed(count);

export function tableText(lines: readonly Line[]): string {
  const cells = (side: Side): string[] => [
    side.by,
    digits(side.perSecond),
    digits(side.slowest),
    digits(side.fastest),
    digits(side.process),
    digits(side.postgres),
    digits(side.after),
    `${Math.round(side.foreign * 100)} %`,
  ];
  return columns([
    [
      'operation',
      'by',
      'req/s',
      'slowest',
      'fastest',
      'process µs',
      'Postgres µs',
      'after µs',
      'foreign',
      'ratio',
      'lowest',
      'highest',
      'CPU',
      'aim',
      '',
    ],
    ...lines.flatMap(({ name, ours, theirs, floor, most, ratio, lowest, highest, cpu, aim }) => [
      [
        name,
        ...cells(ours),
        digits(ratio, 2),
        digits(lowest, 2),
        digits(highest, 2),
        digits(cpu, 2),
        String(aim),
        verdict(ratio >= aim),
      ],
      ['', ...cells(theirs), '', '', '', '', '', ''],
      ['', ...cells(floor), digits(most, 2), '', '', '', '', ''],
    ]),
  ]);
}
