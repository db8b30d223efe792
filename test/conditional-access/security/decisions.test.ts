import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aDecision, anOutcome, type DecisionMaker, decisionMaker } from '../../support/decisions.ts';
import { test as base } from '../../support/service.ts';

const test = base.extend<{ maker: DecisionMaker }>({
  maker: [
    async ({ service }, use) => {
      const maker = await decisionMaker(service);
      await use(maker);
      await maker.close();
    },
    { scope: 'file' },
  ],
});

describe('recorded decisions', () => {
  test('are seen by their tenant alone', async ({ service: { ours, theirs, oursTest }, maker }) => {
    const userId = await aUser(ours);
    await maker.decided({ userId, application: 'cli_ours' });
    const query = { application: 'cli_ours' };
    const totalOf = async (client: typeof ours) =>
      (await client.call('listAccessDecisions', { query })).body.pagination.total;
    expect([await totalOf(ours), await totalOf(theirs), await totalOf(oursTest)]).toEqual([1, 0, 0]);
  });

  test('are erased with their user', async ({ service: { ours, sql }, maker }) => {
    const [userId, other] = [await aUser(ours), await aUser(ours)];
    await maker.decided({ userId });
    await maker.decided({ userId: other });
    expect((await ours.call('deleteUser', { path: { userId } })).status).toBe(200);
    const left = await sql('select user_id from access_decisions where user_id = any($1)', [[userId, other]]);
    expect(left).toEqual([{ user_id: other }]);
  });

  test('are not recorded of a user who was erased meanwhile', async ({ service: { ours, sql }, maker }) => {
    const userId = await aUser(ours);
    expect((await ours.call('deleteUser', { path: { userId } })).status).toBe(200);
    await maker.decided({ userId });
    expect(await sql('select from access_decisions where user_id = $1', [userId])).toEqual([]);
  });

  test('take few bytes, however long the request and however many the policies', async ({
    service: { ours, sql },
    maker,
  }) => {
    const userId = await aUser(ours);
    const outcomes = Array.from({ length: 500 }, (_, at) =>
      anOutcome({
        policyId: `cap_${Math.random().toString(36).slice(2).padEnd(26, '0')}`,
        policyName: `${'n'.repeat(90)} ${at}`,
        status: at === 499 ? 'ENABLED' : 'REPORT_ONLY',
        applies: at > 400,
        reasons: Array.from({ length: 13 }, (_, one) => `condition ${one}: ${Math.random()} matches`),
      }),
    );
    const id = await maker.decided({
      userId,
      application: `\0${'a'.repeat(10_000)}`,
      outcomes,
      signals: {
        now: new Date(),
        userId,
        address: '198.51.100.1',
        groups: Array.from({ length: 5_000 }, (_, at) => `grp_${at}`.padEnd(30, '0')),
      },
    });
    const [row] = await sql<{ bytes: number }>(
      'select pg_column_size(d) as bytes from access_decisions d where id = $1',
      [id],
    );
    expect(row?.bytes).toBeLessThan(6_000);
    const { body } = await ours.call('listAccessDecisions', { query: { userId } });
    const [{ outcomes: kept, outcomesLeftOut, inputs }] = body.data;
    expect(kept.length + outcomesLeftOut).toBe(500);
    expect(kept.every(({ applies }: { applies: boolean }) => applies)).toBe(true);
    // Some of the groups would be a wrong input.
    expect(inputs.groups).toBeNull();
  });

  test('about exchanges of two identities do not share a row', async ({ service: { ours }, maker }) => {
    const exchange = { subject: 'machine', application: 'keyward:exchange' } as const;
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    for (const identityId of ['idn_a', 'idn_b', 'idn_b'])
      await maker.decided({ ...exchange, identityId, signals: { now: at } });
    const counted = async (identityId: string) =>
      (await ours.call('listAccessDecisions', { query: { identityId } })).body.data.map(
        ({ attempts }: { attempts: number }) => attempts,
      );
    expect([await counted('idn_a'), await counted('idn_b')]).toEqual([[1], [2]]);
  });

  test('about keys share the row of their minute', async ({ service: { ours }, maker }) => {
    const machine = { subject: 'machine', identityId: 'idn_1', credentialId: 'cred_minute' } as const;
    const at = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    for (const second of [1, 2, 59])
      await maker.decided({ ...machine, signals: { now: new Date(at.getTime() + second * 1_000) } });
    await maker.decided({ ...machine, signals: { now: at }, policyId: 'cap_other', outcomes: [] });
    const { body } = await ours.call('listAccessDecisions', { query: { identityId: 'idn_1' } });
    const found = body.data.map((one: Record<string, unknown>) => [one['policyId'], one['attempts']]);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        ['cap_other', 1],
        [aDecision().policyId, 3],
      ]),
    );
  });
});
