import type { MovingSavepoint } from '../platform/tenancy.ts';

/** How many changes share a savepoint. */
const together = 50;
/** How many savepoints a transaction keeps. Above 64, Postgres looks each of them up on disk, for all of its connections. */
const mostKept = 60;
/** How many changes are made again in one transaction. */
const mostAgain = 2_000;

/** A change that is tried. It tells when it begins to write. */
export type Attempt = (begin: () => void) => Promise<void>;

/**
 * Tries changes in a transaction that is going to be taken back. Several changes share a savepoint: if one of them is refused, those before it
 * are made again. That has a bound: {@link isOver}.
 */
export class Trial {
  readonly #savepoint: MovingSavepoint;
  #made: Attempt[] = [];
  #kept = 0;
  #again = 0;
  readonly #until: number;

  /** @param milliseconds for all changes together */
  constructor(savepoint: MovingSavepoint, milliseconds: number) {
    this.#savepoint = savepoint;
    this.#until = performance.now() + milliseconds;
  }

  /** Whether no further change is tried: the time is over, or each refusal would have many changes made again. */
  isOver(): boolean {
    const isFull = this.#kept >= mostKept && this.#made.length >= together;
    return isFull || this.#again >= mostAgain || performance.now() > this.#until;
  }

  /** Tries a change. If it throws, the transaction has the changes before it, and goes on. */
  async attempt(change: Attempt): Promise<void> {
    let hasBegun = false;
    try {
      await change(() => {
        hasBegun = true;
      });
    } catch (error) {
      if (hasBegun) await this.#withoutLast(error);
      throw error;
    }
    this.#made.push(change);
    if (this.#made.length >= together) await this.#keep();
  }

  /** @param error of a lost connection, which is thrown in place of the errors that follow it */
  async #withoutLast(error: unknown): Promise<void> {
    try {
      await this.#savepoint.back();
    } catch {
      throw error;
    }
    try {
      for (const made of this.#made) {
        // Nothing follows that could miss the changes that are left out.
        if (this.isOver()) return;
        this.#again++;
        await made(() => undefined);
      }
    } catch (cause) {
      throw new Error('a change that was tried cannot be made again', { cause });
    }
    if (this.#made.length > 0) await this.#keep();
  }

  async #keep(): Promise<void> {
    if (this.#kept >= mostKept) return;
    await this.#savepoint.move();
    this.#kept++;
    this.#made = [];
  }
}
