/** Returns when a request of a constant rate is due, in milliseconds. The first one, 0, is due at once. */
export const dueTime = (request: number, perSecond: number): number => (request * 1_000) / perSecond;

/** Returns how many requests of a constant rate are due after so many milliseconds. */
export const dueBy = (milliseconds: number, perSecond: number): number =>
  Math.floor((milliseconds * perSecond) / 1_000) + 1;
