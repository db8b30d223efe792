import { due } from '../../test/support/grown.ts';

/** How much a run compares. */
export interface Sizes {
  /** Rows of each kind in the small and in the large database. */
  rows: readonly [small: number, large: number];
  rounds: number;
  seconds: number;
  /** Seconds that each operation runs before it is measured. */
  warmUp: number;
}

/** The work of a round must find rows that no round before has taken; the small database has enough for three and a warm-up. */
export const mostRounds = 3;

export const sizes = (kind: 'usual' | 'quick'): Sizes =>
  kind === 'quick'
    ? { rows: [1_000, 50_000], rounds: 1, seconds: 0.3, warmUp: 0.1 }
    : { rows: [10_000, 1_000_000], rounds: 3, seconds: 0.6, warmUp: 0.3 };

/** The numbers of the rows that are due in a round. Round 0 is the warm-up. */
export const dueIn = (round: number): readonly [first: number, last: number] => [
  round * due + 1,
  (round + 1) * due,
];
