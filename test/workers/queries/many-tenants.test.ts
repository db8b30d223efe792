import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { tenantsWithUnsealedAudit } from '../../../src/audit/sql/sealing.ts';
import { claimTenantJobs } from '../../../src/platform/sql/tenant-jobs.ts';
import { tenantsWithRowsIn } from '../../../src/risk/sql/turns.ts';
import { claimDeliveries } from '../../../src/webhooks/sql/delivery-queue.ts';
import { idleClaim } from '../../support/claims.ts';
import { databaseCopiedFrom } from '../../support/database-copy.ts';
import { template } from '../../support/global-setup.ts';
import { countingPages } from '../../support/page-counter.ts';

const many = 2_000;
const org = (n: string): string => `'org_' || lpad((${n})::text, 4, '0')`;

/** Each tenant has a sealed and signed audit chain, and a delivery and a job that wait for their next attempt. */
async function addTenants(client: pg.Client): Promise<void> {
  const from = `from generate_series(1, ${many}) as n`;
  await client.query(
    `insert into tenants (id, organization_id, name, environment) select ${org('n')}, n, n, 'live' ${from}`,
  );
  await client.query(
    `insert into audit_chains (org_id, sequence, hash, checkpoint_sequence, checkpoint_at)
     select ${org('n')}, 9, '', 9, now() - interval '1 day' ${from}`,
  );
  await client.query(
    `insert into webhooks (org_id, id, name, url, events, secret) select ${org('n')}, 'whk', '', '', '{}', '' ${from}`,
  );
  await client.query(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
     select ${org('n')}, 'dlv', 'whk', 'evt', '', now(), 'RETRYING', now() + interval '1 hour' ${from}`,
  );
  await client.query(
    `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts, due_at)
     select ${org('n')}, 'call', 'a.example', '', '{}', 25, now() + interval '1 hour' ${from}`,
  );
  await client.query('vacuum (analyze) tenants, audit_chains, webhooks, deliveries, tenant_jobs');
}

describe(`${many} tenants with nothing due`, () => {
  const client = databaseCopiedFrom(template);
  beforeAll(() => addTenants(client()));

  const claim = { class: 'call', free: 32, running: [], perAddress: 4 };
  const looks = {
    'the tenants to seal': [20, (pool: pg.Pool) => tenantsWithUnsealedAudit(pool)],
    'the tenants with events to follow': [5, (pool: pg.Pool) => tenantsWithRowsIn(pool, 'governance_inbox')],
    'the tenants with uses to judge': [5, (pool: pg.Pool) => tenantsWithRowsIn(pool, 'usage_digest')],
    'jobs that are due': [10, (pool: pg.Pool) => claimTenantJobs(pool, claim)],
    // Postgres may read a table as small as this one to lock what it has found.
    'deliveries that are due': [
      100,
      async (pool: pg.Pool) => (await claimDeliveries(pool, idleClaim)).claimed,
    ],
  } as const;

  test.for(Object.entries(looks))('%s are found in few pages', async ([, [most, look]]) => {
    const { pool, pages } = countingPages(client());
    expect(await look(pool)).toHaveLength(0);
    expect(pages()).toBeLessThan(most);
  });

  test('tenants with something due are found among them', async () => {
    const sql = (text: string) => client().query(text);
    await sql(
      `insert into audit_unsealed (org_id, created_at, audit_id) select ${org('7')}, now(), n from generate_series(1, 3) as n`,
    );
    await sql(`update audit_chains set sequence = 10 where org_id in (${org('7')}, ${org('1999')})`);
    await sql(
      `insert into governance_inbox (org_id, event_id, type, data, created_at) values (${org('40')}, 'evt', '', '{}', now())`,
    );
    await sql(
      `insert into governance_inbox (org_id, event_id, type, data, created_at, due_at) values (${org('41')}, 'evt', '', '{}', now(), 'infinity')`,
    );
    for (const table of ['deliveries', 'tenant_jobs'])
      await sql(
        `update ${table} set ${table === 'deliveries' ? 'next_attempt_at' : 'due_at'} = now() where org_id in (${org('1')}, ${org('2')}, ${org('35')}, ${org('2000')})`,
      );

    const { pool } = countingPages(client());
    const orgs = (found: readonly { orgId: string }[]) => found.map(({ orgId }) => orgId).sort();
    expect(orgs(await tenantsWithUnsealedAudit(pool))).toEqual(['org_0007', 'org_1999']);
    expect(orgs(await tenantsWithRowsIn(pool, 'governance_inbox'))).toEqual(['org_0040']);
    const due = ['org_0001', 'org_0002', 'org_0035', 'org_2000'];
    expect(orgs(await claimTenantJobs(pool, claim))).toEqual(due);
    expect(orgs((await claimDeliveries(pool, idleClaim)).claimed)).toEqual(due);
  });

  test('a long queue that is due does not hide the others, and a look walks over all queues', async () => {
    const long = 1_200;
    await client().query(
      `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
       select ${org('500')}, 'dlv' || n, 'whk', 'evt', '', now(), 'RETRYING', now() - interval '1 hour' from generate_series(1, ${long}) as n`,
    );
    await client().query(
      `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts, due_at)
       select ${org('500')}, 'call', 'a.example', '', '{}', 25, now() - interval '1 hour' from generate_series(1, ${long}) as n`,
    );
    for (const table of ['deliveries', 'tenant_jobs'])
      await client().query(
        `update ${table} set ${table === 'deliveries' ? 'next_attempt_at' : 'due_at'} = now() where org_id in (${org('3')}, ${org('1998')})`,
      );
    const { pool, pages } = countingPages(client());
    const orgs = (found: readonly { orgId: string }[]) =>
      [...new Set(found.map(({ orgId }) => orgId))].sort();
    const due = ['org_0003', 'org_0500', 'org_1998'];
    expect(orgs(await claimTenantJobs(pool, claim))).toEqual(due);
    expect(orgs((await claimDeliveries(pool, idleClaim)).claimed)).toEqual(due);
    // A step in the index for 32 queues.
    expect(pages()).toBeLessThan(many);
  });
});
