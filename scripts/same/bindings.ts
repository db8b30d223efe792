/** A value in a statement: a kind in the place of a bound value, a literal text, or a number. */
const value = /(‹[a-z0-9|[\]]+›)|E?'(?:[^']|'')*'|(?<![\w.])\d+(?:\.\d+)?(?!\w)/g;

/** Returns a statement without its values. It is a name that no drawn value changes. */
export const shapeOf = (statement: string): string => statement.replace(value, '?');

/**
 * Whether two statements differ only because one of them binds a value that the other one has in its text. Two literals must
 * be equal, and two bound values must have one kind.
 */
export function differsByBinding(one: string, other: string): boolean {
  if (shapeOf(one) !== shapeOf(other)) return false;
  const [ours, theirs] = [one.match(value) ?? [], other.match(value) ?? []];
  const isBound = (text: string | undefined): boolean => text?.startsWith('‹') === true;
  return ours.every((mine, at) => mine === theirs[at] || isBound(mine) !== isBound(theirs[at]));
}
