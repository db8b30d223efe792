import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { writeOutcome, writeRestore, writeRestoredTenant } from '../../../src/recovery/sql/restores.ts';
import { test } from '../../support/service.ts';

test('a tenant that is restored a second time has a mark of each restore', async ({ service }) => {
  const { orgId } = service.organizations.ours.live;
  // Only the owner of the tables may write them.
  const database = await openDatabase(service.database, 2);
  onTestFinished(() => database.close());
  const tx = database.orm.em.fork();
  for (const id of ['the-first', 'the-second']) {
    await writeRestore(tx, id, `timeline of ${id}`);
    await writeRestoredTenant(tx, orgId, id);
  }
  await writeOutcome(tx, orgId, 'the-second', { outcome: 'SUSPENDED', exportedAt: null });
  expect(
    await service.sql('select restore_id as id, outcome from restored_tenants where org_id = $1 order by 1', [
      orgId,
    ]),
  ).toEqual([
    { id: 'the-first', outcome: null },
    { id: 'the-second', outcome: 'SUSPENDED' },
  ]);
});
