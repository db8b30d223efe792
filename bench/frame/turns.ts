import { median } from './report.ts';

/** Measures one turn of a piece of work, and returns its cost. */
type Work = (turn: number) => number | Promise<number>;

/**
 * Runs pieces of work turn by turn, so that the mood of the machine meets all of them. Returns the median cost of each. The first
 * turns have negative numbers and do not count.
 */
export async function inTurns<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  { warmUps, turns }: { warmUps: number; turns: number },
): Promise<Record<Name, number>> {
  const costs = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  for (let turn = -warmUps; turn < turns; turn++)
    for (const [name, work] of Object.entries<Work>(works)) {
      const cost = await work(turn);
      if (turn >= 0) costs.get(name)?.push(cost);
    }
  return Object.fromEntries([...costs].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}

/** Milliseconds that work takes. */
export async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
