import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLocation, anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import { mmdb } from '../../support/mmdb.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-places-'));
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, mmdb({ '203.0.113.0/24': { country: 'DE' }, '2001:db8::/32': { country: 'FR' } }));
  service = await startTestService({ GEOIP_FILE: file });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addresses = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.1', '2001:db8::1'];
const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Some of these, which may be none. */
const some = <Value>(...values: Value[]) => fc.subarray(values, { maxLength: Math.min(2, values.length) });
const selection = <Value>(...values: Value[]) =>
  fc.record({ include: some(...values), exclude: some(...values) });

const none = { include: [], exclude: [] };
const rarely =
  (weight: number) =>
  <Value, Usual>(arbitrary: fc.Arbitrary<Value>, usual: Usual) =>
    fc.oneof({ weight: 1, arbitrary }, { weight, arbitrary: fc.constant(usual) });
const [often, sometimes, seldom] = [rarely(1), rarely(3), rarely(15)];

test('simulation and verification decide the same by random policies', async () => {
  const { ours, sql } = service;
  const keys = await Promise.all(
    (['CI_CD', 'AI_AGENT'] as const).map(async (type, at) => {
      const identityId = await anIdentity(ours, { type });
      await sql('update identities set risk_score = $2 where id = $1', [identityId, at * 70]);
      return { identityId, secret: (await aCredential(ours, { identityId })).secret };
    }),
  );
  const locations = [
    await aLocation(ours),
    await aLocation(ours, { ipRanges: ['198.51.100.0/24', '2001:db8::/32'] }),
    await aLocation(ours, { type: 'COUNTRY', countries: ['FR'] }),
    await aLocation(ours, { type: 'COUNTRY', countries: ['DE'], includeUnknown: true }),
  ];
  // The calls of the test must go on, so no policy judges the API.
  const conditions = fc.record({
    identities: often(selection(...keys.map(({ identityId }) => identityId)), none),
    identityTypes: sometimes(selection('CI_CD', 'AI_AGENT'), none),
    applications: fc.record({
      include: sometimes(some('context:billing', 'context:mail'), []),
      exclude: some('context:billing').map((list) => [...list, 'keyward:api']),
    }),
    // A key has neither, so an inclusion never holds.
    users: sometimes(fc.record({ include: fc.constant([]), exclude: some('usr_1') }), none),
    groups: seldom(selection('grp_1'), none),
    locations: often(selection(...locations), none),
    ipRanges: sometimes(some('203.0.113.0/25', '2001:db8::/33', '::/0'), []),
    countries: sometimes(some('DE', 'FR'), []),
    deviceTrust: seldom(some('compliant', 'unknown'), []),
    riskLevels: sometimes(some('LOW', 'HIGH', 'CRITICAL'), []),
    clientTypes: fc.constantFrom(['machine'], ['browser', 'machine'], [], ['browser']),
    schedule: sometimes(
      fc.record({ timezone: fc.constant('UTC'), days: fc.subarray(days, { minLength: 1 }) }),
      null,
    ),
  });
  const policy = fc.record({
    conditions,
    decision: fc.constantFrom('ALLOW', 'BLOCK', 'BLOCK'),
    status: fc.constantFrom('ENABLED', 'ENABLED', 'REPORT_ONLY', 'DISABLED'),
  });
  const attempt = fc.record({
    key: fc.constantFrom(...keys),
    ipAddress: fc.option(fc.constantFrom(...addresses), { nil: undefined }),
    application: fc.option(fc.constantFrom('billing', 'mail', 'other'), { nil: undefined }),
  });
  let denied = 0;
  const attempts = fc.array(attempt, { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(policy, { minLength: 1, maxLength: 5 }), attempts, async (policies, tries) => {
      await withoutAccessPolicies(ours);
      for (const [at, { conditions: said, ...rest }] of policies.entries()) {
        const schedule = said.schedule && { ...said.schedule, from: '00:00', to: '24:00' };
        await anAccessPolicy(ours, { ...rest, priority: 100 - at, conditions: { ...said, schedule } });
      }
      for (const { key, ipAddress, application } of tries) {
        const from = ipAddress === undefined ? {} : { ipAddress };
        const real = await verify(ours, key.secret, {
          ...from,
          ...(application === undefined ? {} : { context: { application } }),
        });
        const { body } = await ours.call('simulateAccess', {
          body: {
            identityId: key.identityId,
            ...from,
            ...(application === undefined ? {} : { application: `context:${application}` }),
          },
        });
        const isBlocked = body.decision === 'BLOCK';
        expect({ code: real.code, policyId: real.policyId }).toEqual(
          isBlocked
            ? { code: 'POLICY_DENIED', policyId: body.policyId }
            : { code: 'VALID', policyId: undefined },
        );
        if (isBlocked) denied++;
      }
    }),
    { numRuns: 40 },
  );
  expect(denied).toBeGreaterThan(0);
  expect(denied).toBeLessThan(150);
}, 120_000);
