import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../app/me.ts';
import { tenantOfPath } from '../app/session-watch.ts';

/**
 * For several changes, one after the other. They end when the user stops them, leaves the page or goes to another tenant.
 * @returns `begin` starts a row of changes, and gives the question to ask before each
 */
export function useStop(): { begin: () => () => boolean; stop: () => void } {
  const { tenant } = useSession();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const begin = useCallback(() => {
    const one = new AbortController();
    running.current = one;
    return () => one.signal.aborted || tenantOfPath() !== tenant;
  }, [tenant]);
  return { begin, stop };
}
