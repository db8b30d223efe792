import { named, sql, type Sql } from '../lib/sql.ts';
import type { Tx } from './tx.ts';

/**
 * A part of the last statement of a transaction: changes of rows that nothing in the transaction reads afterwards.
 */
export interface LastWrite {
  /** The parts of a `with` clause, by names that no other part has. The last one may be a change as well. */
  parts: readonly (readonly [name: string, statement: Sql])[];
  /** @returns what to throw instead, where the fault of the statement is a refusal of this part */
  refusal?: (error: unknown) => Error | undefined;
}

/** Writes that wait for the last statement of each transaction. */
const waiting = new WeakMap<Tx, LastWrite[]>();

/** Lets the work of a transaction ask for {@link writeLast}. @returns runs the last statement, if anything waits for it */
export function letWriteLast(tx: Tx): () => Promise<void> {
  const writes: LastWrite[] = [];
  waiting.set(tx, writes);
  return async () => {
    if (writes.length === 0) return;
    try {
      await writeAll(tx, writes, nameOf(writes));
    } catch (error) {
      for (const { refusal } of writes) {
        const refused = refusal?.(error);
        if (refused) throw refused;
      }
      throw error;
    }
  };
}

/** Writes rows with a statement of their own, at once. @param name of the statement */
export const writeNow = (tx: Tx, write: LastWrite, name: string): Promise<void> =>
  writeAll(tx, [write], name);

async function writeAll(tx: Tx, writes: readonly LastWrite[], name: string): Promise<void> {
  const parts = writes
    .flatMap((write) => write.parts)
    .map(([part, statement]) => sql`${sql.raw(part)} as (${statement})`);
  await tx.run(named(name, sql`with ${sql.join(parts)} select`));
}

/** The name of the statement: that of the last part of each write tells which it is. */
const nameOf = (writes: readonly LastWrite[]): string =>
  ['last', ...writes.map(({ parts }) => parts.at(-1)?.[0] ?? '')].join('-').replaceAll('_', '-');

/** Writes rows with the last statement of the transaction. All that waits for it is one statement. */
export function writeLast(tx: Tx, write: LastWrite): void {
  const writes = waiting.get(tx);
  if (!writes) throw new Error('only a transaction has a last statement');
  writes.push(write);
}
