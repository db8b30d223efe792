import { bringBack } from '../platform/sql/tenant-jobs.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Makes the jobs of a resumed organization due again, in blocks. If it is suspended meanwhile, the claim sets them aside again. */
export async function bringBackJobs(
  { database: { pool }, stopping }: Pick<TaskParts, 'database' | 'stopping'>,
  { orgId }: TenantTasks['bring-back-jobs'],
): Promise<void> {
  for (let last: string | undefined = '0'; last !== undefined; last = await bringBack(pool, orgId, last))
    stopping.throwIfAborted();
}
