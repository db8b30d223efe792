// Everything that goes on while nodes are replaced, until the test ends it. A request that fails is kept, and none is repeated.
import { inspect } from 'node:util';
import { expect } from 'vitest';

export interface SteadyLoad {
  /** The failures so far, with the name of the work. */
  readonly failures: readonly string[];
  /** Waits until each work was done so many times more. */
  more: (times: number) => Promise<void>;
  end: () => Promise<void>;
}

/** Does each work again and again, beside the others. */
export function steadyLoad(works: Record<string, () => Promise<void>>): SteadyLoad {
  const failures: string[] = [];
  const done = new Map(Object.keys(works).map((name): [string, number] => [name, 0]));
  let ending = false;
  const loops = Object.entries(works).map(async ([name, work]) => {
    while (!ending) {
      try {
        await work();
      } catch (error) {
        failures.push(`${name}: ${inspect(error)}`);
        // The rest would only say the same.
        if (failures.length > 20) return;
      }
      done.set(name, (done.get(name) ?? 0) + 1);
    }
  });
  return {
    failures,
    async more(times) {
      const wanted = [...done].map(([name, count]): [string, number] => [name, count + times]);
      const missing = () =>
        wanted.filter(([name, count]) => (done.get(name) ?? 0) < count).map(([name]) => name);
      await expect.poll(missing, { timeout: 60_000, interval: 20 }).toEqual([]);
    },
    async end() {
      ending = true;
      await Promise.all(loops);
    },
  };
}
