/** Between the numbers that are given. So a policy can come between two others later. */
const gap = 10;
const most = 10_000;
const first = 100;

/**
 * Proposes the number of a new policy: behind all others.
 * @returns the largest free number if there is no room behind; undefined if no number is free
 */
export function nextPriority(taken: readonly number[]): number | undefined {
  if (taken.length === 0) return first;
  const after = Math.max(...taken) + gap;
  if (after <= most) return after;
  const known = new Set(taken);
  for (let free = most; free > 0; free -= 1) if (!known.has(free)) return free;
  return undefined;
}
