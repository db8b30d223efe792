import { createAlarm } from '../platform/alarm.ts';
import { type Breaker, type BreakerOptions, createBreaker } from './breaker.ts';
import type { Log } from '../platform/log.ts';
import { MailNotOffered, type Mailer, MailServerFailure } from '../platform/mail.ts';
import {
  claimTenantJobs,
  type JobClass,
  jobClasses,
  leaseSeconds,
  postponeTenantJob,
  removeTenantJob,
  renewTenantJobs,
  setAside,
  type TenantJob,
} from '../platform/sql/tenant-jobs.ts';
import { codeOfError, noTracer, type Span, type Tracer, withSpan } from '../platform/tracing.ts';
import type { TenantTaskName, TenantTasks } from '../platform/queue.ts';
import { tenantTasks } from './index.ts';
import type { TaskParts } from './task-parts.ts';

export interface TenantJobs {
  /** Looks for jobs at once. */
  ring: () => void;
  /** Takes no more jobs and waits for those that run. */
  stop: () => Promise<void>;
}

export interface TenantJobParts extends Omit<TaskParts, 'stopping'> {
  log: Log;
  tracer?: Tracer;
  jobDone: (task: string, outcome: 'success' | 'failure' | 'given_up', seconds: number) => void;
}

/**
 * The numbers of jobs that one process runs at a time, by class and for one address of a tenant. Mails are as
 * many as there are connections to the mail server (src/platform/mail.ts). House-keeping has places of its own
 * (runner.ts) and waits for none of these.
 */
const places: Readonly<Record<JobClass, { most: number; perAddress: number }>> = {
  mail: { most: 4, perAddress: 4 },
  call: { most: 32, perAddress: 4 },
  work: { most: 2, perAddress: 2 },
  replay: { most: 1, perAddress: 1 },
};

/** Times in milliseconds; tests shorten them. */
export interface Pacing {
  /** Between two looks for jobs: a retry is due without a notification. */
  lookMs: number;
  /** Between two renewals of the leases. */
  renewMs: number;
  /** Unit of the time that a job waits after a failure: e, e², e³ times it. */
  retryMs: number;
  /** The first and the longest pause of a mail server that fails. */
  mailServer: Pick<BreakerOptions, 'firstPauseMs' | 'longestPauseMs'>;
}

const usual: Pacing = {
  lookMs: 2_000,
  renewMs: (leaseSeconds * 1_000) / 3,
  retryMs: 1_000,
  mailServer: { firstPauseMs: 5_000, longestPauseMs: 60_000 },
};

/** Starts to run what tenants asked for: each class by itself, so that none waits for another. */
export function startTenantJobs(parts: TenantJobParts, pacing: Pacing = usual): TenantJobs {
  const mailServer = createBreaker({ opensAfter: 3, ...pacing.mailServer });
  const mailing = { ...parts, mailer: judged(parts.mailer, mailServer) };
  const started = jobClasses.map((name) =>
    name === 'mail' ? startClass(mailing, name, pacing, mailServer) : startClass(parts, name, pacing),
  );
  return {
    ring: () => started.forEach(({ ring }) => ring()),
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

/** Judges the mail server by mails alone: a job that found nothing to send, or no database, says nothing about it. */
const judged = (mailer: Mailer, server: Breaker): Mailer => ({
  ...mailer,
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      if (error instanceof MailServerFailure) server.failed();
      else if (!(error instanceof MailNotOffered)) server.succeeded();
      throw error;
    }
    server.succeeded();
  },
});

/** @param server the one server that all jobs of the class call */
function startClass(
  parts: TenantJobParts,
  name: JobClass,
  { lookMs, renewMs, retryMs }: Pacing,
  server?: Breaker,
): TenantJobs {
  const { database, log, tracer = noTracer } = parts;
  const { pool } = database;
  const { most, perAddress } = places[name];
  const stopping = new AbortController();
  const wake = createAlarm();
  const running = new Map<TenantJob, Promise<void>>();

  const runOne = async (job: TenantJob, span: Span | undefined): Promise<void> => {
    const started = performance.now();
    const end = (outcome: Parameters<TenantJobParts['jobDone']>[1], error?: unknown): void => {
      parts.jobDone(job.task, outcome, (performance.now() - started) / 1_000);
      const attributes = { 'keyward.job.outcome': outcome };
      span?.end({ attributes, ...(error === undefined ? {} : { error: codeOfError(error) }) });
    };
    try {
      try {
        await taskOf(job.task)({ ...parts, stopping: stopping.signal }, job.payload, job);
      } catch (error) {
        if (error instanceof MailNotOffered) {
          await removeTenantJob(pool, job);
          end('given_up', error);
          const { task, id, orgId } = job;
          log.warn({ err: error, task, jobId: id, orgId }, 'a mail cannot be sent');
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        const { givenUp, pausesAddress } = await postponeTenantJob(pool, job, reason, retryMs);
        end(givenUp ? 'given_up' : 'failure', error);
        const { task, id, orgId, attempts } = job;
        const level = levelOf(name, error, givenUp || pausesAddress);
        log[level]({ err: error, task, jobId: id, orgId, attempts, givenUp, pausesAddress }, 'a job failed');
        return;
      }
      await removeTenantJob(pool, job);
      end('success');
    } catch (error) {
      // The job runs again when its lease is over.
      log.error({ err: error, task: job.task, jobId: job.id }, 'the result of a job could not be stored');
    } finally {
      span?.end({ error: 'NOT_STORED' });
      running.delete(job);
      wake.ring();
    }
  };

  const runTraced = (job: TenantJob): Promise<void> => {
    const attributes = { 'keyward.job.task': job.task, 'keyward.job.class': name };
    const span = tracer.start(`job ${job.task}`, 'consumer', attributes);
    return withSpan(span, () => runOne(job, span));
  };

  const takeSome = async (): Promise<void> => {
    const allowed = server ? server.allowed(most) : most;
    const free = allowed - running.size;
    if (free <= 0) return;
    const claim = { class: name, free, running: [...running.keys()], perAddress };
    const claimed = await claimTenantJobs(pool, claim);
    for (const job of claimed) if (!job.isStopped) running.set(job, runTraced(job));
    const stopped = claimed.filter(({ isStopped }) => isStopped);
    if (stopped.length === 0) return;
    // It may wait for the lock of a tenant. The jobs above run meanwhile.
    const resumed = await setAside(pool, name, stopped);
    for (const job of resumed) running.set(job, runTraced(job));
    // Others may be due behind those of a suspended organization.
    if (resumed.length < stopped.length) wake.ring();
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await takeSome().catch((error: unknown) => {
        log.warn({ err: error, class: name }, 'jobs could not be claimed; trying again');
      });
      await wake.within(lookMs);
    }
  };
  const renewing = setInterval(() => {
    // Should it fail, the next one comes before the leases are over.
    if (running.size > 0) renewTenantJobs(pool, [...running.keys()]).catch(() => undefined);
  }, renewMs);
  const ended = run();

  return {
    ring: wake.ring,
    async stop() {
      stopping.abort();
      wake.ring();
      await ended;
      await Promise.all(running.values());
      clearInterval(renewing);
    },
  };
}

/**
 * Our work and our mail server are the operator's business: each failure is an error. An address that a tenant chose is not:
 * one line tells when it gets a pause, and one when a job is given up.
 */
function levelOf(name: JobClass, error: unknown, isNews: boolean): 'error' | 'warn' | 'debug' {
  if (name === 'work' || error instanceof MailServerFailure) return 'error';
  return isNews || name === 'mail' ? 'warn' : 'debug';
}

type Run = (parts: TaskParts, payload: unknown, job: TenantJob) => Promise<void>;

/** @throws when the job is of another release and this one does not know its task */
function taskOf(name: string): Run {
  if (!isTask(name)) throw new Error(`This release does not have the task ${name}`);
  return runnerOf(name);
}

const isTask = (name: string): name is TenantTaskName => Object.hasOwn(tenantTasks, name);

/** Returns the function that runs a task. The stored payload of a task is the payload of this task. */
const runnerOf =
  <Name extends TenantTaskName>(name: Name): Run =>
  (parts, payload, job) =>
    tenantTasks[name](parts, payload as TenantTasks[Name], job);
