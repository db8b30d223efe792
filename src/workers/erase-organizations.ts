import type { Database } from '../database/open.ts';
import { eraseOrganizations, sweepErased } from '../organizations/erasing.ts';
import type { Log } from '../platform/log.ts';

/**
 * Milliseconds of each part in a run. A large organization takes many runs. House-keeping has two places in a process, and the others wait
 * for one of them at most.
 */
const parts = [
  [sweepErased, 5_000],
  [eraseOrganizations, 15_000],
] as const;

/** Erases closed organizations whose time has come, and what came late for those that were erased. */
export async function eraseClosedOrganizations(
  { orm, pool }: Database,
  log: Pick<Log, 'info' | 'warn'>,
  clock = () => performance.now(),
): Promise<void> {
  const errors: unknown[] = [];
  // The failure of one does not stop the other.
  for (const [part, forMs] of parts) {
    const end = clock() + forMs;
    const goesOn = (): boolean => clock() < end;
    try {
      await part({ orm, pool, log, goesOn });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all that is due was erased');
}
