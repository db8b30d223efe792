/** What somebody else answers, kept for a while. */
export interface Remembered<Answer> {
  /** The answer, unless it is too old. */
  fresh: () => Answer | undefined;
  /**
   * Asks anew, unless that was done a moment ago. Whoever comes while it is asked waits for the same answer, and what there
   * was stays where there is none.
   * @throws what asking threw, to everybody who waited for it
   */
  renew: () => Promise<void>;
}

interface Terms {
  keptMs: number;
  /** It is asked again after this long at the earliest, whatever came of it. */
  restMs: number;
  /** Milliseconds that never go back. */
  clock: () => number;
}

export function remembered<Answer>(
  ask: () => Promise<Answer>,
  { keptMs, restMs, clock }: Terms,
): Remembered<Answer> {
  let answer: Answer | undefined;
  let answeredAt = -Infinity;
  let askedAt = -Infinity;
  let underway: Promise<void> | undefined;

  async function askNow(): Promise<void> {
    try {
      answer = await ask();
      answeredAt = clock();
    } finally {
      underway = undefined;
    }
  }

  return {
    fresh: () => (clock() - answeredAt < keptMs ? answer : undefined),
    async renew() {
      if (!underway && clock() - askedAt >= restMs) {
        askedAt = clock();
        underway = askNow();
      }
      await underway;
    },
  };
}
