/** How many unknown keys a node looks up in a minute for an address that has spent its requests. */
const perMinute = 60;
const windowMs = 60_000;
const mostRemembered = 20_000;

/**
 * The look-ups of unknown keys that an address may still cause on this node after it has spent its requests without a good key. A node
 * that has just started knows no key, and a key that is new is known by no node: a look-up tells them from guesses.
 */
export interface LookUps {
  /** Takes a look-up. @returns false if none is left of the minute */
  take(network: string, now: number): boolean;
  /** Gives a look-up back, because the key was good. */
  giveBack(network: string): void;
}

/** Times are of `performance.now()`. */
export function lookUps(): LookUps {
  const windows = new Map<string, { taken: number; until: number }>();
  return {
    take(network, now) {
      const open = windows.get(network);
      if (open && open.until > now) {
        if (open.taken >= perMinute) return false;
        open.taken++;
        return true;
      }
      windows.delete(network);
      const [oldest] = windows.keys();
      if (windows.size >= mostRemembered && oldest !== undefined) windows.delete(oldest);
      windows.set(network, { taken: 1, until: now + windowMs });
      return true;
    },
    giveBack(network) {
      const open = windows.get(network);
      if (open && open.taken > 0) open.taken--;
    },
  };
}
