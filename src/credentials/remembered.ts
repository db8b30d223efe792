/** The answer of another service, kept for a while. */
export interface Remembered<Answer> {
  /** The answer, unless it is too old. */
  fresh: () => Answer | undefined;
  /**
   * Asks again, unless the last request was a moment ago. Callers who come during the request wait for the same answer.
   * If there is no new answer, the old one stays.
   * @throws what asking threw, to everybody who waited for it
   */
  renew: () => Promise<void>;
}

interface Terms {
  keptMs: number;
  /** The shortest time between two requests, independent of their results. */
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
