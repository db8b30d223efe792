const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object as a change of the one before, for fields that the API merges (RFC 7396): a name that was there and is gone
 * is null, also within objects.
 */
export function mergeOver(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([
    ...gone.map((name) => [name, null]),
    ...Object.entries(after).map(([name, value]) => {
      const old = Object.hasOwn(before, name) ? before[name] : undefined;
      return [name, isObject(old) && isObject(value) ? mergeOver(old, value) : value];
    }),
  ]) as Record<string, unknown>;
}
