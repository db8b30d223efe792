import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { accessTest as test, allAccessPolicyIds, anAccessPolicy } from '../../support/access.ts';
import type { Client } from '../../support/client.ts';

const order = (client: Client, policyIds: readonly string[], fields: Record<string, unknown> = {}) =>
  client.call('putAccessPolicyOrder', { body: { policyIds, ...fields } });

/** The policies name a user who does not exist, so they judge no request. */
const conditions = { users: { include: ['usr_none'] } };

async function three(client: Client): Promise<[string, string, string]> {
  const at = (priority: number) => anAccessPolicy(client, { priority, conditions });
  return [await at(7), await at(8), await at(9000)];
}

const stateOf = async (client: Client, id: string) => {
  const { body, headers } = await client.call('getAccessPolicy', { path: { id } });
  return [body.priority, headers.get('etag')];
};

describe('putAccessPolicyOrder', () => {
  test('shares out the present numbers, and tells of each policy that moved', async ({ service }) => {
    const { ours, sql } = service;
    const [first, second, last] = await three(ours);
    const { status, body } = await order(ours, [last, second, first]);
    expect([status, body]).toEqual([
      200,
      {
        policies: [
          { id: last, priority: 7 },
          { id: second, priority: 8 },
          { id: first, priority: 9000 },
        ],
      },
    ]);
    expect(await allAccessPolicyIds(ours)).toEqual([last, second, first]);
    expect(await Promise.all([last, second, first].map((id) => stateOf(ours, id)))).toEqual([
      [7, '"2"'],
      [8, '"1"'],
      [9000, '"2"'],
    ]);
    const rows = async (action: string) => {
      const { body: logs } = await ours.call('listAuditLogs', { query: { action, limit: 20 } });
      return logs.data.map(({ target, changes }: { target?: { id?: string | null }; changes: unknown }) => ({
        targetId: target?.id ?? null,
        changes,
      }));
    };
    const moves = [
      { targetId: last, changes: [{ field: 'priority', from: 9000, to: 7 }] },
      { targetId: first, changes: [{ field: 'priority', from: 7, to: 9000 }] },
    ];
    expect(await rows('access_policy.update')).toEqual(expect.arrayContaining(moves));
    expect(await rows('access_policy.update')).toHaveLength(2);
    expect(await rows('access_policy.order')).toEqual([{ targetId: null, changes: [] }]);
    const events = await sql<{ data: Record<string, unknown> }>(
      "select data from events where org_id = $1 and type = 'access.policy_changed' and data ->> 'change' = 'UPDATED'",
      [ours.orgId],
    );
    expect(events.map(({ data }) => ({ targetId: data['resourceId'], changes: data['changes'] }))).toEqual(
      expect.arrayContaining(moves),
    );
  });

  test('changes nothing if the policies have this order', async ({ service: { ours } }) => {
    const ids = await three(ours);
    expect((await order(ours, ids)).status).toBe(200);
    expect(await stateOf(ours, ids[0])).toEqual([7, '"1"']);
  });

  test('decides by the new order at once', async ({ service: { ours } }) => {
    const all = { clientTypes: ['browser'] };
    const block = await anAccessPolicy(ours, { priority: 1, conditions: all, acknowledgeLockout: true });
    const allow = await anAccessPolicy(ours, { priority: 2, conditions: all, decision: 'ALLOW' });
    const decided = async () =>
      (await ours.call('simulateAccess', { body: { clientType: 'browser' } })).body.decision;
    expect(await decided()).toBe('BLOCK');
    expect((await order(ours, [allow, block])).status).toBe(200);
    expect(await decided()).toBe('ALLOW');
  });

  test('refuses an order without a policy, or with one that there is not', async ({ service: { ours } }) => {
    const [first, second, last] = await three(ours);
    const unknown = newId('cap');
    const { status, body } = await order(ours, [last, first, unknown]);
    expect([status, body.code]).toEqual([409, 'POLICY_ORDER_CONFLICT']);
    expect(body.details).toMatchObject({ missing: [second], unknown: [unknown] });
    const twice = await order(ours, [last, first, second, last]);
    expect([twice.status, Object.keys(twice.body.details)]).toEqual([400, ['policyIds']]);
    expect(await allAccessPolicyIds(ours)).toEqual([first, second, last]);
  });

  test('names no policy of another tenant', async ({ service: { ours, theirs } }) => {
    const own = await anAccessPolicy(ours, { conditions });
    const foreign = await anAccessPolicy(theirs, { conditions, status: 'DISABLED' });
    const { status, body } = await order(ours, [own, foreign]);
    expect([status, body.details.unknown]).toEqual([409, [foreign]]);
    expect((await theirs.call('deleteAccessPolicy', { path: { id: foreign } })).status).toBe(200);
  });

  test('refuses an order that would block every key with scope *, unless that is acknowledged', async ({
    service: { ours },
  }) => {
    const machines = { clientTypes: ['machine'], applications: { include: ['keyward:api'] } };
    const allow = await anAccessPolicy(ours, { priority: 1, decision: 'ALLOW', conditions: machines });
    const block = await anAccessPolicy(ours, { priority: 2, conditions: machines });
    const refused = await order(ours, [block, allow]);
    expect([refused.status, refused.body.code]).toEqual([409, 'LOCKOUT_RISK']);
    expect(await allAccessPolicyIds(ours)).toEqual([allow, block]);
    expect((await order(ours, [block, allow], { acknowledgeLockout: true })).status).toBe(200);
  });

  test('orders 200 policies without gaps, while other requests order them too', async ({
    service: { ours, sql },
  }) => {
    await sql(
      `insert into access_policies (org_id, id, name, priority, status, conditions, judges_machines, decision, session)
       select org_id, 'cap_' || lpad(n::text, 26, '0'), 'policy ' || n, n, 'DISABLED', conditions, false, 'BLOCK', session
         from access_policies, generate_series(2, 200) as n where org_id = $1 and id = $2`,
      [ours.orgId, await anAccessPolicy(ours, { priority: 1, conditions, status: 'DISABLED' })],
    );
    const ids = await allAccessPolicyIds(ours);
    const rotated = ids.map((_, by) => [...ids.slice(by), ...ids.slice(0, by)]);
    const wanted = [1, 50, 100, 199].map((by) => rotated[by] ?? []);
    const answers = await Promise.all(wanted.map((one) => order(ours, one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(wanted).toContainEqual(await allAccessPolicyIds(ours));
  });
});
