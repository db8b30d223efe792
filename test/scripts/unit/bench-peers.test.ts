import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Row } from '../../../bench/frame/measure.ts';
import { compare, tableText } from '../../../bench/peers/table.ts';

const row = (
  name: string,
  round: number,
  perSecond: number,
  cpu: [process: number, postgres?: number],
): Row => ({
  name,
  round,
  perSecond,
  serverCpu: cpu[0],
  postgresCpu: cpu[1],
  loadCpu: 10,
  p50: 1,
  p99: 2,
  fullPages: 0,
  calibration: { hash: 1, statement: 1, update: 1 },
  foreign: round / 100,
});
const compared = [{ name: 'verify', peer: 'better-auth', aim: 15 }];
const rows = [
  row('verify', 1, 3_000, [100, 50]),
  row('verify by better-auth', 1, 1_000, [900, 600]),
  row('verify by better-auth', 2, 500, [1_000, 500]),
  row('verify', 2, 10_000, [110, 40]),
  row('verify', 3, 4_000, [90, 60]),
  row('verify by better-auth', 3, 800, [1_100, 400]),
  row('verify at the floor', 1, 9_000, [50, 40]),
  row('verify at the floor', 2, 5_000, [50, 40]),
  row('verify at the floor', 3, 6_400, [50, 40]),
];

test('the ratio is the median of the ratios of neighbouring runs, and not that of the medians', () => {
  const [line] = compare(rows, compared, new Map());
  expect(line).toMatchObject({ ratio: 5, lowest: 3, highest: 20, aim: 15, most: 9 });
  expect(line?.ours).toMatchObject({ perSecond: 4_000, slowest: 3_000, fastest: 10_000, process: 100 });
  expect(line?.theirs).toMatchObject({ by: 'better-auth', perSecond: 800, postgres: 500, foreign: 0.03 });
});

test('CPU is that of the process and of Postgres, with what runs after the response', () => {
  const cpuOf = (background: Parameters<typeof compare>[2]): number | undefined =>
    compare(rows, compared, background)[0]?.cpu;
  expect(cpuOf(new Map())).toBeCloseTo(150 / 1_500);
  const ours = ['verify', { server: 100, postgres: 50 }] as const;
  expect(cpuOf(new Map([ours, ['verify by better-auth', { server: 0, postgres: 100 }]]))).toBeCloseTo(
    300 / 1_600,
  );
  // If one side alone was measured, neither counts it.
  expect(cpuOf(new Map([ours]))).toBeCloseTo(150 / 1_500);
});

test('without the CPU of Postgres there is no ratio of CPU', () => {
  const blind = rows.map((one) => ({ ...one, postgresCpu: undefined }));
  expect(compare(blind, compared, new Map())[0]).toMatchObject({ cpu: undefined, ratio: 5 });
});

test('an operation without a run of each side and of the floor is left out', () => {
  for (const missing of ['verify by better-auth', 'verify at the floor']) {
    const some = rows.filter(({ name }) => name !== missing);
    expect(compare(some, compared, new Map())).toEqual([]);
  }
});

test('the table has a line for each side and the floor, and each ratio is to the peer', () => {
  const text = tableText(compare(rows, compared, new Map([['verify', { server: 7, postgres: 5 }]])));
  const [head = '', ours = '', theirs = '', floor = ''] = text.split('\n');
  expect(head.split(/\s{2,}/)).toEqual([
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
  ]);
  expect(ours.split(/\s{2,}/)).toEqual([
    'verify',
    'Keyward',
    '4000',
    '3000',
    '10000',
    '100',
    '50',
    '12',
    '3 %',
    '5.00',
    '3.00',
    '20.00',
    '0.10',
    '15',
    'missed',
  ]);
  expect(theirs.trim().split(/\s{2,}/)).toEqual([
    'better-auth',
    '800',
    '500',
    '1000',
    '1000',
    '500',
    '-',
    '3 %',
  ]);
  expect(floor.trim().split(/\s{2,}/)).toEqual([
    'floor',
    '6400',
    '5000',
    '9000',
    '50',
    '40',
    '-',
    '3 %',
    '9.00',
  ]);
});

test('the peers run with the oidc-provider, jose and pg that Keyward has', () => {
  const versions = (path: string): Record<string, string> =>
    (JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> }).dependencies;
  const [ours, theirs] = [versions('package.json'), versions('bench/peers/package.json')];
  for (const name of ['oidc-provider', 'jose', 'pg']) expect(theirs[name]).toBe(ours[name]);
});
