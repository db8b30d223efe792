// Work of tasks in a tenant that has grown. As much is due in the small tenant as in the large one.
import type pg from 'pg';
import { sealAudit } from '../../src/workers/seal-audit.ts';
import { detectAnomalies } from '../../src/workers/detect-anomalies.ts';
import { expireCredentials } from '../../src/workers/expire-credentials.ts';
import { rollUpUsage } from '../../src/workers/roll-up-usage.ts';
import type { Database } from '../../src/database/open.ts';
import { removeOldRows, sweepRequests } from '../../src/workers/sql/retention.ts';
import { claimTenantJobs } from '../../src/platform/sql/tenant-jobs.ts';
import { inTransaction } from '../../src/platform/tenancy.ts';
import type { Vault } from '../../src/platform/vault.ts';
import { weighIdentities } from '../../src/risk/risk.ts';
import { claimInbox } from '../../src/risk/sql/inbox.ts';
import { claimDeliveries } from '../../src/webhooks/sql/delivery-queue.ts';
import { settleDeliveries } from '../../src/webhooks/sql/settle-deliveries.ts';
import { due, grownId } from '../../test/support/grown.ts';
import { dueIn } from './sizes.ts';

export interface TaskParts {
  database: Database;
  vault: Vault;
  orgId: string;
}

/** A piece of work of the background. */
export interface Task {
  name: string;
  /** Makes the work due. `$org` is the tenant, `$2` and `$3` are the numbers of the first and the last row of this round. */
  prepare: readonly string[];
  run(parts: TaskParts): Promise<unknown>;
  /** Whether ten million credentials and usage facts are all that it reads. */
  inLarge?: boolean;
}

const id = (prefix: string, n: string): string => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
/** Above the numbers of the rows that are there. */
const newAudit = 910_000_000;
const numbers = 'generate_series($first, $last) as n';
const within = (column: string, prefix: string, plus = 0): string =>
  `${column} between ${id(prefix, `${plus} + $first`)} and ${id(prefix, `${plus} + $last`)}`;

/** Uses of the last minutes by 50 credentials. */
const newUses = `
insert into usage_facts (org_id, credential_id, at, source, address, uses)
select $org, ${id('cred', '$first + 10 * (n % 20)')}, now() - interval '4 minutes' + n * interval '10 milliseconds', 'VERIFY', '192.0.2.1', 1
  from generate_series(1, 2000) as n`;
const back = "now() - interval '5 minutes'";

export const tasks: readonly Task[] = [
  {
    name: `claim of ${due} deliveries`,
    prepare: [
      `update deliveries set status = 'PENDING', claimed_until = null, next_attempt_at = now() - interval '1 minute'
        where org_id = $org and id >= ${id('dlv', '900000000')}`,
    ],
    run: ({ database }) =>
      claimDeliveries(database.pool, {
        most: due,
        sending: new Map(),
        slots: 20,
        failingSlots: 5,
        sendingOfTenants: new Map(),
      }),
  },
  {
    name: 'claim of 20 jobs of a tenant',
    prepare: [
      'update tenant_jobs set leased_until = null, lease = null where org_id = $org and leased_until is not null',
    ],
    run: ({ database }) =>
      claimTenantJobs(database.pool, { class: 'mail', free: 40, running: [], perAddress: 20 }),
  },
  {
    name: 'claim of 500 events to follow',
    prepare: [],
    run: ({ database, orgId }) => withoutCommit(database, orgId, (tx) => claimInbox(tx, orgId, 500)),
  },
  {
    inLarge: true,
    name: `expiry of ${due} credentials`,
    prepare: [
      `update credentials set status = 'ACTIVE', deleted_at = null, expires_at = now() - interval '1 minute'
        where org_id = $org and ${within('id', 'cred')}`,
    ],
    run: ({ database }) => expireCredentials(database),
  },
  {
    inLarge: true,
    name: 'roll-up of 2,000 uses',
    prepare: [newUses, `update usage_progress set rolled_to = ${back}`],
    run: ({ database }) => rollUpUsage(database),
  },
  {
    inLarge: true,
    name: 'detectors, 2,000 uses',
    prepare: [newUses, `update detection_bookmarks set at = ${back} where name = 'usage'`],
    run: ({ database }) => detectAnomalies(database),
  },
  {
    name: `risk of ${due} identities`,
    prepare: [`update identities set risk_score = 1 where org_id = $org and ${within('id', 'idn')}`],
    run: ({ database, orgId }) =>
      inTransaction(database.orm, { orgId, environment: 'live' }, (tx) =>
        weighIdentities(
          tx,
          Array.from({ length: due }, (_, at) => grownId('idn', at + 1)),
          { wait: false },
        ),
      ),
  },
  {
    name: `sealing of ${due} audit rows`,
    prepare: [
      'delete from audit_unsealed where org_id = $org',
      `insert into audit_logs (org_id, id, created_at, action, actor_type, target_type, result, personal_hash)
       select $org, ${id('aud', `${newAudit} + n`)}, now() - interval '1 minute', 'credential.update', 'SYSTEM', 'credential', 'SUCCESS', '\\x00' from ${numbers}`,
      `insert into audit_unsealed (org_id, created_at, audit_id)
       select org_id, created_at, id from audit_logs
        where org_id = $org and ${within('id', 'aud', newAudit)} and created_at > now() - interval '1 hour'`,
      // No signature falls due, and no checkpoint is looked for.
      "update audit_chains set checkpoint_sequence = sequence, checkpoint_at = now() + interval '1 hour' where org_id = $org",
    ],
    run: ({ database, vault }) => sealAudit(database, vault),
  },
  {
    name: 'sweep of requests and artifacts',
    prepare: [
      `update oidc_artifacts set expires_at = now() - interval '1 minute'
        where org_id = $org and user_id between ${id('usr', '1 + $first / 5')} and ${id('usr', '$last / 5')}`,
      `update sign_ins set expires_at = now() - interval '2 hours' where org_id = $org and ${within('id', 'sgn')}`,
    ],
    run: ({ database }) => sweepRequests(database.pool),
  },
  {
    name: 'clean-up of old rows',
    prepare: [
      `update credentials set status = 'REVOKED', deleted_at = now() - interval '91 days' where org_id = $org and ${within('id', 'cred')}`,
      `update login_sessions set expires_at = now() - interval '1 minute' where org_id = $org and ${within('id', 'ses')}`,
      `update invitations set expires_at = now() - interval '8 days' where org_id = $org and ${within('user_id', 'usr')}`,
      `update mailed_links set expires_at = now() - interval '2 days' where org_id = $org and ${within('user_id', 'usr')}`,
    ],
    run: ({ database }) => removeOldRows(database.pool),
  },
  {
    name: 'deliveries that are over',
    prepare: [],
    run: ({ database }) => settleDeliveries(database.pool),
  },
];

/** Rows that only tasks read. `$rows` stands for the rows of other kinds. */
const backlog = [
  `insert into governance_inbox (org_id, event_id, type, data, created_at)
   select $org, ${id('evt', 'n')}, 'identity.suspended', jsonb_build_object('identityId', ${id('idn', 'n')}), now() - n * interval '1 second'
     from generate_series(1, $rows / 10) as n`,
  `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts, due_at)
   select $org, 'mail', 'a' || n % 50, 'send-notice', '{}', 25,
          now() + case when n <= 1000 then interval '-1 minute' else n * interval '1 minute' end
     from generate_series(1, 1000 + $rows / 10) as n`,
];

/** Fills the queues of a tenant. No trigger may run. */
export async function fillQueues(client: pg.Client, orgId: string, rows: number): Promise<void> {
  for (const text of backlog)
    await client.query(text.replaceAll('$org', `'${orgId}'`).replaceAll('$rows', String(rows)));
}

/** Makes the work of a round due. No trigger may run. */
export async function makeDue(client: pg.Client, task: Task, orgId: string, round: number): Promise<void> {
  const [first, last] = dueIn(round);
  for (const text of task.prepare)
    await client.query(
      text
        .replaceAll('$org', `'${orgId}'`)
        .replaceAll('$first', String(first))
        .replaceAll('$last', String(last)),
    );
}

class RolledBack extends Error {}

type Work = Parameters<typeof inTransaction<unknown>>[2];

async function withoutCommit({ orm }: Database, orgId: string, work: Work): Promise<void> {
  try {
    await inTransaction(orm, { orgId, environment: 'live' }, async (tx, now) => {
      await work(tx, now);
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
