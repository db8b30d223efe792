import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLocation } from '../../support/access.ts';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import { mmdb } from '../../support/mmdb.ts';
import {
  addresses,
  none,
  often,
  places,
  placesAndTimes,
  replacePolicies,
  seldom,
  selection,
  some,
  sometimes,
  statuses,
} from '../../support/random-policies.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-places-'));
  const file = join(folder, 'places.mmdb');
  writeFileSync(file, mmdb(places));
  service = await startTestService({ GEOIP_FILE: file });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

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
    ...placesAndTimes(locations),
    deviceTrust: seldom(some('compliant', 'unknown'), []),
    clientTypes: fc.constantFrom(['machine'], ['browser', 'machine'], [], ['browser']),
  });
  const policy = fc.record({
    conditions,
    decision: fc.constantFrom('ALLOW', 'BLOCK', 'BLOCK'),
    status: statuses,
  });
  const attempt = fc.record({
    key: fc.constantFrom(...keys),
    ipAddress: fc.option(fc.constantFrom(...addresses), { nil: undefined }),
    application: fc.option(fc.constantFrom('billing', 'mail', 'other'), { nil: undefined }),
  });
  let denied = 0;
  const decideAlike = async (
    policies: readonly Record<string, unknown>[],
    tries: readonly {
      key: (typeof keys)[number];
      ipAddress?: string | undefined;
      application?: string | undefined;
    }[],
  ): Promise<void> => {
    await replacePolicies(ours, policies);
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
  };
  // Random policies may deny none of the attempts, so one that denies some of them is always tried.
  const applications = { include: ['context:billing'], exclude: ['keyward:api'] };
  await decideAlike(
    [{ conditions: { applications, clientTypes: ['machine'] }, decision: 'BLOCK', status: 'ENABLED' }],
    keys.flatMap((key) => [
      { key, application: 'billing' },
      { key, application: 'mail' },
    ]),
  );
  expect(denied).toBe(keys.length);
  const attempts = fc.array(attempt, { minLength: 4, maxLength: 4 });
  await fc.assert(fc.asyncProperty(fc.array(policy, { minLength: 1, maxLength: 5 }), attempts, decideAlike), {
    numRuns: rounds(40, 20, 20),
  });
}, 600_000);
