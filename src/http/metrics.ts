import type { Pool } from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Work } from '../../generated/operations.ts';
import type { ProofFault } from '../lib/refused-proof.ts';
import type { TxtAnswer } from '../lib/txt-records.ts';
import { countersIn } from './instruments/counters.ts';
import {
  type Crowds,
  gaugesOfDatabase,
  gaugesOfProcess,
  type Readers,
  showGauges,
  showSpans,
} from './instruments/gauges.ts';
import { histogramsIn } from './instruments/histograms.ts';

/** Measures requests, the pool, jobs, deliveries and the process; never a tenant or a key as a label (decisions 6.18). */
export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  /** One verification of a credential that was answered: VALID or why it is not. */
  verified(code: string): void;
  /** One request with a token of the command line whose proof was refused, and why. */
  proofRefused(reason: ProofFault): void;
  /** One sign-on to a SAML service provider that was answered: `Success`, or the status that says why it failed. */
  signedOn(started: 'service_provider' | 'keyward', outcome: string): void;
  /** One sign-in by a connection to an identity provider that was answered: `SUCCESS`, or why it failed. */
  federated(type: 'OIDC' | 'SAML', outcome: string): void;
  /** One attempt that conditional access judged, and what came of it. */
  judged(subject: 'user' | 'machine', outcome: 'ALLOWED' | 'DENIED' | 'ASKED'): void;
  /** One change of an organization that an operator asked for, and whether it was made. */
  operated(action: string, result: 'SUCCESS' | 'FAILURE'): void;
  /** One look-up of the records of a domain: whether there are records, none, or the DNS did not say. */
  lookedUp(outcome: TxtAnswer['kind']): void;
  /** A client ID metadata document was asked for: READ, or why it is not used. */
  documentRead(outcome: string): void;
  /** One stream of a listener that is open from now on. @returns what is told why it ended */
  listens(): (reason: string) => void;
  /** One request that was refused because too many of its class of work were in progress. */
  turnedAway(work: Work): void;
  /** Shows how many requests of each class are in progress, and how many may be. */
  watch(crowds: Crowds): void;
  jobDone(task: string, outcome: 'success' | 'failure' | 'given_up', seconds: number): void;
  /** One attempt of a delivery: SUCCESS or the code of its failure, and how long after its time it began. */
  attempted(outcome: string, seconds: number, lateSeconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** @param tasks what this process runs: a failure is only seen to have been added to what was there before */
export function createMetrics(
  pools: Record<string, Pool>,
  read: Readers,
  tasks: readonly string[] = [],
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = countersIn(registry);
  const histograms = histogramsIn(registry, tasks);
  let crowds: Crowds = new Map();
  let streams = 0;
  const ofProcess = gaugesOfProcess(
    pools,
    () => crowds,
    () => streams,
  );
  showGauges(registry, [...ofProcess, ...gaugesOfDatabase(read)]);
  if (read.spans) showSpans(registry, read.spans);

  // Looking a child up by its labels costs more than observing it.
  const children = new Map<string, { observe(seconds: number): void }>();
  return {
    observe(operation, status, seconds) {
      const name = `${operation} ${status}`;
      let child = children.get(name);
      if (!child) children.set(name, (child = histograms.requests.labels(operation, String(status))));
      child.observe(seconds);
    },
    verified: (code) => counters.verifications.labels(code).inc(),
    proofRefused: (reason) => counters.proofs.labels(reason).inc(),
    signedOn: (started, outcome) => counters.signOns.labels(started, outcome).inc(),
    federated: (type, outcome) => counters.federatedSignIns.labels(type, outcome).inc(),
    judged: (subject, outcome) => counters.accessDecisions.labels(subject, outcome).inc(),
    operated: (action, result) => counters.operators.labels(action, result).inc(),
    documentRead: (outcome) => counters.documents.labels(outcome).inc(),
    lookedUp: (outcome) => counters.lookUps.labels(outcome).inc(),
    listens() {
      streams += 1;
      return (reason) => {
        streams -= 1;
        counters.listeners.labels(reason).inc();
      };
    },
    turnedAway: (work) => counters.refusals.labels(work).inc(),
    watch: (watched) => {
      crowds = watched;
    },
    jobDone: (task, outcome, seconds) => histograms.jobs.labels(task, outcome).observe(seconds),
    attempted(outcome, seconds, lateSeconds) {
      histograms.attempts.labels(outcome).observe(seconds);
      histograms.lateness.observe(lateSeconds);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
