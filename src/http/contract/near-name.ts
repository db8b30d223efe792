import { distance } from '../../lib/misspelt.ts';

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
  let best: { name: string; away: number } | undefined;
  for (const one of known) {
    if (one === name || one.length > longest) continue;
    const away = distanceOf(folded, fold(one));
    if (away < (best?.away ?? Infinity)) best = { name: one, away };
  }
  return best?.name;
}

/** Returns Infinity if the names are not near. A common beginning counts more than two slips, and less than one. */
function distanceOf(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  const begins = least >= leastBeginning && (a.startsWith(b) || b.startsWith(a));
  const most = slips(least);
  const edits = distance(a, b);
  return Math.min(edits <= most ? edits : Infinity, begins ? 1.5 : Infinity);
}
