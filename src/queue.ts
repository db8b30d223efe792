import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Notice } from './lib/notice.ts';

declare global {
  // The worker's own types are extended where it says so.
  namespace GraphileWorker {
    /** Every background task and its payload, which holds ids and nothing personal; the file of a task in src/workers/ bears its name. */
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
      'roll-up-usage': Record<string, never>;
      'rotate-signing-keys': Record<string, never>;
      'apply-policies': Record<string, never>;
      'send-invitation': { orgId: string; userId: string };
      'send-mailed-link': { orgId: string; linkId: string };
      'send-notice': { orgId: string; userId: string; notice: Notice; byThemselves: boolean; at: string };
      'begin-logout': { orgId: string; userId: string; loginId: string };
      'tell-logout': { orgId: string; userId: string; clientId: string; sid: string };
      'enforce-policy': {
        orgId: string;
        policyId: string;
        policyVersion: number;
        credentialId: string;
        version: number;
      };
    }
  }
}

export type TaskName = keyof GraphileWorker.Tasks;

interface JobOptions {
  /** When to run it; at once if absent. */
  at?: Date;
  /** At most one waiting job has this key: a second one takes the place of the first. */
  key?: string;
  /** How often it is tried before it is given up; as the worker says (25, over three days) if absent. */
  tries?: number;
}

const text = `
select graphile_worker.add_job(?, payload := ?::json, run_at := ?::timestamptz, job_key := ?, max_attempts := ?::int)`;

/** Adds a job in the caller's transaction: it runs only if the transaction commits. */
export async function enqueue<Name extends TaskName>(
  em: EntityManager,
  name: Name,
  payload: GraphileWorker.Tasks[Name],
  { at, key, tries }: JobOptions = {},
): Promise<void> {
  const values = [name, JSON.stringify(payload), at?.toISOString() ?? null, key ?? null, tries ?? null];
  await em.execute(text, values);
}

/**
 * Arms a task again when it has run: one job of its name waits, to run after so many seconds. The job that runs is taken
 * out first. Where the clock went four hours on meanwhile (a machine that slept) the worker counts it as waiting: it would
 * be armed itself, and removed when it ends.
 */
export async function rearm(pool: Pool, name: TaskName, seconds: number): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job($1, run_at := now() + $2 * interval '1 second', job_key := $1)
       from graphile_worker.remove_job($1)`,
    [name, seconds],
  );
}

/** Arms a task that runs again and again, unless it waits or runs already: nodes that start do not make it run more often. */
export async function arm(pool: Pool, name: TaskName): Promise<void> {
  await pool.query(
    `select graphile_worker.add_job($1, job_key := $1)
      where not exists (select from graphile_worker.jobs where key = $1 and attempts < max_attempts)`,
    [name],
  );
}
