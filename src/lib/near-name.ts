/** Longer names get no suggestion, so that comparing them costs nothing. */
const longest = 40;

/** Names that differ only in case and in signs between words are one name: `max_usage_count`, `maxUsageCount`. */
const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many slips a name of this length may have. */
const slips = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/** Shorter beginnings of a name are too common to suggest the name. */
const leastBeginning = 4;

/**
 * Finds the known name that is nearest to `name`: with at most two slips, or one that begins with the other. The
 * length of the names bounds the work, so strangers may send any name.
 *
 * @returns undefined if no known name is near
 */
export function nearName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const folded = fold(name);
  let best: { name: string; distance: number } | undefined;
  for (const one of known) {
    if (one === name || one.length > longest) continue;
    const distance = distanceOf(folded, fold(one));
    if (distance < (best?.distance ?? Infinity)) best = { name: one, distance };
  }
  return best?.name;
}

/** Returns Infinity if the names are not near. A common beginning counts more than two slips, and less than one. */
function distanceOf(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  const begins = least >= leastBeginning && (a.startsWith(b) || b.startsWith(a));
  const most = slips(least);
  const edits = Math.abs(a.length - b.length) > most ? Infinity : editsBetween(a, b);
  return Math.min(edits <= most ? edits : Infinity, begins ? 1.5 : Infinity);
}

/** The optimal string alignment distance: letters inserted, left out, replaced, or swapped with their neighbour. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1
          ? (beforeLast[j - 2] ?? 0) + 1
          : Infinity;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
