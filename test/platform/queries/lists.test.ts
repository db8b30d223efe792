// Lists read a page, its total and what stands beside it in one statement, some of them prepared, with totals from counts. Here the
// answers are held against statements of two lines: a count of all rows, and their ids in order.
import { expect } from 'vitest';
import { aCredential, anIdentity, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { type TestService, test } from '../../support/service.ts';

interface List {
  operation: 'listUsers' | 'listIdentities' | 'listAuditLogs' | 'listCredentials';
  from: string;
  sorts: readonly string[];
  orders: Readonly<Record<string, string>>;
  /** The filters of a query, with the condition that each means. */
  filters: readonly (readonly [name: string, value: string | boolean, condition: string])[];
  /** Whether it pages by `offset`. */
  bySlice?: boolean;
}

const past = `expires_at is not null and expires_at <= now()`;
const ended = `status in ('ACTIVE', 'SUSPENDED') and ${past}`;

const lists: readonly List[] = [
  {
    operation: 'listUsers',
    from: 'users where true',
    sorts: ['createdAt', '-createdAt'],
    orders: { createdAt: 'created_at' },
    filters: [
      ['status', 'ACTIVE', `status = 'ACTIVE'`],
      ['role', 'MEMBER', `'MEMBER' = any (roles)`],
      ['search', 'user 1', `display_name like '%user 1%'`],
    ],
  },
  {
    operation: 'listIdentities',
    from: 'identities where deleted_at is null',
    sorts: ['createdAt', '-createdAt', 'name', '-name', '-riskScore'],
    orders: { createdAt: 'created_at', name: 'lower(name)', riskScore: 'risk_score' },
    filters: [
      ['status', 'SUSPENDED', `status = 'SUSPENDED'`],
      ['type', 'CI_CD', `type = 'CI_CD'`],
      ['tag', 'odd', `'odd' = any (tags)`],
    ],
  },
  {
    operation: 'listAuditLogs',
    from: 'audit_logs where true',
    sorts: ['timestamp', '-timestamp'],
    orders: { timestamp: 'created_at' },
    filters: [
      ['action', 'identity.create', `action = 'identity.create'`],
      ['targetType', 'credential', `target_type = 'credential'`],
      ['result', 'SUCCESS', `result = 'SUCCESS'`],
    ],
  },
  {
    operation: 'listCredentials',
    from: 'credentials where deleted_at is null',
    sorts: ['createdAt', '-createdAt'],
    orders: { createdAt: 'created_at' },
    filters: [
      ['status', 'ACTIVE', `status = 'ACTIVE' and not (${ended})`],
      ['status', 'EXPIRED', `(status = 'EXPIRED' or ${ended})`],
      ['status', 'REVOKED', `status = 'REVOKED'`],
      ['expiring', true, `status = 'ACTIVE' and not (${ended}) and expires_at <= now() + interval '30 days'`],
      ['live', true, `status in ('ACTIVE', 'SUSPENDED') and not (${ended})`],
      ['search', 'key 1', `name like '%key 1%'`],
    ],
    bySlice: true,
  },
];

/** Makes resources of every state; some have the same time. */
async function fill({ sql }: TestService, client: Client, random: Random): Promise<void> {
  for (let n = 0; n < 14; n++) {
    await aUser(client, { displayName: `user ${n}` });
    const identityId = await anIdentity(client, {
      name: `agent ${random.text(3)}`,
      tags: [n % 2 ? 'odd' : 'even'],
    });
    const path = { id: identityId };
    const expiresAt = new Date(Date.now() + (random.below(60) + 1) * 86_400_000).toISOString();
    const { id } = await aCredential(client, {
      identityId,
      name: `key ${n}`,
      ...(random.happens(0.6) ? { expiresAt } : {}),
    });
    const act = random.pick([
      'none',
      'none',
      'suspend',
      'revoke',
      'delete',
      'past',
      'suspendIdentity',
      'deleteIdentity',
    ]);
    if (act === 'suspend') await client.call('suspendCredential', { path: { id } });
    if (act === 'revoke') await client.call('revokeCredential', { path: { id } });
    if (act === 'delete') await client.call('deleteCredential', { path: { id } });
    if (act === 'past')
      await sql(`update credentials set expires_at = now() - interval '1 s' where id = $1`, [id]);
    if (act === 'suspendIdentity') await client.call('suspendIdentity', { path });
    if (act === 'deleteIdentity') await client.call('deleteIdentity', { path });
  }
  for (const table of ['users', 'identities', 'credentials'])
    await sql(
      `update ${table} set created_at = date_trunc('second', created_at) - interval '1 hour'
        where org_id = $1 and id in (select id from ${table} where org_id = $1 order by id limit 6)`,
      [client.orgId],
    );
}

async function compare({ sql }: TestService, client: Client, list: List, random: Random): Promise<void> {
  const sort = random.pick(list.sorts);
  const filters = random.happens(0.4) ? [] : [random.pick(list.filters)];
  const limit = random.pick([1, 3, 10, 20, 100]);
  const where = ['', ...filters.map(([, , condition]) => condition)].join(' and ');
  const order = list.orders[sort.replace('-', '')] ?? '';
  const [down, tieDown] = sort.startsWith('-') ? [' desc', ''] : ['', ' desc'];
  const wanted = await sql<{ id: string }>(
    `select id from ${list.from} and org_id = $1${where} order by ${order}${down}, id${tieDown}`,
    [client.orgId],
  );
  const ids = wanted.map(({ id }) => id);
  const query = { sort, limit, ...Object.fromEntries(filters.map(([name, value]) => [name, value])) };
  const ask = async (more: Record<string, string | number>) =>
    (await client.call(list.operation, { query: { ...query, ...more } })).body;
  const skipped = random.below(3) * limit;
  const slice: Record<string, number> = list.bySlice ? { offset: skipped } : { page: skipped / limit + 1 };
  const page = await ask(slice);
  const about = JSON.stringify({ operation: list.operation, ...query, ...slice });
  expect(
    page.data?.map(({ id }: { id: string }) => id),
    about,
  ).toEqual(ids.slice(skipped, skipped + limit));
  expect(page.pagination.total, about).toBe(ids.length);
  let found: string[] = [];
  let cursor: string | undefined;
  for (let read = 0; read === 0 || (cursor !== undefined && read < 4); read++) {
    const body = await ask(cursor === undefined ? {} : { cursor });
    found = [...found, ...body.data.map(({ id }: { id: string }) => id)];
    cursor = body.pagination.nextCursor;
    expect(body.pagination.total, about).toBe(ids.length);
    if (body.stats) expect(body.stats, about).toEqual(await statsOf({ sql }, client));
  }
  expect(found, about).toEqual(ids.slice(0, found.length));
  expect(cursor === undefined, about).toBe(found.length === ids.length);
}

async function statsOf({ sql }: Pick<TestService, 'sql'>, client: Client): Promise<unknown> {
  const [row] = await sql<{ soon: number; byStatus: Record<string, number> }>(
    `select count(*) filter (where status = 'ACTIVE' and not past and expires_at <= now() + interval '30 days')::int as soon,
            json_build_object('ACTIVE', count(*) filter (where status = 'ACTIVE' and not past),
              'EXPIRED', count(*) filter (where status = 'EXPIRED' or past),
              'REVOKED', count(*) filter (where status = 'REVOKED'),
              'SUSPENDED', count(*) filter (where status = 'SUSPENDED' and not past)) as "byStatus"
       from (select *, ${ended} as past from credentials where org_id = $1 and deleted_at is null) as c`,
    [client.orgId],
  );
  return { byStatus: row?.byStatus, expiringSoon: row?.soon };
}

test('lists show what plain statements find, in every filter, sort and size', { timeout: 60_000 }, async ({
  service,
}) => {
  const random = randomFrom(Number(process.env['TEST_SEED'] ?? 7));
  const { oursTest } = service;
  await fill(service, oursTest, random);
  for (let round = 0; round < 8; round++) {
    // In the middle of its rows, the audit log is sealed: its total is then of two parts.
    if (round === 3) await service.runTask('seal-audit');
    if (round === 5) await anIdentity(oursTest);
    for (const list of lists) await compare(service, oursTest, list, random);
  }
});
