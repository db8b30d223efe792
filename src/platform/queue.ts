import type { Pool } from 'pg';
import { numbered, shared, sql, type Sql } from '../lib/sql.ts';
import { Failure } from '../failure.ts';
import type { Notice } from './notice.ts';
import type { JobClass } from './sql/tenant-jobs.ts';
import type { Tx } from './tx.ts';

declare global {
  // The worker's own types are extended where it says so.
  namespace GraphileWorker {
    /** House-keeping: every task of the service itself; the file of a task in src/workers/ bears its name. */
    interface Tasks {
      'expire-credentials': Record<string, never>;
      'clean-up': Record<string, never>;
      'sweep-requests': Record<string, never>;
      'follow-events': Record<string, never>;
      'detect-anomalies': Record<string, never>;
      'weigh-risk': Record<string, never>;
      'offboard-users': Record<string, never>;
      'forget-wrapped-secrets': Record<string, never>;
      'seal-audit': Record<string, never>;
      'cut-audit': Record<string, never>;
      'erase-organizations': Record<string, never>;
      'roll-up-usage': Record<string, never>;
      'rotate-signing-keys': Record<string, never>;
      'rotate-saml-keys': Record<string, never>;
      'watch-connections': Record<string, never>;
      'watch-service-providers': Record<string, never>;
      'apply-policies': Record<string, never>;
      'tell-client-hours': Record<string, never>;
      'tend-strangers': Record<string, never>;
    }
  }
}

/**
 * Every task that a change of a tenant asks for, and its payload, which holds ids and nothing personal; the file of a task in
 * src/workers/ bears its name.
 */
export interface TenantTasks {
  'send-invitation': { orgId: string; userId: string };
  'send-mailed-link': { orgId: string; linkId: string };
  'send-notice': {
    orgId: string;
    userId: string;
    notice: Notice;
    byThemselves: boolean;
    at: string;
    /** It has been counted in the hour that it is due in (users/sql/mail-windows.ts). */
    booked?: boolean;
  };
  'send-test-mail': {
    orgId: string;
    userId: string;
    kind: string;
    locale: string;
    /** The texts that are tried: they are stored nowhere else. */
    texts: Record<string, string | null>;
  };
  /** ALERT tells of an alert, STATUS that it was acknowledged or resolved, and MORE how many were left out. */
  'tell-channel': {
    orgId: string;
    channelId: string;
    alertId: string | null;
    message: 'ALERT' | 'STATUS' | 'MORE';
  };
  /** Makes the jobs of a resumed organization due again. */
  'bring-back-jobs': { orgId: string };
  /** Tells an owner that the organization was closed, if it is still closed with this end. */
  'send-closing': { orgId: string; userId: string; eraseAt: string };
  /** Without an alert it tells how many more there were, or is a test. */
  'mail-alert': {
    orgId: string;
    channelId: string;
    userId: string;
    alertId: string | null;
    more?: number;
    /** As in `send-notice`. */
    booked?: boolean;
  };
  'begin-logout': { orgId: string; userId: string; loginId: string };
  'tell-logout': { orgId: string; userId: string; clientId: string; sid: string };
  'refresh-metadata': { orgId: string; serviceProviderId: string };
  'read-client-document': { orgId: string; clientId: string };
  'tell-service-provider': { orgId: string; partId: string };
  'end-connection-logins': { orgId: string; connectionId: string };
  'check-connection': { orgId: string; connectionId: string };
  'check-domain': { orgId: string; domain: string };
  'run-backtest': { orgId: string; backtestId: string };
  'erase-actions': { orgId: string; userId: string };
  'enforce-policy': {
    orgId: string;
    policyId: string;
    policyVersion: number;
    credentialId: string;
    version: number;
  };
}

export type RepeatingTaskName = keyof GraphileWorker.Tasks;
export type TenantTaskName = keyof TenantTasks;

/** A task without a class does not compile: it would have no places. */
export const classOf: Readonly<Record<TenantTaskName, JobClass>> = {
  'send-invitation': 'mail',
  'send-mailed-link': 'mail',
  'send-notice': 'mail',
  'send-test-mail': 'mail',
  'send-closing': 'mail',
  'bring-back-jobs': 'work',
  'mail-alert': 'mail',
  'tell-channel': 'call',
  'begin-logout': 'work',
  'tell-logout': 'call',
  'refresh-metadata': 'call',
  'read-client-document': 'call',
  'tell-service-provider': 'call',
  'end-connection-logins': 'work',
  'check-connection': 'call',
  'check-domain': 'call',
  'enforce-policy': 'work',
  'erase-actions': 'work',
  'run-backtest': 'replay',
};

interface JobOptions {
  /** At most one job of the tenant has this key: a second one takes the place of the first. */
  key?: string;
  /** How often it is tried before it is given up; 25 times, in four days, if absent. */
  tries?: number;
  /** Host and port that a call goes to, or another name of a queue. Jobs of one queue wait for each other's failures. */
  address?: string;
  /** The job is refused while so many jobs of its class wait for the tenant at its address and are due. */
  mostWaiting?: number;
}

// Keeps the place in a later hour that the job has already (users/sql/mail-windows.ts).
const isPutOff = sql`(j.payload -> 'booked' is not null and j.due_at > now() and j.last_error is null and j.given_up_at is null)`;

interface NewJob {
  orgId: string;
  name: TenantTaskName;
  payload: string;
  key: string | null;
  address: string;
  tries: number;
  most: number | null;
}

/** Makes a job that waits or runs the one that is added. */
const asNew = sql`attempts = 0, lease = null, leased_until = null, last_error = null, given_up_at = null, created_at = now()`;

const addition = ({ orgId, name, payload, key, address, tries, most }: NewJob): Sql => sql`
with added as (
  insert into tenant_jobs as j (org_id, class, task, payload, key, address, max_attempts)
  select ${orgId}, ${classOf[name]}, ${name}, ${payload}::jsonb, ${key}, ${address}, ${tries}::int
   where ${most}::int is null
      or (select count(*)
            from (select from tenant_jobs w
                   where w.class = ${classOf[name]} and w.org_id = ${orgId} and w.address = ${address} and w.given_up_at is null
                     and w.due_at <= now()
                   limit ${most}::int) as w) < ${most}::int
  on conflict (org_id, key) where key is not null do update
     set payload = case when ${isPutOff} then excluded.payload || '{"booked": true}' else excluded.payload end,
         due_at = case when ${isPutOff} then j.due_at else now() end, ${asNew}
  returning 1
)
select pg_notify('keyward_jobs', '') from added`;

/**
 * Adds a job in the caller's transaction: it runs only if the transaction commits.
 * @returns false when `mostWaiting` jobs of the tenant wait already
 */
export async function enqueueIfRoom<Name extends TenantTaskName>(
  tx: Tx,
  name: Name,
  payload: TenantTasks[Name],
  { key, tries = 25, address = '', mostWaiting }: JobOptions = {},
): Promise<boolean> {
  const { orgId } = payload;
  const job = { orgId, name, payload: JSON.stringify(payload), key: key ?? null, address, tries };
  const added = await tx.rows(addition({ ...job, most: mostWaiting ?? null }));
  return added.length > 0;
}

/**
 * Does what {@link enqueueIfRoom} does.
 * @throws {Failure} SERVICE_UNAVAILABLE when `mostWaiting` jobs of the tenant wait already
 */
export async function enqueue<Name extends TenantTaskName>(
  tx: Tx,
  name: Name,
  payload: TenantTasks[Name],
  options: JobOptions = {},
): Promise<void> {
  if (await enqueueIfRoom(tx, name, payload, options)) return;
  throw new Failure('SERVICE_UNAVAILABLE', {
    mail: `${options.mostWaiting} mails of this organization are waiting to be sent. Try again when they are sent.`,
  });
}

const additions = (orgId: string, name: TenantTaskName, tries: number, jobs: string): Sql => sql`
with added as (
  insert into tenant_jobs as j (org_id, class, task, payload, key, address, max_attempts, due_at)
  select ${orgId}, ${classOf[name]}, ${name}, n.payload, n.key, n.address, ${tries}::int, coalesce(n."dueAt", now())
    from jsonb_to_recordset(${jobs}::jsonb) as n (payload jsonb, key text, address text, "dueAt" timestamptz)
  on conflict (org_id, key) where key is not null do update
     set payload = excluded.payload, due_at = excluded.due_at, ${asNew}
  returning 1
)
select pg_notify('keyward_jobs', '') from added limit 1`;

/** One of several jobs of a task. */
export interface JobToAdd<Name extends TenantTaskName> {
  payload: TenantTasks[Name];
  address: string;
  /** No two jobs of the list have the same key. A job of the tenant with this key gives way, as in {@link JobOptions}. */
  key?: string;
  /** When it runs; at once, if absent. */
  dueAt?: Date;
}

/** Adds any number of jobs of one task in one statement, in the caller's transaction: they run only if it commits. */
export async function enqueueMany<Name extends TenantTaskName>(
  tx: Tx,
  name: Name,
  { orgId, jobs, tries }: { orgId: string; jobs: JobToAdd<Name>[]; tries: number },
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.run(additions(orgId, name, tries, JSON.stringify(jobs)));
}

/** Has house-keeping run at a time, in the caller's transaction; a second job with the key takes the place of the first. */
export async function schedule(
  tx: Tx,
  name: RepeatingTaskName,
  { at, key }: { at: Date; key: string },
): Promise<void> {
  const runAt = at.toISOString();
  await tx.run(
    sql`select graphile_worker.add_job(${name}, run_at := ${runAt}::timestamptz, job_key := ${key})`,
  );
}

/**
 * Arms a task again when it has run: one job of its name waits, to run after so many seconds. The job that runs is taken
 * out first. Where the clock went four hours on meanwhile (a machine that slept) the worker counts it as waiting: it would
 * be armed itself, and removed when it ends.
 */
export async function rearm(pool: Pool, name: RepeatingTaskName, seconds: number): Promise<void> {
  const job = shared(name);
  await pool.query(
    numbered(sql`
    select graphile_worker.add_job(${job}, run_at := now() + ${seconds} * interval '1 second', job_key := ${job})
      from graphile_worker.remove_job(${job})`),
  );
}

/** Arms tasks that run again and again, unless they wait or run already: nodes that start do not make them run more often. */
export async function arm(pool: Pool, names: readonly RepeatingTaskName[]): Promise<void> {
  await pool.query(
    numbered(sql`
    select graphile_worker.add_job(name, job_key := name) from unnest(${names}::text[]) as task (name)
     where not exists (select from graphile_worker.jobs where key = name and attempts < max_attempts)`),
  );
}
