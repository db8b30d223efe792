/** A place in two lists: an item of both, of the first one only, or of the second one only. */
export type Aligned<Item> = [Item, Item] | [Item, undefined] | [undefined, Item];

/** Longer differences than this are not aligned item by item, which takes the product of both lengths. */
const most = 3_000_000;

/** Returns two lists side by side, with as many equal items as possible beside each other. */
export function aligned<Item>(
  a: readonly Item[],
  b: readonly Item[],
  keyOf: (item: Item) => string,
): Aligned<Item>[] {
  const [left, right] = [a.map(keyOf), b.map(keyOf)];
  let start = 0;
  while (start < a.length && start < b.length && left[start] === right[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const both = (from: number, to: number, shift: number): Aligned<Item>[] =>
    a.slice(from, to).map((item, at): Aligned<Item> => [item, b[from + at + shift] as Item]);
  return [
    ...both(0, start, 0),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end), keyOf),
    ...both(a.length - end, a.length, b.length - a.length),
  ];
}

/** The longest common subsequence, by its table of lengths. */
function middle<Item>(
  a: readonly Item[],
  b: readonly Item[],
  keyOf: (item: Item) => string,
): Aligned<Item>[] {
  const onlyA = (item: Item): Aligned<Item> => [item, undefined];
  const onlyB = (item: Item): Aligned<Item> => [undefined, item];
  if (a.length === 0 || b.length === 0 || a.length * b.length > most)
    return [...a.map(onlyA), ...b.map(onlyB)];
  const [left, right] = [a.map(keyOf), b.map(keyOf)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const length = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        left[i] === right[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  const found: Aligned<Item>[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && other !== undefined && left[i] === right[j]) {
      found.push([one, other]);
      i++;
      j++;
    } else if (one !== undefined && (other === undefined || length(i + 1, j) >= length(i, j + 1))) {
      found.push(onlyA(one));
      i++;
    } else if (other !== undefined) {
      found.push(onlyB(other));
      j++;
    }
  }
  return found;
}
