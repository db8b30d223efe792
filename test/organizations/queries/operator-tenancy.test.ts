import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { tenancyOf } from '../../../src/platform/entities/owned.ts';
import { operatorTenancy } from '../../../src/platform/operator-tenancy.ts';
import { inTenancy, inTransaction, type Tenant } from '../../../src/platform/tenancy.ts';
import { test } from '../../support/service.ts';

test('only a transaction of an operator enters a tenant, and leaves it afterwards', async ({ service }) => {
  const { ours, theirs } = service.organizations;
  const database = await openDatabase(service.database, 2);
  onTestFinished(() => database.close());
  const entered: string[] = [];
  const enter = (own: Tenant, tenant: Tenant) =>
    inTransaction(database.orm, own, async (tx) => {
      await inTenancy(tx, tenant, () => Promise.resolve(entered.push(tenancyOf(tx).orgId)));
      return tenancyOf(tx).orgId;
    });
  const live = ({ orgId }: { orgId: string }): Tenant => ({ orgId, environment: 'live' });
  const our = live(ours.live);
  for (const tenant of [live(theirs.live), { orgId: ours.test.orgId, environment: 'test' as const }, our])
    await expect(enter(our, tenant)).rejects.toThrow('only an operator enters a tenant');
  expect(entered).toEqual([]);
  expect(await enter(operatorTenancy, our)).toBe('operator');
  expect(entered).toEqual([our.orgId]);
});
