import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aLocation, anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aCallerWith, aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { test as base } from '../../support/service.ts';

const test = base.extend<{ cleaned: undefined }>({
  cleaned: [
    async ({ service }, use) => {
      await use(undefined);
      await withoutPolicies(service.ours);
      await withoutAccessPolicies(service.ours);
    },
    { auto: true },
  ],
});

const office = '203.0.113.7';
const elsewhere = '198.51.100.1';
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
      'must be the id of a named location of this organization',
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
    expect([answer.status, answer.body.details]).toEqual([
      400,
      { [field]: message, docs: expect.anything() as string },
    ]);
    expect((await ours.call('listAccessPolicies')).body.pagination.total).toBe(0);
  });

  test('refuses one that would block every key with scope *, unless that is acknowledged', async ({
    service: { ours },
  }) => {
    const body = {
      name: 'Nobody',
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
    expect((await ours.call('deleteAccessPolicy', { path: { id: blocking } })).status).toBe(200);
    expect((await ours.call('deleteAccessPolicy', { path: { id } })).body).toEqual({
      message: 'Policy deleted',
      id,
    });
  });
});

describe('createNamedLocation', () => {
  test.for([
    [{ type: 'IP' }, 'ipRanges'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/8'], countries: ['DE'] }, 'countries'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/8'], includeUnknown: true }, 'includeUnknown'],
    [{ type: 'IP', ipRanges: ['10.0.0.0/33'] }, 'ipRanges.0'],
    [{ type: 'COUNTRY' }, 'countries'],
    [{ type: 'COUNTRY', countries: ['DE'], ipRanges: ['10.0.0.0/8'] }, 'ipRanges'],
  ] as const)('refuses what its type does not have: %j', async ([fields, field], { service: { ours } }) => {
    const { status, body } = await ours.call('createNamedLocation', { body: { name: 'A place', ...fields } });
    expect([status, Object.keys(body.details as object)]).toEqual([400, [field, 'docs']]);
  });

  test('refuses a name that another location has in any case', async ({ service: { ours } }) => {
    const name = `Place ${randomUUID()}`;
    await aLocation(ours, { name });
    const body = { name: name.toUpperCase(), type: 'COUNTRY', countries: ['DE'] };
    expect((await ours.call('createNamedLocation', { body })).body.code).toBe('LOCATION_EXISTS');
  });
});

describe('updateNamedLocation', () => {
  test('changes what the policies that name it decide, from the answer on', async ({ service: { ours } }) => {
    const { secret } = await aCredential(ours);
    const id = await aLocation(ours);
    const outside = {
      clientTypes: ['machine'],
      applications: { exclude: ['keyward:api'] },
      locations: { exclude: [id] },
    };
    await anAccessPolicy(ours, { conditions: outside });
    expect((await verify(ours, secret, { ipAddress: elsewhere })).code).toBe('POLICY_DENIED');
    await ours.call('updateNamedLocation', { path: { id }, body: { ipRanges: ['198.51.100.0/24'] } });
    expect((await verify(ours, secret, { ipAddress: elsewhere })).code).toBe('VALID');
    expect((await verify(ours, secret, { ipAddress: office })).code).toBe('POLICY_DENIED');
  });
});

describe('deleteNamedLocation', () => {
  test('refuses one that a policy names, disabled policies too', async ({ service: { ours } }) => {
    const id = await aLocation(ours);
    const policy = await anAccessPolicy(ours, {
      name: 'Names it',
      status: 'DISABLED',
      conditions: { locations: { include: [id] } },
    });
    const refused = await ours.call('deleteNamedLocation', { path: { id } });
    expect([refused.status, refused.body.code, refused.body.details.policies]).toEqual([
      409,
      'LOCATION_IN_USE',
      ['Names it'],
    ]);
    await ours.call('deleteAccessPolicy', { path: { id: policy } });
    expect((await ours.call('deleteNamedLocation', { path: { id } })).body).toEqual({
      message: 'Location deleted',
      id,
    });
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

describe('verifyCredential under conditional access', () => {
  test('refuses outside the office, also without an address, names the policy and counts nothing', async ({
    service: { ours },
  }) => {
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    const location = await aLocation(ours);
    const id = await anAccessPolicy(ours, {
      conditions: { identities: { include: [identityId] }, locations: { exclude: [location] } },
    });
    expect(await verify(ours, secret, { ipAddress: office })).toMatchObject({ valid: true });
    expect(await verify(ours, secret, { ipAddress: `::ffff:${office}` })).toMatchObject({ valid: true });
    expect(await verify(ours, secret, { ipAddress: elsewhere })).toMatchObject({
      valid: false,
      code: 'POLICY_DENIED',
      policyId: id,
      identity: null,
    });
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret, { consume: false })).code).toBe('POLICY_DENIED');
    expect((await ours.call('getCredential', { path: { id: credentialId } })).body.usageCount).toBe(2);
    const policy = async () => (await ours.call('getAccessPolicy', { path: { id } })).body;
    await expect.poll(async () => (await policy()).matchCount, { timeout: 20_000 }).toBe(2);
    expect((await policy()).lastMatchedAt).not.toBeNull();
  });

  test('goes on under REPORT_ONLY, and counts what would have been refused', async ({
    service: { ours },
  }) => {
    const { identityId, secret } = await aCredential(ours);
    const id = await anAccessPolicy(ours, {
      status: 'REPORT_ONLY',
      conditions: { identities: { include: [identityId] } },
    });
    expect((await verify(ours, secret)).code).toBe('VALID');
    const counted = async () => (await ours.call('getAccessPolicy', { path: { id } })).body.matchCount;
    await expect.poll(counted, { timeout: 20_000 }).toBe(1);
  });

  test('knows the application that the verifying service names, under a prefix of its own', async ({
    service: { ours },
  }) => {
    const { identityId, secret } = await aCredential(ours);
    await anAccessPolicy(ours, {
      conditions: {
        identities: { include: [identityId] },
        applications: { include: ['context:billing', 'keyward:api'] },
      },
    });
    expect((await verify(ours, secret, { context: { application: 'billing' } })).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret, { context: { application: 'keyward:api' } })).code).toBe('VALID');
    expect((await verify(ours, secret)).code).toBe('VALID');
  });

  test('leaves keys alone if a policy names no machines', async ({ service: { ours } }) => {
    const { secret } = await aCredential(ours);
    await anAccessPolicy(ours);
    await anAccessPolicy(ours, { conditions: { clientTypes: ['browser'] } });
    expect((await verify(ours, secret)).code).toBe('VALID');
  });

  test('is denied by a policy of governance, too, and says which', async ({ service: { ours } }) => {
    const { identityId, secret } = await aCredential(ours);
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: { cidrs: ['192.0.2.0/24'] },
      selector: { identityIds: [identityId] },
    });
    await anAccessPolicy(ours, { decision: 'ALLOW', conditions: { identities: { include: [identityId] } } });
    expect(await verify(ours, secret, { ipAddress: office })).toMatchObject({
      code: 'POLICY_DENIED',
      policyId: id,
    });
  });
});

describe('simulateAccess', () => {
  test('answers the call of the specification', async ({ service: { ours } }) => {
    const attempt = { application: 'billing', ipAddress: elsewhere, deviceTrust: 'compliant' };
    expect((await ours.call('simulateAccess', { body: attempt })).body).toMatchObject({
      policyId: null,
      policyName: null,
      reason: 'No policy matched; default allow',
      decision: 'ALLOW',
      evaluated: [],
    });
    const location = await aLocation(ours);
    const id = await anAccessPolicy(ours, {
      name: 'Office only',
      conditions: { locations: { exclude: [location] } },
    });
    const { body } = await ours.call('simulateAccess', { body: attempt });
    expect(body).toMatchObject({ policyId: id, policyName: 'Office only', decision: 'BLOCK' });
    expect(body.evaluated).toEqual([
      {
        policyId: id,
        policyName: 'Office only',
        applies: true,
        status: 'ENABLED',
        analysisReasons: ['locations: the location matches'],
      },
    ]);
  });

  test('says of each policy why it applies or not, draft and disabled ones too', async ({
    service: { ours },
  }) => {
    const user = await aUser(ours);
    const group = await aGroup(ours);
    await ours.call('addGroupMembers', { path: { groupId: group }, body: { userId: user } });
    await anAccessPolicy(ours, {
      name: 'Off',
      priority: 10,
      status: 'DISABLED',
      conditions: { countries: ['DE'] },
    });
    await anAccessPolicy(ours, { name: 'Group', priority: 20, conditions: { groups: { exclude: [group] } } });
    const includeDraft = {
      name: 'Draft',
      priority: 30,
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { users: { include: [user] } },
    };
    const { body } = await ours.call('simulateAccess', { body: { userId: user, includeDraft } });
    expect(body).toMatchObject({
      policyId: null,
      policyName: 'Draft',
      decision: 'REQUIRE',
      requirements: ['MFA'],
    });
    expect(
      body.evaluated.map((one: { applies: boolean; analysisReasons: string[] }) => [
        one.applies,
        ...one.analysisReasons,
      ]),
    ).toEqual([
      [false, 'countries: the country is not known, so it is not included'],
      [false, 'groups: the groups of the user is excluded'],
      [true, 'users: the user matches'],
    ]);
  });

  test('needs the right to read users and identities to tell of them', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['conditional_access.simulate']);
    const tried = async (body: object) =>
      (await caller.call('simulateAccess', { body })).body.details.required;
    expect(await tried({ userId: await aUser(ours) })).toEqual(['directory.read']);
    expect(await tried({ identityId: await anIdentity(ours) })).toEqual(['identities.read']);
    expect((await caller.call('simulateAccess', { body: { application: 'billing' } })).status).toBe(200);
  });
});
