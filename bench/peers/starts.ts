import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../frame/children.ts';
import { treeCpuMicros } from '../frame/cpu.ts';
import type { Given } from '../frame/requests.ts';
import { putLoad } from '../frame/measure.ts';
import { columns, spread } from '../frame/report.ts';

/** A service in a process of its own. */
export interface Started {
  port: number;
  /** CPU time since it began, in microseconds. */
  cpu: () => Promise<number>;
  /** RSS, in bytes. */
  memory: () => Promise<number>;
  stop: () => Promise<void>;
}

export interface Starting {
  by: string;
  start: () => Promise<Started>;
  /** The request that a service must answer to be ready. */
  given: Given;
  postmaster: number | undefined;
}

export interface Start {
  by: string;
  /** CPU milliseconds until the first response, of the process and of Postgres. */
  process: number;
  postgres: number;
  /** MB of the process, when it was idle for `idleMs`. */
  rss: number;
}

/** Starts a service beside those that run, and ends it. */
export async function measureStart(
  { by, start, given, postmaster }: Starting,
  load: Child<object>,
  idleMs: number,
): Promise<Start> {
  const postgres = (): number => treeCpuMicros(postmaster) ?? Number.NaN;
  const before = postgres();
  const started = await start();
  await putLoad(load, { port: started.port, given, connections: 1, seconds: 0 });
  const cpu = await started.cpu();
  const after = postgres();
  await wait(idleMs);
  const rss = await started.memory();
  await started.stop();
  return { by, process: cpu / 1000, postgres: (after - before) / 1000, rss: rss / 1e6 };
}

export function startsText(starts: readonly Start[]): string {
  const names = [...new Set(starts.map(({ by }) => by))];
  const cells = (by: string, pick: (start: Start) => number): string[] =>
    spread(starts.filter((one) => one.by === by).map(pick));
  return columns([
    ['start', 'process ms', 'least', 'most', 'Postgres ms', 'least', 'most', 'RSS MB', 'least', 'most', ''],
    ...names.map((by) => [
      by,
      ...cells(by, ({ process }) => process),
      ...cells(by, ({ postgres }) => postgres),
      ...cells(by, ({ rss }) => rss),
      '',
    ]),
  ]);
}
