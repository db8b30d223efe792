import { describe, expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { aGroup } from '../../support/groups.ts';
import { test } from '../../support/service.ts';

async function names(client: Client, query: Record<string, string | number> = {}): Promise<string[]> {
  const { body } = await client.call('listGroups', { query });
  return body.data.map(({ name }: { name: string }) => name);
}

describe('listGroups', () => {
  test('answers items as a get does, with pagination, and only those of its tenant', async ({
    service: { oursTest, ours },
  }) => {
    const groupId = await aGroup(oursTest, { scopes: ['a.b'], externalId: 'e' });
    await aGroup(ours);
    const { body: got } = await oursTest.call('getGroup', { path: { groupId } });
    const { status, body } = await oursTest.call('listGroups');
    expect([status, body]).toEqual([
      200,
      { data: [got], pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false } },
    ]);
  });

  test('pages, sorts by time or by name in any case, newest first by itself', async ({
    service: { ours, sql },
  }) => {
    for (const [at, name] of ['sorted beta', 'Sorted alpha', 'sorted gamma'].entries()) {
      const id = await aGroup(ours, { name });
      await sql(
        "update groups set created_at = '2026-01-01'::timestamptz + $2 * interval '1 s' where id = $1",
        [id, at],
      );
    }
    const sorted = (query: Record<string, string | number>) => names(ours, { search: 'sorted', ...query });
    const [beta, alpha, gamma] = ['sorted beta', 'Sorted alpha', 'sorted gamma'];
    expect(await sorted({})).toEqual([gamma, alpha, beta]);
    expect(await sorted({ sort: 'createdAt' })).toEqual([beta, alpha, gamma]);
    expect(await sorted({ sort: 'name' })).toEqual([alpha, beta, gamma]);
    expect(await sorted({ sort: '-name' })).toEqual([gamma, beta, alpha]);
    expect(await sorted({ sort: 'name', limit: 2, page: 2 })).toEqual([gamma]);
    const { body } = await ours.call('listGroups', { query: { search: 'sorted', limit: 2, page: 3 } });
    expect([body.data, body.pagination]).toEqual([
      [],
      { page: 3, limit: 2, total: 3, totalPages: 2, hasMore: false },
    ]);
  });

  test('searches names in any case and takes no character as a wildcard', async ({ service: { theirs } }) => {
    for (const name of ['Build 100%', 'build_all', 'buildXall']) await aGroup(theirs, { name });
    const found = async (search: string) => (await names(theirs, { search })).toSorted();
    expect(await found('BUILD')).toEqual(['Build 100%', 'buildXall', 'build_all']);
    expect(await found('%')).toEqual(['Build 100%']);
    expect(await found('_')).toEqual(['build_all']);
    expect(await found('nothing')).toEqual([]);
  });

  test('refuses parameters out of range or unknown', async ({ service: { ours } }) => {
    for (const query of ['limit=101', 'page=0', 'sort=id', 'search=', 'status=ACTIVE']) {
      const { status, body } = await ours.send('GET', `/api/v1/directory/groups?${query}`);
      expect([status, Object.keys(body.details)], query).toEqual([400, [query.split('=')[0]]]);
    }
  });
});
