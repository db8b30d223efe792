// An erasure that cannot be finished stops no other one.
import type { Pool } from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { eraseOrganizations } from '../../../src/organizations/erasing.ts';
import { eraseClosedOrganizations } from '../../../src/workers/erase-organizations.ts';
import { createClient } from '../../support/client.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { test } from '../../support/scim-database.ts';
import type { Pair, TestService } from '../../support/service.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** Closes an organization whose time of grace was over some hours ago. */
async function closed({ sql }: TestService, { organizations: { ours } }: Pair, hoursAgo = 1): Promise<void> {
  await sql(
    `update tenants set suspended_at = now() - interval '30 days', erase_at = now() - $2::float * interval '1 hour' where organization_id = $1`,
    [ours.live.orgId, hoursAgo],
  );
}

const orgIdsOf = ({ organizations: { ours } }: Pair): string[] => [ours.live.orgId, ours.test.orgId];

describe('an erasure', () => {
  test('that cannot be finished is in the log with its reason, and the others go on', async ({
    service,
    database,
  }) => {
    const [stuck, torn, next] = [await service.addPair(), await service.addPair(), await service.addPair()];
    const idOf = (pair: Pair): string => pair.organizations.ours.live.orgId;
    const orgIds = [stuck, torn, next].map(idOf);
    await closed(service, stuck, 3);
    await closed(service, torn, 2);
    // Only a change by hand gives two tenants different times.
    const ofTest = `where organization_id = $1 and environment = 'test'`;
    await service.sql(`update tenants set erase_at = null ${ofTest}`, [idOf(torn)]);
    await service.sql(`update tenants set erasing_at = now() - interval '1 hour' where id = $1`, [
      idOf(torn),
    ]);
    await closed(service, next, 1);
    // A table that the list does not have.
    await service.sql('create table forgotten (org_id text collate "C" references tenants (id))');
    onTestFinished(async () => void (await service.sql('drop table if exists forgotten')));
    await service.sql('insert into forgotten values ($1)', [idOf(stuck)]);
    const lines: Record<string, unknown>[] = [];
    const log = { info: () => undefined, warn: (line: object) => void lines.push({ ...line }) };
    const run = (): Promise<void> =>
      eraseOrganizations({ ...database, log: log as typeof silent, goesOn: () => true });
    await expect(run()).rejects.toThrow('1 organizations were not erased');
    const left = () =>
      service.sql<{ id: string }>(
        'select organization_id as id from tenants where organization_id = any ($1) group by 1',
        [orgIds],
      );
    expect((await left()).map(({ id }) => id).toSorted()).toEqual([idOf(stuck), idOf(torn)].toSorted());
    expect(lines.find(({ orgId }) => orgId === idOf(stuck))).toMatchObject({
      table: 'forgotten',
      constraint: 'forgotten_org_id_fkey',
      err: { code: '23503' },
    });
    expect(String(lines.find(({ orgId }) => orgId === idOf(torn))?.['err'])).toContain('different times');
    await service.sql(`update tenants set erase_at = now() - interval '2 hours' ${ofTest}`, [idOf(torn)]);
    await service.sql(`update tenants set erasing_at = now() ${ofTest}`, [idOf(torn)]);
    await service.sql('drop table forgotten');
    await run();
    expect(await left()).toEqual([]);
  });

  test('has its turn when a look at late rows fails', async ({ service, database }) => {
    const [past, pair] = [newId('org'), await service.addPair()];
    await service.sql(
      `insert into erased_organizations (org_id, erased_at) values ($1, now() - interval '2 hours')`,
      [past],
    );
    await service.sql(
      `insert into usage_facts (org_id, credential_id, source, uses) values ($1, 'cred_late', 'VERIFY', 1)`,
      [past],
    );
    await closed(service, pair);
    const pool = failing(database.pool, past);
    await expect(eraseClosedOrganizations({ ...database, pool }, silent)).rejects.toThrow(
      'not all that is due was erased',
    );
    expect(
      await service.sql('select from tenants where id = $1', [pair.organizations.ours.live.orgId]),
    ).toEqual([]);
  });

  test('leaves no id of a tenant that exists', async ({ service }) => {
    await expect(
      service.sql('insert into erased_organizations (org_id) values ($1)', [
        service.organizations.ours.live.orgId,
      ]),
    ).rejects.toThrow('was not erased');
  });

  test('locks tenants in the order of their ids, as changes do', async ({ service, database }) => {
    const pair = await service.addPair();
    await closed(service, pair);
    const [first, second] = orgIdsOf(pair).toSorted();
    // Rows come in another order than their ids now.
    await service.sql('update tenants set version = version + 1 where id = $1', [first]);
    const commit = await holding(service, 'select from tenants where id = $1 for no key update', [first]);
    const run = eraseOrganizations({ ...database, log: silent, goesOn: () => true });
    await waiting(service, 1);
    // The erasure waits for the first tenant, so it has no lock of the second one.
    expect(
      await service.sql('select id from tenants where id = $1 for no key update nowait', [second]),
    ).toEqual([{ id: second }]);
    await commit();
    await run;
  });
});

test('an organization whose time has come is changed by no operation', async ({ service }) => {
  const pair = await service.addPair();
  await closed(service, pair);
  const { secret } = await anOperatorKey(service.sql);
  const operator = createClient(service.origin, secret);
  const path = { id: pair.organizations.ours.live.orgId };
  const before = (await operator.call('getOrganization', { path })).body;
  expect(before).toMatchObject({ status: 'CLOSED' });
  for (const [operation, body] of [
    ['suspendOrganization', undefined],
    ['resumeOrganization', undefined],
    ['closeOrganization', { confirmName: 'Ours' }],
    ['updateOrganization', { name: 'Ours again' }],
    ['updateOrganization', { quotas: { maxUsers: 5 } }],
  ] as const) {
    const refused = await operator.call(operation, { path, ...(body ? { body } : {}) });
    expect([operation, refused.status, refused.body.code]).toEqual([
      operation,
      409,
      'ORGANIZATION_STATE_CONFLICT',
    ]);
  }
  expect((await operator.call('getOrganization', { path })).body).toEqual(before);
  await service.runTask('erase-organizations');
});

/** A pool in which nothing of this tenant can be removed. */
function failing(pool: Pool, orgId: string): Pool {
  return new Proxy(pool, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return async (statement: { text: string; values: unknown[] }) => {
        if (statement.text.includes('erase_rows') && statement.values.includes(orgId))
          throw new Error('no row can be removed');
        return target.query(statement);
      };
    },
  });
}
