import { Failure } from '../../failure.ts';
import { errorCode } from '../../lib/error-code.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import { readTogether } from '../../platform/sql/transactions.ts';
import type { Tx } from '../../platform/tx.ts';

const queryCanceled = '57014';

/**
 * Reads with a limit for all statements together. A filter is a stranger's program, and may not keep one of the few
 * connections for long.
 * @param mostMilliseconds of all statements of `read`
 * @throws {Failure} SCIM_TOO_MANY when they take longer
 */
export async function withinTime<Result>(
  tx: Tx,
  read: (tx: Tx) => Promise<Result>,
  mostMilliseconds = 3_000,
): Promise<Result> {
  const until = performance.now() + mostMilliseconds;
  try {
    return await readTogether(tx, (inner) => read(limited(inner, until)));
  } catch (error) {
    if (errorCode(error) !== queryCanceled) throw error;
    throw new Failure('SCIM_TOO_MANY', {}, error);
  }
}

/** Gives each statement the time that is left. */
const limited = (tx: Tx, until: number): Tx =>
  new Proxy(tx, {
    get(target, key): unknown {
      if (key === 'rows' || key === 'row' || key === 'run')
        return async (statement: Sql) => {
          // 0 would be no limit.
          const left = Math.max(1, Math.floor(until - performance.now()));
          await target.run(sql`set local statement_timeout = ${left}`);
          return target[key](statement);
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/**
 * Lets the event loop answer other requests. Between begin and commit nothing but the database may be awaited, so this
 * asks it for nothing.
 */
export async function giveWay(tx: Tx): Promise<void> {
  await tx.run(sql`select`);
}
