import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { authenticateKeys, type KeyDemand } from '../../../src/credentials/sql/authenticate-keys.ts';
import { countPlainUses } from '../../../src/credentials/sql/plain-uses.ts';
import { type SecretDemand, verifySecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { grow } from '../../support/grown.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/scim-database.ts';

const unlimited = { passing: null, verifyPassing: null, burst: 0, highestOwn: 1_000 };
const tables = ['credentials', 'identities'];

const keyOf = (hash: Buffer): KeyDemand => ({
  hash,
  address: '127.0.0.1',
  userAgent: null,
  verifyBucket: true,
  verifies: true,
  calls: 1,
  eventId: `evt_${randomUUID()}`,
});
const secretOf = (orgId: string, hash: Buffer): SecretDemand => ({
  orgId,
  hash,
  address: null,
  inet: null,
  coverings: [],
  consume: true,
  needsJudgement: false,
  judged: null,
  calls: 1,
  eventId: `evt_${randomUUID()}`,
  mostInWindow: null,
  ruledOut: null,
});

test('verifications read few pages of credentials that were never analyzed', async ({
  service,
  database: { hot: pool },
}) => {
  const { orgId, key } = service.organizations.ours.live;
  const caller = hashSecret(key);
  const secret = hashSecret((await aCredential(service.ours)).secret);
  const secretOfKey = { ...secretOf(orgId, secret), key: 0 };
  const ways: Record<string, (one: Pool) => Promise<unknown[]>> = {
    'a key': (one) => authenticateKeys(one, [keyOf(caller)], unlimited, false),
    'a secret': (one) => verifySecrets(one, [secretOf(orgId, secret)], false),
    'a key and a secret': (one) =>
      countPlainUses(one, [{ ...keyOf(caller), permitting: '{*}' }], [secretOfKey], unlimited),
  };
  // Autovacuum would analyze them, and the pages that it reads would count.
  for (const table of tables) await service.sql(`alter table ${table} set (autovacuum_enabled = false)`);
  for (const way of Object.values(ways)) await way(pool);
  await grow(service.database, orgId, 3_000, ['credentials']);

  for (const [name, way] of Object.entries(ways)) {
    const pages = await pagesRead(pool, tables, async () => {
      const found = await way(pool);
      expect(found.length, name).toBeGreaterThan(0);
    });
    expect.soft(pages, name).toBeLessThan(100);
  }
});
