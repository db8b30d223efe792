import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { completeCounts } from '../../../src/credentials/expiry.ts';
import { foldCounts } from '../../../src/credentials/sql/counts.ts';
import { listCredentials } from '../../../src/credentials/sql/credentials.ts';
import { expireCredentials, tenantsWithDueExpiry } from '../../../src/credentials/sql/expiry.ts';
import { listIdentities } from '../../../src/credentials/sql/identities.ts';
import type { Database } from '../../../src/database/open.ts';
import type { ListPage } from '../../../src/platform/sql/page-of-rows.ts';
import { removeOldRows } from '../../../src/workers/sql/retention.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { tenantsWithDue } from '../../../src/platform/sql/tenants-with-due.ts';
import { partOf } from '../../../src/workers/sql/table-parts.ts';
import { namesTaken } from '../../../src/users/directory/sql/names.ts';
import { claimInbox } from '../../../src/risk/sql/inbox.ts';
import { listUsers, type UserFilter } from '../../../src/users/directory/sql/list-users.ts';
import { listDeliveries } from '../../../src/webhooks/sql/deliveries.ts';
import { settleDeliveries } from '../../../src/webhooks/sql/settle-deliveries.ts';
import { type Explained, explaining, explainingPool } from '../../support/explain.ts';
import { due, grow, grownId } from '../../support/grown.ts';
import { poolOf } from '../../support/pool.ts';
import { test as base } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';
import type { Tx } from '../../../src/platform/tx.ts';

const few = 1_000;
const many = 26_000;
const timeout = 60_000;
const tenantsOf = ({ organizations: { ours, theirs } }: TestService) =>
  [ours.live.orgId, theirs.live.orgId] as const;

/** The statements of a clean-up, before and after the tables of a second tenant grew. */
interface Grown {
  before: Explained[];
  after: Explained[];
}

const test = base.extend<{ grown: Grown }>({
  grown: [
    async ({ service }, use) => {
      const [small, large] = tenantsOf(service);
      const parts = ['credentials', 'facts', 'profiles', 'sign-ins', 'deliveries'] as const;
      await grow(service.database, small, few, parts);
      await service.sql('vacuum (analyze)');
      const before = await cleanUp(service);
      await grow(service.database, large, many, parts);
      await service.sql('vacuum (analyze)');
      await use({ before, after: await cleanUp(service) });
    },
    { scope: 'file' },
  ],
});

async function cleanUp(service: TestService): Promise<Explained[]> {
  const ours = poolOf(service);
  const { pool, explained, release } = await explainingPool(ours);
  try {
    await removeOldRows(pool);
    await settleDeliveries(pool);
  } finally {
    release();
    await ours.end();
  }
  return explained;
}

/** Pages that the statements with this text looked at. */
const pagesOf = (explained: readonly Explained[], part: string): number[] => {
  const pages = explained.filter(({ text }) => text.includes(part)).map(({ buffers }) => buffers);
  if (pages.length === 0) throw new Error(`no statement has ${part}`);
  return pages;
};
const sizeOf = async ({ sql }: TestService, table: string): Promise<number> => {
  const [row] = await sql<{ pages: number }>('select (pg_relation_size($1) / 8192)::int as pages', [table]);
  return row?.pages ?? 0;
};

describe(`a clean-up, with ${many} rows of each kind`, { timeout }, () => {
  test.for(['scope_uses', 'sign_in_places'])('reads a part of %s', async (table, { grown, service }) => {
    expect(await sizeOf(service, table)).toBeGreaterThan(510);
    const old = new RegExp(`delete from ${table} where[^]*400 days`);
    const found = grown.after.filter(({ text }) => old.test(text));
    expect(found).toHaveLength(1);
    for (const { buffers } of found) expect(buffers).toBeLessThan(510);
  });

  test('removes what is kept of a credential with it', async ({ grown, service: { sql } }) => {
    expect(pagesOf(grown.after, 'with removed as').length).toBeGreaterThan(0);
    for (const table of ['scope_uses', 'credential_profiles', 'credential_addresses', 'credential_days']) {
      const left = await sql(
        `select from ${table} t where not exists (
           select from credentials c where c.org_id = t.org_id and c.id = t.credential_id) limit 1`,
      );
      expect(left, table).toEqual([]);
    }
  });

  test.for([
    'scope_uses',
    'credential_profiles',
    'credential_addresses',
    'credential_countries',
    'credential_days',
  ])('looks for rows of %s without a credential in a part of it', (table, { grown }) => {
    const found = grown.after.filter(
      ({ text }) => text.includes(`delete from ${table} where`) && text.includes('from credentials c'),
    );
    expect(found).toHaveLength(1);
    for (const { scanned, buffers } of found) {
      expect(scanned).toEqual([]);
      // 50 pages, and three or four pages of an index for each of their rows. The whole table would take 78,000.
      expect(buffers).toBeLessThan(20_000);
    }
  });

  test.for([
    'with removed as',
    'delete from invitations where',
    'recursive dead as',
    "set status = 'CANCELLED'",
  ])('looks at as many pages as with few rows: %s', (part, { grown }) => {
    // The last one finds nothing any more.
    const [before = 0, after] = [grown.before, grown.after].map((each) => pagesOf(each, part).at(-1));
    expect(after).toBeLessThan(1.2 * before + 600);
  });
});

test('tenants where something has ended are found by indexes, also if a table seems cheaper', {
  timeout,
}, async ({ grown, service }) => {
  expect(grown.after.length).toBeGreaterThan(0);
  const ours = poolOf(service);
  const { pool, explained, release } = await explainingPool(ours);
  // As with ten million credentials and 10,000 rows to read, where an index looks more expensive than the table.
  await pool.query('set random_page_cost = 10; set seq_page_cost = 0.3');
  const tenants = await tenantsWithDueExpiry(pool);
  release();
  await ours.end();
  expect(tenants.length).toBeGreaterThan(0);
  expect(explained).toHaveLength(1);
  expect(explained.flatMap(({ scanned }) => scanned)).toEqual([]);
});

test('credentials that expire are found without the others', { timeout }, async ({
  database,
  grown,
  service,
}) => {
  expect(grown.after.length).toBeGreaterThan(0);
  const pages: number[] = [];
  for (const orgId of tenantsOf(service)) {
    const { tx, explained } = explaining(database.orm.em.fork());
    expect((await expireCredentials(tx, orgId)).length).toBeGreaterThan(due / 2);
    pages.push(explained[0]?.buffers ?? Number.NaN);
  }
  const [small = 0, large] = pages;
  expect(large).toBeLessThan(1.2 * small + 100);
});

describe('a list of few', { timeout }, () => {
  const first = { limit: 20, offset: 0 };
  const hook = grownId('wh', 3);
  const read = async ({ database, service }: { database: Database; service: TestService }, list: List) => {
    const [, orgId] = tenantsOf(service);
    const { tx, explained } = explaining(database.orm.em.fork());
    const { rows, total } = await list(tx, orgId);
    return { rows, total, pages: explained.reduce((sum, { buffers }) => sum + buffers, 0) };
  };
  type List = (tx: Tx, orgId: string) => Promise<ListPage<unknown>>;

  test.for<[name: string, list: List, total: number, most: number]>([
    [
      'credentials by name',
      (...of) => listCredentials(...of, { search: 'y 25999' }, '-createdAt', first),
      1,
      150,
    ],
    [
      'identities by name',
      (...of) => listIdentities(...of, { search: 'ice 2599' }, '-createdAt', first),
      1,
      100,
    ],
    [
      'open deliveries',
      (...of) => listDeliveries(...of, hook, { status: 'PENDING' }, '-createdAt', first),
      due / 20,
      150,
    ],
  ])('reads few rows: %s', async ([, list, wanted, most], { database, grown, service }) => {
    expect(grown.after.length).toBeGreaterThan(0);
    const { rows, total, pages } = await read({ database, service }, list);
    expect([rows.length, total]).toEqual([Math.min(wanted, 20), wanted]);
    expect(pages).toBeLessThan(most);
  });

  test('reads few users, of a large group too', async ({ database, grown, service }) => {
    expect(grown.after.length).toBeGreaterThan(0);
    const [, orgId] = tenantsOf(service);
    await grow(service.database, orgId, 4_000, ['users', 'groups']);
    await service.sql(`update users set status = 'DEPROVISIONED' where org_id = $1 and id = $2`, [
      orgId,
      grownId('usr', 7),
    ]);
    await service.sql(`update users set expires_at = now() - interval '1 s' where org_id = $1 and id = $2`, [
      orgId,
      grownId('usr', 8),
    ]);
    await service.sql('vacuum (analyze) users, groups, group_members');
    const users = (filter: UserFilter) =>
      read({ database, service }, (tx, id) => listUsers(tx, id, filter, '-createdAt', first));
    const gone = await users({ status: 'DEPROVISIONED' });
    expect([gone.total, gone.rows.length]).toEqual([2, 2]);
    expect(gone.pages).toBeLessThan(60);
    const all = await users({ group: grownId('grp', 1) });
    expect([all.total, all.rows.length]).toEqual([4_000, 20]);
    expect(all.pages).toBeLessThan(600);
    // The same users as by the other way, which the name of a small group takes.
    expect((await users({ group: 'Group 9' })).total).toBe(1);
    expect((await users({ group: 'Group 1', status: 'SUSPENDED' })).total).toBe(200);
  });
});

test('the oldest events to follow are found in their order', async ({ database, service }) => {
  const [orgId] = tenantsOf(service);
  await service.sql(
    `insert into governance_inbox (org_id, event_id, type, data, created_at)
     select $1, 'evt_' || n, 'identity.suspended', '{}', now() - n * interval '1 second' from generate_series(1, 3000) as n`,
    [orgId],
  );
  await service.sql('analyze governance_inbox');
  const { tx, explained } = explaining(database.orm.em.fork());
  expect((await claimInbox(tx, orgId, 10)).map(({ id }) => id)[0]).toBe('evt_3000');
  expect(explained[0]?.types).not.toContain('Sort');
  await service.sql('delete from governance_inbox where org_id = $1', [orgId]);
});

test('a list of credentials reads as many pages as with few rows, and counts none', { timeout }, async ({
  database: { orm, pool },
  grown,
  service,
}) => {
  expect(grown.after.length).toBeGreaterThan(0);
  const environment = 'live';
  const pages: number[] = [];
  for (const orgId of tenantsOf(service)) {
    await service.sql('update tenants set credentials_counted = false where id = $1', [orgId]);
    await inTransaction(orm, { orgId, environment }, completeCounts);
    await foldCounts(pool);
    await service.sql('vacuum (analyze) credential_counts, credential_changes');
    const { tx, explained } = explaining(orm.em.fork());
    await listCredentials(tx, orgId, {}, '-createdAt', { limit: 20, offset: 0 });
    const [list] = explained;
    expect(list?.scanned).not.toContain('credentials');
    pages.push(list?.buffers ?? Number.NaN);
  }
  const [small = 0, large] = pages;
  expect(large).toBeLessThan(1.2 * small + 50);
});

test('the parts of a table are the whole table, each once', async ({ service: { sql } }) => {
  await sql(`create table numbers as select n from generate_series(1, 3000) as n`);
  const [{ seconds } = { seconds: 0 }] = await sql<{ seconds: number }>(
    'select extract(epoch from now())::float8 as seconds',
  );
  const found: number[] = [];
  // The next 20 runs of a task. The table has 14 pages, so there are 5 parts.
  for (let turn = 0; turn < 5; turn++) {
    const part = partOf('numbers', 't', { everySeconds: seconds / (turn + 0.5), pages: 3 });
    found.push(...(await sql<{ n: number }>(`select n from numbers t where ${part}`)).map(({ n }) => n));
  }
  expect(found.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 3_000 }, (_, at) => at + 1),
  );
  await sql('drop table numbers');
});

test('a name that is taken is found without the other users', { timeout }, async ({ database, service }) => {
  const [orgId] = tenantsOf(service);
  await grow(service.database, orgId, 800, ['users']);
  const { tx, explained } = explaining(database.orm.em.fork());
  const email = `${createHash('md5').update('e7').digest('hex')}@example.com`;
  // No statistics yet, as after many users came at once.
  expect(await namesTaken(tx, orgId, { email, username: 'free' }, 'usr_none')).toEqual({
    email: true,
    username: false,
  });
  for (const { scanned, buffers } of explained) {
    expect(scanned).toEqual([]);
    expect(buffers).toBeLessThan(30);
  }
});

test('a tenant whose credentials cannot be ended does not hide the next tenant', { timeout }, async ({
  database,
  grown,
  service,
}) => {
  expect(grown.after.length).toBeGreaterThan(0);
  const [small, large] = tenantsOf(service);
  // Its 18,000 due credentials come before those of the other tenant, at every look. Triggers do not run, to save seconds.
  await service.sql(`set local session_replication_role = replica;
                     update credentials set expires_at = now() - interval '9 years'
                      where org_id = '${large}' and status = 'ACTIVE';
                     update credentials set expires_at = now() - interval '1 minute'
                      where org_id = '${small}' and id = '${grownId('cred', 205)}'`);
  const tenants = await tenantsWithDue(database.pool, [
    ['credentials', `expires_at <= now() and status = 'ACTIVE'`],
  ]);
  expect(tenants.map(({ orgId }) => orgId)).toEqual(expect.arrayContaining([small, large]));
});
