import { tenancyOf } from '../platform/entities/owned.ts';
import { enqueueMany } from '../platform/queue.ts';
import { queueOfEnds } from '../platform/sql/tenant-jobs.ts';
import type { Tx } from '../platform/tx.ts';
import { activeOwners } from './directory/sql/users.ts';

/** Owners that are told, at most. An organization has a few. */
const mostOwners = 200;

/**
 * Tells the active owners of a tenant by mail that their organization was closed, and when its data is erased. The mails are jobs of the
 * transaction of the change. A mail that waits gives way to the new one.
 * @param times.at when the mails leave
 */
export async function tellOwnersOfClosing(
  tx: Tx,
  { eraseAt, at }: { eraseAt: Date; at: Date },
): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const owners = await activeOwners(tx, orgId, mostOwners);
  const jobs = owners.map((userId) => ({
    payload: { orgId, userId, eraseAt: eraseAt.toISOString() },
    address: queueOfEnds,
    key: `send-closing:${userId}`,
    dueAt: at,
  }));
  await enqueueMany(tx, 'send-closing', { orgId, jobs, tries: 25 });
}
