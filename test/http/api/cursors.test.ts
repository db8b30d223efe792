import { describe, expect } from 'vitest';
import { operations, type Operations } from '../../../generated/operations.ts';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { aCredential, anIdentity } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';

interface Listed {
  data: { id: string; name?: string }[];
  pagination: { total: number; hasMore: boolean; nextCursor?: string; page?: number; offset?: number };
}
type Query = Record<string, string | number>;

const list = async (client: Client, id: keyof Operations, query: Query): Promise<Listed> =>
  (await client.call(id, { query })).body as Listed;

/** Reads a list to its end; `between` runs before each further page. */
async function walk(client: Client, id: keyof Operations, query: Query, between?: () => Promise<unknown>) {
  const pages: Listed[] = [await list(client, id, query)];
  for (let cursor = pages[0]?.pagination.nextCursor; cursor !== undefined; ) {
    await between?.();
    const page = await list(client, id, { ...query, cursor });
    pages.push(page);
    cursor = page.pagination.nextCursor;
  }
  return pages;
}

const namesOf = (pages: Listed[]) => pages.map(({ data }) => data.map(({ name }) => name));

describe('a list by cursor', () => {
  test('repeats no row and skips none while others insert and delete', async ({ service: { ours, sql } }) => {
    const ids: string[] = [];
    for (const name of ['c1', 'c2', 'c3', 'c4', 'c5']) {
      const id = await anIdentity(ours, { name, tags: ['walked'] });
      ids.push(id);
      // Two share a millisecond: only their ids tell them apart.
      await sql(
        "update identities set created_at = '2026-01-01'::timestamptz + $2 * interval '1 ms' where id = $1",
        [id, Math.min(Number(name[1]), 4)],
      );
    }
    let inserted = 0;
    const pages = await walk(ours, 'listIdentities', { tag: 'walked', limit: 2 }, async () => {
      await anIdentity(ours, { name: `late${++inserted}`, tags: ['walked'] });
      if (inserted === 1) await ours.call('deleteIdentity', { path: { id: ids[4] ?? '' } });
    });
    const [c5, c4] = [ids[4] ?? '', ids[3] ?? ''].toSorted().map((id) => (id === ids[4] ? 'c5' : 'c4'));
    expect(namesOf(pages)).toEqual([[c5, c4], ['c3', 'c2'], ['c1']]);
    expect(pages.map(({ pagination: { page, total, hasMore } }) => [page, total, hasMore])).toEqual([
      [1, 5, true],
      [2, 5, true],
      [3, 5, false],
    ]);
  });

  test.for(['name', '-name', 'riskScore', '-riskScore', 'createdAt', '-createdAt'])(
    'gives what a long page gives, sorted by %s',
    async (sort, { service: { ours, sql } }) => {
      const tag = `by${sort.replace('-', '')}${sort.startsWith('-') ? 'down' : 'up'}`;
      for (const [at, name] of ['bB', 'ab', 'Bb', 'aa', 'c'].entries()) {
        const id = await anIdentity(ours, { name: `${name}-x`, tags: [tag] });
        await sql('update identities set risk_score = $2 where id = $1', [id, (at * 20) % 60]);
      }
      const whole = await list(ours, 'listIdentities', { tag, sort, limit: 100 });
      const pages = await walk(ours, 'listIdentities', { tag, sort, limit: 2 });
      expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
      expect(whole.data).toHaveLength(5);
    },
  );

  test('counts credentials by offset', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours, {});
    for (let at = 0; at < 3; at++) await aCredential(ours, { identityId, name: `k${at}` });
    const pages = await walk(ours, 'listCredentials', { identityId, limit: 2, sort: 'createdAt' });
    expect(namesOf(pages)).toEqual([['k0', 'k1'], ['k2']]);
    expect(pages.map(({ pagination }) => [pagination.offset, pagination.hasMore])).toEqual([
      [0, true],
      [2, false],
    ]);
  });

  test('is refused for another filter, sort or list, and beside a page', async ({
    service: { ours, oursTest },
  }) => {
    for (const client of [ours, oursTest])
      for (let at = 0; at < 2; at++) await anIdentity(client, { tags: ['bound'] });
    const { pagination } = await list(ours, 'listIdentities', { tag: 'bound', limit: 1 });
    const cursor = pagination.nextCursor ?? '';
    const refused = async (client: Client, query: Query, id: keyof Operations = 'listIdentities') => {
      const { status, body } = await client.call(id, { query: { cursor, ...query } });
      return [status, body.details];
    };
    const foreign = {
      cursor:
        'belongs to another list, filter or sort; send the filter and sort of the page that returned it',
    };
    expect(await refused(ours, { tag: 'others' })).toEqual([400, foreign]);
    expect(await refused(ours, { tag: 'bound', sort: 'name' })).toEqual([400, foreign]);
    expect(await refused(oursTest, { tag: 'bound' })).toEqual([400, foreign]);
    expect(await refused(ours, {}, 'listUsers')).toEqual([400, foreign]);
    expect(await refused(ours, { tag: 'bound', page: 2 })).toEqual([
      400,
      { cursor: 'cannot be combined with `page`; send one of them' },
    ]);
    expect(await refused(ours, { offset: 2 }, 'listCredentials')).toEqual([
      400,
      { cursor: 'cannot be combined with `offset`; send one of them' },
    ]);
  });

  test('is refused when no page gave it', async ({ service: { ours } }) => {
    for (let at = 0; at < 2; at++) await anIdentity(ours, { tags: ['forged'] });
    const query = { tag: 'forged', limit: 1 };
    const { pagination } = await list(ours, 'listIdentities', query);
    const parts: unknown[] = JSON.parse(Buffer.from(pagination.nextCursor ?? '', 'base64url').toString());
    const forged = (at: number, value: unknown) =>
      Buffer.from(JSON.stringify(parts.with(at, value))).toString('base64url');
    const times = ['', 'x', '2026-02-30T00:00:00+00:00', '2026-01-01T00:00:00', 'infinity', 7, null];
    const cursors = [
      'x',
      Buffer.from('[]').toString('base64url'),
      ...times.map((time) => forged(1, time)),
      forged(2, 'a\0b'),
      forged(3, -1),
      forged(3, 1e300),
      forged(4, 1.5),
      forged(4, 'many'),
    ];
    for (const cursor of cursors) {
      const { status, body } = await ours.call('listIdentities', { query: { ...query, cursor } });
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'VALIDATION_ERROR']);
    }
  });

  /** Lists whose length a quota of at most 1,000 bounds. */
  const short = [
    'listAccessPolicies',
    'listAlertRules',
    'listConnections',
    'listFederatedDomains',
    'listInitialAccessTokens',
    'listNamedLocations',
    'listOidcAgents',
    'listOidcConnections',
    'listOidcClients',
    'listMailTemplates',
    'listOidcResources',
    'listOidcScopes',
    'listPolicies',
    'listSamlConnections',
    'listScimTokens',
    'listServiceProviders',
    'listSetupLinks',
    'listSigningKeys',
    'listSocialProviders',
    'listUnusedScopes',
    'listPasskeys',
    'listWebhookListeners',
    'listWebhooks',
  ];
  test('is taken by every list that grows without a small bound', () => {
    const byId = Object.values(document.paths as Record<string, Record<string, unknown>>).flatMap((path) =>
      Object.values(path).flatMap((one) =>
        typeof one === 'object' && one !== null && 'operationId' in one
          ? [one as { operationId: string }]
          : [],
      ),
    );
    const paged = byId.filter(
      (one) => one.operationId.startsWith('list') && JSON.stringify(one).includes('parameters/Limit'),
    );
    const without = paged.filter((one) => !JSON.stringify(one).includes('parameters/Cursor'));
    expect(without.map(({ operationId }) => operationId).toSorted()).toEqual(short.toSorted());
    expect(Object.keys(operations).filter((id) => short.includes(id))).toHaveLength(short.length);
  });
});
