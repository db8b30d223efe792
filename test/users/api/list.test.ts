import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

/** The usernames a list shows, in its order. */
async function names(client: Client, query: Record<string, string | number> = {}): Promise<string[]> {
  const { body } = await client.call('listUsers', { query });
  return body.data.map(({ username }: { username: string }) => username);
}

describe('listUsers', () => {
  test('answers items as a get does but for the groups, with pagination', async ({ service: { theirs } }) => {
    const username = anEmail();
    const userId = await aUser(theirs, { username, attributes: { a: 1 }, roles: ['AUDITOR'] });
    const { groups, ...got } = (await theirs.call('getUser', { path: { userId } })).body;
    const { status, body } = await theirs.call('listUsers', { query: { search: username } });
    expect([status, groups]).toEqual([200, []]);
    expect(body).toEqual({
      data: [got],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
    });
  });

  test('pages by page and limit, newest first', async ({ service: { ours, sql } }) => {
    for (const at of [1, 2, 3, 4, 5]) {
      const id = await aUser(ours, { username: `paged ${at}` });
      await sql(
        "update users set created_at = '2026-01-01'::timestamptz + $2 * interval '1 s' where id = $1",
        [id, at],
      );
    }
    const page = async (query: Record<string, number>) => {
      const { body } = await ours.call('listUsers', { query: { search: 'paged ', ...query } });
      return [body.data.map(({ username }: { username: string }) => username.at(-1)), body.pagination];
    };
    const total = { total: 5, totalPages: 3 };
    expect(await page({ limit: 2 })).toEqual([
      ['5', '4'],
      { page: 1, limit: 2, ...total, hasMore: true, nextCursor: expect.any(String) },
    ]);
    expect(await page({ limit: 2, page: 3 })).toEqual([
      ['1'],
      { page: 3, limit: 2, ...total, hasMore: false },
    ]);
    expect(await page({ limit: 2, page: 4 })).toEqual([[], { page: 4, limit: 2, ...total, hasMore: false }]);
    expect((await page({ limit: 100, page: 10_000_000 }))[0]).toEqual([]);
  });

  test('filters by status as the clock has it', async ({ service: { oursTest, sql } }) => {
    await aUser(oursTest, { username: 'active' });
    await aUser(oursTest, { username: 'invited', sendInvite: true });
    const suspended = await aUser(oursTest, { username: 'suspended' });
    const gone = await aUser(oursTest, { username: 'gone' });
    const over = await aUser(oursTest, { username: 'over' });
    await oursTest.call('suspendUser', { path: { userId: suspended } });
    await oursTest.call('deprovisionUser', { path: { userId: gone } });
    await sql("update users set expires_at = now() - interval '1 ms' where id = $1", [over]);
    const of = async (status: string) => (await names(oursTest, { status })).toSorted();
    expect(await of('ACTIVE')).toEqual(['active']);
    expect(await of('INVITED')).toEqual(['invited']);
    expect(await of('SUSPENDED')).toEqual(['suspended']);
    expect(await of('DEPROVISIONED')).toEqual(['gone', 'over']);
    expect(await names(oursTest)).toHaveLength(5);
  });

  test('filters by role, also if the user has other roles', async ({ service: { ours } }) => {
    const search = 'with a role';
    const roles = { one: ['ADMIN'], two: ['MEMBER', 'ADMIN'], three: ['MEMBER'], four: ['OWNER', 'AUDITOR'] };
    for (const [name, held] of Object.entries(roles))
      await aUser(ours, { username: `${name} ${search}`, roles: held });
    const of = async (role: string) =>
      (await names(ours, { role, search })).map((name) => String(name.split(' ')[0])).toSorted();
    expect(await of('ADMIN')).toEqual(['one', 'two']);
    expect(await of('MEMBER')).toEqual(['three', 'two']);
    expect(await of('AUDITOR')).toEqual(['four']);
    expect(await of('SECURITY')).toEqual([]);
  });

  test('filters by group, by its id or its exact name', async ({ service: { ours, theirs } }) => {
    const [ann, bob] = [await aUser(ours, { username: 'ann' }), await aUser(ours, { username: 'bob' })];
    const group = async (client: Client, name: string, userIds: string[]): Promise<string> => {
      const { body } = await client.call('createGroup', { body: { name } });
      await client.call('addGroupMembers', { path: { groupId: body.id }, body: { userIds } });
      return body.id;
    };
    const id = await group(ours, 'The Pair', [ann, bob]);
    await group(ours, 'The Pair of One', [bob]);
    const foreign = await group(theirs, 'Foreign', [await aUser(theirs)]);
    const of = async (value: string) => (await names(ours, { group: value })).toSorted();
    expect(await of(id)).toEqual(['ann', 'bob']);
    expect(await of('The Pair')).toEqual(['ann', 'bob']);
    expect(await of('The Pair of One')).toEqual(['bob']);
    for (const nothing of ['the pair', 'The', '%', foreign, 'Foreign', 'x'])
      expect(await of(nothing)).toEqual([]);
    expect(await names(ours, { group: id, search: 'ANN', status: 'ACTIVE' })).toEqual(['ann']);
  });

  test('searches address, username and names in any case, and takes no character as a wildcard', async ({
    service: { ours },
  }) => {
    await aUser(ours, { username: 'find1', email: 'Needle-A@example.com' });
    await aUser(ours, { username: 'find2 nEEdle-b' });
    await aUser(ours, {
      username: 'find3',
      firstName: 'NEEDLE-C',
      lastName: 'Ünal',
      displayName: '100%_\\o/',
    });
    const found = async (search: string) => (await names(ours, { search })).toSorted();
    expect(await found('needle-')).toEqual(['find1', 'find2 nEEdle-b', 'find3']);
    expect(await found('NEEDLE-a@EXAMPLE')).toEqual(['find1']);
    expect(await found('üNAL')).toEqual(['find3']);
    for (const wild of ['100%', '%_\\', '\\o', '_\\']) expect(await found(wild), wild).toEqual(['find3']);
    for (const wild of ['need%e', 'n__dle', '%%%', "' or 1=1 --"])
      expect(await found(wild), wild).toEqual([]);
    expect(await found('needle-cünal')).toEqual([]);
  });

  test('refuses parameters out of range, repeated or unknown', async ({ service: { ours } }) => {
    for (const search of [
      'limit=101',
      'page=0',
      'page=1&page=2',
      'status=GONE',
      'search=',
      'group=',
      'sort=id',
    ]) {
      const { status, body } = await ours.send('GET', `/api/v1/directory/users?${search}`);
      expect([status, body.code, Object.keys(body.details)], search).toEqual([
        400,
        'VALIDATION_ERROR',
        [search.split('=')[0]],
      ]);
    }
  });
});
