import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bookNotice } from '../../../src/users/sql/mail-windows.ts';
import { test } from '../../support/scim-database.ts';

test('a notice that is counted says so in its job, so that another try of its mail does not count it again', async ({
  service,
  database,
}) => {
  const { orgId } = service.organizations.ours.live;
  const lease = randomUUID();
  const claimed = async () => {
    const [job] = await service.sql<{ id: string }>(
      `insert into tenant_jobs (org_id, class, task, payload, max_attempts, lease, leased_until)
       values ($1, 'mail', 'send-notice', '{}', 10, $2, now() + interval '1 minute') returning id`,
      [orgId, lease],
    );
    return { orgId, id: job?.id ?? '', lease };
  };
  const [now, later] = [await claimed(), await claimed()];
  const tx = database.orm.em.fork();
  expect(await bookNotice(tx, now, { most: 1, hours: 2 })).toBe('now');
  // The hour is full.
  expect(await bookNotice(tx, later, { most: 1, hours: 2 })).toBe('later');
  const jobs = await service.sql(
    `select payload, lease is not null as "isClaimed", due_at > now() as "isPutOff" from tenant_jobs
      where org_id = $1 order by id`,
    [orgId],
  );
  expect(jobs).toEqual([
    { payload: { booked: true }, isClaimed: true, isPutOff: false },
    { payload: { booked: true }, isClaimed: false, isPutOff: true },
  ]);
});
