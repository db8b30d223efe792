import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { anOutcome, type DecisionMaker, decisionMaker } from '../../support/decisions.ts';
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

describe('listAccessDecisions', () => {
  test('tells what a decision was made of', async ({ service: { ours }, maker }) => {
    const userId = await aUser(ours);
    const id = await maker.decided({
      userId,
      signals: {
        now: new Date(),
        userId,
        groups: ['grp_1'],
        address: '198.51.100.1',
        country: 'DE',
        riskLevel: 'MEDIUM',
        clientType: 'browser',
      },
      risk: { score: 30, level: 'MEDIUM', reasons: [{ kind: 'IMPOSSIBLE_TRAVEL', weight: 30 }] },
      outcomes: [anOutcome({ policyId: 'cap_first', applies: false }), anOutcome()],
    });
    const { status, body } = await ours.call('listAccessDecisions', { query: { userId } });
    expect(status).toBe(200);
    expect(body.pagination).toMatchObject({ page: 1, total: 1, hasMore: false });
    expect(body.data).toEqual([
      {
        id,
        timestamp: expect.any(String) as string,
        subject: 'user',
        userId,
        identityId: null,
        credentialId: null,
        application: 'keyward:account',
        decision: 'BLOCK',
        outcome: 'DENIED',
        requirements: [],
        policyId: 'cap_01kahz5v3be4nr7q2m8x9c0d1e',
        policyName: 'Block outside the office',
        attempts: 1,
        inputs: {
          groups: ['grp_1'],
          identityType: null,
          ipAddress: '198.51.100.1',
          country: 'DE',
          devicePlatform: null,
          deviceTrust: null,
          riskLevel: 'MEDIUM',
          clientType: 'browser',
          isAgent: false,
        },
        risk: { score: 30, level: 'MEDIUM', reasons: [{ kind: 'IMPOSSIBLE_TRAVEL', weight: 30 }] },
        outcomes: [anOutcome({ policyId: 'cap_first', applies: false }), anOutcome()],
        outcomesLeftOut: 0,
        requestId: 'req_01kahz5v3be4nr7q2m8x9c0d1e',
      },
    ]);
  });

  test('lists the newest first, page by page', async ({ service: { ours }, maker }) => {
    const userId = await aUser(ours);
    const ids = [];
    // No time is before this week: a new database has no partition for it.
    for (const minutes of [1, 2, 3]) {
      const now = new Date(Date.now() + minutes * 60_000);
      ids.unshift(await maker.decided({ userId, signals: { now, userId } }));
    }
    const first = await ours.call('listAccessDecisions', { query: { userId, limit: 2 } });
    const { nextCursor: cursor } = first.body.pagination;
    const second = await ours.call('listAccessDecisions', { query: { userId, limit: 2, cursor } });
    const all = [...first.body.data, ...second.body.data] as { id: string }[];
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test.for([
    ['the policy that decided', { policyId: 'cap_decisive' }],
    ['a policy that only reported', { policyId: 'cap_reporting' }],
    ['the decision', { decision: 'REQUIRE' }],
    ['the application', { application: 'cli_wanted' }],
    ['the time', { from: '2026-01-01T00:00:00.000Z', to: '2999-01-01T00:00:00.000Z' }],
  ] as const)('finds by %s', async ([, query], { service: { ours }, maker }) => {
    const userId = await aUser(ours);
    const wanted = await maker.decided({
      userId,
      application: 'cli_wanted',
      decision: 'REQUIRE',
      requirements: ['MFA'],
      policyId: 'cap_decisive',
      outcomes: [
        anOutcome({ policyId: 'cap_reporting', status: 'REPORT_ONLY' }),
        anOutcome({ policyId: 'cap_decisive' }),
        anOutcome({ policyId: 'cap_after', status: 'REPORT_ONLY' }),
      ],
    });
    const other = await maker.decided({ userId });
    const find = async (filter: object) => {
      const { body } = await ours.call('listAccessDecisions', { query: { userId, ...filter } });
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await find(query)).toContain(wanted);
    if (!('from' in query)) expect(await find(query)).not.toContain(other);
    else expect(await find({ from: query.to })).toEqual([]);
    // A policy behind the one that decided was not asked.
    expect(await find({ policyId: 'cap_after' })).toEqual([]);
  });

  test('leaves out what tells of users without directory.read', async ({ service, maker }) => {
    const userId = await aUser(service.ours);
    await maker.decided({
      userId,
      application: 'cli_seen',
      risk: { score: 10, level: 'LOW', reasons: [] },
    });
    const { caller } = await aCallerWith(service, ['conditional_access.read']);
    const { body } = await caller.call('listAccessDecisions', { query: { application: 'cli_seen' } });
    expect(body.data).toEqual([
      expect.objectContaining({
        userId: null,
        inputs: null,
        risk: null,
        decision: 'BLOCK',
        outcomes: [anOutcome({ reasons: null as never })],
      }),
    ]);
    const refused = await caller.call('listAccessDecisions', { query: { userId } });
    expect([refused.status, refused.body.details.required]).toEqual([403, ['directory.read']]);
    const identityId = 'idn_01kahz5v3be4nr7q2m8x9c0d1e';
    const machine = await caller.call('listAccessDecisions', { query: { identityId } });
    expect([machine.status, machine.body.details.required]).toEqual([403, ['identities.read']]);
  });

  test('leaves out what tells of identities without identities.read', async ({ service, maker }) => {
    await maker.decided({
      subject: 'machine',
      identityId: 'idn_1',
      credentialId: 'cred_1',
      application: 'context:seen',
    });
    const { caller } = await aCallerWith(service, ['conditional_access.read', 'directory.read']);
    const query = { application: 'context:seen' };
    const { body } = await caller.call('listAccessDecisions', { query });
    expect(body.data).toMatchObject([{ identityId: null, credentialId: null, inputs: null }]);
    const seen = await service.ours.call('listAccessDecisions', { query });
    expect(seen.body.data).toMatchObject([{ identityId: 'idn_1', inputs: { ipAddress: '198.51.100.1' } }]);
  });

  test('refuses a period that ends before it begins', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('listAccessDecisions', {
      query: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    });
    expect([status, body.details.from]).toEqual([400, 'must be before `to`']);
  });
});
