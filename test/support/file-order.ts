import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shuffled } from './random.ts';
import { SlowestFirst, byProject } from './slowest-first.ts';

/** Runs the files of all rooms in an order that TEST_SEED decides. Then each file gets other neighbours. */
class Shuffled extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
    return Promise.resolve(shuffled(named, Number(process.env['TEST_SEED'])).toSorted(byProject));
  }
}

/** Returns the place of a file among names, which are parts of paths. Files without a name come last. */
export function placeAmong(names: readonly string[], file: string): number {
  const place = names.findIndex((name) => file.includes(name));
  return place === -1 ? names.length : place;
}

/** Runs the files in the order in which FILES names them. */
class AsNamed extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = (process.env['FILES'] ?? '').split(/\s+/).filter(Boolean);
    const place = ({ moduleId }: TestSpecification): number => placeAmong(names, moduleId);
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)).toSorted(byProject));
  }
}

/**
 * Returns how vitest orders files and how many workers run them. ORDER=shuffled is for `make stress`. ORDER=named repeats what
 * one worker did: it runs FILES as they are named, in one worker.
 */
export function fileOrder(order: string | undefined): {
  maxWorkers: number;
  sequence: { sequencer: typeof BaseSequencer };
} {
  if (order === 'named') return { maxWorkers: 1, sequence: { sequencer: AsNamed } };
  return { maxWorkers: 2, sequence: { sequencer: order === 'shuffled' ? Shuffled : SlowestFirst } };
}
