/** Draws values; the same seed draws the same ones. */
export interface Random {
  /** In [0, 1). */
  next: () => number;
  below: (bound: number) => number;
  happens: (probability: number) => boolean;
  pick: <Value>(values: readonly Value[]) => Value;
  text: (length: number) => string;
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    pick(values) {
      if (values.length === 0) throw new Error('there is nothing to draw from');
      return values[below(values.length)] as (typeof values)[number];
    },
    text: (length) =>
      Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789-_'[below(38)]).join(''),
  };
}

/** Returns the values in another order. The same seed gives the same order. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const { below } = randomFrom(seed);
  const left = [...values];
  return values.flatMap(() => left.splice(below(left.length), 1));
}
