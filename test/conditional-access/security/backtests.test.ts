import { checkedConditions } from '../../../src/conditional-access/resources/condition-input.ts';
import { replayPeriod } from '../../../src/conditional-access/resources/replaying.ts';
import {
  abandonBacktest,
  beginBacktest,
  completeBacktest,
} from '../../../src/conditional-access/resources/sql/access-backtests.ts';
import type { AccessPolicySource } from '../../../src/conditional-access/judge/types.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aCredential, aUser } from '../../support/builders.ts';
import { decisionMaker } from '../../support/decisions.ts';
import { aBacktestOf, manyUses } from '../../support/replayed.ts';
import { besides } from '../../support/second-factors.ts';
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
    const startedAt = new Date();
    await sql(`update access_backtests set status = 'RUNNING', started_at = $1, examples = '[]'`, [
      startedAt,
    ]);
    await maker.within((tx) =>
      completeBacktest(tx, ours.orgId ?? '', started.id, {
        startedAt,
        result: { days: [], users: 1, identities: 0, missing: [], isPartial: false },
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

  test('replay a bounded number of uses, and tell that there are more', async () => {
    const service = await aService();
    const { ours, sql } = service;
    const { database, close } = await besides(service);
    onTestFinished(close);
    const orgId = ours.orgId ?? '';
    const { id, identityId } = await aCredential(ours);
    await manyUses({ sql }, orgId, id, 4_500);
    const [hour, now] = [3_600_000, Date.now()];
    const period = { orgId, from: new Date(now - hour), to: new Date(now + hour), inPlaceOf: null };
    const draft: AccessPolicySource = {
      id: null,
      name: 'A draft',
      priority: 500,
      status: 'ENABLED',
      conditions: checkedConditions({ identities: { include: [identityId] } }),
      decision: 'BLOCK',
      requirements: [],
      session: { maxAgeSeconds: null, persistent: null },
    };
    const access = { version: 1, policies: [], locations: [] };
    const means = { geoIp: undefined, stopping: new AbortController().signal };
    const replayed = async (most?: number) => {
      const { result } = await replayPeriod(database.replay, { ...period, draft }, access, means, most);
      const blocked = result.days.reduce((sum, { machines }) => sum + machines.blocked, 0);
      return { blocked, isPartial: result.isPartial };
    };
    expect(await replayed()).toEqual({ blocked: 4_500, isPartial: false });
    expect(await replayed(5_000)).toEqual({ blocked: 4_500, isPartial: false });
    // A batch has 4,000.
    const some = await replayed(4_000);
    expect(some.isPartial).toBe(true);
    expect(some.blocked).toBeLessThan(4_500);
  });

  test('are ended by the node that began them last alone, and what waited loses no try', async () => {
    const service = await aService();
    const { ours, sql } = service;
    const { orgId, within, close } = await besides(service);
    onTestFinished(close);
    const { body: first } = await ours.call('startAccessBacktest', { body: idle });
    await ours.call('startAccessBacktest', { body: idle });
    await sql(
      `update tenant_jobs set attempts = 5, due_at = now() + interval '1 hour' where class = 'replay'`,
    );
    const statusOf = async () =>
      (await ours.call('getAccessBacktest', { path: { id: first.id } })).body.status as string;
    const begin = async () => {
      const begun = await within((tx) => beginBacktest(tx, orgId, first.id));
      return begun?.startedAt ?? null;
    };
    const slow = await begin();
    await expect.poll(() => Date.now()).toBeGreaterThan(slow?.getTime() ?? 0);
    const again = await begin();
    const done = {
      result: { days: [], users: 0, identities: 0, missing: [], isPartial: false },
      examples: [],
    };
    await within((tx) => abandonBacktest(tx, orgId, first.id, 'FAILED', slow));
    expect(await statusOf()).toBe('RUNNING');
    await within((tx) => completeBacktest(tx, orgId, first.id, { ...done, startedAt: slow }));
    expect(await statusOf()).toBe('RUNNING');
    await within((tx) => completeBacktest(tx, orgId, first.id, { ...done, startedAt: again }));
    expect(await statusOf()).toBe('COMPLETED');
    const [waiting] = await sql<{ tries: number }>(
      `select max(attempts)::int as tries from tenant_jobs where class = 'replay' and due_at <= now()`,
    );
    expect(waiting?.tries).toBe(0);
  });

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
