import { afterAll, afterEach, expect } from 'vitest';
import { takeViolations, watchTransactions } from './held-transactions.ts';

// Files share a process, which is watched once.
const watching = Symbol.for('keyward.watching');
if (!(watching in globalThis)) {
  Object.assign(globalThis, { [watching]: true });
  watchTransactions();
}

const nothing = (): void => expect(takeViolations(), 'between begin and commit').toEqual([]);

afterEach(nothing);
afterAll(nothing);
