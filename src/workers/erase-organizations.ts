import type { Database } from '../database/open.ts';
import { eraseOrganizations, sweepErased } from '../organizations/erasing.ts';
import type { Log } from '../platform/log.ts';

/** A large organization takes many runs. House-keeping has two places in a process, and the others wait for one of them at most. */
const forMs = 20_000;

/** Erases closed organizations whose time has come, and what came late for those that were erased. */
export async function eraseClosedOrganizations(
  { orm, pool }: Database,
  log: Pick<Log, 'info' | 'warn'>,
  clock = () => performance.now(),
): Promise<void> {
  const end = clock() + forMs;
  const goesOn = (): boolean => clock() < end;
  const errors: unknown[] = [];
  // The failure of one does not stop the other.
  for (const part of [sweepErased, eraseOrganizations])
    try {
      await part({ orm, pool, log, goesOn });
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw new AggregateError(errors, 'not all that is due was erased');
}
