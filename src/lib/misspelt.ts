/** A name that is probably meant to be another one. */
export interface Misspelt {
  given: string;
  meant: string;
}

/**
 * Finds names that are almost one of the known ones: other letters are one or two (of short names one) away from it, or only
 * upper and lower case differ.
 */
export function misspelt(given: readonly string[], known: readonly string[]): Misspelt[] {
  const right = new Set(known);
  return given
    .filter((name) => !right.has(name))
    .flatMap((name) => {
      const [nearest] = known
        .map((meant) => ({ meant, away: distance(name.toUpperCase(), meant) }))
        .filter(({ meant, away }) => away <= allowed(meant))
        .toSorted((a, b) => a.away - b.away);
      return nearest ? [{ given: name, meant: nearest.meant }] : [];
    });
}

/** Returns the allowed distance. Every other word would be near a name of four letters. */
const allowed = ({ length }: string): number => (length < 6 ? 0 : length < 9 ? 1 : 2);

/**
 * Returns how many letters must be added, removed, replaced or swapped with their neighbour (the optimal string alignment
 * distance), and 3 for any distance above 2.
 */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same, swapped));
    }
    // The rest cannot be less than the least here, or than one more than the least before, by a swap. Most words end in the third letter.
    if (Math.min(...row) > 2 && Math.min(...last) > 1) return 3;
    [beforeLast, last] = [last, row];
  }
  return Math.min(3, last[b.length] ?? 3);
}
