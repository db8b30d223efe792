import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { accessCache } from '../../../src/conditional-access/judge/cache.ts';
import { type RuledOut, verifySecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { presentedSecret } from '../../../src/credentials/presented-secret.ts';
import { secretUses } from '../../../src/credentials/verifications.ts';
import { newId } from '../../../src/lib/id.ts';
import { aboveAnyRisk } from '../../../src/lib/risk-score.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { policyCache } from '../../../src/policies/judge/cache.ts';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCredential, verify } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import type { TestService } from '../../support/service.ts';

async function versionOf({ sql, organizations }: TestService): Promise<number> {
  const [row] = await sql<{ version: number }>(
    'select policies_version::float8 as version from tenants where id = $1',
    [organizations.ours.live.orgId],
  );
  return row?.version ?? 0;
}

test('a use is counted without a judgement only by the version of the tenant', async ({ service }) => {
  const { ours, sql } = service;
  const { id, identityId, secret } = await aCredential(ours);
  await anAccessPolicy(ours, { conditions: { clientTypes: ['machine'], ipRanges: ['203.0.113.0/24'] } });
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const { orgId } = service.organizations.ours.live;
  const version = await versionOf(service);
  const granted = async (ruledOut: RuledOut | null): Promise<number | null | undefined> => {
    const [finding] = await verifySecrets(
      pool,
      [
        {
          orgId,
          hash: hashSecret(secret),
          address: null,
          consume: true,
          needsJudgement: false,
          inet: null,
          coverings: [],
          judged: null,
          ruledOut,
          mostInWindow: null,
          calls: 1,
          eventId: newId('evt'),
        },
      ],
      true,
    );
    return finding?.granted;
  };
  expect(await granted(null)).toBeNull();
  await sql('update identities set risk_score = 30 where id = $1', [identityId]);
  const belowRisk = aboveAnyRisk;
  expect(await granted({ version: version - 1, belowRisk })).toBeNull();
  expect(await granted({ version: version + 1, belowRisk })).toBeNull();
  expect(await granted({ version: 0, belowRisk })).toBeNull();
  expect(await granted({ version, belowRisk: 30 })).toBeNull();
  expect(await granted({ version, belowRisk: 31 })).toBe(1);
  // The service rules the policy out by itself, and blocks where it applies.
  expect((await verify(ours, secret)).code).toBe('VALID');
  expect((await verify(ours, secret, { ipAddress: '198.51.100.1' })).code).toBe('VALID');
  expect((await verify(ours, secret, { ipAddress: '203.0.113.7' })).code).toBe('POLICY_DENIED');
  expect((await ours.call('getCredential', { path: { id } })).body.usageCount).toBe(3);
});

test('a use by a risk that no policy names is counted by one statement, and by the judge from that risk on', async ({
  service,
}) => {
  const { ours, sql } = service;
  const { id, identityId, secret } = await aCredential(ours);
  await anAccessPolicy(ours, { conditions: { clientTypes: ['machine'], riskLevels: ['HIGH', 'CRITICAL'] } });
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  let statements = 0;
  const counting = {
    query: (...asked: Parameters<Pool['query']>) => (statements++, pool.query(...asked)),
  } as unknown as Pool;
  const cache = accessCache(pool);
  const policies = policyCache(pool);
  const uses = secretUses(
    counting,
    counting,
    {
      policies: { cache: policies, recorder: { note: () => Promise.resolve() } as never },
      access: {
        cache,
        matches: { note: () => undefined, stop: () => Promise.resolve() },
        decisions: { noteUse: () => undefined, noteUser: () => undefined, noteAlone: () => true },
        geoIp: undefined,
      },
    },
    { note: () => undefined },
    { note: () => undefined },
  );
  const { orgId } = service.organizations.ours.live;
  const codeAt = async (risk: number): Promise<[string, number]> => {
    await sql('update identities set risk_score = $2 where id = $1', [identityId, risk]);
    statements = 0;
    const tried = presentedSecret({ credential: secret, consume: true, scopes: [] });
    const { code } = await uses.verify(tried, { orgId, environment: 'live' });
    return [code, statements];
  };
  // The first use finds the policies of governance in memory, and not those of conditional access.
  await policies.at(orgId, await versionOf(service));
  expect(await codeAt(0)).toEqual(['VALID', 2]);
  expect(await codeAt(0)).toEqual(['VALID', 1]);
  expect(await codeAt(49)).toEqual(['VALID', 1]);
  expect(await codeAt(50)).toEqual(['POLICY_DENIED', 1]);
  expect(await codeAt(100)).toEqual(['POLICY_DENIED', 1]);
  expect((await ours.call('getCredential', { path: { id } })).body.usageCount).toBe(3);
});
