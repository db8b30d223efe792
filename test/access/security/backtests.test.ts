import { describe, expect, onTestFinished, test } from 'vitest';
import { aCredential, aUser } from '../../support/builders.ts';
import { decisionMaker } from '../../support/decisions.ts';
import { aBacktestOf, manyUses } from '../../support/replayed.ts';
import { startTestService } from '../../support/service.ts';

/** @param env of the first node; without workers, back-tests wait */
async function aService(env: Record<string, string> = {}) {
  const service = await startTestService(env);
  onTestFinished(() => service.stop());
  return service;
}

const idle = aBacktestOf('idn_none');

describe('back-tests', () => {
  test('wait three at a time, and each tenant has its own places', async () => {
    const { ours, theirs } = await aService();
    const start = async (client: typeof ours) =>
      (await client.call('startAccessBacktest', { body: idle })).status;
    const all = await Promise.all(Array.from({ length: 8 }, () => start(ours)));
    expect(all.filter((status) => status === 202)).toHaveLength(4);
    expect(all.filter((status) => status === 429)).toHaveLength(4);
    expect(await start(theirs)).toBe(202);
  });

  test('run one after the other in each tenant, on all nodes together', async () => {
    const { ours, sql, startNode } = await aService();
    const { id, identityId } = await aCredential(ours);
    await manyUses({ sql }, ours.orgId ?? '', id, 60_000);
    for (let times = 0; times < 3; times++)
      expect((await ours.call('startAccessBacktest', { body: aBacktestOf(identityId) })).status).toBe(202);
    const nodes = await Promise.all([startNode({ ROLE: 'all' }), startNode({ ROLE: 'all' })]);
    onTestFinished(async () => {
      for (const node of nodes) await node.stop();
    });
    let most = 0;
    const left = async () => {
      const [row] = await sql<{ running: number; left: number }>(
        `select count(*) filter (where status = 'RUNNING')::int as running,
                count(*) filter (where status <> 'COMPLETED')::int as left from access_backtests`,
      );
      most = Math.max(most, row?.running ?? 0);
      return row?.left;
    };
    await expect.poll(left, { timeout: 60_000, interval: 20 }).toBe(0);
    expect(most).toBe(1);
  }, 90_000);

  test('name no user who was erased since, or while they ran', async () => {
    const service = await aService();
    const { ours, sql, startNode } = service;
    const maker = await decisionMaker(service);
    onTestFinished(() => maker.close());
    const [early, late] = [await aUser(ours), await aUser(ours)];
    for (const userId of [early, late]) await maker.decided({ userId, application: 'cli_1' });
    const body = {
      ...aBacktestOf('idn_none'),
      policy: {
        name: 'A draft',
        priority: 500,
        decision: 'BLOCK',
        conditions: { applications: { include: ['cli_1'] } },
      },
    };
    const { body: started } = await ours.call('startAccessBacktest', { body });
    const node = await startNode({ ROLE: 'all' });
    const look = async () => (await ours.call('getAccessBacktest', { path: { id: started.id } })).body;
    await expect.poll(async () => (await look()).status, { timeout: 30_000 }).toBe('COMPLETED');
    await node.stop();
    expect((await look()).result.examples).toHaveLength(2);
    expect((await ours.call('deleteUser', { path: { userId: early } })).status).toBe(200);
    const [left] = (await look()).result.examples;
    expect((await look()).result.examples).toHaveLength(1);
    expect(left.userId).toBe(late);
    const [row] = await sql<{ found: boolean }>(
      'select examples::text like $1 as found from access_backtests',
      [`%${early}%`],
    );
    expect(row?.found).toBe(false);
    // The user is erased after the decision was read, and before the result is written.
    expect((await ours.call('deleteUser', { path: { userId: late } })).status).toBe(200);
    await sql(`update access_backtests set status = 'RUNNING', examples = '[]'`);
    const { completeBacktest } = await import('../../../src/access/sql/access-backtests.ts');
    await maker.within((em) =>
      completeBacktest(em, ours.orgId ?? '', started.id, {
        result: { days: [], users: 1, identities: 0, missing: [] },
        examples: [
          {
            day: '2026-01-15',
            userId: late,
            identityId: null,
            decision: 'BLOCK',
            application: null,
            attempts: 1,
          },
        ],
      }),
    );
    expect((await look()).result.examples).toEqual([]);
  }, 90_000);

  test('keep few results of a tenant, and forget their drafts', async () => {
    const { ours, sql } = await aService();
    await sql(
      `insert into access_backtests (org_id, id, status, draft, period_from, period_to, created_at)
       select $1, 'cab_' || n, 'COMPLETED', '{"name": "old"}', now(), now(), now() - n * interval '1 minute'
         from generate_series(1, 150) as n`,
      [ours.orgId],
    );
    expect((await ours.call('startAccessBacktest', { body: idle })).status).toBe(202);
    const [row] = await sql<{ kept: number; newest: boolean }>(
      `select count(*)::int as kept, bool_or(id = 'cab_1') as newest from access_backtests`,
    );
    expect(row).toEqual({ kept: 100, newest: true });
  });
});
