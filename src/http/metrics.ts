import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { WorkerStats } from '../queries/read-queue.ts';

/** Measures requests, the pool, jobs, deliveries and the process; never a tenant or a key as a label (decisions 6.18). */
export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  jobDone(task: string, outcome: 'success' | 'failure', seconds: number): void;
  /** One attempt of a delivery: SUCCESS or the code of its failure, and how long after its time it began. */
  attempted(outcome: string, seconds: number, lateSeconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(
  pools: Record<string, Pool>,
  readQueue: () => Promise<WorkerStats>,
  readDeliveryLag: () => Promise<number>,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by operationId and status',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time a background task took, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets,
    registers,
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time an attempt to deliver an event took, by outcome',
    labelNames: ['outcome'],
    buckets,
    registers,
  });
  const lateness = new Histogram({
    name: 'webhook_attempt_late_seconds',
    help: 'How long after its time an attempt to deliver an event began',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
    registers,
  });
  const poolConnections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of each pool, by state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'total' }, totalCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
      }
    },
  });
  const waiting = new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements that wait for a connection of each pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, { waitingCount }] of Object.entries(pools)) this.set({ pool: name }, waitingCount);
    },
  });
  const failedScrapes = new Counter({
    name: 'jobs_unknown_total',
    help: 'Scrapes that could not read the job queue or that of the webhooks',
    registers,
  });
  // Both gauges of the queue are asked at once; a gauge that another one sets would show the scrape before.
  let reading: Promise<WorkerStats> | undefined;
  const readOnce = (): Promise<WorkerStats> =>
    (reading ??= readQueue().finally(() => {
      reading = undefined;
    }));
  const queue = new Gauge({
    name: 'jobs',
    help: 'Jobs in the queue, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const stats = await readOnce().catch(() => undefined);
      for (const state of ['ready', 'scheduled', 'failed'] as const) {
        if (stats) this.set({ state }, stats[state]);
      }
    },
  });
  const lag = new Gauge({
    name: 'jobs_lag_seconds',
    help: 'How long the oldest job that could run has waited',
    registers,
    async collect() {
      try {
        this.set((await readOnce()).lagSeconds);
      } catch {
        failedScrapes.inc();
      }
    },
  });
  const deliveryLag = new Gauge({
    name: 'webhook_deliveries_lag_seconds',
    help: 'How long the oldest delivery that is due and that nobody sends has waited',
    registers,
    async collect() {
      try {
        this.set(await readDeliveryLag());
      } catch {
        failedScrapes.inc();
      }
    },
  });
  void [poolConnections, waiting, queue, lag, deliveryLag];

  // Looking a child up by its labels costs more than observing it.
  const children = new Map<string, { observe(seconds: number): void }>();
  return {
    observe(operation, status, seconds) {
      const name = `${operation} ${status}`;
      let child = children.get(name);
      if (!child) children.set(name, (child = requests.labels(operation, String(status))));
      child.observe(seconds);
    },
    jobDone: (task, outcome, seconds) => jobs.labels(task, outcome).observe(seconds),
    attempted(outcome, seconds, lateSeconds) {
      attempts.labels(outcome).observe(seconds);
      lateness.observe(lateSeconds);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
