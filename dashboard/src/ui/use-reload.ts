import { useState } from 'react';
import type { Act } from './use-act.ts';

/**
 * Loads the newest version after a conflict. A change that is sent meanwhile has the old version, so the form must not send
 * while it loads.
 */
export function useReload<Input, Output>(
  load: () => Promise<unknown>,
  acting: Act<Input, Output>,
): { reload: () => Promise<void>; isReloading: boolean } {
  const [isReloading, setIsReloading] = useState(false);
  const reload = async () => {
    setIsReloading(true);
    try {
      await load();
      acting.reset();
    } finally {
      setIsReloading(false);
    }
  };
  return { reload, isReloading };
}
