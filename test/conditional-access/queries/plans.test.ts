import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import {
  addDecisions,
  eraseDecisions,
  listDecisions,
} from '../../../src/conditional-access/resources/sql/access-decisions.ts';
import { lastRequests } from '../../../src/conditional-access/resources/sql/last-requests.ts';
import {
  readDecisions,
  readUses,
  start,
} from '../../../src/conditional-access/resources/sql/replayed-attempts.ts';
import { explaining, nodesOf, type Plan } from '../../support/explain.ts';
import { test, type TestService } from '../../support/service.ts';

const mine = 'org_mine';
/** From a day before the rows until after the last one. Called where it is used: a run may take minutes from the start of this file. */
const period = () => ({
  orgId: mine,
  from: new Date(Date.now() - 86_400_000),
  to: new Date(Date.now() + 60_000),
});

/** Few rows of one tenant among many of others. A new database has no partition for what is before this week. */
async function seed({ sql }: TestService): Promise<void> {
  await sql(
    `insert into access_decisions (org_id, id, at, subject, user_id, application, decision, outcome, shared, policies,
                                   signals, outcomes)
     select case when n % 100 = 0 then $1 else 'org_' || n % 7 end, 'cad_' || n, now() + n * interval '1 millisecond', 'user',
            'usr_' || n % 500, 'cli_1', 'BLOCK', 'DENIED', false, array['cap_' || n % 300], '{}', ''
       from generate_series(1, 40000) as n`,
    [mine],
  );
  await sql(
    `insert into usage_facts (org_id, credential_id, at, source, address, uses)
     select case when n % 100 = 0 then $1 else 'org_' || n % 7 end, 'cred_' || n % 300, now() + n * interval '1 millisecond',
            'VERIFY', '192.0.2.1', 1 from generate_series(1, 40000) as n`,
    [mine],
  );
  await sql('vacuum analyze access_decisions, usage_facts');
}

/** Returns a pool that explains and runs each statement, and the indexes, scans and buffers of each. */
function explainingPool({ sql }: TestService) {
  const found: { indexes: string[]; scanned: string[]; buffers: number }[] = [];
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    const nodes = plan ? nodesOf(plan) : [];
    found.push({
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      scanned: nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
      ),
      buffers: (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0),
    });
    return { rows: await sql(text, values) };
  };
  return { pool: { query } as unknown as Pool, found };
}

const partitioned = (name: string) => expect.stringMatching(new RegExp(`^${name}_\\d+`)) as string;

describe('decisions', () => {
  test('are listed, added and erased by indexes', async ({ service }) => {
    await seed(service);
    const orm = await MikroORM.init(ormOptions(service.database));
    try {
      const { tx, explained } = explaining(orm.em.fork());
      const window = { limit: 20, offset: 0 };
      await listDecisions(tx, mine, {}, window);
      await listDecisions(tx, mine, { userId: 'usr_100' }, window);
      await listDecisions(tx, mine, { policyId: 'cap_100' }, window);
      await eraseDecisions(tx, mine, 'usr_none');
      await addDecisions(tx, mine, []);
      await lastRequests(tx, mine, ['usr_0', 'usr_100', 'usr_none']);
      expect(explained.length).toBeGreaterThanOrEqual(6);
      const [{ full } = { full: '' }] = await service.sql<{ full: string }>(
        'select distinct tableoid::regclass::text as full from access_decisions',
      );
      for (const { scanned, text, buffers } of explained) {
        // Partitions of weeks to come are empty.
        expect(scanned, text).not.toContain(full);
        expect(buffers, text).toBeLessThan(700);
      }
    } finally {
      await orm.close();
    }
  });
});

describe('a replay', () => {
  test('reads the rows of its tenant by indexes', async ({ service }) => {
    const { pool, found } = explainingPool(service);
    expect((await readDecisions(pool, period(), start)).rows).toHaveLength(400);
    const uses = await readUses(pool, period(), start);
    expect(uses.rows.reduce((sum, row) => sum + row.uses, 0)).toBe(400);
    for (const { scanned, buffers } of found) {
      expect(scanned).toEqual([]);
      expect(buffers).toBeLessThan(1_000);
    }
    expect(found.flatMap(({ indexes }) => indexes)).toEqual(
      expect.arrayContaining([partitioned('access_decisions'), partitioned('usage_facts')]),
    );
  });

  test('goes on behind its last row', async ({ service }) => {
    const { pool, found } = explainingPool(service);
    const behind = await readUses(pool, period(), { id: 'cred_2', at: period().to });
    expect(behind.rows.length).toBeGreaterThan(0);
    expect(behind.rows.length).toBeLessThan(400);
    expect(found[0]?.scanned).toEqual([]);
  });
});
