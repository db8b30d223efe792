/** Sets that are remembered one by one: ten seconds of a tenant that changes all the time, because a stream sends ten events a second at most. */
const mostSets = 100;

/** The changes that were told last. All verifications that are under way share them, so the memory does not grow with these. */
export class RecentChanges {
  #count = 0;
  /** The newest is the last. */
  readonly #sets: ReadonlySet<string>[] = [];

  /** How many changes were told so far. */
  get count(): number {
    return this.#count;
  }

  add(ids: ReadonlySet<string>): void {
    this.#count += 1;
    this.#sets.push(ids);
    if (this.#sets.length > mostSets) this.#sets.shift();
  }

  /** Adds a change that may be of any id. */
  addAll(): void {
    this.#count += 1;
    this.#sets.length = 0;
  }

  /** Returns whether one of the ids may have changed after the first `count` changes. */
  hasAny(count: number, ids: readonly string[]): boolean {
    const forgotten = this.#count - this.#sets.length;
    if (count < forgotten) return true;
    return this.#sets.slice(count - forgotten).some((set) => ids.some((id) => set.has(id)));
  }
}
