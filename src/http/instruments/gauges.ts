import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Work } from '../../../generated/operations.ts';
import type { PartitionStats } from '../../platform/sql/partitions.ts';
import type { WorkerStats } from '../../platform/sql/tenant-jobs.ts';
import { version } from '../../lib/version.ts';
import type { Crowd } from '../admission/crowd.ts';

/** The requests in progress of each class of work, and the number beyond which more are refused. */
export type Crowds = ReadonlyMap<Work, Pick<Crowd, 'inside' | 'limit'>>;

/** The reads of the database that each scrape makes. */
export interface Readers {
  ping: () => Promise<unknown>;
  queue: () => Promise<WorkerStats>;
  deliveryLag: () => Promise<number>;
  partitions: () => Promise<PartitionStats[]>;
  /** How many organizations have each status. */
  organizations: () => Promise<Readonly<Record<string, number>>>;
  /** The number of spans of traces by their outcome, where traces are sent. */
  spans?: Readonly<Record<'exported' | 'failed' | 'dropped', number>> | undefined;
}

type Series = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A gauge whose series are read at each scrape. */
interface ReadGauge {
  name: string;
  help: string;
  labelNames: readonly string[];
  read: () => readonly Series[] | Promise<readonly Series[]>;
  /** The read fails with another gauge, which counts the failure. */
  isCountedElsewhere?: true;
}

/** Gauges of the memory of this process. @param streams how many streams of listeners are open */
export const gaugesOfProcess = (
  pools: Record<string, Pool>,
  crowds: () => Crowds,
  streams: () => number,
): ReadGauge[] => [
  {
    name: 'keyward_webhook_listener_streams_open',
    help: 'Streams of listeners that are open on the node',
    labelNames: [],
    read: () => [[{}, streams()]],
  },
  {
    name: 'keyward_build_info',
    help: 'The version that the process runs; always 1',
    labelNames: ['version'],
    read: () => [[{ version }, 1]],
  },
  {
    name: 'keyward_requests_in_progress',
    help: 'Requests that the node works on, by class of work',
    labelNames: ['class'],
    read: () => [...crowds()].map(([work, { inside }]) => [{ class: work }, inside]),
  },
  {
    name: 'keyward_requests_in_progress_limit',
    help: 'The number of requests in progress beyond which the node refuses more, by class of work',
    labelNames: ['class'],
    read: () => [...crowds()].map(([work, { limit }]) => [{ class: work }, limit]),
  },
  {
    name: 'keyward_database_pool_connections',
    help: 'Connections of each pool, by state',
    labelNames: ['pool', 'state'],
    read: () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]): Series[] => [
        [{ pool, state: 'total' }, totalCount],
        [{ pool, state: 'idle' }, idleCount],
      ]),
  },
  {
    name: 'keyward_database_pool_waiting',
    help: 'Statements that are waiting for a connection, by pool',
    labelNames: ['pool'],
    read: () => Object.entries(pools).map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
  },
];

/** Gauges that ask the database. The gauges of one read share it, so that they show one moment. */
export function gaugesOfDatabase({
  ping,
  queue,
  deliveryLag,
  partitions,
  organizations,
}: Readers): ReadGauge[] {
  const readQueue = once(queue);
  const readPartitions = once(partitions);
  return [
    {
      name: 'keyward_jobs',
      help: 'Jobs in the queues, by class and state',
      labelNames: ['class', 'state'],
      isCountedElsewhere: true,
      read: async () => {
        const { queues } = await readQueue();
        return (['ready', 'scheduled', 'failed'] as const).flatMap((state) =>
          queues.map((found): Series => [{ class: found.class, state }, found[state]]),
        );
      },
    },
    {
      name: 'keyward_jobs_lag_seconds',
      help: 'How long the oldest job that is ready to run has waited, by class',
      labelNames: ['class'],
      read: async () => (await readQueue()).queues.map((found) => [{ class: found.class }, found.lagSeconds]),
    },
    {
      name: 'keyward_jobs_failing_addresses',
      help: 'Addresses of tenants that failed several times in a row and now get single calls, with pauses',
      labelNames: [],
      isCountedElsewhere: true,
      read: async () => [[{}, (await readQueue()).failingAddresses]],
    },
    {
      name: 'keyward_webhook_deliveries_lag_seconds',
      help: 'How long the oldest delivery that is due and that no node is sending has waited',
      labelNames: [],
      read: async () => [[{}, await deliveryLag()]],
    },
    {
      name: 'keyward_database_round_trip_seconds',
      help: 'Response time of the database on the connection for probes and metrics',
      labelNames: [],
      read: async () => {
        const began = performance.now();
        await ping();
        return [[{}, (performance.now() - began) / 1000]];
      },
    },
    {
      name: 'keyward_organizations',
      help: 'Organizations, by status',
      labelNames: ['status'],
      read: async () => Object.entries(await organizations()).map(([status, count]) => [{ status }, count]),
    },
    {
      name: 'keyward_partitions_ahead_seconds',
      help: 'How long rows of a table still have a partition if no further partition is created',
      labelNames: ['table'],
      read: async () => (await readPartitions()).map(({ table, secondsAhead }) => [{ table }, secondsAhead]),
    },
    {
      name: 'keyward_partitions_overdue',
      help: 'Partitions of a table that still exist after its retention period',
      labelNames: ['table'],
      isCountedElsewhere: true,
      read: async () => (await readPartitions()).map(({ table, overdue }) => [{ table }, overdue]),
    },
  ];
}

/** Shows gauges at each scrape. A gauge whose read fails keeps its values, and the failure is counted. */
export function showGauges(registry: Registry, gauges: readonly ReadGauge[]): void {
  const registers = [registry];
  const failed = new Counter({
    name: 'keyward_jobs_unknown_total',
    help: 'Failed reads for a scrape, by source: the database, its job queue, the queue of the webhooks, or the partitions',
    registers,
  });
  for (const { read, isCountedElsewhere = false, ...description } of gauges) {
    const gauge: Gauge = new Gauge({
      ...description,
      registers,
      async collect() {
        try {
          for (const [labels, value] of await read()) gauge.set(labels, value);
        } catch {
          if (!isCountedElsewhere) failed.inc();
        }
      },
    });
  }
}

/** Shows what became of the spans of traces. Their counts are kept elsewhere, and only grow. */
export function showSpans(registry: Registry, spans: NonNullable<Readers['spans']>): void {
  const counter: Counter = new Counter({
    name: 'keyward_trace_spans_total',
    help: 'Spans of traces, by outcome: exported, failed if the collector did not take them, dropped if the queue was full',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      counter.reset();
      for (const [outcome, count] of Object.entries(spans)) counter.inc({ outcome }, count);
    },
  });
}

/** Shares the answer of a read with all that ask while it is awaited. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}
