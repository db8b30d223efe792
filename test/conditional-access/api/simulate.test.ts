import { describe, expect } from 'vitest';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, anIdentity, aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';

const elsewhere = '198.51.100.1';

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
        analysisReasons: ['locations: the condition holds'],
      },
    ]);
  });

  test('says which subjects a policy does not judge', async ({ service: { ours } }) => {
    await anAccessPolicy(ours, { name: 'Users', status: 'DISABLED' });
    await anAccessPolicy(ours, {
      name: 'Keys',
      status: 'DISABLED',
      conditions: { identities: { include: ['idn_01kahz5v3be4nr7q2m8x9c0d1e'] } },
    });
    const reasonOf = async (clientType: string, name: string): Promise<string> => {
      const { body } = await ours.call('simulateAccess', { body: { clientType } });
      const evaluated = body.evaluated as { policyName: string; analysisReasons: string[] }[];
      return evaluated.find(({ policyName }) => policyName === name)?.analysisReasons[0] ?? '';
    };
    expect(await reasonOf('browser', 'Keys')).toContain('does not judge users');
    expect(await reasonOf('machine', 'Users')).toContain('does not judge machines');
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
      [
        false,
        'countries: the country is not known, so the policy does not apply and does not block. To block it too, allow what is known in one policy, and block the rest in the next',
      ],
      [false, 'groups: the groups of the user are excluded'],
      [true, 'users: the condition holds'],
    ]);
  });

  test('says for each condition and decision what a missing signal does', async ({ service: { ours } }) => {
    const conditions = [
      ['ipRanges', ['203.0.113.0/24'], 'the address is'],
      ['countries', ['DE'], 'the country is'],
      ['riskLevels', ['HIGH'], 'the risk is'],
      ['deviceTrust', ['compliant'], 'the trust in the device is'],
      ['devicePlatforms', ['ios'], 'the platform of the device is'],
      ['locations', undefined, 'the location is'],
    ] as const;
    const office = await aLocation(ours);
    const said = async (decision: string, field: string, value: unknown) => {
      const includeDraft = {
        name: 'Draft',
        priority: 40,
        decision,
        ...(decision === 'REQUIRE' ? { requirements: ['MFA'] } : {}),
        conditions: { [field]: value },
      };
      const { body } = await ours.call('simulateAccess', {
        body: { application: 'keyward:account', includeDraft },
      });
      const own = body.evaluated.find(({ policyName }: { policyName: string }) => policyName === 'Draft');
      return [own.applies, ...own.analysisReasons];
    };
    for (const [field, value = { include: [office] }, noun] of conditions) {
      const start = `${field}: ${noun} not known, so the policy does not apply`;
      expect(await said('ALLOW', field, value)).toEqual([false, start]);
      for (const [decision, more] of [
        ['BLOCK', ' and does not block. To block it too, '],
        ['REQUIRE', ' and requires nothing. To require it too, '],
      ] as const)
        expect(await said(decision, field, value)).toEqual([false, expect.stringContaining(start + more)]);
    }
    const outside = { exclude: [office] };
    expect(await said('BLOCK', 'locations', outside)).toEqual([
      true,
      'locations: the location is not known, so there is no exemption',
    ]);
  });

  test('lets a caller name users only with directory.read, and identities with identities.read', async ({
    service,
  }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['conditional_access.simulate']);
    const tried = async (body: object) =>
      (await caller.call('simulateAccess', { body })).body.details.required;
    expect(await tried({ userId: await aUser(ours) })).toEqual(['directory.read']);
    expect(await tried({ identityId: await anIdentity(ours) })).toEqual(['identities.read']);
    expect((await caller.call('simulateAccess', { body: { application: 'billing' } })).status).toBe(200);
  });

  test.for([
    ['directory.read', { riskLevel: 'HIGH', deviceTrust: 'compliant', groups: ['grp_1'] }],
    ['identities.read', { riskLevel: 'HIGH', clientType: 'machine' }],
  ] as const)(
    'decides without %s, and leaves out the reasons that it reads',
    async ([scope, attempt], { service }) => {
      const { ours } = service;
      const isMachine = scope === 'identities.read';
      const id = await anAccessPolicy(ours, {
        conditions: {
          riskLevels: ['HIGH'],
          countries: ['DE'],
          ...(isMachine
            ? { clientTypes: ['machine'], identityTypes: { exclude: ['CI_CD'] } }
            : { deviceTrust: ['compliant'], groups: { include: ['grp_1'] } }),
        },
      });
      const body = { ...attempt, country: 'DE' };
      const reasonsFor = async (scopes: string[]) => {
        const { caller } = await aCallerWith(service, scopes);
        const simulated = (await caller.call('simulateAccess', { body })).body;
        expect(simulated).toMatchObject({ policyId: id, decision: 'BLOCK' });
        return simulated.evaluated[0].analysisReasons as string[];
      };
      expect(await reasonsFor(['conditional_access.simulate'])).toEqual([
        ...(isMachine ? ['clientTypes: the condition holds'] : []),
        'countries: the condition holds',
        `other reasons require the scope ${scope}`,
      ]);
      expect(await reasonsFor(['conditional_access.simulate', scope])).toContain(
        'riskLevels: the condition holds',
      );
    },
  );
});
