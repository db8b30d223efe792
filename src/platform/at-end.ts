import type { Tx } from './tx.ts';

/** Functions that wait for the ends of transactions. */
const waiting = new WeakMap<Tx, (() => void)[]>();

/** Lets the work of a transaction ask for {@link atEnd}. @returns does what was asked for */
export function letWait(tx: Tx): () => void {
  const asked: (() => void)[] = [];
  waiting.set(tx, asked);
  return () => {
    for (const act of asked) act();
  };
}

/** Lets a part of a transaction wait for the end of the whole. */
export function letWaitAs(part: Tx, whole: Tx): void {
  const asked = waiting.get(whole);
  if (asked) waiting.set(part, asked);
}

/**
 * Does something in memory at the end of a transaction, also of one that a {@link Failure} rolls back: it counts what was decided, and
 * a denial rolls back. A transaction that starts again (`beforehand`), and one that a fault ends, forgets it. Both decide again.
 */
export function atEnd(tx: Tx, act: () => void): void {
  const asked = waiting.get(tx);
  if (!asked) throw new Error('only a transaction has an end to wait for');
  asked.push(act);
}
