/** A policy in the order, with its number. */
export interface Numbered {
  id: string;
  priority: number;
}

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

/**
 * Plans the changes of numbers that bring policies into an order. Each change alone is sent to the service, which judges sign-ins
 * meanwhile. So a change that makes room keeps the order, and each other change moves one policy to its place.
 * @param policies in the present order
 * @param order all their ids, in the wanted order
 * @returns undefined if the numbers leave no room
 */
export function planOrder(policies: readonly Numbered[], order: readonly string[]): Numbered[] | undefined {
  let now: readonly Numbered[] = policies.map(({ id, priority }) => ({ id, priority }));
  const steps: Numbered[] = [];
  const settled = staying(
    now.map(({ id }) => id),
    order,
  );
  for (const [at, id] of order.entries()) {
    if (settled.has(id)) continue;
    // The one before it in the wanted order is in its place by now.
    const before = at === 0 ? -1 : now.findIndex((one) => one.id === order[at - 1]);
    const planned = moved(now, id, before + 1);
    if (!planned) return undefined;
    steps.push(...planned.steps);
    now = planned.now;
  }
  return steps;
}

/** Moves one policy to a place. @param place counts the policies before the move */
function moved(
  now: readonly Numbered[],
  id: string,
  place: number,
): { steps: Numbered[]; now: readonly Numbered[] } | undefined {
  if (now[place]?.id === id) return { steps: [], now };
  const low = now[place - 1]?.priority ?? 0;
  const high = now[place]?.priority;
  const steps: Numbered[] = [];
  let others = now.map((one) => ({ ...one }));
  let free = high === undefined ? low + gap : low + Math.floor((high - low) / 2);
  if (high !== undefined && high - low < 2) {
    // From the last on, so that no two have the same number and the order stays.
    for (const one of others.slice(place).toReversed()) {
      one.priority += gap;
      steps.push({ id: one.id, priority: one.priority });
    }
    free = low + Math.floor((high + gap - low) / 2);
  }
  if (free > most || steps.some(({ priority }) => priority > most)) return undefined;
  steps.push({ id, priority: free });
  others = others
    .map((one) => (one.id === id ? { id, priority: free } : one))
    .toSorted((one, other) => one.priority - other.priority);
  return { steps, now: others };
}

/** The longest row of policies that are in the wanted order already. */
function staying(now: readonly string[], order: readonly string[]): ReadonlySet<string> {
  const places = now.map((id) => order.indexOf(id));
  const longest = places.map((): number[] => []);
  for (const [at, place] of places.entries()) {
    const before = longest
      .slice(0, at)
      .filter((row) => (row.at(-1) ?? -1) < place)
      .reduce<number[]>((best, row) => (row.length > best.length ? row : best), []);
    longest[at] = [...before, place];
  }
  const kept = longest.reduce((best, row) => (row.length > best.length ? row : best), []);
  return new Set(kept.map((place) => order[place] ?? ''));
}
