import type { Database } from '../database/open.ts';
import { eraseOrganizations, sweepErased } from '../organizations/erasing.ts';
import type { Log } from '../platform/log.ts';

/** A large organization takes many runs. House-keeping has two places in a process, and the others wait for one of them at most. */
const forMs = 20_000;

/** Erases closed organizations whose time has come, and what came late for those that were erased. */
export async function eraseClosedOrganizations(
  { orm, pool }: Database,
  log: Pick<Log, 'info'>,
  clock = () => performance.now(),
): Promise<void> {
  const end = clock() + forMs;
  const goesOn = (): boolean => clock() < end;
  await sweepErased({ pool, goesOn });
  await eraseOrganizations({ orm, pool, log, goesOn });
}
