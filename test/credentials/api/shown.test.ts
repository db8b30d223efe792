// A GET reads a row by a statement, and a change shows an entity. Both show the same.
import { describe, expect } from 'vitest';
import { findCredential, identityOf } from '../../../src/credentials/credentials.ts';
import { findIdentity } from '../../../src/credentials/identities.ts';
import { identityActivity } from '../../../src/credentials/sql/identities.ts';
import { viewCredential } from '../../../src/credentials/views/credentials.ts';
import { viewIdentity } from '../../../src/credentials/views/identities.ts';
import type { Database } from '../../../src/database/open.ts';
import { etagOf } from '../../../src/lib/etag.ts';
import { forkFor } from '../../../src/platform/tenancy.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

const hour = 3_600_000;

/** The tenant as a request of now sees it. */
const forked = ({ organizations }: TestService, { orm }: Database) => {
  const now = new Date();
  const { orgId } = organizations.ours.live;
  return { tx: forkFor(orm, { orgId, environment: 'live' }, now), now };
};

describe('getCredential', () => {
  test('shows of every credential what its entity shows', async ({ service, database }) => {
    const { ours, sql } = service;
    const plain = await aCredential(ours);
    const full = await aCredential(ours, {
      scopes: ['read:a', 'write:b'],
      allowedIps: ['10.0.0.0/8', '2001:db8::/32'],
      metadata: { team: 'a', deep: { list: [1, null, 'x'] } },
      maxUsageCount: 7,
      expiresAt: new Date(Date.now() + hour).toISOString(),
    });
    const expired = await aCredential(ours);
    await sql("update credentials set expires_at = now() - interval '1 s' where id = $1", [expired.id]);
    const rotated = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id: rotated.id }, body: { gracePeriod: 3600 } });
    const graceOver = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id: graceOver.id }, body: { gracePeriod: 3600 } });
    await sql("update credentials set previous_expires_at = now() - interval '1 s' where id = $1", [
      graceOver.id,
    ]);
    const suspended = await aCredential(ours);
    await ours.call('rotateCredential', { path: { id: suspended.id }, body: { gracePeriod: 3600 } });
    await ours.call('suspendCredential', { path: { id: suspended.id }, body: { reason: 'why' } });
    const revoked = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: revoked.id }, body: {} });
    const used = await aCredential(ours);
    await sql(
      'update credentials set usage_count = 5000000000, last_used_at = now(), rate_limit_per_minute = 5 where id = $1',
      [used.id],
    );
    for (const { id } of [plain, full, expired, rotated, graceOver, suspended, revoked, used]) {
      const { body, headers } = await ours.call('getCredential', { path: { id } });
      const { tx, now } = forked(service, database);
      const credential = await findCredential(tx, id);
      const { name } = await identityOf(tx, credential);
      expect(body).toEqual(viewCredential(credential, name, { environment: 'live', now }));
      expect(headers.get('etag')).toBe(etagOf(credential.version));
    }
  });

  test('finds neither a deleted credential nor one of another tenant', async ({ service }) => {
    const { ours, oursTest, theirs } = service;
    const { id } = await aCredential(ours);
    for (const other of [oursTest, theirs])
      expect((await other.call('getCredential', { path: { id } })).status).toBe(404);
    await ours.call('deleteCredential', { path: { id } });
    expect(await ours.call('getCredential', { path: { id } })).toMatchObject({
      status: 404,
      body: { code: 'CREDENTIAL_NOT_FOUND' },
    });
  });
});

describe('getIdentity', () => {
  test('shows of every identity what its entity shows', async ({ service, database }) => {
    const { ours, sql } = service;
    const plain = await anIdentity(ours);
    const full = await anIdentity(ours, {
      description: 'd',
      tags: ['a', 'b'],
      allowedScopes: ['read:a'],
      allowedIps: ['10.0.0.0/8'],
      metadata: { team: 'a' },
      expiresAt: new Date(Date.now() + hour).toISOString(),
    });
    for (const one of [1, 2])
      await aCredential(ours, { identityId: full, name: `key ${one}`, scopes: ['read:a'] });
    await sql('update credentials set last_used_at = now() where identity_id = $1', [full]);
    const expired = await anIdentity(ours);
    await sql("update identities set expires_at = now() - interval '1 s' where id = $1", [expired]);
    const suspended = await anIdentity(ours);
    await ours.call('suspendIdentity', { path: { id: suspended }, body: {} });
    for (const id of [plain, full, expired, suspended]) {
      const { body, headers } = await ours.call('getIdentity', { path: { id } });
      const { tx, now } = forked(service, database);
      const identity = await findIdentity(tx, id);
      const activity = await identityActivity(tx, identity.orgId, id);
      expect(body).toEqual(viewIdentity(identity, activity, now));
      expect(headers.get('etag')).toBe(etagOf(identity.version));
    }
  });

  test('finds neither a deleted identity nor one of another tenant', async ({ service }) => {
    const { ours, oursTest, theirs } = service;
    const id = await anIdentity(ours);
    for (const other of [oursTest, theirs])
      expect((await other.call('getIdentity', { path: { id } })).status).toBe(404);
    await ours.call('deleteIdentity', { path: { id } });
    expect(await ours.call('getIdentity', { path: { id } })).toMatchObject({
      status: 404,
      body: { code: 'IDENTITY_NOT_FOUND' },
    });
  });
});

describe('lists', () => {
  test('count all users and identities as a count of the rows does', async ({ service }) => {
    const { ours, sql, organizations } = service;
    await anIdentity(ours);
    await ours.call('deleteIdentity', { path: { id: await anIdentity(ours) } });
    const [count] = await sql<{ identities: number; users: number }>(
      `select (select count(*)::int from identities where org_id = $1 and deleted_at is null) as identities,
              (select count(*)::int from users where org_id = $1) as users`,
      [organizations.ours.live.orgId],
    );
    const { body: identities } = await ours.call('listIdentities', { query: { limit: 1 } });
    const { body: users } = await ours.call('listUsers', { query: { limit: 1 } });
    expect({ identities: identities.pagination.total, users: users.pagination.total }).toEqual(count);
  });
});
