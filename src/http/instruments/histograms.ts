import { Histogram, type Registry } from 'prom-client';

/** Seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const described = {
  requests: {
    name: 'keyward_http_request_duration_seconds',
    help: 'Time to respond to a request, by operationId and status',
    labelNames: ['operation', 'status'],
    buckets,
  },
  jobs: {
    name: 'keyward_job_duration_seconds',
    help: 'Time a background task took, by task and outcome; a job with the outcome given_up is not retried',
    labelNames: ['task', 'outcome'],
    buckets,
  },
  attempts: {
    name: 'keyward_webhook_attempt_duration_seconds',
    help: 'Time an attempt to deliver an event took, by outcome',
    labelNames: ['outcome'],
    buckets,
  },
  lateness: {
    name: 'keyward_webhook_attempt_late_seconds',
    help: 'Delay between the time an attempt to deliver an event was due and its start',
    labelNames: [],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  },
};

/** Makes the histograms of durations. @param tasks of this process, whose series are shown before the first job */
export function histogramsIn(
  registry: Registry,
  tasks: readonly string[],
): Record<keyof typeof described, Histogram> {
  const made = Object.entries(described).map(([key, description]) => [
    key,
    new Histogram({ ...description, registers: [registry] }),
  ]);
  const histograms = Object.fromEntries(made) as Record<keyof typeof described, Histogram>;
  for (const task of tasks)
    for (const outcome of ['success', 'failure', 'given_up']) histograms.jobs.zero({ task, outcome });
  return histograms;
}
