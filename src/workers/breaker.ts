/** Stops calls to a server that does not answer, and tries it with single calls from time to time. */
export interface Breaker {
  /** How many calls may run at a time now, of so many: all, one to see whether the server answers again, or none. */
  allowed: (most: number) => number;
  succeeded: () => void;
  failed: () => void;
}

export interface BreakerOptions {
  /** Failures in a row that stop the calls. */
  opensAfter: number;
  /** Milliseconds of the first pause; each failure after it doubles the pause. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** In milliseconds. */
  now?: () => number;
}

export function createBreaker({
  opensAfter,
  firstPauseMs,
  longestPauseMs,
  now = () => performance.now(),
}: BreakerOptions): Breaker {
  let failures = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return {
    allowed(most) {
      if (failures < opensAfter) return most;
      return now() < quietUntil ? 0 : 1;
    },
    succeeded() {
      failures = 0;
      quietUntil = Number.NEGATIVE_INFINITY;
    },
    failed() {
      // A call that began before the pause says nothing new.
      if (now() < quietUntil) return;
      failures++;
      if (failures < opensAfter) return;
      quietUntil = now() + Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - opensAfter));
    },
  };
}
