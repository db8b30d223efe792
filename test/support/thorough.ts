/** Whether this run tries every case, as `make night` does. Other runs, also the gate, draw some of many alike. */
export const isThorough = process.env['THOROUGH'] === '1';

/** Whether this run has every round of random values and every value of many alike: `make rounds`, which `make long` runs. */
export const hasAllRounds = process.env['ROUNDS'] === 'all';

/** Returns how many of something this run has: `thorough` with THOROUGH=1, `otherwise` in other runs. */
export const sized = (thorough: number, otherwise: number): number => (isThorough ? thorough : otherwise);

/**
 * Returns how many rounds of random values this run has, or how many rows that a test reads past: `all` in `make rounds`,
 * `thorough` with THOROUGH=1, `otherwise` in other runs. Every run has other values.
 */
export const rounds = (all: number, thorough: number, otherwise: number): number =>
  hasAllRounds ? all : sized(thorough, otherwise);

/** Every run has a seed of its own, from vitest.config.ts. In the gate the same commit has one, from scripts/check.ts. */
const seed = Number(process.env['TEST_SEED']);

/**
 * Draws some of many values that one rule of the code treats alike; `make rounds` has them all. A failed run prints the seed
 * that draws the same values again.
 * @param place what the values are for, so that each place of a run draws others
 * @param thorough how many a run with THOROUGH=1 draws: all of them, if it is not given
 */
export function drawn<Value>(
  all: readonly Value[],
  count: number,
  place: string,
  thorough = all.length,
): readonly Value[] {
  const wanted = rounds(all.length, thorough, count);
  return all.length <= wanted ? all : pick(all, wanted, place);
}

/** Whether a person has chosen the files: `make test FILES=…`. */
const choosesFiles = process.env['TESTS'] !== 'product' && process.env['TEST_LIST'] === undefined;

/**
 * Draws half of the operations for a test that asks all of them the same. `make test` and the gate do so; `make night` and
 * a run of chosen files have them all.
 * @param place what they are drawn for, so that each place of a run draws others
 */
export const half = <Value>(all: readonly Value[], place: string): readonly Value[] =>
  isThorough || choosesFiles ? all : pick(all, Math.ceil(all.length / 2), place);

/**
 * As {@link half}, for two tests that ask all operations something similar. The second has those that the first has not, so
 * that each operation is asked by one of them.
 */
export function halves<Value>(all: readonly Value[], place: string): [readonly Value[], readonly Value[]] {
  const first = half(all, place);
  return [first, first.length === all.length ? all : all.filter((one) => !first.includes(one))];
}

function pick<Value>(all: readonly Value[], count: number, place: string): readonly Value[] {
  let state = seed;
  for (const letter of place) state = Math.imul(state ^ letter.charCodeAt(0), 0x01_00_01_93);
  const next = (below: number): number => {
    // A linear congruential generator with the constants of Numerical Recipes; its low bits repeat soon.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % below;
  };
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(next(left.length), 1)).flat();
}
