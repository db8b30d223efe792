import type { Database } from '../database/open.ts';
import { sweepRequests as sweep } from './sql/retention.ts';

/** Removes what requests without a key left behind: a stranger fills the disk for a minute, not for an hour. */
export async function sweepRequests({ pool }: Database): Promise<void> {
  await sweep(pool);
}
