import type { Pool } from 'pg';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { erasedTables } from '../../../src/organizations/erased-tables.ts';
import { createOrganization, describeOrganization } from '../../../src/organizations/creation.ts';
import { eraseOrganizations, sweepErased } from '../../../src/organizations/erasing.ts';
import { firstTenant } from '../../../src/platform/sql/tenants.ts';
import { tenantNamed } from '../../../scripts/started-database.ts';
import { eraseClosedOrganizations } from '../../../src/workers/erase-organizations.ts';
import { aCredential, aUser, verify } from '../../support/builders.ts';
import { tablesAsText } from '../../support/canaries.ts';
import { createClient } from '../../support/client.ts';
import { comparedChanges } from '../../support/compared-changes.ts';
import { fillTenant } from '../../support/filled-tenant.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { replayedChanges } from '../../support/lost-changes.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { test } from '../../support/scim-database.ts';
import { type Pair, startTestService, type TestService } from '../../support/service.ts';

/** Closes an organization whose time of grace was over some hours ago. */
async function closed({ sql }: TestService, { organizations: { ours } }: Pair, hoursAgo = 1): Promise<void> {
  await sql(
    `update tenants set suspended_at = now() - interval '30 days', erase_at = now() - $2::float * interval '1 hour' where organization_id = $1`,
    [ours.live.orgId, hoursAgo],
  );
}

const orgIdsOf = ({ organizations: { ours } }: Pair): string[] => [ours.live.orgId, ours.test.orgId];

/** Waits until the node has written which scopes were used. It writes all that it collected at once, within a second. */
async function usesWritten({ theirs, sql }: TestService): Promise<void> {
  const { id, secret } = await aCredential(theirs, { scopes: ['used.last'] });
  await verify(theirs, secret, { scopes: ['used.last'] });
  const written = () => sql('select from scope_uses where credential_id = $1', [id]);
  await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(1);
}

/** How many rows each table has of these tenants; tables without such rows are left out. */
async function rowsOf({ sql }: TestService, orgIds: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of erasedTables) {
    const [row] = await sql<{ rows: number }>(
      `select count(*)::int as rows from ${table} where org_id = any ($1)`,
      [orgIds],
    );
    if (row && row.rows > 0) counts[table] = row.rows;
  }
  return counts;
}

test('an organization with everything is erased from every table, and its neighbour keeps every row', {
  timeout: 120_000,
}, async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours, oursTest, theirs, sql, organizations } = service;
  const { orgId: theirId } = organizations.theirs.live;
  for (const [client, orgId] of [
    [ours, organizations.ours.live.orgId],
    [oursTest, organizations.ours.test.orgId],
    [theirs, theirId],
  ] as const) {
    for (const { make } of replayedChanges) await make(client);
    for (const { make } of comparedChanges) await make?.(client);
    const userId = await aUser(client);
    expect(await fillTenant(service, orgId, userId)).toEqual([]);
  }
  await usesWritten(service);
  const users = await sql<{ id: string }>('select id from users where org_id = any ($1)', [
    orgIdsOf(service),
  ]);
  const full = await rowsOf(service, orgIdsOf(service));
  expect(Object.keys(full)).toEqual([...erasedTables]);
  const neighbours = await rowsOf(service, [theirId]);
  expect(Object.keys(neighbours)).toEqual([...erasedTables]);
  await closed(service, service);

  const lines: unknown[] = [];
  const database = await openDatabase(serviceUrl(service), 2);
  onTestFinished(() => database.close());
  await eraseClosedOrganizations(database, {
    info: (...given: unknown[]) => void lines.push(given),
    warn: (...given: unknown[]) => void lines.push(given),
  });

  expect(await rowsOf(service, orgIdsOf(service))).toEqual({});
  expect(await rowsOf(service, [theirId])).toEqual(neighbours);
  const text = await tablesAsText(service, ['erased_organizations', 'operator_audit']);
  const [own] = await sql<{ tenants: number }>(
    'select count(*)::int as tenants from tenants where organization_id = $1',
    [organizations.ours.live.orgId],
  );
  expect(own).toEqual({ tenants: 0 });
  for (const id of [...orgIdsOf(service), ...users.map((user) => user.id)])
    expect(text.includes(id), around(text, id)).toBe(false);
  // The text is searched rightly.
  expect(text).toContain(theirId);

  expect(await sql('select org_id, swept_at from erased_organizations order by org_id')).toEqual(
    orgIdsOf(service)
      .toSorted()
      .map((org_id) => ({ org_id, swept_at: null })),
  );
  expect(lines).toEqual([[{ orgId: organizations.ours.live.orgId }, 'an organization was erased']]);
  expect(
    await sql(
      `select action, target_id, target_name, result, operator_key_id, changes from operator_audit where action = 'organization.erase'`,
    ),
  ).toEqual([
    {
      action: 'organization.erase',
      target_id: organizations.ours.live.orgId,
      target_name: 'Ours',
      result: 'SUCCESS',
      operator_key_id: null,
      changes: [{ field: 'testOrgId', from: organizations.ours.test.orgId, to: null }],
    },
  ]);
  const { secret } = await anOperatorKey(sql);
  const operator = createClient(service.origin, secret);
  const path = { id: organizations.ours.live.orgId };
  expect((await operator.call('getOrganization', { path })).status).toBe(404);
  expect((await ours.call('listIdentities')).status).toBe(401);
  expect((await theirs.call('listIdentities')).status).toBe(200);
});

const around = (text: string, id: string): string => {
  const at = text.indexOf(id);
  return at === -1 ? '' : text.slice(Math.max(0, at - 400), at + 200);
};

/** The database in the role of the service. */
function serviceUrl({ database }: TestService): string {
  return withDatabase(inject('server').service, new URL(database).pathname.slice(1));
}

test('a server whose organizations were all erased does not begin again with the keys of its settings', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  await service.sql(`update tenants set suspended_at = now(), erase_at = now() - interval '1 hour'`);
  await service.runTask('erase-organizations');
  expect(await service.sql('select from tenants')).toEqual([]);
  const database = await openDatabase(serviceUrl(service), 2);
  onTestFinished(() => database.close());
  const made = (onlyIfFirst: boolean): Promise<boolean> =>
    createOrganization(database.orm, describeOrganization('First'), {
      onlyIfFirst,
      announce: () => undefined,
    });
  expect([await made(true), await made(false)]).toEqual([false, true]);
});

/** A pool that counts the rows that each call of `erase_rows` removed. */
function counting(pool: Pool, removed: number[]): Pool {
  return new Proxy(pool, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return async (statement: { text: string; values: unknown[] }) => {
        const result = await target.query<{ removed?: number }>(statement);
        const count = result.rows[0]?.removed;
        if (count !== undefined) removed.push(count);
        return result;
      };
    },
  });
}

describe('an erasure', () => {
  const silent = { info: () => undefined, warn: () => undefined };

  test('removes a block at a time, ends when its time is over, and goes on where it was', async ({
    service,
    database,
  }) => {
    const pair = await service.addPair();
    // The tenant that comes first.
    const [orgId = ''] = orgIdsOf(pair).toSorted();
    await manyJobs(service, orgId, 2_500);
    await closed(service, pair);
    const removed: number[] = [];
    const pool = counting(database.pool, removed);
    // Each run has time for one block, as if the node was killed after it.
    const runs: number[] = [];
    for (let run = 0; run < 2; run += 1) {
      let statements = 2;
      await eraseOrganizations({ ...database, pool, log: silent, goesOn: () => statements-- >= 0 });
      runs.push((await rowsOf(service, [orgId]))['tenant_jobs'] ?? 0);
    }
    expect(removed).toEqual([1_000, 1_000]);
    expect(runs).toEqual([1_500, 500]);
    expect(await service.sql('select from tenants where id = $1', [orgId])).toHaveLength(1);
    await eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    expect(await rowsOf(service, orgIdsOf(pair))).toEqual({});
    expect(await service.sql('select from tenants where id = $1', [orgId])).toEqual([]);
  });

  test('runs on several nodes at once, and ends once', async ({ service, database }) => {
    const pairs = [await service.addPair(), await service.addPair()];
    for (const pair of pairs) {
      await manyJobs(service, pair.organizations.ours.live.orgId, 1_500);
      await closed(service, pair);
    }
    const run = (): Promise<void> => eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    await Promise.all([run(), run(), run()]);
    // A node that found rows locked by another leaves the end to a later run.
    await run();
    for (const pair of pairs) {
      expect(await rowsOf(service, orgIdsOf(pair))).toEqual({});
      expect(
        await service.sql(
          `select from operator_audit where action = 'organization.erase' and target_id = $1`,
          [pair.organizations.ours.live.orgId],
        ),
      ).toHaveLength(1);
    }
  });

  test('leaves a row that another transaction holds to the next run, and its tenant too', async ({
    service,
    database,
  }) => {
    const pair = await service.addPair();
    const orgId = pair.organizations.ours.live.orgId;
    await closed(service, pair);
    const release = await holding(service, 'select from identities where org_id = $1 for update', [orgId]);
    const run = (): Promise<void> => eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    await run();
    expect(Object.keys(await rowsOf(service, [orgId]))).toContain('identities');
    expect(await service.sql('select from tenants where id = $1', [orgId])).toHaveLength(1);
    await release();
    await run();
    expect(await service.sql('select from tenants where id = $1', [orgId])).toEqual([]);
  });

  test('spares an organization that is resumed at the last moment', async ({ service, database }) => {
    const pair = await service.addPair();
    const { orgId } = pair.organizations.ours.live;
    await closed(service, pair);
    const before = await rowsOf(service, orgIdsOf(pair));
    // A resumption that has not committed, which began when there was still time.
    const commit = await holding(
      service,
      'update tenants set suspended_at = null, erase_at = null where organization_id = $1',
      [orgId],
    );
    const run = eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    await waiting(service, 1);
    await commit();
    await run;
    // The resumption notes a change of each tenant for the streams of caches.
    const noted = (before['verification_changes'] ?? 0) + 2;
    expect(await rowsOf(service, orgIdsOf(pair))).toEqual({ ...before, verification_changes: noted });
    expect(
      await service.sql('select distinct erasing_at from tenants where organization_id = $1', [orgId]),
    ).toEqual([{ erasing_at: null }]);
    expect((await pair.ours.call('listIdentities')).status).toBe(200);
  });

  test('spares an organization that has time, or is suspended', async ({ service, database }) => {
    const [waits, suspended] = [await service.addPair(), await service.addPair()];
    await closed(service, waits, -1);
    await service.sql('update tenants set suspended_at = now() where organization_id = $1', [
      suspended.organizations.ours.live.orgId,
    ]);
    const before = await rowsOf(service, [...orgIdsOf(waits), ...orgIdsOf(suspended)]);
    await eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    expect(await rowsOf(service, [...orgIdsOf(waits), ...orgIdsOf(suspended)])).toEqual(before);
  });

  test('cannot be undone once it has begun: resumption gets 409, and the mark stays', async ({
    service,
    database,
  }) => {
    const pair = await service.addPair();
    const { orgId } = pair.organizations.ours.live;
    await closed(service, pair);
    let statements = 1;
    await eraseOrganizations({ ...database, log: silent, goesOn: () => statements-- >= 0 });
    const { secret } = await anOperatorKey(service.sql);
    const operator = createClient(service.origin, secret);
    const answer = await operator.call('resumeOrganization', { path: { id: orgId } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'ORGANIZATION_STATE_CONFLICT' } });
    await expect(
      service.sql(
        'update tenants set suspended_at = null, erase_at = null, erasing_at = null where id = $1',
        [orgId],
      ),
    ).rejects.toThrow('is being erased');
    await eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    expect((await operator.call('resumeOrganization', { path: { id: orgId } })).status).toBe(404);
  });

  test('is followed by another look an hour later, which removes rows that came late', async ({
    service,
    database,
  }) => {
    const pair = await service.addPair();
    const { orgId } = pair.organizations.ours.live;
    await closed(service, pair);
    await service.runTask('erase-organizations');
    const late = () =>
      service.sql(
        `insert into usage_facts (org_id, credential_id, source, uses) values ($1, 'cred_late', 'VERIFY', 1)`,
        [orgId],
      );
    const swept = () =>
      service.sql<{ swept: boolean }>(
        'select swept_at is not null as swept from erased_organizations where org_id = $1',
        [orgId],
      );
    await late();
    await service.runTask('erase-organizations');
    expect(await rowsOf(service, [orgId])).toEqual({ usage_facts: 1 });
    const hourLater = (): Promise<void> =>
      sweepErased({ ...database, pool: hourAhead(database.pool), log: silent, goesOn: () => true });
    await hourLater();
    expect([await rowsOf(service, [orgId]), await swept()]).toEqual([{}, [{ swept: false }]]);
    await hourLater();
    expect(await swept()).toEqual([{ swept: true }]);
  });
});

/** A pool for which an hour more has passed. */
function hourAhead(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return (statement: { text: string; values: unknown[] }) =>
        target.query({ ...statement, text: statement.text.replace(`now() - interval '1 hour'`, 'now()') });
    },
  });
}

/** Jobs of a tenant that wait for long. */
async function manyJobs({ sql }: TestService, orgId: string, jobs: number): Promise<void> {
  await sql(
    `insert into tenant_jobs (org_id, class, task, payload, max_attempts, due_at)
     select $1, 'mail', 'send-notice', '{}', 1, now() + interval '1 day' from generate_series(1, $2::int)`,
    [orgId, jobs],
  );
}

test('after the erasure of the first organization, no other takes its place', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const database = await openDatabase(service.database, 2);
  onTestFinished(() => database.close());
  const log = { info: () => undefined, warn: () => undefined };
  const { ours, theirs } = service.organizations;
  const tenantOf = tenantNamed('');
  expect((await tenantOf(database.pool)).orgId).toBe(ours.live.orgId);
  const erase = async (orgIds: string[]) => {
    await service.sql(
      `update tenants set suspended_at = now() - interval '30 days', erase_at = now() - interval '1 hour' where organization_id = any ($1)`,
      [orgIds],
    );
    await eraseOrganizations({ ...database, log, goesOn: () => true });
  };
  const other = await service.addPair();
  // This organization is made later, with ids before that of the first one: an operator may choose the first id.
  const [live = '', twin = ''] = ['0', '1'].map((last) => `org_${'0'.repeat(25)}${last}`);
  await service.sql(
    `insert into tenants (id, organization_id, name, environment) values ($1, $1, 'later', 'live'), ($2, $1, 'later', 'test')`,
    [live, twin],
  );
  await erase([live, twin]);
  expect((await tenantOf(database.pool)).orgId).toBe(ours.live.orgId);
  await erase([ours.live.orgId, theirs.live.orgId]);
  expect(await firstTenant(database.pool)).toBeUndefined();
  await expect(tenantOf(database.pool)).rejects.toThrow('the first organization was erased');
  expect((await tenantNamed(String(other.ours.orgId))(database.pool)).orgId).toBe(other.ours.orgId);
});
