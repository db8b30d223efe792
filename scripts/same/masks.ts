// The places in which BASE differs from itself when it runs again.
import type { Difference } from './compare.ts';

/** Returns the names of the places where two runs of BASE differ. What differs there says nothing about a change. */
export const masksOf = (differences: readonly Difference[]): Set<string> =>
  new Set(differences.flatMap((found) => [...placesOf(found), ...(found.overlaps ? [raceOf(found)] : [])]));

/** Returns the differences in other places. */
export function without(differences: readonly Difference[], masks: ReadonlySet<string>): Difference[] {
  return differences.flatMap((found) => {
    if (found.overlaps && masks.has(raceOf(found))) return [];
    const places = placesOf(found);
    const lines = found.lines.filter((_, at) => !masks.has(places[at] ?? ''));
    return lines.length > 0 ? [{ ...found, lines }] : [];
  });
}

/** Returns the differences of a second pair of runs that the first pair had, too. */
export function confirmed(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const places = new Set(second.flatMap(placesOf));
  return first.filter((found) => placesOf(found).some((place) => places.has(place)));
}

const placesOf = ({ file, test, key, aspect, lines }: Difference): string[] =>
  lines.map(({ field }) => [file, test, key, aspect, field].join('\n'));

/** Where requests overlap, each run may differ in other places. */
const raceOf = ({ file, test }: Difference): string => [file, test, '(overlap)'].join('\n');

/** Says why two runs of one commit differ. */
export function causeOf({ overlaps, aspect, key, lines }: Difference): string {
  if (overlaps) return 'requests of the test overlap, and time decides their order';
  if (aspect === 'besides') return 'timers and jobs send statements when they are due';
  if (aspect === 'presence')
    return key.startsWith('sent: ')
      ? 'a job sends its requests when it is due'
      : 'the test repeats a request until a condition holds, or draws what it asks';
  if (aspect === 'statements') return 'time decides: caches, batches and rows that others hold';
  const texts = lines.map(({ text }) => text.slice(2).replace(/\d+/g, '0'));
  if (new Set(texts).size < texts.length) return 'a number depends on time: a count, a rest, or seconds';
  if (lines.some(({ text }) => /:\d+›/.test(text)))
    return 'rows of one moment have no order, or a value is drawn';
  return 'the test draws a value, or time decides the response';
}
