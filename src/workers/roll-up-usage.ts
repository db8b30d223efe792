import type { Database } from '../database/open.ts';
import { rollUpUsage as rollUp } from '../usage/sql/usage.ts';

const marginSeconds = 60;
/**
 * The seconds of facts that a first step sums up. After an outage, or for the months before an upgrade, steps
 * grow while they are quick.
 */
const first = 600;
const longest = 86_400;
const shortest = 60;
const quickMs = 500;
const slowMs = 5_000;

/** Sums up the usage facts that are not in the daily sums yet, step by step, each in a transaction of its own. */
export async function rollUpUsage({ pool }: Pick<Database, 'pool'>): Promise<void> {
  let seconds = first;
  for (;;) {
    const started = performance.now();
    if ((await rollUp(pool, { seconds, marginSeconds })) !== 'more') return;
    const took = performance.now() - started;
    if (took < quickMs) seconds = Math.min(seconds * 2, longest);
    if (took > slowMs) seconds = Math.max(seconds / 2, shortest);
  }
}
