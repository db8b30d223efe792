import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';

const none = { include: [], exclude: [] };

describe('createAccessPolicy', () => {
  test('fills in what was left out: it only reports, and applies to all', async ({ service: { ours } }) => {
    const { status, body, headers } = await ours.call('createAccessPolicy', {
      body: { name: 'Office only', priority: 17, decision: 'BLOCK' },
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      name: 'Office only',
      priority: 17,
      status: 'REPORT_ONLY',
      decision: 'BLOCK',
      requirements: [],
      session: { maxAgeSeconds: null, persistent: null },
      matchCount: 0,
      lastMatchedAt: null,
      conditions: { users: none, locations: none, ipRanges: [], clientTypes: [], schedule: null },
    });
  });

  test('refuses a priority that another policy has', async ({ service: { ours } }) => {
    await anAccessPolicy(ours, { priority: 20, status: 'DISABLED' });
    const { status, body } = await ours.call('createAccessPolicy', {
      body: { name: 'Another', priority: 20, decision: 'ALLOW' },
    });
    expect([status, body.code, body.details.priority]).toEqual([409, 'POLICY_CONFLICT', 20]);
  });

  test.for([
    [
      { conditions: { schedule: { timezone: 'Europe/Berln', days: ['MON'], from: '08:00', to: '18:00' } } },
      'conditions.schedule.timezone',
      '"Europe/Berln" must be a time zone of the IANA database such as Europe/Berlin',
    ],
    [
      { conditions: { schedule: { timezone: 'UTC', days: ['MON'], from: '08:00', to: '08:00' } } },
      'conditions.schedule.to',
      'must not be the same as from',
    ],
    [
      { conditions: { ipRanges: ['10.0.0.1/8'] } },
      'conditions.ipRanges.0',
      'must be an address or a CIDR range such as 203.0.113.0/24',
    ],
    [
      { conditions: { locations: { include: ['loc_01kahz5v3be4nr7q2m8x9c0d1e'] } } },
      'conditions.locations.include.0',
      'must be the ID of a named location of this organization',
    ],
    [{ decision: 'REQUIRE' }, 'requirements', 'must name what REQUIRE requires such as MFA'],
    [{ decision: 'BLOCK', requirements: ['MFA'] }, 'requirements', 'must be empty for the decision BLOCK'],
    [
      { decision: 'REQUIRE', requirements: ['MFA'], conditions: { clientTypes: ['machine'] } },
      'decision',
      'must be ALLOW or BLOCK for machines, which can prove nothing more',
    ],
  ] as const)('refuses what makes no sense: %j', async ([fields, field, message], { service: { ours } }) => {
    const body = { name: 'A policy', priority: 30, decision: 'BLOCK', ...fields };
    const answer = await ours.call('createAccessPolicy', { body });
    expect([answer.status, answer.body.details]).toEqual([400, { [field]: message }]);
    expect((await ours.call('listAccessPolicies')).body.pagination.total).toBe(0);
  });

  test('refuses one that would block every key with scope *, unless that is acknowledged', async ({
    service: { ours },
  }) => {
    const body = {
      name: 'Block everyone',
      priority: 40,
      status: 'ENABLED',
      decision: 'BLOCK',
      conditions: { clientTypes: ['machine'], applications: { include: ['keyward:api'] } },
    };
    const refused = await ours.call('createAccessPolicy', { body });
    expect([refused.status, refused.body.code]).toEqual([409, 'LOCKOUT_RISK']);
    expect((await ours.call('listAccessPolicies')).body.pagination.total).toBe(0);
    const created = await ours.call('createAccessPolicy', { body: { ...body, acknowledgeLockout: true } });
    expect(created.status).toBe(201);
    // A key with * still changes policies, and nothing else.
    expect((await ours.call('listIdentities')).body.code).toBe('POLICY_DENIED');
    const path = { id: created.body.id };
    expect((await ours.call('updateAccessPolicy', { path, body: { status: 'DISABLED' } })).status).toBe(200);
    expect((await ours.call('listIdentities')).status).toBe(200);
  });
});

describe('updateAccessPolicy', () => {
  test('merges conditions, and keeps what was left out', async ({ service: { ours } }) => {
    const id = await anAccessPolicy(ours, {
      status: 'DISABLED',
      conditions: { users: { include: ['usr_1'], exclude: ['usr_2'] }, countries: ['DE'] },
    });
    const { status, body } = await ours.call('updateAccessPolicy', {
      path: { id },
      body: { conditions: { users: { include: [] }, countries: ['FR'] } },
    });
    expect(status).toBe(200);
    expect(body.conditions).toMatchObject({ users: { include: [], exclude: ['usr_2'] }, countries: ['FR'] });
  });

  test('refuses what is refused at the creation', async ({ service: { ours } }) => {
    const id = await anAccessPolicy(ours, { decision: 'REQUIRE', requirements: ['MFA'] });
    const change = (body: object) => ours.call('updateAccessPolicy', { path: { id }, body });
    expect((await change({ requirements: [] })).status).toBe(400);
    expect((await change({ conditions: { identityTypes: { include: ['CI_CD'] } } })).status).toBe(400);
    expect((await change({ decision: 'BLOCK', requirements: [] })).status).toBe(200);
  });
});

describe('deleteAccessPolicy', () => {
  test('refuses the end of an exemption without which every key with scope * would be blocked', async ({
    service: { ours },
  }) => {
    const machines = { clientTypes: ['machine'], applications: { include: ['keyward:api'] } };
    const id = await anAccessPolicy(ours, { priority: 1, decision: 'ALLOW', conditions: machines });
    const blocking = await anAccessPolicy(ours, { priority: 2, conditions: machines });
    const refused = await ours.call('deleteAccessPolicy', { path: { id } });
    expect([refused.status, refused.body.code]).toEqual([409, 'LOCKOUT_RISK']);
    const acknowledged = { path: { id }, query: { acknowledgeLockout: true } };
    expect((await ours.call('deleteAccessPolicy', acknowledged)).body).toEqual({
      message: 'Policy deleted',
      id,
    });
    expect((await ours.call('listIdentities')).body.code).toBe('POLICY_DENIED');
    expect((await ours.call('deleteAccessPolicy', { path: { id: blocking } })).status).toBe(200);
  });
});

describe('listAccessPolicies', () => {
  test('shows policies in the order in which they are asked', async ({ service: { ours } }) => {
    const late = await anAccessPolicy(ours, { priority: 900, status: 'DISABLED' });
    const early = await anAccessPolicy(ours, { priority: 100, status: 'REPORT_ONLY' });
    const { body } = await ours.call('listAccessPolicies');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([early, late]);
    const filtered = await ours.call('listAccessPolicies', { query: { status: 'DISABLED' } });
    expect(filtered.body.data.map(({ id }: { id: string }) => id)).toEqual([late]);
  });
});

describe('getAccessPolicy', () => {
  test('shows a policy with its version, and none of another tenant', async ({
    service: { ours, theirs },
  }) => {
    const id = await anAccessPolicy(ours, { name: 'Ours', status: 'DISABLED' });
    const { status, body, headers } = await ours.call('getAccessPolicy', { path: { id } });
    expect([status, body.id, body.name, headers.get('etag')]).toEqual([200, id, 'Ours', '"1"']);
    expect((await theirs.call('getAccessPolicy', { path: { id } })).body.code).toBe('POLICY_NOT_FOUND');
  });
});

describe('a change of a policy', () => {
  test('emits access.policy_changed with the fields that changed, in the order of the changes', async ({
    service: { ours, sql },
  }) => {
    const id = await anAccessPolicy(ours, { name: 'Told', status: 'DISABLED', priority: 55 });
    await ours.call('updateAccessPolicy', { path: { id }, body: { status: 'REPORT_ONLY' } });
    await ours.call('updateAccessPolicy', { path: { id }, body: { status: 'REPORT_ONLY' } });
    await ours.call('deleteAccessPolicy', { path: { id } });
    const rows = await sql<{ data: Record<string, unknown> }>(
      `select data from events where type = 'access.policy_changed' and data ->> 'resourceId' = $1 order by created_at, id`,
      [id],
    );
    const about = { resourceType: 'POLICY', resourceId: id, resourceName: 'Told' };
    expect(rows.map(({ data }) => data)).toMatchObject([
      { ...about, change: 'CREATED', status: 'DISABLED', changes: [] },
      {
        ...about,
        change: 'UPDATED',
        status: 'REPORT_ONLY',
        changes: [{ field: 'status', from: 'DISABLED', to: 'REPORT_ONLY' }],
        changedBy: { type: 'API_KEY' },
      },
      { ...about, change: 'DELETED', status: 'REPORT_ONLY', changes: [] },
    ]);
  });
});
