import { setTimeout as wait } from 'node:timers/promises';
import { machineCpuMicros, ownCpuMicros, treeCpuMicros } from '../frame/cpu.ts';
import {
  addJobs,
  change,
  eventFor,
  type FanOut,
  type Organization,
  settled,
  type Subscriptions,
} from './fan-out.ts';
import type { Rig } from '../frame/rig.ts';

/** One thing that is measured. */
export interface Contestant {
  name: string;
  subscriptions: Subscriptions;
  /** The mode of graphile-worker; the service itself when left out. */
  worker?: 'plain' | 'batches';
  about: string;
}

/** In the order in which each round runs them: what is compared stands side by side. */
export const contestants: readonly Contestant[] = ([1, 50] as const).flatMap((subscriptions) => [
  { name: `bare-${subscriptions}`, subscriptions, worker: 'plain', about: 'a job, one fetch' },
  { name: `fan-out-${subscriptions}`, subscriptions, about: 'the service' },
  {
    name: `batched-${subscriptions}`,
    subscriptions,
    worker: 'batches',
    about: 'jobs fetched and completed by blocks',
  },
]);

/** Deliveries of one run. */
export const amount = { 1: 6_000, 50: 12_500 } as const;
/** At a time: as many as the deliverer sends to one webhook, and for one tenant. */
const concurrency = { 1: 20, 50: 300 } as const;
/** Events of one transaction. */
const each = { 1: 20, 50: 1 } as const;

/** The results of one run. */
export interface Row {
  name: string;
  size: string;
  round: number;
  /** Deliveries, until the last is written down. */
  perSecond: number;
  /** CPU microseconds per delivery: of the service, or of the worker. */
  processCpu: number;
  postgresCpu: number;
  /** Share of the machine's CPU time that others took, 0 to 1. */
  foreign: number;
}

const finished = 'select sum(successful_deliveries)::int as count from webhooks';
const jobsLeft = 'select count(*)::int as count from graphile_worker._private_jobs';

async function send(parts: FanOut, { subscriptions, worker }: Contestant, deliveries: number): Promise<void> {
  const { database, sink, jobs } = parts;
  const from = await sink.ask<number>('count');
  if (worker === undefined) {
    const { rows } = await database.pool.query<{ count: number }>(finished);
    const events = deliveries / subscriptions;
    await change(parts, { type: eventFor[subscriptions], events, each: each[subscriptions] });
    await soon(sink.ask('until', { from, more: deliveries }));
    await settled(database.pool, finished, (rows[0]?.count ?? 0) + deliveries);
  } else {
    await addJobs(parts, deliveries, each[subscriptions] * subscriptions);
    await soon(sink.ask('until', { from, more: deliveries }));
    await settled(jobs, jobsLeft, 0);
  }
  const came = (await sink.ask<number>('count')) - from;
  if (came !== deliveries) throw new Error(`${came} came of ${deliveries}`);
}

/**
 * Waits a minute at most. A delivery that is later never arrives: the service has ended, or the sink has
 * rejected something.
 */
async function soon(arrival: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    arrival,
    wait(60_000, undefined, { signal: late.signal }).then(() => {
      throw new Error('not everything has come within a minute');
    }),
  ]).finally(() => late.abort());
}

/** Measures one run: from the first event or job until everything has come and is written down. */
export async function run(
  rig: Rig<Organization>,
  parts: FanOut,
  contestant: Contestant,
  { size, round, share }: { size: string; round: number; share: number },
): Promise<Row> {
  const { name, subscriptions, worker } = contestant;
  const deliveries = amount[subscriptions] * share;
  const program = worker === undefined ? parts.service : parts.bare;
  if (worker) {
    const batches = worker === 'batches';
    await parts.bare.ask('begin', { concurrency: concurrency[subscriptions], batches, url: parts.hookUrl });
  }
  await send(parts, contestant, deliveries / 5);
  const clocks = async () => ({
    program: await program.cpu(),
    load: (await parts.sink.cpu()) + ownCpuMicros(),
    postgres: treeCpuMicros(rig.postmaster) ?? Number.NaN,
    machine: machineCpuMicros(),
    at: performance.now(),
  });
  const before = await clocks();
  await send(parts, contestant, deliveries);
  const after = await clocks();
  if (worker && (await parts.bare.ask<number>('end')) > 0) throw new Error('an answer of the sink was wrong');

  const spent = (clock: keyof typeof before): number => after[clock] - before[clock];
  const available = spent('at') * 1000 * navigator.hardwareConcurrency;
  return {
    name,
    size,
    round,
    perSecond: (deliveries / spent('at')) * 1000,
    processCpu: spent('program') / deliveries,
    postgresCpu: spent('postgres') / deliveries,
    foreign: Math.max(
      0,
      (spent('machine') - spent('program') - spent('postgres') - spent('load')) / available,
    ),
  };
}

/** Milliseconds from the commit of one event until it has come, one event after the other. */
export async function latency(parts: FanOut): Promise<{ p50: number; worst: number }> {
  const taken: number[] = [];
  for (let event = 0; event < 50; event++) {
    const from = await parts.sink.ask<number>('count');
    const coming = parts.sink.ask('until', { from, more: 1 });
    await change(parts, { type: eventFor[1], events: 1, each: 1 });
    const began = performance.now();
    await coming;
    taken.push(performance.now() - began);
  }
  taken.sort((a, b) => a - b);
  return { p50: taken[taken.length >> 1] ?? Number.NaN, worst: taken.at(-1) ?? Number.NaN };
}
