import { aboveAnyRisk, lowestRisk } from '../../../src/lib/risk-score.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileAccess } from '../../../src/conditional-access/judge/compile.ts';
import type {
  AccessPolicySource,
  Conditions,
  NamedLocationSource,
  Signals,
} from '../../../src/conditional-access/judge/types.ts';

const none = { include: [], exclude: [] };
const nothing: Conditions = {
  users: none,
  groups: none,
  identities: none,
  identityTypes: none,
  applications: none,
  locations: none,
  ipRanges: [],
  countries: [],
  devicePlatforms: [],
  deviceTrust: [],
  riskLevels: [],
  clientTypes: [],
  schedule: null,
};
const now = new Date('2026-01-05T10:00:00Z');

const policy = (
  conditions: Partial<Conditions>,
  rest: Partial<Omit<AccessPolicySource, 'conditions'>> = {},
): AccessPolicySource => ({
  id: 'cap_1',
  name: 'One',
  priority: 10,
  status: 'ENABLED',
  decision: 'BLOCK',
  requirements: [],
  session: { maxAgeSeconds: null, persistent: null },
  ...rest,
  conditions: { ...nothing, ...conditions },
});
const office: NamedLocationSource = {
  id: 'loc_office',
  name: 'Office',
  type: 'IP',
  ipRanges: ['192.0.2.0/24'],
  countries: [],
  isTrusted: true,
  includeUnknown: false,
};
const decides = (policies: AccessPolicySource[], signals: Partial<Signals>, locations = [office]) =>
  compileAccess(1, policies, locations).judge('user', { now, ...signals }).decisive?.name ?? null;

describe('a policy', () => {
  test('without conditions applies to every user, and to no machine', () => {
    const access = compileAccess(1, [policy({})], []);
    expect(access.judge('user', { now }).decisive?.name).toBe('One');
    expect(access.judge('machine', { now }).decisive).toBeUndefined();
    expect(access.judges('machine')).toBe(false);
  });

  test.each([
    { clientTypes: ['machine' as const] },
    { identityTypes: { include: [], exclude: ['AI_AGENT'] } },
    { identities: { include: ['idn_1'], exclude: [] } },
  ])('judges machines if it names them: %j', (conditions) => {
    const access = compileAccess(1, [policy(conditions)], []);
    const signals: Signals = { now, clientType: 'machine', identityType: 'CI_CD', identityId: 'idn_1' };
    expect(access.judge('machine', signals).decisive?.name).toBe('One');
  });

  test('with the lowest priority number wins, among those that are enabled', () => {
    const policies = [
      policy({}, { name: 'Third', priority: 30 }),
      policy({}, { name: 'Second', priority: 20 }),
      policy({}, { name: 'Watched', priority: 5, status: 'REPORT_ONLY' }),
      policy({}, { name: 'Off', priority: 1, status: 'DISABLED' }),
      policy({}, { name: 'Watched later', priority: 25, status: 'REPORT_ONLY' }),
    ];
    const { decisive, reported } = compileAccess(1, policies, []).judge('user', { now });
    expect(decisive?.name).toBe('Second');
    expect(reported.map(({ name }) => name)).toEqual(['Watched']);
  });
});

describe('a missing signal', () => {
  const outside = { locations: { include: [], exclude: ['loc_office'] } };
  test('does not match what is included', () => {
    expect(decides([policy({ countries: ['DE'] })], {})).toBeNull();
    expect(decides([policy({ locations: { include: ['loc_office'], exclude: [] } })], {})).toBeNull();
    expect(decides([policy({ users: { include: ['usr_1'], exclude: [] } })], {})).toBeNull();
  });
  test('does not exempt from BLOCK and REQUIRE', () => {
    expect(decides([policy(outside)], {})).toBe('One');
    expect(decides([policy(outside, { decision: 'REQUIRE' })], {})).toBe('One');
    expect(decides([policy(outside)], { address: '192.0.2.7' })).toBeNull();
  });
  test('is not allowed by a policy that might exclude it', () => {
    expect(decides([policy(outside, { decision: 'ALLOW' })], {})).toBeNull();
    expect(decides([policy(outside, { decision: 'ALLOW' })], { address: '198.51.100.1' })).toBe('One');
  });
  test('counts as a country location that includes unknown countries', () => {
    const home: NamedLocationSource = {
      ...office,
      id: 'loc_home',
      type: 'COUNTRY',
      ipRanges: [],
      countries: ['DE'],
    };
    const atHome = [policy({ locations: { include: ['loc_home'], exclude: [] } })];
    expect(decides(atHome, {}, [home])).toBeNull();
    expect(decides(atHome, {}, [{ ...home, includeUnknown: true }])).toBe('One');
    expect(decides(atHome, { country: 'FR' }, [{ ...home, includeUnknown: true }])).toBeNull();
  });
});

describe('a condition', () => {
  test('sees an IPv4-mapped address as IPv4', () => {
    expect(decides([policy({ ipRanges: ['192.0.2.0/24'] })], { address: '::ffff:192.0.2.1' })).toBe('One');
  });
  test('on groups excludes a user who is in one of them', () => {
    const staff = [policy({ groups: { include: ['grp_1'], exclude: ['grp_2'] } })];
    expect(decides(staff, { groups: ['grp_1'] })).toBe('One');
    expect(decides(staff, { groups: ['grp_1', 'grp_2'] })).toBeNull();
    expect(decides(staff, { groups: [] })).toBeNull();
  });
});

const ids = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const selection = (...values: string[]) => fc.record({ include: ids(...values), exclude: ids(...values) });
const conditions: fc.Arbitrary<Conditions> = fc.record({
  users: selection('usr_1', 'usr_2'),
  groups: selection('grp_1', 'grp_2'),
  identities: fc.constant(none),
  identityTypes: selection('CI_CD', 'AI_AGENT'),
  applications: selection('cli_1', 'keyward:account'),
  locations: selection('loc_office', 'loc_gone'),
  ipRanges: ids('192.0.2.0/25', '2001:db8::/32'),
  countries: ids('DE', 'FR'),
  devicePlatforms: ids('ios', 'macos'),
  deviceTrust: fc.uniqueArray(fc.constantFrom('compliant' as const, 'unknown' as const), { maxLength: 2 }),
  riskLevels: fc.uniqueArray(fc.constantFrom('LOW' as const, 'HIGH' as const), { maxLength: 2 }),
  clientTypes: fc.uniqueArray(fc.constantFrom('browser' as const, 'machine' as const), { maxLength: 2 }),
  schedule: fc.option(fc.constant({ timezone: 'UTC', days: ['MON'], from: '08:00', to: '18:00' })),
});
const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const signals: fc.Arbitrary<Signals> = fc.record({
  now: fc.constantFrom(now, new Date('2026-01-05T19:00:00Z')),
  userId: maybe('usr_1', 'usr_3'),
  groups: fc.option(ids('grp_1', 'grp_3'), { nil: undefined }),
  identityId: maybe('idn_1'),
  identityType: maybe('CI_CD', 'OTHER'),
  application: maybe('cli_1', 'cli_2'),
  address: maybe('192.0.2.1', '192.0.2.200', '2001:db8::1'),
  country: maybe('DE', 'US'),
  devicePlatform: maybe('ios', 'linux'),
  deviceTrust: maybe('compliant' as const, 'unknown' as const),
  riskLevel: maybe('LOW' as const, 'MEDIUM' as const),
  clientType: maybe('browser' as const, 'machine' as const),
});

const compiled = fc
  .array(
    fc.tuple(
      conditions,
      fc.constantFrom('ALLOW' as const, 'BLOCK' as const, 'REQUIRE' as const),
      fc.constantFrom('ENABLED' as const, 'REPORT_ONLY' as const, 'DISABLED' as const),
    ),
    { maxLength: 5 },
  )
  .map((all) =>
    compileAccess(
      1,
      all.map(([one, decision, status], at) =>
        policy(one, { name: `${at}`, priority: 100 - at, decision, status }),
      ),
      [office],
    ),
  );

test('policies that the request of a verification rules out below a risk apply to no identity with less, at no time', () => {
  let ruledOut = 0;
  const bounds = new Set<number>();
  // A policy with few conditions applies often.
  const few = fc
    .tuple(conditions, fc.subarray(Object.keys(nothing) as (keyof Conditions)[], { maxLength: 3 }))
    .map(([all, kept]) => {
      const said = Object.fromEntries(kept.map((field) => [field, all[field]]));
      return compileAccess(1, [policy({ ...said, clientTypes: ['machine'] })], [office]);
    });
  fc.assert(
    fc.property(fc.oneof(compiled, few), signals, signals, (access, request, { now: later, ...other }) => {
      const { now: sooner, application, address, country } = request;
      const asked = { now: sooner, application, address, country, clientType: 'machine' as const };
      const below = access.ruledOutBelow(asked);
      bounds.add(below);
      const { identityId, identityType, riskLevel } = other;
      if (below === 0 || (riskLevel !== undefined && lowestRisk[riskLevel] >= below)) return;
      ruledOut++;
      const found = access.judge('machine', { ...asked, now: later, identityId, identityType, riskLevel });
      expect(found).toEqual({ decisive: undefined, reported: [] });
    }),
    { numRuns: 2_000 },
  );
  expect(ruledOut).toBeGreaterThan(100);
  expect([...bounds]).toEqual(expect.arrayContaining([0, lowestRisk.HIGH, aboveAnyRisk]));
});

test('the first enabled policy of the explanation that applies decides', () => {
  fc.assert(
    fc.property(
      compiled,
      signals,
      fc.constantFrom('user' as const, 'machine' as const),
      (access, known, subject) => {
        const told = access.explain(subject, known).filter(({ applies }) => applies);
        const first = told.findIndex(({ policy: { status } }) => status === 'ENABLED');
        const { decisive, reported } = access.judge(subject, known);
        expect(decisive?.name).toBe(told[first]?.policy.name);
        const before = first === -1 ? told : told.slice(0, first);
        expect(reported.map(({ name }) => name)).toEqual(
          before.filter(({ policy: { status } }) => status === 'REPORT_ONLY').map((one) => one.policy.name),
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

describe('an exclusion by id', () => {
  const excludingOf = (policies: AccessPolicySource[], signals: Partial<Signals>) =>
    compileAccess(1, policies, [office]).judge('user', { now, userId: 'usr_1', ...signals }).excluding?.name;
  const excluding = { users: { include: [], exclude: ['usr_1'] } };

  test('is told of the first policy that would have decided', () => {
    const later = policy(excluding, { id: 'cap_2', name: 'Two', priority: 20 });
    expect(excludingOf([policy(excluding), later], {})).toBe('One');
    expect(excludingOf([policy(excluding)], { userId: 'usr_2' })).toBeUndefined();
  });

  test('is not told if the policy would not apply, only reports or allows, or comes after the decision', () => {
    const elsewhere = { ...excluding, ipRanges: ['192.0.2.0/24'] };
    expect(excludingOf([policy(elsewhere)], { address: '203.0.113.1' })).toBeUndefined();
    expect(excludingOf([policy(elsewhere)], { address: '192.0.2.1' })).toBe('One');
    expect(excludingOf([policy(excluding, { status: 'REPORT_ONLY' })], {})).toBeUndefined();
    expect(excludingOf([policy(excluding, { decision: 'ALLOW' })], {})).toBeUndefined();
    const first = policy({}, { id: 'cap_2', decision: 'ALLOW', priority: 1 });
    expect(excludingOf([policy(excluding), first], {})).toBeUndefined();
    const groups = { groups: { include: [], exclude: ['grp_1'] } };
    expect(excludingOf([policy(groups)], { groups: ['grp_1'] })).toBeUndefined();
    expect(excludingOf([policy({ ...excluding, ...groups })], { groups: ['grp_1'] })).toBeUndefined();
  });
});
