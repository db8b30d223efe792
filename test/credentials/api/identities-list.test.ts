import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';

/** The names a list shows, in its order, without the identity every tenant starts with. */
async function names(client: Client, query: Record<string, string | number> = {}): Promise<string[]> {
  const { body } = await client.call('listIdentities', { query });
  return body.data.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'bootstrap');
}

describe('listIdentities', () => {
  test('answers items as a get does, with pagination', async ({ service: { ours } }) => {
    const id = await anIdentity(ours, {
      tags: ['only-this'],
      metadata: { a: 1 },
      expiresAt: '2031-01-01T00:00:00.000Z',
    });
    const { secret } = await aCredential(ours, { identityId: id });
    await verify(ours, secret);
    const { body: got } = await ours.call('getIdentity', { path: { id } });
    const { status, body } = await ours.call('listIdentities', { query: { tag: 'only-this' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [got],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
    });
    expect(got).toMatchObject({ credentialCount: 1, lastActivityAt: expect.any(String) });
  });

  test('pages by page and limit, newest first', async ({ service: { ours, sql } }) => {
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
      const id = await anIdentity(ours, { name, tags: ['paged'] });
      await sql(
        "update identities set created_at = '2026-01-01'::timestamptz + $2 * interval '1 s' where id = $1",
        [id, Number(name[1])],
      );
    }
    const page = async (query: Record<string, number>) => {
      const { body } = await ours.call('listIdentities', { query: { tag: 'paged', ...query } });
      return [body.data.map(({ name }: { name: string }) => name), body.pagination];
    };
    const total = { total: 5, totalPages: 3 };
    expect(await page({ limit: 2 })).toEqual([
      ['p5', 'p4'],
      { page: 1, limit: 2, ...total, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, page: 3 })).toEqual([
      ['p1'],
      { page: 3, limit: 2, ...total, hasMore: false },
    ]);
    expect(await page({ limit: 2, page: 4 })).toEqual([[], { page: 4, limit: 2, ...total, hasMore: false }]);
    expect(await page({ limit: 100, page: 10_000_000 })).toEqual([
      [],
      { page: 10_000_000, limit: 100, total: 5, totalPages: 1, hasMore: false },
    ]);
    const { body } = await ours.call('listIdentities', { query: { tag: 'nobody-has-it' } });
    expect(body).toEqual({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false },
    });
  });

  test('sorts by time, name in any case, and risk', async ({ service: { ours, sql } }) => {
    for (const [name, risk] of [
      ['beta', 10],
      ['Alpha', 70],
      ['gamma', 40],
    ] as const) {
      const id = await anIdentity(ours, { name, tags: ['sorted'] });
      await sql(
        "update identities set risk_score = $2::int, created_at = '2026-01-01'::timestamptz + $2::int * interval '1 s' where id = $1",
        [id, risk],
      );
    }
    const sorted = (sort: string) => names(ours, { tag: 'sorted', sort });
    expect(await sorted('name')).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await sorted('-name')).toEqual(['gamma', 'beta', 'Alpha']);
    expect(await sorted('riskScore')).toEqual(['beta', 'gamma', 'Alpha']);
    expect(await sorted('-riskScore')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await sorted('createdAt')).toEqual(['beta', 'gamma', 'Alpha']);
    expect(await sorted('-createdAt')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await names(ours, { tag: 'sorted' })).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await names(ours, { tag: 'sorted', minRisk: 40 })).toEqual(['Alpha', 'gamma']);
  });

  test('filters by type, tag, owner and status as the clock has it', async ({
    service: { oursTest, sql },
  }) => {
    const make = (name: string, fields: Record<string, unknown> = {}) =>
      anIdentity(oursTest, { name, ...fields });
    await make('robot', { type: 'AI_AGENT', tags: ['a', 'b'] });
    const suspended = await make('suspended', { tags: ['b'] });
    const revoked = await make('revoked');
    const over = await make('over');
    const gone = await make('gone');
    await oursTest.call('suspendIdentity', { path: { id: suspended } });
    await oursTest.call('revokeIdentity', { path: { id: revoked } });
    await oursTest.call('deleteIdentity', { path: { id: gone } });
    await sql("update identities set expires_at = now() - interval '1 ms' where id = $1", [over]);
    const of = async (query: Record<string, string>) => (await names(oursTest, query)).toSorted();
    expect(await of({})).toEqual(['over', 'revoked', 'robot', 'suspended']);
    expect(await of({ status: 'ACTIVE' })).toEqual(['robot']);
    expect(await of({ status: 'SUSPENDED' })).toEqual(['suspended']);
    expect(await of({ status: 'REVOKED' })).toEqual(['over', 'revoked']);
    expect(await of({ type: 'AI_AGENT' })).toEqual(['robot']);
    expect(await of({ tag: 'b' })).toEqual(['robot', 'suspended']);
    expect(await of({ tag: 'B' })).toEqual([]);
    expect(await of({ ownerUserId: 'usr_01kahz5v3be4nr7q2m8x9c0d1e' })).toEqual([]);
    expect(await of({ tag: 'b', status: 'ACTIVE' })).toEqual(['robot']);
  });

  test('searches names in any case and takes no character as a wildcard', async ({ service: { theirs } }) => {
    for (const name of ['Build 100%', 'build_all', 'buildXall']) await anIdentity(theirs, { name });
    const found = async (search: string) => (await names(theirs, { search })).toSorted();
    expect(await found('BUILD')).toEqual(['Build 100%', 'buildXall', 'build_all']);
    expect(await found('%')).toEqual(['Build 100%']);
    expect(await found('_')).toEqual(['build_all']);
    expect(await found('nothing')).toEqual([]);
  });

  test('refuses parameters out of range, repeated or unknown', async ({ service: { ours } }) => {
    for (const search of [
      'limit=101',
      'limit=0',
      'page=0',
      'page=1.5',
      'page=1&page=2',
      'page=10000001',
      'status=EXPIRED',
      'type=PERSON',
      'sort=id',
      'minRisk=101',
      'minRisk=-1',
      'search=',
      'offset=0',
    ]) {
      const { status, body } = await ours.send('GET', `/api/v1/identities?${search}`);
      expect([status, body.code, Object.keys(body.details)], search).toEqual([
        400,
        'VALIDATION_ERROR',
        [search.split('=')[0]],
      ]);
    }
  });
});
