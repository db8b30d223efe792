import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { failureOf } from '../../../src/http/failures.ts';
import { onBehalfOf } from '../../../src/platform/on-behalf.ts';

test('a read without a free connection is refused with a response of ours, not with 500', async () => {
  const database = await openDatabase(inject('server').service, 5);
  onTestFinished(() => database.close());
  const reads = onBehalfOf({ orgId: 'org_1', operation: 'listCredentials' }, () =>
    // The 200 that wait are as many as may wait for one tenant (src/database/shares.ts).
    Array.from({ length: 210 }, () => database.orm.em.fork().execute('select 1')),
  );
  const refused = (await Promise.allSettled(reads)).filter((read) => read.status === 'rejected');
  const codes = refused.map(({ reason }) => failureOf(reason).code);
  expect(codes.length).toBeGreaterThan(0);
  expect(new Set(codes)).toEqual(new Set(['RATE_LIMITED']));
});
