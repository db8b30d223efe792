import { tenancyOf } from '../platform/entities/owned.ts';
import { enqueue } from '../platform/queue.ts';
import { queueOfEnds } from '../platform/sql/tenant-jobs.ts';
import type { Tx } from '../platform/tx.ts';
import { activeOwners } from './directory/sql/users.ts';

/** Owners that are told, at most. An organization has a few. */
const mostOwners = 200;

/**
 * Tells the active owners of a tenant by mail that their organization was closed, and when its data is erased. The mails are jobs of the
 * transaction of the change.
 */
export async function tellOwnersOfClosing(tx: Tx, eraseAt: Date): Promise<void> {
  const { orgId } = tenancyOf(tx);
  for (const userId of await activeOwners(tx, orgId, mostOwners))
    await enqueue(
      tx,
      'send-closing',
      { orgId, userId, eraseAt: eraseAt.toISOString() },
      { key: `send-closing:${userId}`, address: queueOfEnds },
    );
}
