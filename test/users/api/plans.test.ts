import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { listUsers, type UserFilter } from '../../../src/users/directory/sql/list-users.ts';
import { numbered, type Sql } from '../../../src/lib/sql.ts';
import { nodesOf, type Plan } from '../../support/explain.ts';
import { manyPeople } from '../../support/many-people.ts';
import { type TestService, test } from '../../support/service.ts';
import type { Tx } from '../../../src/platform/tx.ts';

/** Some thousand people of two tenants, every twentieth suspended. */
async function fill(service: TestService): Promise<void> {
  const { sql, organizations } = service;
  for (const { live } of [organizations.ours, organizations.theirs])
    await manyPeople(service, live.orgId, 2500);
  await sql('analyze users');
}

/** The nodes of the plan of a list: of its count, and of its page. */
async function plansOf({ sql, organizations }: TestService, filter: UserFilter, offset = 0) {
  const plans: Plan[] = [];
  const rows = async (statement: Sql) => {
    const { text, values } = numbered(statement);
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    if (row) plans.push(row['QUERY PLAN'][0].Plan);
    return [];
  };
  const explaining = { rows, row: async (statement: Sql) => (await rows(statement))[0] } as unknown as Tx;
  await listUsers(explaining, organizations.ours.live.orgId, filter, '-createdAt', { limit: 20, offset });
  const plan = plans.pop();
  // The size of a group is asked for before.
  if (!plan || plans.length > (filter.group === undefined ? 0 : 1))
    throw new Error('a list is one statement');
  const parts = plan.Plans ?? [];
  const isCount = (part: Plan): boolean => part['Parent Relationship'] === 'InitPlan';
  return { count: found(parts.filter(isCount)), page: found(parts.filter((part) => !isCount(part))) };
}

function found(plans: Plan[]) {
  const nodes = plans.flatMap(nodesOf);
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    types: nodes.map((node) => node['Node Type']),
  };
}

/** Which factors each person of the page has. */
const factors = ['passkeys_of_user', 'totp_factors_pkey'];

describe('listUsers', () => {
  let filled: Promise<void> | undefined;
  const ready = (service: TestService) => (filled ??= fill(service));

  test('finds a part of a name through the two indexes of searches', async ({ service }) => {
    await ready(service);
    const part = createHash('md5').update('e77').digest('hex').slice(3, 15);
    const { count, page } = await plansOf(service, { search: part });
    const both = ['users_search', 'users_search_respelled'];
    expect([count.indexes, page.indexes]).toEqual([both, [...both, ...factors]]);
    const { body } = await service.ours.call('listUsers', { query: { search: part } });
    expect(body.pagination.total).toBe(1);
    // The first test fills the tables.
  }, 60_000);

  test('reads a page in the order of users_newest, without sorting everybody', async ({ service }) => {
    await ready(service);
    const { page } = await plansOf(service, {});
    expect(page.indexes).toEqual(['users_newest', ...factors]);
    expect(page.types).not.toContain('Sort');
  });

  test('reads those with a rare status through users_with_status', async ({ service }) => {
    await ready(service);
    const { count, page } = await plansOf(service, { status: 'SUSPENDED' });
    expect([...count.indexes, ...page.indexes]).toEqual([
      'users_with_status',
      'users_with_status',
      ...factors,
    ]);
    expect(page.types).not.toContain('Sort');
  });

  test('reads those with a role of few through users_with_role', async ({ service }) => {
    await ready(service);
    const { count, page } = await plansOf(service, { role: 'ADMIN' });
    expect([...count.indexes, ...page.indexes]).toEqual(['users_with_role', 'users_with_role', ...factors]);
    expect(page.types).not.toContain('Sort');
  });

  test('reads those whose name is a double through the indexes of respelled names', async ({ service }) => {
    await ready(service);
    const { count, page } = await plansOf(service, { isDouble: true });
    const both = ['users_respelled_username', 'users_respelled_email'];
    for (const { indexes, types } of [count, page]) {
      expect(indexes).toEqual(expect.arrayContaining(both));
      expect(types).not.toContain('Seq Scan');
    }
  });

  test('reads no table from end to end to find the members of a group', async ({ service }) => {
    await ready(service);
    const { page } = await plansOf(service, { group: 'Nobody' });
    expect(page.types).not.toContain('Seq Scan');
  });
});
