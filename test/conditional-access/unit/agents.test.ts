import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileAccess } from '../../../src/conditional-access/judge/compile.ts';
import type {
  AccessPolicySource,
  Conditions,
  Selection,
  Signals,
} from '../../../src/conditional-access/judge/types.ts';

const none: Selection = { include: [], exclude: [] };
const now = new Date('2026-01-05T10:00:00Z');

type Drafted = Pick<AccessPolicySource, 'name' | 'priority' | 'decision'> &
  Partial<Pick<AccessPolicySource, 'requirements'>> & {
    conditions: Partial<Omit<Conditions, 'locations' | 'applications' | 'identityTypes'>> &
      Partial<Record<'locations' | 'applications' | 'identityTypes', Partial<Selection>>>;
  };

const whole = ({ conditions, requirements = [], ...rest }: Drafted): AccessPolicySource => ({
  id: `cap_${rest.priority}`,
  status: 'ENABLED',
  session: { maxAgeSeconds: null, persistent: null },
  requirements,
  ...rest,
  conditions: {
    users: none,
    groups: none,
    identities: none,
    ipRanges: [],
    countries: [],
    devicePlatforms: [],
    deviceTrust: [],
    riskLevels: [],
    clientTypes: [],
    schedule: null,
    ...conditions,
    identityTypes: { ...none, ...conditions.identityTypes },
    applications: { ...none, ...conditions.applications },
    locations: { ...none, ...conditions.locations },
  },
});

const offices = {
  id: 'loc_office',
  name: 'Offices',
  type: 'IP',
  ipRanges: ['203.0.113.0/24'],
  countries: [],
  isTrusted: true,
  includeUnknown: false,
} as const;

/** The policies of docs/conditional-access.md that most teams want, as the page has them. */
const documented = [
  ...readFileSync('docs/conditional-access.md', 'utf8').matchAll(/\$\(policy "\$@" -d '(\{.*\})'\)/g),
].map(([, text = '']) => whole(JSON.parse(text.replaceAll(/'\$[A-Z]+'/g, offices.id)) as Drafted));

const decides = (policies: AccessPolicySource[], signals: Partial<Signals>) =>
  compileAccess(1, policies, [offices]).judge('user', { now, ...signals }).decisive?.name ?? null;

const attempts: [title: string, signals: Partial<Signals>][] = [
  ['at critical risk', { riskLevel: 'CRITICAL', address: '203.0.113.7' }],
  ['outside of the offices', { riskLevel: 'LOW', address: '192.0.2.1' }],
  ['in the office', { riskLevel: 'LOW', address: '203.0.113.7' }],
  ['without an address', { riskLevel: 'LOW' }],
  ['to the dashboard', { riskLevel: 'LOW', address: '203.0.113.7', application: 'keyward:admin' }],
];

describe('the five documented policies', () => {
  test('are five, and the attempts of this test meet some of them', () => {
    expect(documented).toHaveLength(5);
    const met = attempts.map(([, signals]) => decides(documented, { clientType: 'browser', ...signals }));
    expect(new Set(met).size).toBeGreaterThan(3);
  });

  test.for(
    attempts.flatMap(([title, signals]) =>
      (['browser', 'native'] as const).map((type) => [title, type, signals] as const),
    ),
  )('decide on an agent %s, of the type %s, as on any other client', ([, clientType, signals]) => {
    const attempt = { ...signals, clientType };
    expect(decides(documented, { ...attempt, isAgent: true })).toBe(decides(documented, attempt));
  });
});

describe('a policy that names the type agent', () => {
  const onlyAgents = whole({
    name: 'Agents',
    priority: 1,
    decision: 'BLOCK',
    conditions: { clientTypes: ['agent'] },
  });
  const withNative = whole({
    name: 'Agents',
    priority: 1,
    decision: 'BLOCK',
    conditions: { clientTypes: ['native', 'agent'] },
  });

  test('applies to agents of both other types, and to no other client', () => {
    for (const clientType of ['browser', 'native'] as const) {
      expect(decides([onlyAgents], { clientType, isAgent: true })).toBe('Agents');
      expect(decides([onlyAgents], { clientType })).toBeNull();
      expect(decides([onlyAgents], { clientType, isAgent: false })).toBeNull();
    }
  });

  test('applies to each type that it names', () => {
    expect(decides([withNative], { clientType: 'native' })).toBe('Agents');
    expect(decides([withNative], { clientType: 'browser', isAgent: true })).toBe('Agents');
    expect(decides([withNative], { clientType: 'browser' })).toBeNull();
  });

  test('judges no machine', () => {
    expect(compileAccess(1, [onlyAgents], []).judges('machine')).toBe(false);
  });
});
