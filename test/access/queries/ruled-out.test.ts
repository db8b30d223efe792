import { expect, onTestFinished } from 'vitest';
import { verifySecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { newId } from '../../../src/lib/id.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCredential, verify } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';

test('a use is counted without a judgement only by the version of the tenant', async ({ service }) => {
  const { ours, sql } = service;
  const { id, secret } = await aCredential(ours);
  await anAccessPolicy(ours, { conditions: { clientTypes: ['machine'], ipRanges: ['203.0.113.0/24'] } });
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const { orgId } = service.organizations.ours.live;
  const [{ version } = { version: 0 }] = await sql<{ version: number }>(
    'select policies_version::float8 as version from tenants where id = $1',
    [orgId],
  );
  const granted = async (ruledOut: number | null): Promise<number | null | undefined> => {
    const [finding] = await verifySecrets(
      pool,
      [
        {
          orgId,
          hash: hashSecret(secret),
          address: null,
          consume: true,
          needsJudgement: false,
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
  expect(await granted(version - 1)).toBeNull();
  expect(await granted(version + 1)).toBeNull();
  expect(await granted(0)).toBeNull();
  expect(await granted(version)).toBe(1);
  // The service rules the policy out by itself, and blocks where it applies.
  expect((await verify(ours, secret)).code).toBe('VALID');
  expect((await verify(ours, secret, { ipAddress: '198.51.100.1' })).code).toBe('VALID');
  expect((await verify(ours, secret, { ipAddress: '203.0.113.7' })).code).toBe('POLICY_DENIED');
  expect((await ours.call('getCredential', { path: { id } })).body.usageCount).toBe(3);
});
