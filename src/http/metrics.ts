import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Work, works } from '../../generated/operations.ts';
import type { TxtAnswer } from '../lib/txt-records.ts';
import type { PartitionStats } from '../platform/sql/partitions.ts';
import type { WorkerStats } from '../platform/sql/tenant-jobs.ts';
import type { Crowd } from './admission/crowd.ts';

/** Measures requests, the pool, jobs, deliveries and the process; never a tenant or a key as a label (decisions 6.18). */
export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** One verification of a credential that was answered: VALID or why it is not. */
  verified(code: string): void;
  /** One sign-on to a SAML service provider that was answered: `Success`, or the status that says why it failed. */
  signedOn(started: 'service_provider' | 'keyward', outcome: string): void;
  /** One sign-in by a connection to an identity provider that was answered: `SUCCESS`, or why it failed. */
  federated(type: 'OIDC' | 'SAML', outcome: string): void;
  /** One attempt that conditional access judged, and what came of it. */
  judged(subject: 'user' | 'machine', outcome: 'ALLOWED' | 'DENIED' | 'ASKED'): void;
  /** One look-up of the records of a domain: whether there are records, none, or the DNS did not say. */
  lookedUp(outcome: TxtAnswer['kind']): void;
  /** One request that was refused because too many of its class of work were in progress. */
  turnedAway(work: Work): void;
  /** Shows how many requests of each class are in progress, and how many may be. */
  watch(crowds: ReadonlyMap<Work, Pick<Crowd, 'inside' | 'limit'>>): void;
  jobDone(task: string, outcome: 'success' | 'failure' | 'given_up', seconds: number): void;
  /** One attempt of a delivery: SUCCESS or the code of its failure, and how long after its time it began. */
  attempted(outcome: string, seconds: number, lateSeconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What each scrape asks the database. */
export interface Readers {
  ping: () => Promise<unknown>;
  queue: () => Promise<WorkerStats>;
  deliveryLag: () => Promise<number>;
  partitions: () => Promise<PartitionStats[]>;
  /** What became of the spans of traces, where traces are sent. */
  spans?: Readonly<Record<'exported' | 'failed' | 'dropped', number>> | undefined;
}

/** @param tasks what this process runs: a failure is only seen to have been added to what was there before */
export function createMetrics(
  pools: Record<string, Pool>,
  read: Readers,
  tasks: readonly string[] = [],
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'keyward_http_request_duration_seconds',
    help: 'Time to respond to a request, by operationId and status',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  });
  const verifications = new Counter({
    name: 'keyward_credential_verifications_total',
    help: 'Verifications of credentials, by the code of the response',
    labelNames: ['code'],
    registers,
  });
  const signOns = new Counter({
    name: 'keyward_saml_sign_ons_total',
    help: 'Sign-ons to SAML service providers, by where they started and by the status of the response',
    labelNames: ['started', 'outcome'],
    registers,
  });
  for (const started of ['service_provider', 'keyward']) signOns.inc({ started, outcome: 'Success' }, 0);
  const federatedSignIns = new Counter({
    name: 'keyward_federated_sign_ins_total',
    help: 'Sign-ins by connections to identity providers, by the type of the connection and by the outcome',
    labelNames: ['type', 'outcome'],
    registers,
  });
  for (const type of ['OIDC', 'SAML'])
    for (const outcome of ['SUCCESS', 'FAILED']) federatedSignIns.inc({ type, outcome }, 0);
  const accessDecisions = new Counter({
    name: 'keyward_access_decisions_total',
    help: 'Attempts that policies of conditional access judged, by subject and outcome',
    labelNames: ['subject', 'outcome'],
    registers,
  });
  for (const outcome of ['ALLOWED', 'DENIED', 'ASKED']) {
    accessDecisions.inc({ subject: 'user', outcome }, 0);
    // Machines are never asked for more proof.
    if (outcome !== 'ASKED') accessDecisions.inc({ subject: 'machine', outcome }, 0);
  }
  const lookUps = new Counter({
    name: 'keyward_domain_lookups_total',
    help: 'Look-ups of the records that prove domains, by outcome; unknown means that the DNS did not respond',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['records', 'absent', 'unknown']) lookUps.inc({ outcome }, 0);
  const refused = new Counter({
    name: 'keyward_overload_refusals_total',
    help: 'Requests that were refused because the node had too many at once, by class of work',
    labelNames: ['class'],
    registers,
  });
  for (const work of works) refused.inc({ class: work }, 0);
  let crowds: ReadonlyMap<Work, Pick<Crowd, 'inside' | 'limit'>> = new Map();
  const inside = new Gauge({
    name: 'keyward_requests_in_progress',
    help: 'Requests that the node works on, by class of work',
    labelNames: ['class'],
    registers,
    collect() {
      for (const [work, found] of crowds) this.set({ class: work }, found.inside);
    },
  });
  const mostInside = new Gauge({
    name: 'keyward_requests_in_progress_limit',
    help: 'The number of requests in progress beyond which the node refuses more, by class of work',
    labelNames: ['class'],
    registers,
    collect() {
      for (const [work, found] of crowds) this.set({ class: work }, found.limit);
    },
  });
  const jobs = new Histogram({
    name: 'keyward_job_duration_seconds',
    help: 'Time a background task took, by task and outcome; a job with the outcome given_up is not retried',
    labelNames: ['task', 'outcome'],
    buckets,
    registers,
  });
  for (const task of tasks)
    for (const outcome of ['success', 'failure', 'given_up']) jobs.zero({ task, outcome });
  const attempts = new Histogram({
    name: 'keyward_webhook_attempt_duration_seconds',
    help: 'Time an attempt to deliver an event took, by outcome',
    labelNames: ['outcome'],
    buckets,
    registers,
  });
  const lateness = new Histogram({
    name: 'keyward_webhook_attempt_late_seconds',
    help: 'Delay between the time an attempt to deliver an event was due and its start',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
    registers,
  });
  const poolConnections = new Gauge({
    name: 'keyward_database_pool_connections',
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
    name: 'keyward_database_pool_waiting',
    help: 'Statements that are waiting for a connection, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, { waitingCount }] of Object.entries(pools)) this.set({ pool: name }, waitingCount);
    },
  });
  const failedScrapes = new Counter({
    name: 'keyward_jobs_unknown_total',
    help: 'Failed reads for a scrape, by source: the database, its job queue, the queue of the webhooks, or the partitions',
    registers,
  });
  // The gauges of one read are asked at once; a gauge that another one sets would show the scrape before.
  const readQueue = once(read.queue);
  const readPartitions = once(read.partitions);
  const queue = new Gauge({
    name: 'keyward_jobs',
    help: 'Jobs in the queues, by class and state',
    labelNames: ['class', 'state'],
    registers,
    async collect() {
      const stats = await readQueue().catch(() => undefined);
      for (const state of ['ready', 'scheduled', 'failed'] as const) {
        for (const found of stats?.queues ?? []) this.set({ class: found.class, state }, found[state]);
      }
    },
  });
  const lag = new Gauge({
    name: 'keyward_jobs_lag_seconds',
    help: 'How long the oldest job that is ready to run has waited, by class',
    labelNames: ['class'],
    registers,
    async collect() {
      try {
        for (const found of (await readQueue()).queues) this.set({ class: found.class }, found.lagSeconds);
      } catch {
        failedScrapes.inc();
      }
    },
  });
  const failingAddresses = new Gauge({
    name: 'keyward_jobs_failing_addresses',
    help: 'Addresses of tenants that failed several times in a row and now get single calls, with pauses',
    registers,
    async collect() {
      const stats = await readQueue().catch(() => undefined);
      if (stats) this.set(stats.failingAddresses);
    },
  });
  const deliveryLag = new Gauge({
    name: 'keyward_webhook_deliveries_lag_seconds',
    help: 'How long the oldest delivery that is due and that no node is sending has waited',
    registers,
    async collect() {
      try {
        this.set(await read.deliveryLag());
      } catch {
        failedScrapes.inc();
      }
    },
  });
  const roundTrip = new Gauge({
    name: 'keyward_database_round_trip_seconds',
    help: 'Response time of the database on the connection for probes and metrics',
    registers,
    async collect() {
      const began = performance.now();
      try {
        await read.ping();
        this.set((performance.now() - began) / 1000);
      } catch {
        failedScrapes.inc();
      }
    },
  });
  const partitionsAhead = new Gauge({
    name: 'keyward_partitions_ahead_seconds',
    help: 'How long rows of a table still have a partition if no further partition is created',
    labelNames: ['table'],
    registers,
    async collect() {
      try {
        for (const { table, secondsAhead } of await readPartitions()) this.set({ table }, secondsAhead);
      } catch {
        failedScrapes.inc();
      }
    },
  });
  const partitionsOverdue = new Gauge({
    name: 'keyward_partitions_overdue',
    help: 'Partitions of a table that still exist after its retention period',
    labelNames: ['table'],
    registers,
    async collect() {
      const stats = (await readPartitions().catch(() => undefined)) ?? [];
      for (const { table, overdue } of stats) this.set({ table }, overdue);
    },
  });
  const { spans } = read;
  const traceSpans =
    spans &&
    new Counter({
      name: 'keyward_trace_spans_total',
      help: 'Spans of traces, by outcome: exported, failed if the collector did not take them, dropped if the queue was full',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(spans)) this.inc({ outcome }, count);
      },
    });
  void [
    inside,
    mostInside,
    poolConnections,
    waiting,
    queue,
    lag,
    failingAddresses,
    deliveryLag,
    roundTrip,
    partitionsAhead,
    partitionsOverdue,
    traceSpans,
  ];

  // Looking a child up by its labels costs more than observing it.
  const children = new Map<string, { observe(seconds: number): void }>();
  return {
    observe(operation, status, seconds) {
      const name = `${operation} ${status}`;
      let child = children.get(name);
      if (!child) children.set(name, (child = requests.labels(operation, String(status))));
      child.observe(seconds);
    },
    verified: (code) => verifications.labels(code).inc(),
    signedOn: (started, outcome) => signOns.labels(started, outcome).inc(),
    federated: (type, outcome) => federatedSignIns.labels(type, outcome).inc(),
    judged: (subject, outcome) => accessDecisions.labels(subject, outcome).inc(),
    lookedUp: (outcome) => lookUps.labels(outcome).inc(),
    turnedAway: (work) => refused.labels(work).inc(),
    watch: (watched) => {
      crowds = watched;
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

/** Those who ask while an answer is awaited share it. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}
