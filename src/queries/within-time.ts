import type { EntityManager } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { errorCode } from '../lib/error-code.ts';
import { readTogether } from './read-together.ts';

const queryCanceled = '57014';

/**
 * Reads with a limit for each statement. A filter is a stranger's program, and may not keep one of the few connections
 * for minutes.
 * @throws {Failure} SCIM_FILTER_INVALID when a statement takes longer
 */
export async function withinTime<Result>(
  em: EntityManager,
  read: (em: EntityManager) => Promise<Result>,
  mostMilliseconds = 10_000,
): Promise<Result> {
  try {
    return await readTogether(em, async (inner) => {
      await inner.execute(`set local statement_timeout = ${mostMilliseconds}`);
      return read(inner);
    });
  } catch (error) {
    if (errorCode(error) !== queryCanceled) throw error;
    const detail = 'this takes too long among so many; filter by fewer conditions';
    throw new Failure('SCIM_FILTER_INVALID', { detail }, error);
  }
}
