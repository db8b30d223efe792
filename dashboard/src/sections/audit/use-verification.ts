import { useCallback, useEffect, useRef, useState } from 'react';
import { getAuditIntegrity } from '../../generated/sdk.gen.ts';
import type { AuditFault, AuditIntegrity } from '../../generated/types.gen.ts';

/** The result of the verification so far, over all stretches. */
export interface Verification {
  /** The first row that was read; undefined if none was. */
  from: number | undefined;
  to: number | undefined;
  /** Where to go on; undefined at the end. */
  next: number | undefined;
  faults: readonly AuditFault[];
  /** The newest response: where the chain stands, and its keys. */
  latest: AuditIntegrity;
  /** When the newest response came. */
  at: string;
}

const joined = (before: Verification | undefined, latest: AuditIntegrity): Verification => ({
  from: before?.from ?? latest.fromSequence ?? undefined,
  to: latest.toSequence ?? before?.to,
  next: latest.nextSequence ?? undefined,
  faults: [...(before?.faults ?? []), ...latest.faults],
  latest,
  at: new Date().toISOString(),
});

/** Verifies the whole chain, a stretch after the other: the service reads at most 10,000 rows at once, and pauses between. */
export function useVerification() {
  const [found, setFound] = useState<Verification>();
  const [error, setError] = useState<unknown>();
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController>(undefined);

  /** @param before what to go on from; everything is verified without it */
  const start = useCallback(async (before?: Verification) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    setIsRunning(true);
    setError(undefined);
    let all = before;
    try {
      do {
        const query = all?.next ? { fromSequence: all.next } : {};
        const { data } = await getAuditIntegrity({ query, signal });
        if (signal.aborted) return;
        all = joined(all, data);
        setFound(all);
      } while (all.next !== undefined);
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    }
    if (running.current === control) setIsRunning(false);
  }, []);

  const stop = useCallback(() => {
    running.current?.abort();
    setIsRunning(false);
  }, []);

  useEffect(() => {
    void start();
    return () => running.current?.abort();
  }, [start]);

  return { found, error, isRunning, start, stop };
}
