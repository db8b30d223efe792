/** A line before and its line after. One that is missing was added or removed. */
export interface Pair {
  before: string | undefined;
  after: string | undefined;
  isSame: boolean;
}

/** Above this product of lines, the comparison would take too long. A stored change is far below. */
const most = 250_000;

/** A value as lines: texts as they are, everything else as JSON with an entry on each line. */
export const linesOf = (value: unknown): string[] =>
  value === null || value === undefined
    ? []
    : (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n');

/** The lengths of the longest common subsequences of all ends of both lists. */
function commonEnds(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let one = before.length - 1; one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        before[one] === after[other]
          ? (lengths[(one + 1) * width + other + 1] ?? 0) + 1
          : Math.max(lengths[(one + 1) * width + other] ?? 0, lengths[one * width + other + 1] ?? 0);
  return lengths;
}

/** Lines side by side: what stayed stands in one row, and what was replaced stands beside what replaced it. */
export function compareLines(before: readonly string[], after: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ before: removed[at], after: added[at], isSame: false });
    removed = [];
    added = [];
  };
  if (before.length * after.length > most) {
    removed = [...before];
    added = [...after];
    flush();
    return pairs;
  }
  const lengths = commonEnds(before, after);
  const width = after.length + 1;
  let one = 0;
  let other = 0;
  while (one < before.length || other < after.length) {
    const [old, young] = [before[one], after[other]];
    if (old !== undefined && old === young) {
      flush();
      pairs.push({ before: old, after: young, isSame: true });
      one += 1;
      other += 1;
    } else if (
      young === undefined ||
      (old !== undefined &&
        (lengths[(one + 1) * width + other] ?? 0) >= (lengths[one * width + other + 1] ?? 0))
    ) {
      removed.push(old ?? '');
      one += 1;
    } else {
      added.push(young);
      other += 1;
    }
  }
  flush();
  return pairs;
}
