import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { listUnusedCredentials } from '../../../src/credentials/sql/credentials.ts';
import { recordScopeUses } from '../../../src/credentials/sql/uses.ts';
import { numbered, sql, type Sql } from '../../../src/lib/sql.ts';
import { rollUpUsage } from '../../../src/usage/sql/usage.ts';
import { aCredential } from '../../support/builders.ts';
import { explaining } from '../../support/explain.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { poolOf } from '../../support/pool.ts';
import { test, type TestService } from '../../support/service.ts';
import type { Tx } from '../../../src/platform/tx.ts';

const step = { seconds: 864_000_000, marginSeconds: 0 };

const sumOf = async ({ sql }: TestService, id: string): Promise<number> =>
  Number(
    (
      await sql<{ sum: string }>(
        'select coalesce(sum(uses), 0) as sum from usage_days where credential_id = $1',
        [id],
      )
    )[0]?.sum,
  );

/** A connection in the role of the service, which leaves with the test. */
async function connection(service: TestService): Promise<{ pool: pg.Pool; client: pg.PoolClient }> {
  const pool = poolOf(service);
  const client = await pool.connect();
  onTestFinished(async () => {
    client.release(true);
    await pool.end();
  });
  return { pool, client };
}

const fact = (id: string, orgId: string): [string, string[]] => [
  `insert into usage_facts (org_id, credential_id, source, address, uses) values ($1, $2, 'VERIFY', null, 1)`,
  [orgId, id],
];

/** Rolls up until the mark is past what has just been written. */
async function rollUpAll(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ now: Date }>('select now()');
  for (;;) {
    await rollUpUsage(pool, step);
    const progress = await pool.query<{ rolled_to: Date }>('select rolled_to from usage_progress');
    if ((progress.rows[0]?.rolled_to ?? 0) > (rows[0]?.now ?? 0)) return;
  }
}

describe('rollUpUsage', () => {
  test('counts a fact once, though its transaction began before the mark and commits after it', async ({
    service,
  }) => {
    const { id } = await aCredential(service.ours);
    const orgId = service.organizations.ours.live.orgId;
    const { pool, client } = await connection(service);
    await client.query('begin');
    await client.query(...fact(id, orgId));
    for (let use = 0; use < 3; use++) await pool.query(...fact(id, orgId));
    for (let turn = 0; turn < 3; turn++) await rollUpUsage(pool, step);
    // Uses of later transactions wait with it: the mark stays before the oldest transaction that is open.
    expect(await sumOf(service, id)).toBe(0);
    await client.query('commit');
    await rollUpAll(pool);
    expect(await sumOf(service, id)).toBe(4);
    await rollUpAll(pool);
    expect(await sumOf(service, id)).toBe(4);
  });

  test('counts once on several nodes at a time, and after one that died in the middle', async ({
    service,
  }) => {
    const { id } = await aCredential(service.ours);
    const orgId = service.organizations.ours.live.orgId;
    const { pool, client } = await connection(service);
    for (let use = 0; use < 5; use++) await pool.query(...fact(id, orgId));
    await partitionBefore(service, 'usage_facts');
    await service.sql(`update usage_facts set at = at - interval '1 minute' where credential_id = $1`, [id]);
    await service.sql(`update usage_progress set rolled_to = now() - interval '1 hour'`);
    await service.sql('delete from usage_days');
    // Another node holds the mark.
    await client.query('begin');
    await client.query('select from usage_progress for update');
    expect(await rollUpUsage(pool, step)).toBe('busy');
    await client.query('rollback');
    // It dies after its sums, before its commit.
    const dying = {
      connect: async () => {
        const real = await pool.connect();
        return {
          query: async (asked: string | pg.QueryConfig) => {
            const text = typeof asked === 'string' ? asked : asked.text;
            if (text.startsWith('update usage_progress')) throw new Error('killed');
            return real.query(asked);
          },
          release: () => real.release(true),
        };
      },
    } as unknown as pg.Pool;
    await expect(rollUpUsage(dying, step)).rejects.toThrow('killed');
    await Promise.all([rollUpUsage(pool, step), rollUpUsage(pool, step), rollUpUsage(pool, step)]);
    await rollUpAll(pool);
    expect(await sumOf(service, id)).toBe(5);
  });

  test('goes over months in steps, and inserts facts meanwhile', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const { id } = await aCredential(ours);
    await sql('delete from usage_days');
    await partitionBefore(service, 'usage_facts');
    await sql(
      `insert into usage_facts select org_id, id, now() - n * interval '6 hours', 'API', '203.0.113.' || (n % 7), 2
         from credentials, generate_series(1, 360) n where id = $1`,
      [id],
    );
    await sql(`update usage_progress set rolled_to = date_trunc('day', now() - interval '100 days')`);
    const { client } = await connection(service);
    await client.query('begin');
    await client.query('set local lock_timeout = 1000');
    await Promise.all([
      runTask('roll-up-usage'),
      client.query(...fact(id, service.organizations.ours.live.orgId)),
    ]);
    await client.query('rollback');
    await runTask('roll-up-usage');
    expect(await sumOf(service, id)).toBe(720);
  });
});

const usesBetween = (from: Date, until: Date) =>
  sql`select sum(uses) from usage_facts where at >= ${from}::timestamptz and at < ${until}::timestamptz`;

describe('at the size of a large tenant', () => {
  test('a page of unused credentials, and the facts of some minutes, are found by their indexes', async ({
    service,
  }) => {
    const { ours, organizations, sql } = service;
    const { id } = await aCredential(ours);
    const orgId = organizations.ours.live.orgId;
    await sql(
      `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4, created_at, last_used_at)
       select org_id, 'cred_0' || lpad(n::text, 25, '0'), identity_id, name, type, sha256(n::text::bytea), secret_prefix, secret_last4,
              now() - interval '200 days' + n * interval '1 minute', case when n % 2 = 0 then now() - interval '100 days' end
         from credentials, generate_series(1, 20000) n where id = $1`,
      [id],
    );
    await sql(
      `insert into usage_facts select org_id, 'cred_' || n, now() + n * interval '1 second', 'API', null, 1
         from credentials, generate_series(1, 100000) n where id = $1`,
      [id],
    );
    await sql('vacuum analyze credentials');
    await sql('vacuum analyze usage_facts');
    const client = new pg.Client(service.database);
    await client.connect();
    onTestFinished(() => client.end());
    const rows = async (statement: Sql) => (await client.query(numbered(statement))).rows;
    const tx = {
      begin: () => client.query('begin'),
      rollback: () => client.query('rollback'),
      rows,
      row: async (statement: Sql) => (await rows(statement))[0],
    } as unknown as Tx;
    const { tx: watched, explained } = explaining(tx);
    const unused = { days: 90 };
    const {
      rows: listed,
      total,
      next,
    } = await listUnusedCredentials(tx, orgId, unused, { limit: 20, offset: 0 });
    expect([listed.length, total, next?.before]).toEqual([20, 20_000, 20]);
    // The total is counted with the first page only.
    if (next) await listUnusedCredentials(watched, orgId, unused, { limit: 20, after: next });
    const page = explained[0];
    expect(page?.indexes).toContain('credentials_oldest_live');
    expect(page?.scanned).not.toContain('credentials');
    expect(page?.buffers).toBeLessThan(200);

    await client.query('set plan_cache_mode = force_generic_plan');
    const { explained: read, tx: reading } = explaining(tx);
    await reading.rows(usesBetween(new Date(Date.now() + 3_600_000), new Date(Date.now() + 3_660_000)));
    expect(read[0]?.scanned).toEqual([]);
    expect(read[0]?.buffers).toBeLessThan(300);
  });
});

describe('recordScopeUses', () => {
  test('adds up what several nodes write at the same time', async ({ service }) => {
    const { id } = await aCredential(service.ours);
    const orgId = service.organizations.ours.live.orgId;
    const { pool } = await connection(service);
    const at = (seconds: number): Date => new Date(1_700_000_000_000 + seconds * 1000);
    const use = (scope: string, seconds: number) => ({
      orgId,
      credentialId: id,
      scope,
      first: at(seconds),
      last: at(seconds + 1),
      uses: 2,
    });
    await Promise.all(
      [3, 1, 2].map((seconds) => recordScopeUses(pool, [use('b', seconds), use('a', seconds)].toReversed())),
    );
    expect(
      await service.sql(
        'select scope, first_used_at, last_used_at, uses::int from scope_uses where credential_id = $1 order by 1',
        [id],
      ),
    ).toEqual(['a', 'b'].map((scope) => ({ scope, first_used_at: at(1), last_used_at: at(4), uses: 6 })));
  });
});
