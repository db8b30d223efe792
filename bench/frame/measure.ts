import type { Child } from './children.ts';
import { calibrate, type Calibration, fullPagesOf } from './calibration.ts';
import { machineCpuMicros, treeCpuMicros } from './cpu.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Given } from './requests.ts';
import type { Database, Server } from './rig.ts';

/** Requests that are put on a server. */
export interface Run {
  name: string;
  /** A few words for the table. */
  about: string;
  server: Child<Server>;
  given: Given;
  connections: number;
  /** The database of the server, or the one of the bench. */
  place: Pick<Database, 'postmaster' | 'probe'>;
}

/** The results of a run in one round. */
export interface Row {
  name: string;
  round: number;
  perSecond: number;
  /** CPU microseconds per request. */
  serverCpu: number;
  /** Undefined where there is no /proc. */
  postgresCpu: number | undefined;
  loadCpu: number;
  p50: number;
  p99: number;
  /** Whole pages that Postgres wrote to the WAL, per request: first changes of a page after a checkpoint. */
  fullPages: number;
  /** Fixed work, measured just before. */
  calibration: Calibration;
  /** Share of the machine's CPU time that others took, 0 to 1. */
  foreign: number;
}

/** Puts load on a server. @throws when an answer is wrong: its speed means nothing then */
export async function putLoad(load: Child<object>, order: LoadOrder): Promise<LoadResult> {
  const result = await load.ask<LoadResult>('run', order);
  if (result.wrong > 0) {
    throw new Error(
      `${result.wrong} of ${result.requests} answers were wrong; the first:\n${result.firstWrong}`,
    );
  }
  return result;
}

/**
 * Measures one run. Nothing runs when the clocks are read, before and after, so that all CPU time in between was
 * spent on exactly the requests that are counted.
 */
export async function measure(
  load: Child<object>,
  { name, server, given, connections, place: { postmaster, probe } }: Run,
  { round, seconds, warmUp }: { round: number; seconds: number; warmUp: number },
): Promise<Row> {
  const { port } = server.ready;
  await putLoad(load, { port, given, connections, seconds: warmUp });
  const calibration = await calibrate(probe, postmaster);
  const pagesBefore = await fullPagesOf(probe);
  const clocks = async () => ({
    server: await server.cpu(),
    load: await load.cpu(),
    postgres: treeCpuMicros(postmaster),
    machine: machineCpuMicros(),
    at: performance.now(),
  });
  const before = await clocks();
  const result = await putLoad(load, { port, connections, seconds });
  const after = await clocks();

  const fullPages = (await fullPagesOf(probe)) - pagesBefore;

  const { requests } = result;
  const serverCpu = after.server - before.server;
  const loadCpu = after.load - before.load;
  const postgresCpu =
    after.postgres === undefined || before.postgres === undefined
      ? undefined
      : after.postgres - before.postgres;
  const others = after.machine - before.machine - serverCpu - loadCpu - (postgresCpu ?? 0);
  const available = (after.at - before.at) * 1000 * navigator.hardwareConcurrency;
  return {
    name,
    round,
    perSecond: requests / result.seconds,
    serverCpu: serverCpu / requests,
    postgresCpu: postgresCpu === undefined ? undefined : postgresCpu / requests,
    loadCpu: loadCpu / requests,
    p50: result.p50,
    p99: result.p99,
    fullPages: fullPages / requests,
    calibration,
    foreign: Math.max(0, others / available),
  };
}
