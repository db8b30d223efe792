import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { hashSecret, newSecret } from '../../../src/lib/secret.ts';
import { authenticateScimToken, authenticateScimTokens } from '../../../src/scim/sql/scim-tokens.ts';
import { aScimToken } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { test as base, type TestService } from '../../support/service.ts';

/** The database as the role of the service has it. */
const test = base.extend<{ pool: pg.Pool }>({
  pool: [
    async ({ service }, use) => {
      const pool = poolOf(service);
      await use(pool);
      await pool.end();
    },
    { scope: 'file' },
  ],
});

const lastUseOf = async ({ sql }: TestService, id: string) => {
  const [row] = await sql<{ at: Date | null; ago: number; version: number; untouched: boolean }>(
    `select last_used_at as at, extract(epoch from now() - last_used_at)::float8 as ago, version,
            updated_at = created_at as untouched
       from scim_tokens where id = $1`,
    [id],
  );
  return row;
};

const setLastUse = ({ sql }: TestService, id: string, secondsAgo: number) =>
  sql("update scim_tokens set last_used_at = now() - $2 * interval '1 second' where id = $1", [
    id,
    secondsAgo,
  ]);

const here = '203.0.113.7';

describe('authenticateScimToken', () => {
  test('returns the tenant and the permissions of a token', async ({ service, pool }) => {
    const { ours, oursTest, organizations } = service;
    const permissions = ['users.read', 'groups.write'];
    const live = await aScimToken(ours, { name: 'Okta', profile: 'OKTA', permissions });
    expect(await authenticateScimToken(pool, hashSecret(live.token), here)).toEqual({
      orgId: organizations.ours.live.orgId,
      environment: 'live',
      id: live.id,
      name: 'Okta',
      profile: 'OKTA',
      permissions,
      allowedIps: null,
      status: 'ACTIVE',
      now: expect.any(Date),
    });
    const testing = await aScimToken(oursTest);
    expect(await authenticateScimToken(pool, hashSecret(testing.token), here)).toMatchObject({
      orgId: organizations.ours.test.orgId,
      environment: 'test',
      id: testing.id,
    });
  });

  test('notes and counts requests from the addresses of the token alone', async ({ service, pool }) => {
    const { id, token } = await aScimToken(service.ours, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
    const { orgId } = service.organizations.ours.live;
    const tokenHash = hashSecret(token);
    const ask = async (...addresses: (string | null)[]) => {
      const presented = addresses.map((address) => ({ tokenHash, orgId, address, requests: 2 }));
      return (await authenticateScimTokens(pool, presented)).get(tokenHash.toString('hex'))?.window?.count;
    };
    expect(await ask('198.51.100.1', '2001:db9::1', null)).toBeUndefined();
    expect((await lastUseOf(service, id))?.at).toBeNull();
    expect(await ask('198.51.100.1', here, '2001:db8::7')).toBe(4);
    expect((await lastUseOf(service, id))?.at).not.toBeNull();
  });

  test('finds nothing for an unknown token, and nothing for an API key', async ({ service, pool }) => {
    for (const secret of [newSecret('scim_'), service.ours.key ?? ''])
      expect(await authenticateScimToken(pool, hashSecret(secret), here)).toBeUndefined();
  });

  test('marks expired and revoked tokens, and records no use of them', async ({ service, pool }) => {
    const { ours, sql } = service;
    const [expired, revoked] = [await aScimToken(ours), await aScimToken(ours)];
    await sql('update scim_tokens set expires_at = now() where id = $1', [expired.id]);
    await ours.call('revokeScimToken', { path: { tokenId: revoked.id } });
    for (const [{ id, token }, status] of [
      [expired, 'EXPIRED'],
      [revoked, 'REVOKED'],
    ] as const) {
      expect(await authenticateScimToken(pool, hashSecret(token), here)).toMatchObject({ id, status });
      expect((await lastUseOf(service, id))?.at).toBeNull();
    }
    // A revoked token stays revoked, even after its expiry has passed.
    await sql('update scim_tokens set expires_at = now() where id = $1', [revoked.id]);
    const found = await authenticateScimToken(pool, hashSecret(revoked.token), here);
    expect(found?.status).toBe('REVOKED');
  });

  test('records a use at most once a minute, without a new version', async ({ service, pool }) => {
    const { id, token } = await aScimToken(service.ours);
    const use = () => authenticateScimToken(pool, hashSecret(token), here);
    await use();
    const first = await lastUseOf(service, id);
    expect(first).toMatchObject({ at: expect.any(Date), version: 1, untouched: true });
    await Promise.all(Array.from({ length: 10 }, use));
    expect(await lastUseOf(service, id)).toMatchObject({ at: first?.at });
    await setLastUse(service, id, 50);
    await use();
    expect((await lastUseOf(service, id))?.ago).toBeGreaterThan(49);
    await setLastUse(service, id, 61);
    await use();
    expect((await lastUseOf(service, id))?.ago).toBeLessThan(49);
    const { body } = await service.ours.call('listScimTokens', { query: { limit: 1 } });
    expect(body.data[0]).toMatchObject({ id, lastUsedAt: expect.any(String) });
  });

  test('answers without waiting for a lock on the row, and then records no use', async ({
    service,
    pool,
  }) => {
    const { id, token } = await aScimToken(service.ours);
    const holder = new pg.Client(service.database);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query('select from scim_tokens where id = $1 for update', [id]);
    expect(await authenticateScimToken(pool, hashSecret(token), here)).toMatchObject({
      id,
      status: 'ACTIVE',
    });
    await holder.query('rollback');
    expect((await lastUseOf(service, id))?.at).toBeNull();
  });
});
