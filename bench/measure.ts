import type { Child } from './children.ts';
import { calibrate, type Calibration, fullPagesOf } from './calibration.ts';
import type { Contestant } from './contestants.ts';
import { machineCpuMicros, treeCpuMicros } from './cpu.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Rig, Server } from './rig.ts';

/** The results of one run of one contestant. */
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
  rig: Pick<Rig, 'postmaster' | 'probe'>,
  { server, load }: { server: Child<Server>; load: Child<object> },
  { name, kind, given, connections }: Pick<Contestant, 'name' | 'kind' | 'given' | 'connections'>,
  { round, seconds, warmUp }: { round: number; seconds: number; warmUp: number },
): Promise<Row> {
  const { port } = server.ready;
  await putLoad(load, { port, kind, given, connections, seconds: warmUp });
  const calibration = await calibrate(rig.probe, rig.postmaster);
  const pagesBefore = await fullPagesOf(rig.probe);
  const clocks = async () => ({
    server: await server.cpu(),
    load: await load.cpu(),
    postgres: rig.postmaster === undefined ? undefined : treeCpuMicros(rig.postmaster),
    machine: machineCpuMicros(),
    at: performance.now(),
  });
  const before = await clocks();
  const result = await putLoad(load, { port, kind, given, connections, seconds });
  const after = await clocks();

  const fullPages = (await fullPagesOf(rig.probe)) - pagesBefore;

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
