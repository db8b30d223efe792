import { Failure } from '../failure.ts';
import type { Tx } from './tx.ts';

/** The outcome of work that took long. */
type Outcome = { value: unknown } | { failure: Failure };

/** Outcomes of work that was done for a transaction before it began, by the key of the work. */
export type Made = Map<string, Outcome>;

/** Ends a transaction that needs something made first. Never leaves {@link preparing}. */
class Needed extends Error {
  override name = 'Needed';
  readonly wanted: ReadonlyMap<string, () => Promise<unknown>>;

  constructor(wanted: ReadonlyMap<string, () => Promise<unknown>>) {
    super(`the transaction needs ${[...wanted.keys()].join(', ')} and starts again`);
    this.wanted = wanted;
  }
}

const madeFor = new WeakMap<Tx, Made>();

/** Lets the work of a transaction ask for {@link beforehand}. */
export const letAsk = (tx: Tx, made: Made): void => void madeFor.set(tx, made);

/** Lets a part of a transaction ask as the whole of it. */
export function letAskAs(part: Tx, whole: Tx): void {
  const made = madeFor.get(whole);
  if (made) letAsk(part, made);
}

/**
 * Does pieces of work one after the other. If pieces need something made first, all of them are begun before the transaction starts
 * again. So many pieces ask in one round. After that, other errors of pieces are forgotten, because the pieces run again.
 */
export async function askTogether(pieces: Iterable<() => Promise<void>>, most = Infinity): Promise<void> {
  const wanted = new Map<string, () => Promise<unknown>>();
  for (const piece of pieces) {
    try {
      await piece();
    } catch (error) {
      if (error instanceof Needed) for (const [key, make] of error.wanted) wanted.set(key, make);
      else if (wanted.size === 0) throw error;
    }
  }
  if (wanted.size > most)
    throw new Failure('PAYLOAD_TOO_LARGE', {
      reason: `${wanted.size} objects need metadata or keys that are made first, and a request may have ${most}; send the others in another request`,
    });
  if (wanted.size > 0) throw new Needed(wanted);
}

/**
 * Gives what `make` makes: a hash, a key, anything that takes long or waits for something other than the database. No
 * connection waits for it. The first time the transaction is rolled back, `make` runs, and the transaction runs again from
 * its begin. Then this gives what was made, or throws the {@link Failure} of `make`.
 *
 * @param key names everything that `make` depends on and that may change meanwhile. If it has changed in the second
 * transaction, the work is done again.
 */
export async function beforehand<Result>(tx: Tx, key: string, make: () => Promise<Result>): Promise<Result> {
  const made = madeFor.get(tx);
  if (!made) throw new Error('only a transaction may have values prepared beforehand');
  const outcome = made.get(key);
  if (!outcome) throw new Needed(new Map([[key, make]]));
  if ('failure' in outcome) throw outcome.failure;
  return outcome.value as Result;
}

/** More rounds mean that others change what the work depends on in a loop. */
const mostRounds = 5;
/** How long a transaction waits for everything that it needs first. */
const mostMilliseconds = 30_000;

/**
 * Runs a transaction, and runs it again when it asked for something with {@link beforehand}.
 * @throws {Failure} SERVICE_UNAVAILABLE when what it depends on keeps changing
 */
export async function preparing<Result>(run: (made: Made) => Promise<Result>): Promise<Result> {
  const made: Made = new Map();
  for (let round = 0; round < mostRounds; round++) {
    try {
      return await run(made);
    } catch (error) {
      if (!(error instanceof Needed)) throw error;
      const began = performance.now();
      for (const [key, make] of error.wanted) {
        if (performance.now() - began > mostMilliseconds)
          throw new Failure('SERVICE_UNAVAILABLE', { reason: 'other servers respond too slowly; try again' });
        made.set(key, await outcomeOf(make));
      }
    }
  }
  throw new Failure('SERVICE_UNAVAILABLE', { reason: 'other requests are changing this; try again' });
}

/** A refusal is thrown where it was asked for, in the order of all checks. Overload and faults need no second transaction. */
async function outcomeOf(make: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await make() };
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 429 || error.status >= 500) throw error;
    return { failure: error };
  }
}
