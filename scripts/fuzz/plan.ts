import { execFileSync } from 'node:child_process';
import type { Contract } from '../../src/lib/contract.ts';
import { changedSince } from './changes.ts';
import { drawnFor, fuzzed, partOf } from './choice.ts';
import { withNeeded } from './needs.ts';

/** The operations of a run and its times in seconds. */
export interface Plan {
  /** The operations that must succeed, without those that make what they need. */
  chosen: string[];
  /** The operations to call: the chosen ones and those that they need. All operations, if it is empty. */
  called: string[];
  seed: number;
  /** For all chosen operations. */
  first: number;
  /** For each further round with the operations that have not succeeded yet. */
  round: number;
}

/** How many operations, with those that they need, a run can call often enough in a second. docs/fuzzing.md has the measurement. */
export const operationsPerSecond = 0.5;

/** The time that a round needs to call a few operations some hundred times. In seconds. */
const shortRound = 15;

/**
 * Plans a run by the settings of `make fuzz`: BUDGET in seconds draws operations, those first that have changed since the commit
 * BASE; PART takes a part of all operations; otherwise, a run has all.
 * @param read gives a file of a commit
 * @throws if a setting is malformed, or the commit is unknown
 */
export function planOf(
  contract: Contract,
  { BUDGET = '', BASE = '', PART = '', MINUTES = '', SEED, TEST_SEED }: Partial<Record<string, string>>,
  read: (commit: string, file: string) => string = show,
): Plan {
  const seed = Number((SEED ?? '') || (TEST_SEED ?? '') || '1');
  const numbers = { seed, BUDGET: Number(BUDGET), MINUTES: Number(MINUTES || '5') };
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0)) throw new Error(`${name} must be a number`);
  if (BUDGET === '') {
    const chosen = PART === '' ? fuzzed(contract) : partOf(contract, PART);
    const called = PART === '' ? [] : withNeeded(contract, chosen);
    return { chosen, called, seed, first: Math.round(numbers.MINUTES * 60), round: 60 };
  }
  const earlier = BASE === '' ? contract : (JSON.parse(read(BASE, 'generated/openapi.json')) as Contract);
  const room = Math.floor(numbers.BUDGET * operationsPerSecond);
  const chosen = drawnFor(contract, { changed: changedSince(earlier, contract), room, seed });
  return {
    chosen,
    called: withNeeded(contract, chosen),
    seed,
    first: numbers.BUDGET - shortRound,
    round: shortRound,
  };
}

const show = (commit: string, file: string): string =>
  execFileSync('git', ['show', `${commit}:${file}`], { encoding: 'utf8', maxBuffer: 2 ** 28 });
