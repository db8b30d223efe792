import fc from 'fast-check';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { policyCache } from '../../../src/policies/judge/cache.ts';
import { compilePolicies } from '../../../src/policies/judge/compile.ts';
import { policyOperations, type Attempted, type PolicySource } from '../../../src/policies/judge/types.ts';
import { covers } from '../../../src/lib/scope.ts';

// Compiled policies must decide as docs/policies.md says. The tests compare them with a slow, literal reading of that page.

const day = 86_400;
const types = ['CI_CD', 'AI_AGENT', 'SERVICE_ACCOUNT'];
const tags = ['a', 'b', 'c'];
const ids = ['idn_1', 'idn_2', 'idn_3'];
const scopes = ['*', 'x.*', 'x.read', 'x.write', 'y.read', 'y:*', 'y:read'];
const some = (values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });

const shapes = fc.oneof(
  fc.record({
    type: fc.constant('CREDENTIAL_LIFETIME' as const),
    parameters: fc.record(
      {
        maxTtlSeconds: fc.integer({ min: 1, max: 10 }),
        defaultTtlSeconds: fc.integer({ min: 1, max: 10 }),
        allowNeverExpiring: fc.boolean(),
      },
      { requiredKeys: ['maxTtlSeconds'] },
    ),
  }),
  fc.record({
    type: fc.constant('ROTATION_AGE' as const),
    parameters: fc.record({ maxAgeDays: fc.integer({ min: 1, max: 4 }) }),
  }),
  fc.record({
    type: fc.constant('INACTIVITY' as const),
    parameters: fc.record({ maxIdleDays: fc.integer({ min: 1, max: 4 }) }),
  }),
  fc.record({
    type: fc.constant('SCOPE_RESTRICTION' as const),
    parameters: fc.record({ allowedScopes: some(scopes), deniedScopes: some(scopes) }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constant('IP_ALLOWLIST' as const),
    parameters: fc.record({
      cidrs: fc.uniqueArray(fc.constantFrom('10.0.0.0/8', '10.1.2.3', '::/0'), { minLength: 1 }),
    }),
  }),
  fc.record({
    type: fc.constant('TIME_WINDOW' as const),
    parameters: fc.constantFrom(
      { timezone: 'UTC', days: ['MON', 'WED'], from: '08:00', to: '18:00' },
      { timezone: 'UTC', days: ['SUN'], from: '22:00', to: '06:00' },
      { timezone: 'Asia/Kolkata', days: ['FRI'], from: '00:00', to: '24:00' },
    ),
  }),
  fc.record({ type: fc.constant('OWNER_REQUIRED' as const), parameters: fc.constant({}) }),
  fc.record({
    type: fc.constant('USAGE_RATE' as const),
    parameters: fc.record({ maxUses: fc.integer({ min: 1, max: 4 }) }),
  }),
);

const policy = fc
  .tuple(
    shapes,
    fc.record({
      mode: fc.constantFrom('ENFORCE' as const, 'REPORT_ONLY' as const, 'DISABLED' as const),
      identityTypes: some(types),
      tags: some(tags),
      identityIds: some(ids),
      actions: fc.uniqueArray(
        fc.constantFrom('DENY' as const, 'ALERT' as const, 'SUSPEND' as const, 'REVOKE' as const),
        { minLength: 1 },
      ),
    }),
  )
  .map(([shape, rest]): PolicySource => ({ id: null, name: 'p', severity: 'LOW', ...shape, ...rest }));

const attempt = fc.record(
  {
    now: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-02-01'), noInvalidDate: true }),
    identity: fc.record({
      id: fc.constantFrom(...ids),
      name: fc.constant('i'),
      type: fc.constantFrom(...types),
      tags: some(tags),
    }),
    hasOwner: fc.boolean(),
    scopes: some(scopes),
    ttlSeconds: fc.option(fc.integer({ min: 0, max: 12 })),
    ageSeconds: fc.integer({ min: 0, max: 5 * day }),
    idleSeconds: fc.integer({ min: 0, max: 5 * day }),
    address: fc.option(fc.constantFrom('10.1.2.3', '10.9.9.9', '192.0.2.1', '2001:db8::1')),
    windowUses: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['now', 'identity'] },
);

const creating = ['createCredential', 'createJitCredential', 'exchangeToken'];
const using = ['verifyCredential', 'authenticate'];
const bites: Record<string, string[]> = {
  CREDENTIAL_LIFETIME: [...creating, 'updateCredential', 'dailyPass'],
  ROTATION_AGE: [...using, 'dailyPass'],
  SCOPE_RESTRICTION: [...creating, 'updateCredential', ...using],
  IP_ALLOWLIST: using,
  TIME_WINDOW: using,
  INACTIVITY: [...using, 'dailyPass'],
  OWNER_REQUIRED: [...creating, 'rotateCredential', 'updateIdentity', 'dailyPass'],
  USAGE_RATE: using,
};

/** One policy, naively. */
function violates({ type, parameters }: PolicySource, one: Attempted): boolean {
  const p = { maxTtlSeconds: 0, maxAgeDays: 0, maxIdleDays: 0, maxUses: 0, ...parameters };
  switch (type) {
    case 'CREDENTIAL_LIFETIME':
      if (one.ttlSeconds === undefined) return false;
      return one.ttlSeconds === null
        ? !('allowNeverExpiring' in p && p.allowNeverExpiring)
        : one.ttlSeconds > p.maxTtlSeconds;
    case 'ROTATION_AGE':
      return one.ageSeconds !== undefined && one.ageSeconds > p.maxAgeDays * day;
    case 'INACTIVITY':
      return one.idleSeconds !== undefined && one.idleSeconds > p.maxIdleDays * day;
    case 'SCOPE_RESTRICTION': {
      const { allowedScopes, deniedScopes = [] } = parameters as Record<string, string[] | undefined>;
      const denied = (scope: string) =>
        (deniedScopes ?? []).some(
          (other) => covers(scope, other) || (other === '*' ? scope === '*' : covers(other, scope)),
        );
      const allowed = (scope: string) =>
        !allowedScopes || allowedScopes.some((other) => covers(other, scope));
      return (one.scopes ?? []).some((scope) => denied(scope) || !allowed(scope));
    }
    case 'IP_ALLOWLIST': {
      if (one.address === undefined) return false;
      const { address } = one;
      if (address === null) return true;
      const lies: Record<string, boolean> = {
        '10.0.0.0/8': address.startsWith('10.'),
        '10.1.2.3': address === '10.1.2.3',
        '::/0': address.includes(':'),
      };
      return !(parameters as { cidrs: string[] }).cidrs.some((cidr) => lies[cidr]);
    }
    case 'TIME_WINDOW': {
      const { timezone, days } = parameters as { timezone: string; days: string[] };
      const local = new Date(one.now.getTime() + (timezone === 'UTC' ? 0 : 5.5 * 3600_000));
      const name = (time: Date) => ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][time.getUTCDay()] ?? '';
      const hour = local.getUTCHours();
      if (days.includes('MON')) return !(days.includes(name(local)) && hour >= 8 && hour < 18);
      if (days.includes('FRI')) return name(local) !== 'FRI';
      const inNight = (name(local) === 'SUN' && hour >= 22) || (name(local) === 'MON' && hour < 6);
      return !inNight;
    }
    case 'OWNER_REQUIRED':
      return one.hasOwner === false;
    case 'USAGE_RATE':
    default:
      return one.windowUses !== undefined && one.windowUses > p.maxUses;
  }
}

function selects(one: PolicySource, { id, type, tags: held }: Attempted['identity']): boolean {
  if (one.identityTypes.length > 0 && !one.identityTypes.includes(type)) return false;
  if (one.tags.length > 0 && !one.tags.some((tag) => held.includes(tag))) return false;
  return one.identityIds.length === 0 || one.identityIds.includes(id);
}

describe('policies that are compiled', () => {
  test('judge as a naive evaluator does', () => {
    fc.assert(
      fc.property(
        fc.array(policy, { maxLength: 20 }),
        fc.array(attempt, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...policyOperations),
        (policies, attempts, operation) => {
          const compiled = compilePolicies(1, policies);
          for (const one of attempts as Attempted[]) {
            const expected = policies
              .filter(({ mode, type }) => mode !== 'DISABLED' && bites[type]?.includes(operation))
              .filter((source) => selects(source, one.identity) && violates(source, one))
              .map((source) => [
                source,
                operation !== 'dailyPass' &&
                  source.mode === 'ENFORCE' &&
                  source.actions.some((action) => action !== 'ALERT'),
              ]);
            const found = compiled.judge(operation, one).map((verdict) => [verdict.policy, verdict.denies]);
            expect(found).toEqual(expected);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('let be counted no more uses than the strictest that refuses', () => {
    const rate = (maxUses: number, fields: Partial<PolicySource> = {}): PolicySource => ({
      id: null,
      name: 'rate',
      type: 'USAGE_RATE',
      mode: 'ENFORCE',
      severity: 'LOW',
      identityTypes: [],
      tags: [],
      identityIds: [],
      actions: ['DENY'],
      parameters: { maxUses },
      ...fields,
    });
    const identity = { id: 'idn_1', name: 'i', type: 'CI_CD', tags: [] };
    const most = (...policies: PolicySource[]) => compilePolicies(1, policies).mostInWindow(identity);
    expect(most()).toBeNull();
    expect(most(rate(5, { tags: ['a'] }))).toBeNull();
    expect(most(rate(5, { mode: 'REPORT_ONLY' }))).toBe(Infinity);
    expect(most(rate(5), rate(3), rate(1, { actions: ['ALERT'] }))).toBe(3);
  });
});

describe('the cache of policies', () => {
  test('loads once for all that came while an older load was on its way', async () => {
    const loads: ((version: number) => void)[] = [];
    const query = () =>
      new Promise((resolve) => loads.push((version) => resolve({ rows: [{ version, policies: [] }] })));
    const cache = policyCache({ query } as unknown as Pool);
    const early = cache.at('org_1', 1);
    const late = Array.from({ length: 100 }, () => cache.at('org_1', 2));
    loads[0]?.(1);
    expect((await early).version).toBe(1);
    await expect.poll(() => loads.length).toBeGreaterThan(1);
    expect(loads).toHaveLength(2);
    loads[1]?.(2);
    for (const policies of late) expect((await policies).version).toBe(2);
  });
});
