import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { accessCache } from '../../../src/conditional-access/judge/cache.ts';
import { presentedSecret } from '../../../src/credentials/presented-secret.ts';
import { secretUses } from '../../../src/credentials/verifications.ts';
import { policyCache } from '../../../src/policies/judge/cache.ts';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCredential } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';

test('a use that is judged again after a change of the policies is noted once', async ({ service }) => {
  const { ours, sql } = service;
  const { identityId, secret } = await aCredential(ours);
  await anAccessPolicy(ours, {
    status: 'REPORT_ONLY',
    conditions: { identities: { include: [identityId] } },
  });
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const { orgId } = service.organizations.ours.live;
  let statements = 0;
  /** A change comes between the statement that finds the credential and the one that counts the use. */
  const changing = {
    async query(...asked: Parameters<Pool['query']>) {
      if (++statements === 2)
        await sql(`update tenants set policies_version = nextval('policies_versions') where id = $1`, [
          orgId,
        ]);
      return pool.query(...asked);
    },
  } as unknown as Pool;
  const noted: unknown[] = [];
  const uses = secretUses(
    changing,
    changing,
    {
      policies: { cache: policyCache(pool), recorder: { note: () => Promise.resolve() } as never },
      access: {
        cache: accessCache(pool),
        matches: { note: (_tenant, attempt) => noted.push(attempt), stop: () => Promise.resolve() },
        decisions: { noteUse: () => undefined, noteUser: () => undefined, noteAlone: () => true },
        geoIp: undefined,
      },
    },
    { note: () => undefined },
    { note: () => undefined },
  );
  const verifier = { orgId, environment: 'live' as const };
  const asked = { credential: secret, consume: true, scopes: [] };
  expect((await uses.verify(presentedSecret(asked), verifier)).code).toBe('VALID');
  expect(statements).toBe(3);
  expect(noted).toHaveLength(1);
  expect((await uses.verify(presentedSecret({ ...asked, consume: false }), verifier)).code).toBe('VALID');
  expect(noted).toHaveLength(1);
});
