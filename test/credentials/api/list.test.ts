import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** The names a list shows, in its order. */
async function names(client: Client, query: Record<string, string | number | boolean>): Promise<string[]> {
  const { body } = await client.call('listCredentials', { query });
  return body.data.map(({ name }: { name: string }) => name);
}

describe('listCredentials', () => {
  test('answers every field of an item, stats and pagination', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, { name: 'agent 7' });
    const { body: made } = await ours.call('createCredential', {
      body: { identityId, name: 'listed', maxUsageCount: 4 },
    });
    const { status, body } = await ours.call('listCredentials', { query: { identityId } });
    const { credential: _, ...shown } = made;
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [{ ...shown, identityName: 'agent 7' }],
      stats: {
        byStatus: { ACTIVE: expect.any(Number), EXPIRED: 0, REVOKED: 0, SUSPENDED: 0 },
        expiringSoon: 0,
      },
      pagination: { limit: 20, offset: 0, total: 1, hasMore: false },
    });
  });

  test('pages by limit and offset, newest first', async ({ service: { ours, sql } }) => {
    const identityId = await anIdentity(ours);
    for (const name of ['k1', 'k2', 'k3', 'k4', 'k5']) {
      const { id } = await aCredential(ours, { identityId, name });
      await sql(
        "update credentials set created_at = '2026-01-01'::timestamptz + $2 * interval '1 s' where id = $1",
        [id, Number(name[1])],
      );
    }
    const page = async (query: Record<string, number>) => {
      const { body } = await ours.call('listCredentials', { query: { identityId, ...query } });
      return [body.data.map(({ name }: { name: string }) => name), body.pagination];
    };
    expect(await page({})).toEqual([
      ['k5', 'k4', 'k3', 'k2', 'k1'],
      { limit: 20, offset: 0, total: 5, hasMore: false },
    ]);
    expect(await page({ limit: 2 })).toEqual([
      ['k5', 'k4'],
      { limit: 2, offset: 0, total: 5, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, offset: 2 })).toEqual([
      ['k3', 'k2'],
      { limit: 2, offset: 2, total: 5, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, offset: 3 })).toEqual([
      ['k2', 'k1'],
      { limit: 2, offset: 3, total: 5, hasMore: false },
    ]);
    expect(await page({ offset: 5 })).toEqual([[], { limit: 20, offset: 5, total: 5, hasMore: false }]);
    expect(await page({ limit: 100, offset: 2_147_483_647 })).toEqual([
      [],
      { limit: 100, offset: 2_147_483_647, total: 5, hasMore: false },
    ]);
  });

  test('orders those of the same time by their ids', async ({ service: { ours, sql } }) => {
    const identityId = await anIdentity(ours);
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await aCredential(ours, { identityId })).id));
    await sql("update credentials set created_at = '2026-01-01' where identity_id = $1", [identityId]);
    const { body } = await ours.call('listCredentials', { query: { identityId } });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toSorted());
  });

  test('refuses parameters out of range, repeated, empty or unknown', async ({ service: { ours } }) => {
    const refused: [field: string, search: string][] = [
      ['limit', 'limit=101'],
      ['limit', 'limit=0'],
      ['limit', 'limit=-1'],
      ['limit', 'limit=1.5'],
      ['limit', 'limit=ten'],
      ['limit', 'limit='],
      ['limit', 'limit=1&limit=2'],
      ['offset', 'offset=-1'],
      ['offset', 'offset=2147483648'],
      ['status', 'status=active'],
      ['status', 'status=GRACE_PERIOD'],
      ['expiring', 'expiring=1'],
      ['unusedForDays', 'unusedForDays=0'],
      ['search', 'search='],
      ['search', `search=${'x'.repeat(201)}`],
      ['page', 'page=1'],
    ];
    for (const [field, search] of refused) {
      const { status, body } = await ours.send('GET', `/api/v1/credentials?${search}`);
      expect([status, body.code, Object.keys(body.details)], search).toEqual([
        400,
        'VALIDATION_ERROR',
        [field],
      ]);
    }
  });

  test('filters by status as the clock has it, and counts all in stats', async ({
    service: { oursTest, sql },
  }) => {
    const identityId = await anIdentity(oursTest);
    const make = (name: string) => aCredential(oursTest, { identityId, name });
    await make('active');
    const suspended = await make('suspended');
    const revoked = await make('revoked');
    const over = await make('over');
    const suspendedAndOver = await make('suspended and over');
    const spent = await aCredential(oursTest, { identityId, name: 'spent', maxUsageCount: 1 });
    const gone = await make('gone');
    await oursTest.call('suspendCredential', { path: { id: suspended.id } });
    await oursTest.call('suspendCredential', { path: { id: suspendedAndOver.id } });
    await oursTest.call('revokeCredential', { path: { id: revoked.id } });
    await oursTest.call('deleteCredential', { path: { id: gone.id } });
    await verify(oursTest, spent.secret);
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = any ($1)", [
      [over.id, suspendedAndOver.id],
    ]);
    const soon = await aCredential(oursTest, { identityId, name: 'soon', expiresAt: inDays(29) });

    const of = async (query: Record<string, string>) =>
      (await names(oursTest, { identityId, ...query })).toSorted();
    expect(await of({ status: 'ACTIVE' })).toEqual(['active', 'soon']);
    expect(await of({ status: 'SUSPENDED' })).toEqual(['suspended']);
    expect(await of({ status: 'REVOKED' })).toEqual(['revoked']);
    expect(await of({ status: 'EXPIRED' })).toEqual(['over', 'spent', 'suspended and over']);

    const { body } = await oursTest.call('listCredentials', {
      query: { identityId, status: 'EXPIRED', limit: 1 },
    });
    expect(body.data[0].status).toBe('EXPIRED');
    expect(body.pagination).toEqual({
      limit: 1,
      offset: 0,
      total: 3,
      hasMore: true,
      nextCursor: expect.any(String),
    });
    // The bootstrap key is active too.
    expect(body.stats).toEqual({
      byStatus: { ACTIVE: 3, EXPIRED: 3, REVOKED: 1, SUSPENDED: 1 },
      expiringSoon: 1,
    });
    await oursTest.call('suspendCredential', { path: { id: soon.id } });
    expect((await oursTest.call('listCredentials')).body.stats.expiringSoon).toBe(0);
  });

  test('finds active ones that expire within 30 days', async ({ service: { ours, sql } }) => {
    const identityId = await anIdentity(ours);
    const make = (name: string, expiresAt: string | null) =>
      aCredential(ours, { identityId, name, expiresAt });
    await make('never', null);
    await make('in 29 days', inDays(29.9));
    await make('in 31 days', inDays(30.1));
    const suspended = await make('suspended', inDays(1));
    const over = await make('over', inDays(1));
    await ours.call('suspendCredential', { path: { id: suspended.id } });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [over.id]);
    expect(await names(ours, { identityId, expiring: true })).toEqual(['in 29 days']);
    expect(await names(ours, { identityId, expiring: false })).toHaveLength(5);
    expect((await names(ours, { identityId, live: true })).toSorted()).toEqual([
      'in 29 days',
      'in 31 days',
      'never',
      'suspended',
    ]);
    expect(await names(ours, { identityId, expiring: true, status: 'SUSPENDED' })).toEqual([]);
  });

  test('filters by identity and type, and knows none of another tenant', async ({
    service: { ours, theirs },
  }) => {
    const identityId = await anIdentity(ours);
    await aCredential(ours, { identityId, name: 'standard' });
    await ours.call('createJitCredential', { body: { identityId, name: 'brief', duration: '1h' } });
    expect(await names(ours, { identityId, type: 'JIT' })).toEqual(['brief']);
    expect(await names(ours, { identityId, type: 'API_KEY' })).toEqual(['standard']);
    expect(await names(ours, { identityId, type: 'NONE' })).toEqual([]);
    expect(await names(ours, { identityId: 'idn_01kahz5v3be4nr7q2m8x9c0d1e' })).toEqual([]);
    expect(await names(theirs, { identityId })).toEqual([]);
  });

  test('searches names in any case and takes no character as a wildcard', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    for (const name of ['Deploy 100%', 'deploy_all', 'deployXall', 'back\\slash', "o'hara"])
      await aCredential(ours, { identityId, name });
    const found = async (search: string) => (await names(ours, { identityId, search })).toSorted();
    expect(await found('DEPLOY')).toEqual(['Deploy 100%', 'deployXall', 'deploy_all']);
    expect(await found('%')).toEqual(['Deploy 100%']);
    expect(await found('y_a')).toEqual(['deploy_all']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found("'")).toEqual(["o'hara"]);
    expect(await found('?')).toEqual([]);
  });

  test('finds the last four characters of a secret, also after its prefix', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const { secret } = await aCredential(ours, { identityId, name: 'by its end' });
    await aCredential(ours, { identityId, name: 'another' });
    const end = secret.slice(-4);
    const found = (search: string) => names(ours, { identityId, search });
    for (const search of [
      end,
      `…${end}`,
      `...${end}`,
      `kd_live_${end}`,
      `kd_live_…${end}`,
      ` kd_live_... ${end} `,
    ])
      expect([search, await found(search)]).toEqual([search, ['by its end']]);
    expect(await found(`kd_jit_…${end}`)).toEqual([]);
    expect(await found(`kd_live_…${end}x`)).toEqual([]);
    // A name is found as well.
    await aCredential(ours, { identityId, name: `like ${end}` });
    expect((await found(end)).toSorted()).toEqual(['by its end', `like ${end}`]);
  });

  test('finds those not used for some days, never used ones by their age', async ({
    service: { ours, sql },
  }) => {
    const identityId = await anIdentity(ours);
    const age = async (name: string, created: number, used: number | null) => {
      const { id } = await aCredential(ours, { identityId, name });
      await sql(
        `update credentials set created_at = now() - $2 * interval '1 day',
                last_used_at = now() - $3::int * interval '1 day' where id = $1`,
        [id, created, used],
      );
    };
    await age('new', 0, null);
    await age('old, never used', 100, null);
    await age('old, used', 100, 10);
    await age('old, used long ago', 100, 91);
    const unused = async (unusedForDays: number) =>
      (await names(ours, { identityId, unusedForDays })).toSorted();
    expect(await unused(90)).toEqual(['old, never used', 'old, used long ago']);
    expect(await unused(9)).toEqual(['old, never used', 'old, used', 'old, used long ago']);
    expect(await unused(3650)).toEqual([]);
  });
});
